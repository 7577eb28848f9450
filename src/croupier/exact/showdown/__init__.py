"""The showdown family: a player's hand against a dealer's, with or without a draw.

method.md says how it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from math import lcm
from typing import Final, Literal

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.cards import DECK, Card, refuse_duplicates
from croupier.errors import InvariantError, Refused
from croupier.exact.analysis import Analysis, ReturnRow
from croupier.exact.result import Line as Line
from croupier.exact.result import Result as Result
from croupier.exact.showdown import poker_showdown, three_card_showdown
from croupier.exact.showdown.dealer_counts import Deck, rank_vectors
from croupier.exact.showdown.poker_showdown import PokerCounts, count_poker
from croupier.exact.showdown.three_card_showdown import ThreeCardCounts, count_three
from croupier.exact.showdown.up_card import CARDS, UpCardCounts, best_up, count_up_cards, regret_up, total_up
from croupier.exact.store import kernel
from croupier.hands import Hand, Poker, poker_hand
from croupier.odds import Pay

KEEP: Final = 0
"""The hold that keeps all cards; holds 1, 2, 3 replace the lowest, the middle, the highest card."""

_WITH_UP_CARD: Final = ("poker", 5, 0, 5, 1)
Net = Callable[[str, Result], Fraction | int]
"""What a choice nets, in units, when the final hand is of a row and the showdown ends in a result."""

ShowdownEnd = tuple[str, Result, Fraction | int, int]
"""A row and a result, what they net, and in how many cases they come."""


@dataclass(frozen=True)
class Choice:
    """One thing a player may do, and what comes of it."""

    action: str
    """The name under which its share is told: `fold`, `play-1x`."""
    wager: Fraction | int
    """All that is wagered with it, in units."""
    net: Net
    hold: int = KEEP
    folds: bool = False
    """Whether it ends the hand, so that what the cards would have become does not matter."""


@dataclass(frozen=True)
class Showdown:
    """Who gets what: cards that the player sees, cards that come unseen, and the dealer's.

    `poker` is for complete hands of five to seven cards, at most one of them unseen. `three-card` is for three cards
    seen, with a draw or without, against the dealer's best three of three or four.
    """

    ranking: Literal["poker", "three-card"]
    seen: int
    dealer_cards: int
    unseen: int = 0
    draw: bool = False
    """Whether the unseen card replaces one that is seen, or none; otherwise it is simply part of the hand."""
    qualifier: Hand | None = None
    """The least hand with which the dealer qualifies; none means always."""
    up_cards: int = 0
    """How many of the dealer's the player sees: one at most, of five against five."""

    def __post_init__(self) -> None:
        if self.up_cards and (self.ranking, self.seen, self.unseen, self.dealer_cards, self.up_cards) != _WITH_UP_CARD:
            raise Refused("a showdown with a card of the dealer's seen is counted for five poker cards a side, and one")
        poker = self.ranking == "poker" and not self.draw and self.unseen in (0, 1)
        poker = poker and 5 <= self.seen + self.unseen <= 7 and 5 <= self.dealer_cards <= 7
        three = self.ranking == "three-card" and self.seen == 3 and self.dealer_cards in (3, 4)
        if not (poker or (three and self.unseen == self.draw)):
            raise Refused(
                f"no showdown of {self.seen} cards seen and {self.unseen} unseen against {self.dealer_cards} can be "
                "counted; poker takes five to seven a side, one unseen at most, and three-card three against three or "
                "four, with one unseen for a draw"
            )

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows that a final hand may be of, lowest first."""
        return poker_showdown.ROWS if self.ranking == "poker" else three_card_showdown.ROWS

    def count(self, deck: Sequence[Card] | None = None) -> Counts:
        """Count every showdown, with the whole deck or a stripped one."""
        return _count(self, tuple(sorted(deck if deck is not None else DECK)))


@dataclass(frozen=True)
class Counts:
    """Every showdown of a game, counted: for each class of hands that a player may see, all that can follow."""

    showdown: Showdown
    deck: tuple[Card, ...]
    weight: Ints
    """How many hands each class stands for."""
    ways: Ints
    """By class, hold, row and result; where a card of the dealer's is seen, by class, that card and result."""
    cases: int
    """How many ways there are to deal what is unseen, for each hand."""
    source: PokerCounts | ThreeCardCounts | UpCardCounts

    @property
    def hands(self) -> int:
        """How many hands are counted: all that a player may see, or some of them."""
        return int(self.weight.sum())

    def find(self, cards: Sequence[Card]) -> tuple[int, dict[Card, int]]:
        """The class of the cards seen, and the hold that replaces each of them if there is a draw."""
        refuse_duplicates(cards)
        if len(cards) != self.showdown.seen:
            raise Refused(f"the player sees {self.showdown.seen} cards; {len(cards)} were given")
        for card in cards:
            if card not in self.deck:
                raise Refused(f"the {card.long_name} ({card}) is not in this deck of {len(self.deck)} cards")
        if isinstance(self.source, PokerCounts):
            return self.source.class_of([card.index for card in cards]), {}
        if isinstance(self.source, UpCardCounts):
            raise Refused("what is to be done depends on the dealer's card too; give it as the board")
        return self.source.class_of(cards)

    def example(self, number: int) -> tuple[Card, ...]:
        """One hand of a class, lowest card first, as its holds are numbered."""
        if isinstance(self.source, PokerCounts):
            return tuple(Card(index) for index in self.source.example(number))
        if not isinstance(self.source, ThreeCardCounts):
            raise InvariantError("hands of other counts")
        return tuple(self.deck[place] for place in self.source.cards[number])

    @cached_property
    def endings(self) -> Ints:
        """Whether there are showdowns of each row and result."""
        if isinstance(self.source, UpCardCounts):
            rows = range(len(self.showdown.rows))
            return np.stack([self.ways[self.source.row == row].any(axis=(0, 1)) for row in rows])
        return np.asarray(self.ways.any(axis=(0, 1)))

    @property
    def complete(self) -> dict[str, int]:
        """How many of all complete poker hands are of each row, lowest first."""
        if isinstance(self.source, UpCardCounts):
            rows = range(len(self.showdown.rows))
            counted = [int(self.weight[self.source.row == row].sum()) for row in rows]
        else:
            counted = self._poker.complete.tolist()
        return dict(zip(self.showdown.rows, counted, strict=True))

    def ranks_and_suits(self) -> tuple[Ints, Ints, Ints]:
        """The rank vectors of seen poker hands; and for each class which is its, and how long its longest suit."""
        return self._poker.vectors.counts, *self._poker.ranks_and_suits()

    def by_class_number(self, chosen: Ints) -> Ints:
        """What is chosen for each class of seen poker cards, as `class_number` numbers them."""
        return self._poker.by_class_number(chosen)

    def every_poker_hand(self, chosen: Ints) -> Ints:
        """What is chosen for each class of seen poker cards, for every set of them, as `every_set` numbers them."""
        return self._poker.every_hand(chosen)

    @property
    def _poker(self) -> PokerCounts:
        if not isinstance(self.source, PokerCounts):
            raise TypeError("this is told of poker hands only")
        return self.source


@lru_cache(maxsize=4)
def _count(showdown: Showdown, deck: tuple[Card, ...]) -> Counts:
    refuse_duplicates(deck)
    least = least_strength(showdown.qualifier) if showdown.ranking == "poker" and showdown.qualifier else 0
    if showdown.up_cards:
        up = count_up_cards(least, [card.index for card in deck])
        return Counts(showdown, deck, up.weight, up.ways, up.cases, up)
    if showdown.ranking == "poker":
        poker = count_poker(
            showdown.seen,
            showdown.unseen,
            showdown.dealer_cards,
            least,
            [card.index for card in deck],
        )
        return Counts(showdown, deck, poker.classes.weight, poker.ways[:, None], poker.cases, poker)
    three = count_three(showdown.draw, showdown.dealer_cards, showdown.qualifier, deck)
    return Counts(showdown, deck, three.weight, three.ways, three.cases, three)


def least_strength(hand: Hand) -> int:
    """The least strength of five cards that are as good as a poker hand; what its ranks leave open counts as lowest.

    >>> from croupier.hands import Poker
    >>> least_strength(Hand(Poker.PAIR)), least_strength(Hand(Poker.HIGH_CARD, (14, 13)))
    (4096, 1113)
    """
    if hand.category > Poker.STRAIGHT:
        raise Refused(f"a dealer who needs {hand} to qualify cannot be counted; a straight is the most")
    fives = rank_vectors(5, Deck.of(range(52)))
    return next(
        int(strength)
        for counts, strength in zip(fives.counts, fives.strength, strict=True)
        if poker_hand(unsuited([rank for rank in range(13) for _ in range(counts[rank])])) >= hand
    )


def unsuited(ranks: Sequence[int]) -> list[Card]:
    """Cards of these ranks, 0 for twos and ascending, of which no five share a suit."""
    return [Card(4 * rank + place % 4) for place, rank in enumerate(ranks)]


class Played:
    """A game of the family with its payouts: the best choice for every hand, and what comes of it."""

    def __init__(self, counts: Counts, choices: Sequence[Choice]) -> None:
        """Of choices that are equally good, the one that is listed first is taken."""
        self.counts = counts
        self.choices = tuple(choices)
        self._results = [Result(number) for number in range(counts.ways.shape[-1])]
        self._nets = [
            [[choice.net(row, result) for result in self._results] for row in counts.showdown.rows]
            for choice in choices
        ]
        self.holds = np.array([choice.hold for choice in choices])

    @cached_property
    def whole_nets(self) -> tuple[int, Ints]:
        """The net results in whole numbers, and how many of them are a unit."""
        unit = lcm(*(net.denominator for nets in self._nets for row in nets for net in row))
        whole = [[[net.numerator * (unit // net.denominator) for net in row] for row in nets] for nets in self._nets]
        most = max(abs(net) for nets in whole for row in nets for net in row)
        if most * self.counts.cases >= 2**63:
            raise Refused(f"a net result of {most // unit:,} units, in parts of 1/{unit}, is more than can be counted")
        return unit, np.array(whole, np.int64)

    @cached_property
    def best(self) -> Ints:
        """The best choice for each class, by its place among the choices."""
        best = np.empty(len(self.counts.weight), np.int8)
        _best(self.counts.ways, self.whole_nets[1], self.holds, best)
        return best

    def best_with(self, gained: Floats) -> Ints:
        """The best choice for each class if those that do not fold gain so many units more, over all its cases."""
        unit, worth = self._whole_worths()
        stays = np.array([[not choice.folds] for choice in self.choices])
        best: Ints = (worth + stays * np.rint(gained * unit).astype(np.int64)).argmax(axis=0).astype(np.int8)
        return best

    def regrets(self) -> Floats:
        """By choice and class: what it gives away against the best, a class counting as often as it is dealt."""
        unit, worth = self._whole_worths()
        lost: Floats = (worth.max(axis=0) - worth) * (
            self.counts.weight / (unit * self.counts.hands * self.counts.cases)
        )
        return lost

    def worths(self) -> Floats:
        """By choice and class, what it is worth."""
        unit, worth = self._whole_worths()
        return worth / (unit * self.counts.cases)

    def _whole_worths(self) -> tuple[int, Ints]:
        unit, nets = self.whole_nets
        worth = np.empty((len(self.choices), len(self.counts.weight)), np.int64)
        for place, of_choice in enumerate(worth):
            _worth(self.counts.ways, nets, self.holds, np.full(worth.shape[1], place, np.int8), of_choice)
        return unit, worth

    def expected_value(self, chosen: Ints) -> Fraction:
        """What the choices for each class are worth on average, as they were compared."""
        unit, nets = self.whole_nets
        worth = np.empty(len(chosen), np.int64)
        _worth(self.counts.ways, nets, self.holds, chosen, worth)
        high, low = worth >> 32, worth & 0xFFFF_FFFF
        total = (int((high * self.counts.weight).sum()) << 32) + int((low * self.counts.weight).sum())
        return Fraction(total, unit * self.counts.hands * self.counts.cases)

    def values(self, cards: Sequence[Card], up_cards: Sequence[Card] = ()) -> list[Fraction]:
        """The expected net result of each choice with these cards; holds are of the cards in ascending order."""
        return [
            Fraction(sum(net * count for _, _, net, count in ends), sum(count for *_, count in ends))
            for ends in self.ends(cards, up_cards)
        ]

    def ends(self, cards: Sequence[Card], up_cards: Sequence[Card] = ()) -> list[list[ShowdownEnd]]:
        """How each choice may end with these cards."""
        number, holds = self.counts.find(cards)
        place = [KEEP] + [holds[card] for card in sorted(holds)]
        found = [self.counts.ways[number, place[choice.hold]].tolist() for choice in self.choices]
        return [
            [
                (row, result, nets[at][result], ways[at][result])
                for at, row in enumerate(self.counts.showdown.rows)
                for result in self._results
            ]
            for nets, ways in zip(self._nets, found, strict=True)
        ]

    def every_hand(self, chosen: Ints | None = None) -> tuple[Ints, Ints]:
        """The best choice, or that given for its class, for every set of seen cards, and its hold, cards ascending.

        Cards at places a < b < c ... of the deck are set number C(a, 1) + C(b, 2) + C(c, 3) + ...; of poker hands only
        those of the whole deck are numbered.
        """
        source, chosen = self.counts.source, self.best if chosen is None else chosen
        if isinstance(source, ThreeCardCounts):
            return source.every_hand(chosen, self.holds)
        choices = self.counts.every_poker_hand(chosen)
        return choices, np.zeros_like(choices)

    def every_class(self) -> Ints:
        """The best choice for every class of seen poker cards of the whole deck, as `class_number` numbers them."""
        return self.counts.by_class_number(self.best)

    def analysis(
        self,
        bet: str,
        unit: str,
        line: Callable[[Choice, str, Result], Line] | None = None,
        chosen: Ints | None = None,
    ) -> Analysis:
        """The whole game, played by the best choices or by those that are given for each class.

        `line` names the line of the return table that a row and result belong to; without it there is no such table.
        """
        chosen = self.best if chosen is None else chosen
        totals, cases = self._totals(chosen), self.counts.hands * self.counts.cases
        parts, nets = self.whole_nets
        outcomes: dict[int, int] = {}
        lines: dict[str, tuple[Pay, int, int]] = {}
        for at, row, result in self._in_table_order():
            ways, net = int(totals[at, row, result]), int(nets[at, row, result])
            if ways:
                outcomes[net] = outcomes.get(net, 0) + ways
                if line is not None:
                    name, pays = line(self.choices[at], self.counts.showdown.rows[row], result)
                    _, so_far, returned = lines.get(name, (pays, 0, 0))
                    lines[name] = pays, so_far + ways, returned + net * ways
        actions = {choice.action: 0 for choice in self.choices}
        wagered = Fraction(0)
        for choice, share in zip(self.choices, totals.sum(axis=(1, 2)).tolist(), strict=True):
            actions[choice.action] += share
            wagered += choice.wager * share
        return Analysis(
            bet=bet,
            unit=unit,
            outcomes={Fraction(net, parts): Fraction(ways, cases) for net, ways in sorted(outcomes.items())},
            average_wager=wagered / cases,
            expected_value=self.expected_value(chosen),
            actions={action: Fraction(share, cases) for action, share in actions.items()},
            rows=tuple(
                ReturnRow(name, ways, Fraction(ways, cases), pays, Fraction(returned, parts * cases))
                for name, (pays, ways, returned) in lines.items()
            ),
            cases=cases,
        )

    def _totals(self, chosen: Ints) -> Ints:
        """In how many cases these choices come to each choice, row and result."""
        totals = np.zeros((len(self.choices), *self.counts.ways.shape[2:]), np.int64)
        _total(self.counts.ways, self.counts.weight, self.holds, chosen, totals)
        cases = self.counts.hands * self.counts.cases
        if int(totals.sum()) != cases:
            raise ArithmeticError(f"the showdowns come to {totals.sum()} cases, not {cases}")
        return totals

    @property
    def nets(self) -> dict[tuple[int, ...], Fraction]:
        """What each choice, row and result nets, by their places."""
        return {
            (choice, row, int(result)): Fraction(nets[row][result])
            for choice, nets in enumerate(self._nets)
            for row in range(len(nets))
            for result in self._results
        }

    def counted(self, chosen: Ints) -> dict[tuple[int, ...], int]:
        """In how many cases these choices come to each of those."""
        return {ending: int(ways) for ending, ways in np.ndenumerate(self._totals(chosen))}

    def _in_table_order(self) -> list[tuple[int, int, Result]]:
        """Every choice, row and result in the order of a return table: wins before losses, better hands first."""
        return sorted(
            product(range(len(self.choices)), range(len(self.counts.showdown.rows)), self._results),
            key=lambda case: (self.choices[case[0]].folds, -(case[2] % 3), case[2], -case[1]),
        )


class UpCardPlayed(Played):
    """The same where a card of the dealer's is seen: a choice for every class with every card of the dealer's."""

    @property
    def _source(self) -> UpCardCounts:
        if not isinstance(self.counts.source, UpCardCounts):
            raise InvariantError("hands of other counts")
        return self.counts.source

    @cached_property
    def best(self) -> Ints:
        best = np.empty(len(self.counts.weight) * CARDS, np.int8)
        best_up(self.counts.ways, self._source.row, self.whole_nets[1], best)
        return best

    def expected_value(self, chosen: Ints) -> Fraction:
        unit, nets = self.whole_nets
        returned = sum(ways * net for ways, net in zip(self._totals(chosen).flat, nets.flat, strict=True) if ways)
        return Fraction(int(returned), unit * self.counts.hands * self.counts.cases)

    def regrets_by(self, state: Ints) -> Floats:
        """By choice and state, which each class with each card of the dealer's is in: what it gives away."""
        unit, nets = self.whole_nets
        lost = np.zeros((len(self.choices), int(state.max()) + 1), np.int64)
        regret_up(self.counts.ways, self._source.row, self.counts.weight, nets, state, lost)
        return lost / (unit * self.counts.hands * self.counts.cases)

    def ends(self, cards: Sequence[Card], up_cards: Sequence[Card] = ()) -> list[list[ShowdownEnd]]:
        refuse_duplicates([*cards, *up_cards])
        (up,) = up_cards
        number, at = divmod(self._source.place_of(cards, up), CARDS)
        ways, row = self.counts.ways[number, at].tolist(), int(self._source.row[number])
        name = self.counts.showdown.rows[row]
        return [[(name, result, nets[row][result], ways[result]) for result in self._results] for nets in self._nets]

    def every_class(self) -> Ints:
        """The best choice for every class and card of the dealer's, 52 of them for each number of a class."""
        return self.best

    def _totals(self, chosen: Ints) -> Ints:
        shape = len(self.choices), len(self.counts.showdown.rows), self.counts.ways.shape[-1]
        totals = np.zeros(shape, np.int64)
        total_up(self.counts.ways, self._source.row, self.counts.weight, chosen, totals)
        return totals


def play(counts: Counts, choices: Sequence[Choice]) -> Played:
    """A game with these showdowns and payouts."""
    return (UpCardPlayed if counts.showdown.up_cards else Played)(counts, choices)


@kernel
def _best(ways: Ints, nets: Ints, holds: Ints, best: Ints) -> None:
    for number in range(len(ways)):
        most = 0
        for choice in range(len(nets)):
            worth = 0
            for row in range(nets.shape[1]):
                for result in range(nets.shape[2]):
                    worth += ways[number, holds[choice], row, result] * nets[choice, row, result]
            if choice == 0 or worth > most:
                most = worth
                best[number] = choice


@kernel
def _worth(ways: Ints, nets: Ints, holds: Ints, chosen: Ints, worth: Ints) -> None:
    for number in range(len(ways)):
        choice = chosen[number]
        worth[number] = 0
        for row in range(nets.shape[1]):
            for result in range(nets.shape[2]):
                worth[number] += ways[number, holds[choice], row, result] * nets[choice, row, result]


@kernel
def _total(ways: Ints, weight: Ints, holds: Ints, chosen: Ints, totals: Ints) -> None:
    for number in range(len(ways)):
        choice = chosen[number]
        for row in range(totals.shape[1]):
            for result in range(totals.shape[2]):
                totals[choice, row, result] += weight[number] * ways[number, holds[choice], row, result]
