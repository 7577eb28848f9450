"""A bet by itself, whatever its game is: by the cards and dice that decide it.

A round is dealt with this bet and those that must lie beside it. If no answer makes a difference to the bet, any do;
else whoever plays the main bet best answers. Draws that make no difference are dealt from what is left, and every case
of the others is counted, once for each class of cards that come to the same; if these are too many, rounds are sampled.

Cases are told apart by what they pay where every row of the bet's paytable pays something else. So they are counted
once, and what each class of them pays by another table is read off one round of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from math import comb, factorial, lcm, sqrt
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from croupier.cards import DECK, Card
from croupier.dice import ROLLS, Roll
from croupier.errors import InvariantError, Refused
from croupier.exact.analysis import Analysis
from croupier.exact.by_walk.likeness import Likeness, shown_to_seat
from croupier.exact.by_walk.replays import SEAT, ChosenChance, Drawn, OneSeatTable, Wagering
from croupier.exact.by_walk.sampled_checks import SEED, Checker, ImageDraws, PlayedRound, RandomDraws, play
from croupier.exact.by_walk.solving import ROUNDS_A_SECOND, at_even_stake, kept_for
from croupier.exact.estimated_bet import EstimatedBet
from croupier.exact.game_mathematics import AskedHand, CountedEnding, Mathematics
from croupier.exact.paid import analyze_lines
from croupier.exact.solved_game import Bet, Unwatched, Watcher
from croupier.exact.store import version_of
from croupier.odds import PayTable
from croupier.table.game import BetGroup, Game, bet_groups
from croupier.table.round import Round

CHECKED: Final = 160
"""Rounds after which something is taken to make no difference; the count goes on checking."""
RARE: Final = 12
"""Classes that have come less often are all checked."""
SPOT_CHECK: Final = 16
EXAMPLES: Final = 3
FEW: Final = 8
SUIT_NAMES: Final = 24
"""At most so many sets of cards differ by the names of suits alone."""
ASKED_SHARE: Final = 8
"""A round in which the best play is looked up takes about as long as so many others."""
LOSES: Final = "lose"

Answer = Callable[[Round], str]
"""What is said to a round that waits for a decision."""
Paid = tuple[Fraction, Fraction]
"""What the bet nets and what is wagered on it, in units."""


class DealtCase(NamedTuple):
    """A round of a class: what was drawn, and what was said."""

    drawn: tuple[Drawn, ...]
    answers: tuple[str, ...]


@dataclass(frozen=True)
class CasesCounted:
    """How often each class of rounds comes, by what it pays with the probe, and some rounds of it."""

    shares: Mapping[Paid, Fraction]
    examples: Mapping[Paid, Sequence[DealtCase]]
    rounds: int
    exact: bool
    words: str
    """How it was counted."""


class _Unsure(Exception):
    """Something that was taken to make no difference does make one."""


class _OverBudget(Exception):
    """There are more cases than may be dealt."""


class _CaseDraws(RandomDraws):
    """The rolls of a case; cards that make no difference at random."""

    def __init__(self, rng: Random, rolls: Mapping[int, Roll]) -> None:
        super().__init__(rng)
        self.rolls = rolls

    def dice(self, chance: ChosenChance) -> Roll:
        return self.rolls.get(len(chance.drawn)) or super().dice(chance)


class _Stock(NamedTuple):
    """The cards that a round is dealt from, and whether each is put back before the next is drawn."""

    cards: tuple[Card, ...]
    puts_back: bool

    def left(self, gone: Iterable[Card]) -> list[Card]:
        """What is left of it when some have come."""
        if self.puts_back:
            return list(self.cards)
        left = Counter(self.cards)
        left.subtract(gone)
        return [card for card, copies in left.items() for _ in range(copies)]

    @property
    def repeats(self) -> bool:
        """Whether a card may come again."""
        return self.puts_back or len(set(self.cards)) < len(self.cards)

    @property
    def words(self) -> str:
        """What is dealt from, where it is full."""
        if self.puts_back:
            return "with a shoe without end"
        if self.repeats:
            return f"on a full shoe of {len(self.cards)} cards"
        return "on the full pack" if len(self.cards) == len(DECK) else f"on the full pack of {len(self.cards)} cards"


class _StocksSeen(RandomDraws):
    """Cards at random, and every stock that they came from, with what had come before them put back."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.seen: set[_Stock] = set()

    def cards(self, chance: ChosenChance, stock: Sequence[Card], count: int, puts_back: bool) -> tuple[Card, ...]:
        before = () if puts_back else [card for drawn in chance.drawn if not isinstance(drawn, Roll) for card in drawn]
        self.seen.add(_Stock(tuple(sorted([*stock, *before])), puts_back))
        return super().cards(chance, stock, count, puts_back)


def probed(game: Game[Any], group: BetGroup) -> tuple[Game[Any], dict[Fraction, str]]:
    """The game with every row of a bet's paytables paying something else, and which row pays what.

    Tables that neither the bet nor the play of the main one depends on are the printed ones: a count serves them all.
    """
    rows: dict[Fraction, str] = {}
    main = bet_groups(game)[0]
    tables = {name: table for name, table in game.paytables.items() if name.rpartition("/")[2] in main.spots}
    for bet in game.pay_bets:
        if bet.name in group.spots or bet.name == group.name or bet.name.rpartition("/")[2] in group.spots:
            pays = {row: 1009 + 2 * (len(rows) + at) for at, row in enumerate(bet.rows)}
            rows |= {Fraction(odds): row for row, odds in pays.items()}
            tables[bet.name] = PayTable.build(bet.name, "probe", {row: f"{odds}:1" for row, odds in pays.items()})
    return type(game)(game.settings, tables), rows


class _Counting:
    """One count of a bet at a table of a probed game."""

    def __init__(self, table: OneSeatTable, best: Answer | None, rounds: int, tell: Callable[[float], None]) -> None:
        self.table, self.unit, self.most, self.tell = table, table.unit, rounds, tell
        self.checker, self.rng, self.plain = Checker(table), Random(SEED), Likeness(table.pack)
        self.best = best

    def count(self) -> CasesCounted:
        sampled = [self.checker.round(self.plain) for _ in range(CHECKED)]
        self.asks = any(one.answers for one in sampled)
        self.depends = self.asks and any(not self._same(one, self._any) for one in sampled)
        if self.depends and self.best is None:
            raise Refused("what the bet pays depends on the answers, and no best play is known")
        shape, stock = self._shape(sampled), self._stock()
        if shape is not None and stock is not None:
            self.stock = stock
            likeness, relevant = self._likeness(), self._relevant(shape, sampled)
            try:
                return self._every_case(shape, likeness, relevant)
            except (_Unsure, _OverBudget):
                pass
        if self.best is None:
            raise Refused("the bet has too many cases to be counted by itself")
        return self._sampled()

    def _stock(self) -> _Stock | None:
        """The pack or the shoe that all cards come out of; none if they come out of several."""
        stocks = _StocksSeen(self.rng)
        for _ in range(FEW):
            self._dealt(stocks)
        if not stocks.seen:
            return _Stock(self.table.pack, False)
        return stocks.seen.pop() if len(stocks.seen) == 1 else None

    @staticmethod
    def _shape(sampled: Sequence[PlayedRound]) -> list[int] | None:
        """How many cards each draw has, 0 for a roll; none if it is not always the same as far as rounds go."""
        shapes = [[0 if isinstance(drawn, Roll) else len(drawn) for drawn in one.drawn] for one in sampled]
        longest = max(shapes, key=len)
        return longest if all(shape == longest[: len(shape)] for shape in shapes) else None

    def _likeness(self) -> Likeness:
        """Cards that come to the same: with answers by the best play only those that differ by the names of suits.

        Where answers make no difference, ranks alone may decide the bet, or suits alone, whatever else is asked.
        """
        found = self.checker.likeness()
        if self.depends and found.kinds is not None:
            found = replace(found, kinds=None, suits=True)
        elif not self.depends and found.kinds is None:
            pack = self.table.pack
            for kinds in ({card: card.rank for card in pack}, {card: card.suit for card in pack}):
                if self._decided_by(kinds):
                    found = replace(found, kinds=kinds, suits=False)
                    break
        return replace(found, together=(), ordered=False, within=False)

    def _decided_by(self, kinds: Mapping[Card, int]) -> bool:
        """Whether rounds with other cards of the same kinds pay the same, whatever is answered."""
        likeness = replace(self.plain, kinds=kinds)
        for _ in range(CHECKED):
            case, paid = self._dealt(RandomDraws(self.rng))
            try:
                image, paid_too = self._dealt(ImageDraws(self.rng, likeness, case.drawn))
            except Refused:
                return False
            if paid_too != paid or len(image.drawn) != len(case.drawn):
                return False
        return True

    def _any(self, number: int, position: Any) -> str:
        answers: list[str] = position.answers
        return self.rng.choice(answers)

    def _same(self, one: PlayedRound, answer: Callable[[int, Any], str], drawn: Sequence[Drawn] | None = None) -> bool:
        """Whether the bet comes to the same with other answers or other draws."""
        draws = ImageDraws(self.rng, self.plain, one.drawn if drawn is None else drawn)
        try:
            return play(self.table, self.plain, draws, answer).ending == one.ending
        except (Refused, LookupError):
            return False

    def _relevant(self, shape: Sequence[int], sampled: Sequence[PlayedRound]) -> dict[int, bool]:
        """The draws that make a difference, and whether the order of their cards does."""
        found: dict[int, bool] = {}
        for at, size in enumerate(shape):
            there = [one for one in sampled if at < len(one.drawn)]
            ordered = size > 1 and any(
                not self._same(one, _as_said(one), _with(one.drawn, at, self.rng.sample(one.drawn[at], size)))
                for one in there
            )
            if ordered or any(not self._same(one, _as_said(one), self._redrawn(one.drawn, at)) for one in there):
                found[at] = ordered
        if self.depends:
            for one in sampled:
                found |= {at: found.get(at, False) for at in self._seen(one)}
        return found

    def _seen(self, one: PlayedRound) -> set[int]:
        """The draws of a round that the seat knows something of when it is asked."""
        chance, seen, last = ChosenChance(one.drawn, RandomDraws(self.rng)), set[str](), 0
        round = self.table.begin(chance)
        for answer in one.answers:
            seen |= {name for _, names in shown_to_seat(round) for name in names}
            last = len(chance.drawn)
            round.act(SEAT, answer)
        known = enumerate(one.drawn[:last])
        return {at for at, drawn in known if isinstance(drawn, Roll) or any(card.name in seen for card in drawn)}

    def _redrawn(self, drawn: Sequence[Drawn], at: int) -> list[Drawn]:
        """Draws with others at a place: rather such as share a rank or a suit with what else was drawn."""
        old = drawn[at]
        if isinstance(old, Roll):
            return _with(drawn, at, self.rng.choice(ROLLS))
        others = [card for other in drawn if not isinstance(other, Roll) for card in other]
        free = self.stock.left(others)
        like = self.rng.choice(others)
        near = [card for card in free if card.rank == like.rank] if self.rng.random() < 0.5 else []
        near = near or [card for card in free if card.suit == like.suit]
        chosen = self.rng.sample(near if len(near) >= len(old) and self.rng.random() < 0.7 else free, len(old))
        return _with(drawn, at, tuple(chosen))

    def _every_case(self, shape: Sequence[int], likeness: Likeness, relevant: Mapping[int, bool]) -> CasesCounted:
        size, left = 1.0, len(set(self.stock.cards))
        for at, ordered in relevant.items():
            many = comb(left + shape[at] - 1 if self.stock.repeats else left, shape[at])
            size *= many * (factorial(shape[at]) if ordered else 1) if shape[at] else 1
            left -= 0 if self.stock.repeats else shape[at]
        pace = ASKED_SHARE if self.depends else 1
        if likeness.kinds is None and size / (SUIT_NAMES if likeness.suits else 1) * pace > self.most:
            raise _OverBudget
        shares: dict[Paid, Fraction] = defaultdict(Fraction)
        examples: dict[Paid, list[DealtCase]] = defaultdict(list)
        times: dict[Paid, int] = defaultdict(int)
        rounds = 0
        for share, known, rolls in self._cases(shape, likeness, sorted(relevant.items())):
            rounds += 1
            if rounds * pace > self.most:
                raise _OverBudget
            case, paid = self._dealt(_CaseDraws(self.rng, rolls), known)
            shares[paid] += share
            times[paid] += 1
            if len(examples[paid]) < EXAMPLES:
                examples[paid].append(case)
            if times[paid] <= RARE or not self.rng.randrange(SPOT_CHECK):
                again, image = _CaseDraws(self.rng, rolls), ImageDraws(self.rng, likeness, case.drawn)
                if self._dealt(again, known)[1] != paid or self._dealt(image)[1] != paid:
                    raise _Unsure
            if rounds % 256 == 0:
                self.tell(256 * pace / self.most)
        if sum(shares.values()) != 1:
            raise ArithmeticError(f"the cases of {self.table.wagering.names[0]} add up to {sum(shares.values())}")
        cases = "case" if rounds == 1 else "cases"
        words = f"exact {self.stock.words}, by itself; {rounds:,} {cases} of what decides it{self._told()}"
        return CasesCounted(dict(shares), dict(examples), rounds, True, words)

    def _cases(
        self, shape: Sequence[int], likeness: Likeness, relevant: Sequence[tuple[int, bool]]
    ) -> Iterator[tuple[Fraction, dict[int, tuple[Card, ...]], dict[int, Roll]]]:
        """Every case of the draws that make a difference, with its probability."""

        def further(
            number: int,
            share: Fraction,
            known: dict[int, tuple[Card, ...]],
            rolls: dict[int, Roll],
            marks: tuple[tuple[Card, ...], ...],
        ) -> Iterator[tuple[Fraction, dict[int, tuple[Card, ...]], dict[int, Roll]]]:
            if number == len(relevant):
                yield share, known, rolls
                return
            at, ordered = relevant[number]
            if not shape[at]:
                for branch in likeness.rolled:
                    yield from further(number + 1, share * branch.probability, known, rolls | {at: branch.drawn}, marks)
                return
            stock = self.stock.left(card for cards in known.values() for card in cards)
            for branch in likeness.branches(stock, shape[at], marks, self.stock.puts_back):
                orders = list(permutations(branch.drawn)) if ordered else [branch.drawn]
                for cards in orders:
                    told = tuple((card,) for card in cards) if ordered else (cards,)
                    likely = share * branch.probability / len(orders)
                    yield from further(number + 1, likely, known | {at: cards}, rolls, (*marks, *told))

        return further(0, Fraction(1), {}, {}, ())

    def _dealt(self, draws: RandomDraws, known: Mapping[int, tuple[Card, ...]] | None = None) -> tuple[DealtCase, Paid]:
        """A round dealt and answered as need be."""
        chance = ChosenChance((), draws, known=known)
        round, said = self.table.begin(chance), list[str]()
        while round.decision is not None:
            if self.depends:
                if self.best is None:
                    raise InvariantError("the main game was not solved")
                said.append(self.best(round))
            else:
                said.append(self.rng.choice(round.decision.legal))
            round.act(SEAT, said[-1])
        return DealtCase(tuple(chance.drawn), tuple(said)), paid_in(self.table, round)

    def _told(self) -> str:
        return ", answered by the best play of the main bet" if self.depends else ""

    def _sampled(self) -> CasesCounted:
        """Rounds at random, where there are too many cases."""
        rounds = self.most // (ASKED_SHARE if self.depends else 1)
        times: dict[Paid, int] = defaultdict(int)
        examples: dict[Paid, list[DealtCase]] = defaultdict(list)
        for number in range(rounds):
            case, paid = self._dealt(RandomDraws(self.rng))
            times[paid] += 1
            if len(examples[paid]) < EXAMPLES:
                examples[paid].append(case)
            if number % 256 == 0:
                self.tell(256 / rounds)
        shares = {paid: Fraction(count, rounds) for paid, count in times.items()}
        words = f"estimated by itself on {rounds:,} sampled deals of the full pack{self._told()}"
        return CasesCounted(shares, dict(examples), rounds, False, words)


def paid_in(table: OneSeatTable, round: Round) -> Paid:
    """What the first bet came to in a round that is over."""
    ending = table.ending(round)
    return Fraction(ending.nets[0], table.unit), Fraction(ending.wagers[0], table.unit)


def _as_said(one: PlayedRound) -> Callable[[int, Any], str]:
    """The same answers; a round in which they cannot be given is another one."""

    def answer(number: int, position: Any) -> str:
        if one.answers[number] not in position.answers:
            raise LookupError
        return one.answers[number]

    return answer


def _with(drawn: Sequence[Drawn], at: int, what: Any) -> list[Drawn]:
    return [*drawn[:at], what if isinstance(what, Roll) else tuple(what), *drawn[at + 1 :]]


class SideBet(Mathematics):
    """The mathematics of one bet by itself."""

    texts = ("by_walk",)

    def __init__(
        self,
        game: Game[Any],
        group: BetGroup,
        beside: Sequence[str],
        main: Mathematics | None = None,
        variant: str = "",
        seconds: float = 60,
    ) -> None:
        super().__init__(game)
        self.group, self.main, self.variant = group, main, variant
        self.name = f"{variant}/{group.name}" if variant else group.name
        self.rounds = int(seconds * ROUNDS_A_SECOND)
        self.wagering = Wagering(
            (variant,) if variant else (),
            tuple(dict.fromkeys((*beside, *group.opens))),
            {self.name: group.spots},
            loose=False,
        )

    def counting(self, watcher: Watcher | None = None) -> CasesCounted:
        """How often each class of rounds comes, kept for the next time."""
        watching, (game, _) = watcher or Unwatched(), probed(self.game, self.group)
        words = f"{self.name}: by itself"

        def count(unit: int, flat: int) -> CasesCounted:
            watching.stage(words, self.rounds / ROUNDS_A_SECOND)
            table = OneSeatTable(game, DECK, self.wagering, unit, flat)
            return _Counting(table, self._best if self.main else None, self.rounds, watching.advance).count()

        question = ("by itself", self.name, *self.wagering.bets, self.rounds)
        found = kept_for(
            game, "side", question, lambda: _encoded(at_even_stake(Fraction(1), count)), version_of(__name__)
        )
        return _decoded(found)

    def _best(self, round: Round) -> str:
        """What the best play of the main bet answers."""
        from croupier.table.view import view

        if self.main is None:
            raise InvariantError("the main game was not solved")
        asked = self.game.question(view(round, SEAT))
        if asked is None:
            raise Refused(f"{self.game.name} does not say what it asks of a seat without cards")
        key = tuple(sorted(asked.cards)), tuple(sorted(asked.board))
        if key not in self._answers:
            values = self.main.advise(AskedHand(*key, self.variant or None))
            self._answers[key] = self.main.best(values)
        legal = round.decision.legal if round.decision else []
        return next(answer for answer in self._answers[key] if answer in legal)

    @property
    def _answers(self) -> dict[Any, list[str]]:
        known: dict[Any, list[str]] = self.__dict__.setdefault("_known", {})
        return known

    def paid(self, found: CasesCounted, stake: Fraction | int) -> dict[Paid, Paid]:
        """What each class of rounds pays by the game's own tables; refused if rounds of a class are paid apart."""

        def read(unit: int, flat: int) -> dict[Paid, Paid]:
            table, paid = OneSeatTable(self.game, DECK, self.wagering, unit, flat), dict[Paid, Paid]()
            for key, cases in found.examples.items():
                for case in cases:
                    round = table.begin(ChosenChance(case.drawn, RandomDraws(Random(SEED))))
                    for answer in case.answers:
                        round.act(SEAT, answer)
                    came = paid_in(table, round)
                    if paid.setdefault(key, came) != came:
                        raise Refused(f"{self.name} of {self.game.name} pays rounds of one row apart")
            return paid

        return at_even_stake(Fraction(stake), read)

    def solved(self, stake: Fraction | int = 1, watcher: Watcher | None = None) -> tuple[Bet, str]:
        """The bet, exact or estimated, and the sentence about it."""
        found = self.counting(watcher)
        paid = self.paid(found, stake)
        words = f"{self.name}: {found.words}."
        if found.exact:
            return self._analysis(found, paid), words
        mean = float(sum((share * paid[key][0] for key, share in found.shares.items()), Fraction(0)))
        square = float(sum((share * paid[key][0] ** 2 for key, share in found.shares.items()), Fraction(0)))
        error = sqrt(max(square - mean * mean, 0.0) / found.rounds)
        return EstimatedBet(self.name, self.group.unit, mean, error, found.rounds, False), words

    def _analysis(self, found: CasesCounted, paid: Mapping[Paid, Paid]) -> Analysis:
        rows, cases = probed(self.game, self.group)[1], lcm(*(share.denominator for share in found.shares.values()))
        table = self.game.paytables.get(self.group.table) or PayTable(self.name, "none", {})
        order = {row: at for at, row in enumerate(rows.values())}
        lines = sorted(
            ((rows.get(key[0], LOSES), int(share * cases), paid[key][0]) for key, share in found.shares.items()),
            key=lambda line: (order.get(line[0], len(order)), -line[2]),
        )
        wagered = sum((share * paid[key][1] for key, share in found.shares.items()), Fraction(0))
        return replace(analyze_lines(self.name, lines, table, self.group.unit), average_wager=wagered)

    def analyze(self, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> dict[str, Analysis]:
        solved, words = self.solved(stake)
        if not isinstance(solved, Analysis) or deck is not None:
            raise Refused(f"only an estimate is known of {self.name} of {self.game.name}: {words}")
        return {self.name: solved}

    def nets(self, bet: str, stake: Fraction | int = 1) -> dict[CountedEnding, Fraction]:
        return {key: net for key, (net, _) in self.paid(self.counting(), stake).items()}

    def counted(self, bet: str, stake: Fraction | int = 1) -> dict[CountedEnding, int]:
        shares = self.counting().shares
        cases = lcm(*(share.denominator for share in shares.values()))
        return {key: int(share * cases) for key, share in shares.items()}

    def leaves_choice(self, bet: str) -> bool:
        return False

    def advise(self, hand: AskedHand) -> dict[str, Fraction]:
        raise Refused(f"{self.name} of {self.game.name} leaves no choice that is counted")

    def strategy_analysis(self, variant: str = "", stake: Fraction | int = 1) -> Analysis:
        raise Refused(f"{self.name} of {self.game.name} leaves no choice that is counted")


class _KeptCase(msgspec.Struct):
    net: str
    wager: str
    share: str
    examples: list[tuple[list[list[int]], list[str]]]


class _KeptCount(msgspec.Struct):
    cases: list[_KeptCase]
    rounds: int
    exact: bool
    words: str


def _encoded(found: CasesCounted) -> bytes:
    def drawn(case: DealtCase) -> list[list[int]]:
        return [[-each.first, -each.second] if isinstance(each, Roll) else [c.index for c in each] for each in case[0]]

    cases = [
        _KeptCase(
            str(key[0]), str(key[1]), str(share), [(drawn(case), list(case.answers)) for case in found.examples[key]]
        )
        for key, share in found.shares.items()
    ]
    return msgspec.json.encode(_KeptCount(cases, found.rounds, found.exact, found.words))


def _decoded(encoded: bytes) -> CasesCounted:
    was = msgspec.json.decode(encoded, type=_KeptCount)

    def case(drawn: list[list[int]], answers: list[str]) -> DealtCase:
        return DealtCase(
            tuple(Roll(-each[0], -each[1]) if each[0] < 0 else tuple(map(Card, each)) for each in drawn),
            tuple(answers),
        )

    keys = {(Fraction(each.net), Fraction(each.wager)): each for each in was.cases}
    return CasesCounted(
        {key: Fraction(each.share) for key, each in keys.items()},
        {key: [case(*one) for one in each.examples] for key, each in keys.items()},
        was.rounds,
        was.exact,
        was.words,
    )
