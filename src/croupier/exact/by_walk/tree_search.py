"""The best play of a round, by a search through its procedure from one information set to the next.

Chance branches by classes of cards that are alike, each with its number of ways. The rounds that look alike to the seat
at a decision are one information set: an answer is worth what it comes to over all of them, and the best one is the
set's value. A set that has been solved is not solved again, whichever way it is come to. Every line of the search is
one round dealt from the start, up to its next decision or its end.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from random import Random
from typing import Any, Final, NamedTuple

from croupier.cards import Card
from croupier.dice import ROLLS, Roll
from croupier.errors import Refused
from croupier.exact.by_walk.likeness import Branch, Likeness, Position
from croupier.exact.by_walk.replays import SEAT, ChosenChance, Drawn, OneSeatTable, cards_in
from croupier.exact.by_walk.sampled_checks import SEED, ImageDraws, RandomDraws, Unalike, same_answer

RARE: Final = 24
"""Endings that have come less often are all checked against an image."""
SPOT_CHECK: Final = 16
"""Of the others one in so many is."""

TOO_MANY: Final = 100
"""Sets of cards, for each round of the budget, that need not even be listed."""

Tell = Callable[[float], None]
"""Takes the share of the search that has been done since it was last told."""

Result = tuple[int, int, int, str]
"""A bet by number, what it netted, what was wagered on it, and the last answer."""


class OverBudget(Exception):
    """The search has dealt as many rounds as it may."""

    def __init__(self, done: float) -> None:
        super().__init__(f"{done:.2%} of the search has been done")
        self.done = done


class Node(NamedTuple):
    """A round stopped at a decision: how it was come to."""

    probability: Fraction
    drawn: tuple[Drawn, ...]
    answers: tuple[str, ...]
    position: Position


class Ended(NamedTuple):
    """A round that is over: what was drawn, and the result of each bet."""

    drawn: tuple[Drawn, ...]
    results: list[Result]


@dataclass(frozen=True)
class Solved:
    """An information set: what its best answer is worth, and how rounds end that are played so from here."""

    value: Fraction
    """What the first bet nets, in cents."""
    results: dict[Result, Fraction]
    """The probability of each result of each bet."""
    best: Any = None
    """The answer that is played."""


class _Odometer:
    """Every branch in turn, of everything that chance decides after what was given."""

    def __init__(self, likeness: Likeness, most: int | None) -> None:
        self.likeness = likeness
        self.most = most
        self.wheels: list[tuple[list[Branch], int]] = []
        self.at = 0

    def cards(self, chance: ChosenChance, stock: Sequence[Card], count: int, puts_back: bool) -> tuple[Card, ...]:
        def branches() -> list[Branch]:
            if self.most is not None and comb(len(stock), count) > TOO_MANY * self.most:
                raise OverBudget(0.0)
            return self.likeness.branches(stock, count, chance.marks, puts_back)

        drawn: tuple[Card, ...] = self._turned(branches)
        return drawn

    def dice(self, chance: ChosenChance) -> Roll:
        drawn: Roll = self._turned(lambda: self.likeness.rolled)
        return drawn

    def _turned(self, branches: Callable[[], list[Branch]]) -> Any:
        if self.at == len(self.wheels):
            self.wheels.append((branches(), 0))
        there, turn = self.wheels[self.at]
        self.at += 1
        return there[turn].drawn

    @property
    def probability(self) -> Fraction:
        """That of what has come."""
        ways, of = 1, 1
        for branches, turn in self.wheels:
            ways *= branches[turn].ways
            of *= branches[turn].of
        return Fraction(ways, of)

    def advance(self) -> bool:
        """Go on to the next; False after the last."""
        self.at = 0
        while self.wheels:
            branches, turn = self.wheels.pop()
            if turn + 1 < len(branches):
                self.wheels.append((branches, turn + 1))
                return True
        return False


class TreeSearch:
    """A search at one table, of at most so many rounds."""

    def __init__(
        self, table: OneSeatTable, likeness: Likeness, most_rounds: int | None = None, tell: Tell = lambda done: None
    ) -> None:
        self.table = table
        self.likeness = likeness
        self.most_rounds = most_rounds
        self.tell = tell
        self.done = 0.0
        self.begun_at = table.rounds
        self.rng = Random(SEED)
        self._solved: dict[Any, Solved] = {}
        self._ended: Counter[Any] = Counter()

    @property
    def rounds(self) -> int:
        """How many rounds it has dealt."""
        return self.table.rounds - self.begun_at

    def solve(self) -> Solved:
        """The round from its beginning."""
        return self._choices([(Fraction(1), (), (), "")], 1.0)

    def at(self, known: Mapping[int, tuple[Card, ...]], answers: tuple[str, ...]) -> dict[str, Solved]:
        """What becomes of each answer at a decision: some draws known, the others hidden, so many answers given."""
        nodes = [node for _, node in self._lines((), answers, known) if isinstance(node, Node)]
        if len({node.position.key for node in nodes}) != 1:
            raise Refused("with these cards there is no such decision")
        options = nodes[0].position.options
        solved = self._answers(nodes, 1.0)
        return {answer: of_option for option, of_option in solved.items() for answer in options[option]}

    def _choices(
        self, going_on: Sequence[tuple[Fraction, tuple[Drawn, ...], tuple[str, ...], str]], share: float
    ) -> Solved:
        """What becomes of rounds that go on by an answer, each with its probability."""
        value, results = Fraction(0), defaultdict[Result, Fraction](Fraction)
        sets: dict[Any, list[Node]] = {}
        total = sum((probability for probability, *_ in going_on), Fraction(0))
        for weight, drawn, answers, answer in going_on:
            for probability, end in self._lines(drawn, (*answers, answer) if answer else answers):
                likely = weight * probability / total
                if isinstance(end, Node):
                    sets.setdefault(end.position.key, []).append(end._replace(probability=likely))
                    continue
                value += likely * end.results[0][1]
                for result in end.results:
                    results[result] += likely
                self._progress(share * float(likely))
        for key, nodes in sets.items():
            likely = sum((node.probability for node in nodes), Fraction(0))
            if key in self._solved:
                self._progress(share * float(likely))
            else:
                self._solved[key] = self._information_set(nodes, share * float(likely))
            further = self._solved[key]
            value += likely * further.value
            for result, probability in further.results.items():
                results[result] += likely * probability
        return Solved(value, dict(results))

    def _information_set(self, nodes: Sequence[Node], share: float) -> Solved:
        """The best answer where rounds look alike; of equally good ones that with the smaller wager."""
        worth = self._answers(nodes, share)
        best = max(worth, key=lambda option: (worth[option].value, -_wagered(worth[option])))
        return Solved(worth[best].value, worth[best].results, best)

    def _answers(self, nodes: Sequence[Node], share: float) -> dict[Any, Solved]:
        """What becomes of each answer where rounds look alike."""
        options = nodes[0].position.options
        return {option: self._answered(nodes, option, share / len(options)) for option in options}

    def _answered(self, nodes: Sequence[Node], option: Any, share: float) -> Solved:
        """What becomes of one answer where rounds look alike."""
        going_on = []
        for node in nodes:
            alike = node.position.options[option]
            if node.position.all_seen:
                alike = alike[:1]
            going_on += [(node.probability / len(alike), node.drawn, node.answers, answer) for answer in alike]
        return self._choices(going_on, share)

    def endings(self) -> Iterator[tuple[Fraction, Ended]]:
        """Every ending of a round played by the best answers found, or of one that asks nothing, and its probability.

        Other draws are other endings, also where sights come again, so that these are more rounds than a search deals.
        """
        waiting: list[tuple[Fraction, tuple[Drawn, ...], tuple[str, ...]]] = [(Fraction(1), (), ())]
        while waiting:
            weight, drawn, answers = waiting.pop()
            for probability, end in self._lines(drawn, answers):
                if isinstance(end, Ended):
                    yield weight * probability, end
                    continue
                alike = end.position.options[self._solved[end.position.key].best]
                alike = alike[:1] if end.position.all_seen else alike
                likely = weight * probability / len(alike)
                waiting += [(likely, end.drawn, (*answers, answer)) for answer in alike]

    def _lines(
        self,
        drawn: tuple[Drawn, ...],
        answers: tuple[str, ...],
        known: Mapping[int, tuple[Card, ...]] | None = None,
    ) -> Iterator[tuple[Fraction, Node | Ended]]:
        """Every way in which a round goes on to its next decision or its end, with its probability."""
        odometer = _Odometer(self.likeness, self.most_rounds)
        while True:
            if self.most_rounds is not None and self.rounds >= self.most_rounds:
                raise OverBudget(self.done)
            chance = ChosenChance(drawn, odometer, self.likeness.first_of_together, known)
            round = self.table.begin(chance)
            for answer in answers:
                if round.decision is None:
                    break
                named = cards_in(answer)
                if named:
                    chance.marks.append(named)
                round.act(SEAT, answer)
            if round.decision is not None:
                position = self.likeness.position(round, self.table, chance, answers)
                yield odometer.probability, Node(odometer.probability, tuple(chance.drawn), answers, position)
            else:
                ending = self.table.ending(round)
                last = answers[-1].split()[0] if answers else ""
                self._spot_check(tuple(chance.drawn), answers, ending)
                results = [(bet, ending.nets[bet], ending.wagers[bet], last) for bet in range(len(ending.nets))]
                yield odometer.probability, Ended(tuple(chance.drawn), results)
            if not odometer.advance():
                return

    def _spot_check(self, drawn: tuple[Drawn, ...], answers: tuple[str, ...], ending: Any) -> None:
        """Deal the image of some endings, of all that are rare, and see that they come to the same."""
        self._ended[ending] += 1
        if self._ended[ending] > RARE and self.rng.randrange(SPOT_CHECK):
            return
        image = ImageDraws(self.rng, self.likeness, drawn)
        before = self._positions(RandomDraws(self.rng), answers, drawn)
        chance = ChosenChance((), image)
        try:
            round = self.table.begin(chance)
            said: list[str] = []
            for answer, position in zip(answers, before, strict=True):
                if round.decision is None:
                    raise Unalike
                here = self.likeness.position(round, self.table, chance, said)
                if here.key != position.key:
                    raise Unalike
                said.append(same_answer(self.likeness, here, position, answer, image.renamed))
                round.act(SEAT, said[-1])
        except (Refused, Unalike):
            raise Unalike(self._both(drawn, tuple(chance.drawn))) from None
        if not round.finished or self.table.ending(round) != ending:
            raise Unalike(self._both(drawn, tuple(chance.drawn)))

    def _positions(self, choose: RandomDraws, answers: Sequence[str], drawn: Sequence[Drawn]) -> list[Position]:
        """The decisions of a round that has been dealt."""
        if not answers:
            return []
        chance = ChosenChance(drawn, choose)
        round = self.table.begin(chance)
        found = []
        for number, answer in enumerate(answers):
            found.append(self.likeness.position(round, self.table, chance, answers[:number]))
            round.act(SEAT, answer)
        return found

    @staticmethod
    def _both(one: Sequence[Drawn], other: Sequence[Drawn]) -> str:
        def words(drawn: Sequence[Drawn]) -> str:
            return ", ".join(str(at) if isinstance(at, Roll) else " ".join(map(str, at)) for at in drawn)

        return f"a round with {words(one)} and one with {words(other)} seem alike and are not"

    def _progress(self, share: float) -> None:
        self.done += share
        self.tell(share)


def _wagered(solved: Solved) -> Fraction:
    """What is wagered on the first bet on average."""
    return sum((wager * likely for (bet, _, wager, _), likely in solved.results.items() if bet == 0), Fraction(0))


class _Weighing(RandomDraws):
    """Chance at random that counts how many branches it stands for."""

    def __init__(self, rng: Random, likeness: Likeness) -> None:
        super().__init__(rng)
        self.likeness = likeness
        self.branches = 1.0

    def cards(self, chance: ChosenChance, stock: Sequence[Card], count: int, puts_back: bool) -> tuple[Card, ...]:
        drawn = super().cards(chance, stock, count, puts_back)
        of = len(stock) if puts_back else comb(len(stock), count)
        self.branches *= of * self.likeness.orders(count) / self.likeness.ways(stock, drawn, chance.marks)
        return drawn

    def dice(self, chance: ChosenChance) -> Roll:
        roll = super().dice(chance)
        kinds = self.likeness.rolls
        self.branches *= len(ROLLS) / sum(kinds[other] == kinds[roll] for other in ROLLS)
        return roll


def estimated_rounds(
    table: OneSeatTable,
    likeness: Likeness,
    probes: int = 200,
    known: Mapping[int, tuple[Card, ...]] | None = None,
    said: tuple[str, ...] = (),
) -> float:
    """About how many rounds a search deals in which nothing comes twice, by random probes (Knuth's method).

    A probe goes down one line at random; the branches it leaves out at each step are taken to be as large as the one
    it takes. The mean over probes is the size of the tree, without bias. Some draws may be known and some answers said.
    """
    rng, total = Random(SEED), 0.0
    for _ in range(probes):
        weighing = _Weighing(rng, likeness)
        chance = ChosenChance((), weighing, likeness.first_of_together, known)
        round = table.begin(chance)
        answers: list[str] = []
        ways = 1.0
        while round.decision is not None:
            if len(answers) < len(said):
                answer = said[len(answers)]
            else:
                total += ways * weighing.branches
                position = likeness.position(round, table, chance, answers)
                groups = position.options.values()
                every = [answer for alike in groups for answer in (alike[:1] if position.all_seen else alike)]
                ways *= len(every)
                answer = rng.choice(every)
            answers.append(answer)
            named = cards_in(answer)
            if named:
                chance.marks.append(named)
            round.act(SEAT, answer)
        total += ways * weighing.branches
    return total / probes
