"""Values estimated on sampled deals, where the rounds are too many to deal them all.

Choices are made on one sample and valued on another. Where few sights come again and again, each has its mean result
by answer, and the best is played. Where sights are too many, a decision looks ahead: the cards that the seat has not
seen are dealt anew some times, every answer is played out on each of these futures, and the best on average is taken;
the round itself then goes on with its own hidden cards, and only its end counts. Looking ahead is dear, so most rounds
are played by the game's automatic seat and only some by both: the value is the mean of the former and the mean gain.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from random import Random
from typing import Any, Final

from croupier.cards import Card
from croupier.dice import Roll
from croupier.errors import InvariantError
from croupier.exact.by_walk.likeness import Likeness, shown_to_seat
from croupier.exact.by_walk.replays import SEAT, ChosenChance, Drawn, Ending, OneSeatTable
from croupier.exact.by_walk.sampled_checks import SEED, RandomDraws
from croupier.exact.by_walk.tree_search import Tell
from croupier.table.round import Round
from croupier.table.view import view

PILOT: Final = 1500
"""Rounds that show how many sights there are."""
VISITS: Final = 8
"""Visits that a sight must have in the pilot, on average, to be worth a table."""
ENOUGH: Final = 8
"""Times that an answer must have been tried for its mean to count."""
FUTURES: Final = (16, 4)
"""How many futures a decision looks at in one batch, and how many a decision within one of them; further on, none."""
BATCHES: Final = 5
CLEAR: Final = 1.5
"""Standard errors by which one answer must be ahead of another to be taken for better."""
VALUED: Final = 32
"""Futures on which a gain is valued."""
FEWEST_DEALS: Final = 16
LEAST_SPREAD: Final = 0.1
"""The least standard deviation of a gain that is reckoned with, in those of the result."""
TRAINING: Final = 0.4
"""The share of the rounds that choices are learnt on."""

TWO_SAMPLES: Final = "choices are made on one sample and valued on another of {rounds:,} deals"

Nets = tuple[float, ...]
Answer = Callable[[Round, ChosenChance, list[str]], str]


@dataclass(frozen=True)
class Sampled:
    """Means of what each bet netted, in cents, with their standard errors."""

    means: tuple[float, ...]
    errors: tuple[float, ...]
    rounds: int

    def spread(self, bets: Sequence[int]) -> float:
        """The standard deviation of one round, over some bets."""
        return hypot(*(self.errors[bet] for bet in bets)) * sqrt(self.rounds)


class FutureDraws(RandomDraws):
    """The cards that a seat has seen come again; all others are dealt anew."""

    def __init__(self, rng: Random, drawn: Sequence[Drawn], seen: Counter[str]) -> None:
        super().__init__(rng)
        left = Counter(seen)
        for name, times in Counter(
            card.name for cards in drawn if not isinstance(cards, Roll) for card in cards
        ).items():
            if times > seen[name]:
                left[name] = 0  # one like it is hidden: which of them is known cannot be told, so that none is kept
        self.kept: list[list[Card | None] | Roll] = []
        for cards in drawn:
            if isinstance(cards, Roll):
                self.kept.append(cards)
                continue
            known: list[Card | None] = []
            for card in cards:
                known.append(card if left[card.name] > 0 else None)
                left[card.name] -= 1
            self.kept.append(known)

    def cards(self, chance: ChosenChance, stock: Sequence[Card], count: int, puts_back: bool) -> tuple[Card, ...]:
        at = len(chance.drawn)
        known = self.kept[at] if at < len(self.kept) else None
        if known is None or isinstance(known, Roll) or len(known) != count:
            known = [None] * count
        wanted = known.count(None)
        others = iter(self.rng.sample(self._free(stock, at, puts_back), wanted) if wanted else ())
        return tuple([card if card is not None else next(others) for card in known])

    def _free(self, stock: Sequence[Card], at: int, puts_back: bool) -> Sequence[Card]:
        """What may come now: not the cards that are kept for this draw and for later ones."""
        if puts_back or at >= len(self.kept):
            return stock
        free = list(stock)
        for known in self.kept[at:]:
            for card in () if isinstance(known, Roll) else known:
                if card is not None and card in free:
                    free.remove(card)
        return free

    def dice(self, chance: ChosenChance) -> Roll:
        at = len(chance.drawn)
        known = self.kept[at] if at < len(self.kept) else None
        return known if isinstance(known, Roll) else super().dice(chance)


class LookAhead:
    """Sampled rounds at one table."""

    def __init__(self, table: OneSeatTable, likeness: Likeness, tell: Tell = lambda done: None) -> None:
        self.table = table
        self.likeness = likeness
        self.tell = tell
        self._beside: LookAhead | None = None

    @property
    def rounds(self) -> int:
        """How many rounds have been dealt, futures counted."""
        return self.table.rounds + (self._beside.rounds if self._beside else 0)

    @property
    def beside(self) -> LookAhead:
        """The same at another table, for futures of a round that is not over."""
        if self._beside is None:
            table = self.table
            again = OneSeatTable(table.game, table.pack, table.wagering, table.unit, table.flat)
            self._beside = LookAhead(again, self.likeness)
        return self._beside

    def play(self, choose: RandomDraws, answer: Answer) -> Ending:
        """A round played to its end."""
        chance = ChosenChance((), choose)
        round = self.table.begin(chance)
        answers: list[str] = []
        while round.decision is not None:
            answers.append(answer(round, chance, answers))
            round.act(SEAT, answers[-1])
        return self.table.ending(round)

    def estimate(self, most_rounds: int, asks: bool, told: Sequence[int] = (0,)) -> tuple[Sampled, str]:
        """What each bet nets under choices that are learnt on other rounds than it is valued on, and how in words.

        Choices are made for the first bet; rounds are shared out so that those which are told have small errors.
        """
        if not asks:
            sampled = self._mean("value", most_rounds, _never)
            return sampled, f"the estimate is the mean of {sampled.rounds:,} sampled deals, without choices"
        begun = self.rounds
        sights, deepest = self._pilot()
        if sum(sights.values()) >= VISITS * len(sights):
            policy = self._learn(int(most_rounds * TRAINING), deepest)
            sampled = self._mean("value", max(most_rounds - (self.rounds - begun), PILOT), policy)
            return sampled, f"{TWO_SAMPLES.format(rounds=sampled.rounds)}, by what was best on average for what is seen"
        base, gain = self._shared_out(most_rounds - (self.rounds - begun), told)
        means = tuple(one + more for one, more in zip(base.means, gain.means, strict=True))
        errors = tuple(sqrt(one**2 + more**2) for one, more in zip(base.errors, gain.errors, strict=True))
        how = (
            f"{TWO_SAMPLES.format(rounds=base.rounds + gain.rounds)}: {base.rounds:,} "
            f"played by the game's automatic seat, and {gain.rounds:,} that show what looking ahead gains over it"
        )
        return Sampled(means, errors, base.rounds + gain.rounds), how

    def automatic(self, round: Round, chance: ChosenChance, answers: list[str]) -> str:
        """What the game's automatic seat answers; where that is no answer, the first."""
        decision = round.decision
        if decision is None:
            raise InvariantError("nobody is asked")
        if len(decision.legal) == 1:
            return decision.legal[0]
        said = self.table.game.automatic(view(round, SEAT))
        return said if said in decision.legal else decision.legal[0]

    def _rng(self, purpose: str, number: int) -> Random:
        return Random(f"{SEED}/{purpose}/{number}")

    def _mean(self, purpose: str, rounds: int, answer: Answer) -> Sampled:
        """The mean of so many rounds."""
        tally: Counter[Nets] = Counter()
        for number in range(rounds):
            tally[self.play(RandomDraws(self._rng(purpose, number)), answer).nets] += 1
            self.tell(1)
        return _sampled(tally)

    def _shared_out(self, most_rounds: int, told: Sequence[int]) -> tuple[Sampled, Sampled]:
        """The mean of the automatic seat and the mean gain over it, with as many rounds for each as its spread asks.

        The error is least when each has rounds in proportion to its standard deviation over the root of its cost.
        """
        trial = self._mean("share", FEWEST_DEALS**2, self.automatic)
        begun, gains = self.rounds, [self._gain_of_deal(number) for number in range(FEWEST_DEALS)]
        cost = max((self.rounds - begun) / FEWEST_DEALS, 1.0)
        spread = trial.spread(told)
        gain_spread = max(_sampled(Counter(gains)).spread(told), LEAST_SPREAD * spread)
        share = spread / ((spread + gain_spread * sqrt(cost)) or 1.0)
        deals = max(int(most_rounds * (1 - share) / cost), FEWEST_DEALS)
        base = self._mean("value", max(int(most_rounds * share), FEWEST_DEALS), self.automatic)
        for number in range(FEWEST_DEALS, deals):
            before = self.rounds
            gains.append(self._gain_of_deal(number))
            self.tell(self.rounds - before)
        return base, _sampled(Counter(gains))

    def _gain_of_deal(self, number: int) -> Nets:
        """What looking ahead gains where it first answers otherwise, on futures that it has not looked at."""
        chance = ChosenChance((), RandomDraws(self._rng("gain", number)))
        looks, values = self._rng("looking", number), self._rng("gains", number)
        round = self.table.begin(chance)
        answers: list[str] = []
        while round.decision is not None:
            usual, best = self.automatic(round, chance, answers), self._best(round, chance, answers, looks, 0)
            if best != usual:
                later = {usual: self.beside.automatic, best: self.beside.looking_ahead(values, 1)}
                gained = self.futures(round, chance, answers, values, VALUED, later)
                return tuple(
                    (sum(better) - sum(plain)) / max(len(better), 1)
                    for better, plain in zip(
                        zip(*gained[best], strict=True), zip(*gained[usual], strict=True), strict=True
                    )
                ) or (0.0,) * len(self.table.wagering.told)
            answers.append(usual)
            round.act(SEAT, usual)
        return (0.0,) * len(self.table.wagering.told)

    def looking_ahead(self, rng: Random, level: int) -> Answer:
        """Answers by looking ahead, as at a decision that is so many futures deep."""
        return lambda round, chance, answers: self._best(round, chance, answers, rng, level)

    def _best(self, round: Round, chance: ChosenChance, answers: list[str], rng: Random, level: int) -> str:
        """The answer that is best on average over some futures; of the round itself only if it is clearly the best.

        Futures are looked at in batches, and answers that are clearly worse than the leading one are given up.
        """
        decision = round.decision
        if decision is None:
            raise InvariantError("nobody is asked")
        usual = self.automatic(round, chance, answers)
        if level == len(FUTURES) or len(decision.legal) == 1:
            return usual
        further = self.beside.looking_ahead(rng, level + 1)
        nets: dict[str, list[int]] = {option: [] for option in decision.legal}
        left, best = list(decision.legal), usual
        for _ in range(BATCHES):
            found = self.futures(round, chance, answers, rng, FUTURES[level], dict.fromkeys(left, further))
            for option, ends in found.items():
                nets[option] += [end[0] for end in ends]
            best = max(left, key=lambda option: sum(nets[option]))
            left = [option for option in left if option in (usual, best) or not _clearly(nets[best], nets[option])]
            if best == usual or len(left) == 2:
                break
        return best if level or _clearly(nets[best], nets[usual]) else usual

    def futures(
        self,
        round: Round,
        chance: ChosenChance,
        answers: list[str],
        rng: Random,
        count: int,
        later: Mapping[str, Answer],
    ) -> dict[str, list[tuple[int, ...]]]:
        """What each of some answers comes to on so many futures of a decision, the same for all of them.

        How later decisions are answered is said with each. They are dealt at another table, for the round goes on.
        """
        sight, drawn = _sight(round), tuple(chance.drawn)
        seen = Counter(name for _, names in shown_to_seat(round) for name in names)
        worth: dict[str, list[tuple[int, ...]]] = {option: [] for option in later}
        for _ in range(count):
            number = rng.random()
            for option, further in later.items():
                draws = FutureDraws(Random(number), drawn, seen)
                nets = self.beside._future(draws, sight, [*answers, option], further)
                if nets is not None:
                    worth[option].append(nets)
        return worth

    def _future(self, draws: FutureDraws, sight: object, said: list[str], later: Answer) -> tuple[int, ...] | None:
        """What one answer comes to on one future; None if the seat would have seen that it is another."""
        chance = ChosenChance((), draws)
        round = self.table.begin(chance)
        for number, answer in enumerate(said):
            if round.decision is None or answer not in round.decision.legal:
                return None
            if number == len(said) - 1 and _sight(round) != sight:
                return None
            round.act(SEAT, answer)
        answers = list(said)
        while round.decision is not None:
            answers.append(later(round, chance, answers))
            round.act(SEAT, answers[-1])
        return self.table.ending(round).nets

    def _pilot(self) -> tuple[Counter[Any], int]:
        """How often each sight comes when answers are given at random, and how many decisions come before the last."""
        sights: Counter[Any] = Counter()
        before: Counter[int] = Counter()
        for number in range(PILOT):
            rng = self._rng("pilot", number)

            def answer(round: Round, chance: ChosenChance, answers: list[str], rng: Random = rng) -> str:
                position = self.likeness.position(round, self.table, chance, answers)
                sights[position.key] += 1
                before[len(answers)] += 1
                return rng.choice(sorted(position.answers))

            self.play(RandomDraws(rng), answer)
        return sights, max(before)

    def _learn(self, most_rounds: int, deepest: int) -> Answer:
        """The best answers by sight, the last decisions first, so that earlier ones are followed by learnt ones."""
        learnt: dict[Any, dict[Any, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))

        def policy(round: Round, chance: ChosenChance, answers: list[str]) -> str:
            position = self.likeness.position(round, self.table, chance, answers)
            means = _means(learnt.get(position.key, {}))
            if not means:
                return self.automatic(round, chance, answers)
            return position.options[max(means, key=lambda option: means[option])][0]

        depths = list(range(deepest, -1, -1))
        for number in range(most_rounds):
            depth = depths[number * len(depths) // most_rounds]
            rng = self._rng("learning", number)
            tried: list[tuple[Any, Any]] = []

            def answer(
                round: Round, chance: ChosenChance, answers: list[str],
                rng: Random = rng, depth: int = depth, tried: list[tuple[Any, Any]] = tried,
            ) -> str:  # fmt: skip
                if len(answers) > depth:
                    return policy(round, chance, answers)
                position = self.likeness.position(round, self.table, chance, answers)
                option = rng.choice(sorted(position.options))
                if len(answers) == depth:
                    tried.append((position.key, option))
                return rng.choice(position.options[option])

            net = self.play(RandomDraws(rng), answer).nets[0]
            for key, option in tried:
                learnt[key][option][0] += net
                learnt[key][option][1] += 1
            self.tell(1)
        return policy


def _sight(round: Round) -> object:
    """All that the seat has seen and is asked."""
    decision, own = round.decision, round.table.seats[SEAT]
    if decision is None:
        raise InvariantError("nobody is asked")
    return shown_to_seat(round), decision.legal, dict(own.bets), own.stack, dict(round.table.named)


def _never(round: Round, chance: ChosenChance, answers: list[str]) -> str:
    raise AssertionError("these bets lead to no decision")


def _clearly(better: Sequence[int], worse: Sequence[int]) -> bool:
    """Whether one answer has done better than another on the same futures by more than chance explains."""
    gains = [one - other for one, other in zip(better, worse, strict=False)]
    if len(gains) < 2:
        return False
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    return mean > CLEAR * sqrt(spread / len(gains))


def _means(tried: Mapping[Any, Sequence[int]]) -> dict[Any, float]:
    return {option: total / times for option, (total, times) in tried.items() if times >= ENOUGH}


def _sampled(tally: Counter[Nets]) -> Sampled:
    rounds = tally.total()
    means, errors = [], []
    for bet in range(len(next(iter(tally)))):
        mean = sum(nets[bet] * times for nets, times in tally.items()) / rounds
        spread = sum((nets[bet] - mean) ** 2 * times for nets, times in tally.items()) / max(rounds - 1, 1)
        means.append(mean)
        errors.append(sqrt(spread / rounds))
    return Sampled(tuple(means), tuple(errors), rounds)
