"""The shoe family: cards drawn from a shoe until the player stands, and paid by the result.

method.md says how it counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod
from typing import Final

from croupier.cards import DECK, Card
from croupier.exact.analysis import Analysis, ReturnRow
from croupier.exact.paid import net
from croupier.odds import PayTable

Hand = tuple[int, ...]
"""The cards drawn so far, each as its kind in the shoe."""

LOSES: Final = "loses"
"""The result that no row of a paytable names."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """How many cards of each kind a fresh shoe has; an infinite one never runs down."""

    counts: tuple[int, ...]
    infinite: bool = False

    @classmethod
    def of(cls, decks: int | str, kind_of: Callable[[Card], int], deck: Sequence[Card] | None = None) -> Shoe:
        """A shoe of so many decks, or an `infinite` one; or, whatever the decks, the cards of `deck` alone.

        >>> Shoe.of(6, lambda card: min(card.rank, 10) - 2)
        Shoe(counts=(24, 24, 24, 24, 24, 24, 24, 24, 120), infinite=False)
        """
        found = Counter(map(kind_of, DECK if deck is None else deck))
        times = decks if deck is None and isinstance(decks, int) else 1
        return cls(tuple(found[kind] * times for kind in range(max(found) + 1)), deck is None and decks == "infinite")

    def size(self, drawn: int) -> int:
        """How many cards are left once so many are drawn."""
        return sum(self.counts) - (0 if self.infinite else drawn)

    def left(self, hand: Hand) -> list[tuple[int, int]]:
        """The kinds of which any are left once the hand is drawn, each with how many."""
        return [
            (kind, left)
            for kind, count in enumerate(self.counts)
            if (left := count if self.infinite else count - hand.count(kind))
        ]


def by_kind(cards: Iterable[int]) -> Hand:
    """The cards of a hand in which it does not matter what came first."""
    return tuple(sorted(cards))


def as_drawn(cards: Iterable[int]) -> Hand:
    """The cards of a hand in which it does."""
    return tuple(cards)


@dataclass(frozen=True)
class ShoeGame:
    """One game of the family: its shoe, what may be done with a hand, and how often standing gives each result."""

    shoe: Shoe
    results: Callable[[Hand], Mapping[str, int]]
    """The results of standing with a hand, each with the number of rolls that give it."""
    may_draw: Callable[[Hand], bool]
    may_stand: Callable[[Hand], bool] = bool
    """Any hand that has a card, unless the game says otherwise."""
    may_raise: Callable[[Hand], int] = lambda hand: 0
    """The most units that may be added to the stake, before this hand stands or draws; once in a round."""
    rolls: int = 1
    """The number of equally likely rolls, 1 where there are no dice."""
    arrange: Callable[[Iterable[int]], Hand] = by_kind

    def draws(self, hand: Hand) -> list[tuple[Hand, int]]:
        """The hands that one more card makes, each with the number of cards that make it."""
        if not self.may_draw(hand):
            return []
        return [(self.arrange((*hand, kind)), left) for kind, left in self.shoe.left(hand)]


@dataclass(frozen=True)
class Play:
    """A way to play: which hands draw, where they may do either, and how many units a hand raises."""

    draws: Callable[[Hand], bool]
    raises: Callable[[Hand], int] = lambda hand: 0


@dataclass(frozen=True)
class ShoeSolution:
    """What every hand is worth under optimal play."""

    game: ShoeGame
    standing: Mapping[Hand, int]
    drawing: Mapping[Hand, int]
    whole: Sequence[int]
    """For hands of so many cards, the integer that one unit is."""

    def choices(self, cards: Hand) -> dict[str, Fraction]:
        """What standing and hitting are worth per unit staked, where the hand may do them."""
        hand, whole = self._known(cards), self.whole[len(cards)]
        worths = {"stand": self.standing, "hit": self.drawing}
        return {choice: Fraction(worth[hand], whole) for choice, worth in worths.items() if hand in worth}

    def value(self, cards: Hand) -> Fraction:
        """What a hand is worth per unit staked before it; a raise with this very hand is not counted."""
        return max(self.choices(cards).values())

    def draws(self, cards: Hand) -> bool:
        """Whether to draw; a hand that loses nothing by standing stands."""
        hand = self._known(cards)
        return hand not in self.standing or self.drawing.get(hand, self.standing[hand]) > self.standing[hand]

    def raises(self, cards: Hand) -> int:
        """How many units to raise: the most with a hand that is worth anything, none otherwise."""
        return self.game.may_raise(cards) if self.value(cards) > 0 else 0

    def _known(self, cards: Hand) -> Hand:
        hand = self.game.arrange(cards)
        if hand not in self.standing and hand not in self.drawing:
            raise KeyError(f"no round of this game holds {cards}")
        return hand

    @property
    def play(self) -> Play:
        """Optimal play; of choices that are equally good it takes the one that risks less."""
        return Play(self.draws, self.raises)


def solve(game: ShoeGame, pays: Mapping[str, Fraction]) -> ShoeSolution:
    """What every hand is worth, given what a unit brings net for each result."""
    levels: list[dict[Hand, list[tuple[Hand, int]]]] = [{(): game.draws(())}]
    while any(levels[-1].values()):
        longer = {hand for draws in levels[-1].values() for hand, _ in draws}
        levels.append({hand: game.draws(hand) for hand in longer})

    denominator = lcm(*(pay.denominator for pay in pays.values()))
    units = {row: int(pay * denominator) for row, pay in pays.items()}
    after = _orders_after(game.shoe, len(levels) - 1)
    standing: dict[Hand, int] = {}
    drawing: dict[Hand, int] = {}
    worth: dict[Hand, int] = {}
    for cards in range(len(levels) - 1, -1, -1):
        for hand, draws in levels[cards].items():
            choices = []
            if game.may_stand(hand):
                standing[hand] = sum(rolls * units[row] for row, rolls in game.results(hand).items()) * after[cards]
                choices.append(standing[hand])
            if draws:
                drawing[hand] = sum(left * worth[longer] for longer, left in draws)
                choices.append(drawing[hand])
            best = max(choices)
            worth[hand] = best * (1 + game.may_raise(hand)) if best > 0 else best
    return ShoeSolution(game, standing, drawing, [orders * game.rolls * denominator for orders in after])


def _orders_after(shoe: Shoe, longest: int) -> list[int]:
    """For each number of cards drawn, the orders in which the cards up to the longest hand can still come."""
    return [prod(shoe.size(drawn) for drawn in range(cards, longest)) for cards in range(longest + 1)]


@dataclass(frozen=True)
class PlayedOut:
    """Every case of a round under one way of playing, counted."""

    cases: int
    ways: Mapping[tuple[int, str], int]
    """The cases by units staked and result."""
    cards: int
    """The cards drawn in all cases together."""

    @property
    def average_cards(self) -> Fraction:
        """The cards drawn in a round."""
        return Fraction(self.cards, self.cases)

    def analysis(
        self, bet: str, unit: str, table: PayTable, pays: Mapping[str, Fraction], expected_value: Fraction | None = None
    ) -> Analysis:
        """The Analysis of these cases; with an expected value, it must be theirs."""
        outcomes: Counter[Fraction] = Counter()
        for (staked, row), ways in self.ways.items():
            outcomes[staked * pays[row]] += ways
        mean = Fraction(sum(net * ways for net, ways in outcomes.items())) / self.cases
        return Analysis(
            bet=bet,
            unit=unit,
            outcomes={net: Fraction(ways, self.cases) for net, ways in outcomes.items()},
            average_wager=Fraction(sum(staked * ways for (staked, _), ways in self.ways.items()), self.cases),
            expected_value=mean if expected_value is None else expected_value,
            rows=tuple(self._return_row(row, table, pay) for row, pay in pays.items()),
            cases=self.cases,
        )

    def _return_row(self, row: str, table: PayTable, pay: Fraction) -> ReturnRow:
        ways = {staked: ways for (staked, result), ways in self.ways.items() if result == row}
        staked = sum(staked * counted for staked, counted in ways.items())
        counted = sum(ways.values())
        return ReturnRow(row, counted, Fraction(counted, self.cases), table[row], staked * pay / self.cases)

    def raised(self, most: int) -> dict[int, Fraction]:
        """How often each number of units is raised, from none to the most."""
        cases = Counter(dict.fromkeys(range(most + 1), 0))
        for (staked, _), ways in self.ways.items():
            cases[staked - 1] += ways
        return {units: Fraction(ways, self.cases) for units, ways in cases.items()}


def _stood_on(game: ShoeGame, play: Play, start: Hand = (), by_kind: bool = False) -> Iterator[tuple[Hand, int, int]]:
    """Every hand that play stands on, shorter ones first, with what is staked and in how many orders it comes.

    Orders are of the cards in the shoe, or by kind, however many of each there are.
    """
    reached: Counter[tuple[Hand, int]] = Counter({(start, 1): 1})
    while reached:
        longer: Counter[tuple[Hand, int]] = Counter()
        for (hand, staked), orders in reached.items():
            if game.may_raise(hand):
                staked += play.raises(hand)
            draws = game.draws(hand) if not game.may_stand(hand) or play.draws(hand) else []
            if not draws:
                yield hand, staked, orders
            for drawn, left in draws:
                longer[drawn, staked] += orders if by_kind else orders * left
        reached = longer


def play_out(game: ShoeGame, play: Play, start: Hand = ()) -> PlayedOut:
    """Count every case of a round played in the given way, from its beginning or from a hand on."""
    stood = list(_stood_on(game, play, start))
    after = _orders_after(game.shoe, max(len(hand) for hand, _, _ in stood))
    ways: Counter[tuple[int, str]] = Counter()
    cards_drawn = 0
    for hand, staked, orders in stood:
        cards_drawn += len(hand) * orders * after[len(hand)] * game.rolls
        for row, rolls in game.results(hand).items():
            ways[staked, row] += orders * after[len(hand)] * rolls
    played = PlayedOut(after[len(start)] * game.rolls, ways, cards_drawn)
    if sum(ways.values()) != played.cases:
        raise ArithmeticError(f"{sum(ways.values())} cases were counted of {played.cases}")
    return played


def worth_by_cards(game: ShoeGame, play: Play, pays: Mapping[str, Fraction]) -> dict[tuple[int, ...], Fraction]:
    """By how many cards of each kind a round takes, what all their orders net together, each by its rolls."""
    kinds = [kind for kind, _ in game.shoe.left(())]
    worth: dict[tuple[int, ...], Fraction] = {}
    for hand, staked, orders in _stood_on(game, play, by_kind=True):
        taken = tuple(map(hand.count, kinds))
        net = sum((rolls * pays[row] for row, rolls in game.results(hand).items()), Fraction(0)) / game.rolls
        worth[taken] = worth.get(taken, Fraction(0)) + orders * staked * net
    return worth


def net_pays(table: PayTable, rows: Sequence[str], stake: Fraction) -> dict[str, Fraction]:
    """What each result brings net per unit staked, a flat prize at this stake; a row without pay loses the unit."""
    return {row: net(table[row], 1, stake) for row in rows} | {LOSES: Fraction(-1)}
