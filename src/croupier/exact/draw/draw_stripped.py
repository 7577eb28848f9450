"""A draw for one who knows that some cards are gone, beside one who holds as if none were.

Cards are places in the ordinary deck, and sets of them are numbered there. What the final hands of the stripped deck
that contain a set are paid is added up, of four cards with every fifth and of fewer from the sets that have one more;
then the holds of every hand are valued as `draw_counts` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Final

import numpy as np

from croupier.arrays import Arrays, Ints
from croupier.cards import Card
from croupier.exact.draw import DrawGame, draw_ends, whole_pays
from croupier.exact.draw.draw_counts import number_hand, smaller_sets, value_holds
from croupier.exact.seen import CHOOSE, find_set, with_one_more
from croupier.exact.seen_cards.informed import Informed, Pieces, Room
from croupier.exact.store import kernel

HIGHEST: Final = 3
"""The cards that the hands of a piece have in common, their highest."""


@dataclass(frozen=True)
class StrippedDraw:
    """A bet on the final hand, to be solved on stripped decks."""

    bet: str
    ordinary: DrawGame
    nets: Sequence[Fraction]

    def stages(self, cards: int) -> list[Pieces]:
        """The sets of four cards, of three and so on, then the hands."""
        smaller = smaller_sets(cards).tolist()
        sets = [Pieces(_pay_sets, smaller[size], smaller[size + 1]) for size in range(4, -1, -1)]
        return [*sets, Pieces(_hold_hands, 0, self.totals(cards)[0])]

    def tables(self, cards: int) -> Arrays:
        """How many sets are smaller, here and in the ordinary deck; rows, pays, shares and the ordinary holds."""
        ends, share = draw_ends(cards)
        pays, _ = whole_pays(self.nets, ends)
        smaller = smaller_sets(cards), smaller_sets(len(self.ordinary.deck))
        return *smaller, self.ordinary.rows_of_hands, pays, share, self._held_as_ever

    def laid(self, deck: tuple[Card, ...]) -> Ints:
        """The places of its cards in the ordinary deck."""
        return np.array([[self.ordinary.deck.index(card) for card in sorted(deck)]])

    def kept(self, cards: int) -> tuple[Room, ...]:
        """What the hands are paid that contain each set of the ordinary deck."""
        return (Room((int(smaller_sets(len(self.ordinary.deck))[5]),), np.int64),)

    def scratch(self, cards: int) -> tuple[Ints, ...]:
        """A hand, the numbers of its subsets and the values of its holds."""
        return np.empty(5, np.int64), np.empty(32, np.int64), np.empty(32, np.int64)

    def totals(self, cards: int) -> tuple[int, int]:
        """The threes that may be highest, and two values of each, in two halves."""
        return comb(cards, HIGHEST), 4

    def told(self, cards: int, totals: Ints) -> dict[str, Informed]:
        """The bet on a deck of so many cards by its totals."""
        ends, _ = draw_ends(cards)
        best, best_low, kept, kept_low = totals.sum(axis=0).tolist()
        cases = comb(cards, 5) * ends * whole_pays(self.nets, ends)[1]
        return {self.bet: Informed(Fraction((best << 32) + best_low, cases), Fraction((kept << 32) + kept_low, cases))}

    @cached_property
    def _held_as_ever(self) -> Ints:
        return self.ordinary.everywhere(self.ordinary.best_holds(self.nets)[0])


@kernel
def _pay_sets(first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints) -> None:
    """What the final hands are paid that contain each set: a hand with s of its cards has 5 - s sets of one more."""
    here, smaller, rows, pays, _, _ = tables
    deck, paid, cards = laid[0], kept[0], scratch[0]
    size = 4
    while here[size] > first:
        size -= 1
    for number in range(first - here[size], end - here[size]):
        find_set(number, size, deck, cards)
        own = smaller[size]
        for j in range(size):
            own += CHOOSE[cards[j], j + 1]
        total = 0
        for card in deck:
            larger = with_one_more(cards, size, card)
            if larger >= 0:
                total += pays[rows[larger]] if size == 4 else paid[smaller[size + 1] + larger]
        paid[own] = total // (5 - size)


@kernel
def _hold_hands(first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints) -> None:
    """The values of the best hold and of the ordinary one, over all hands with the same three highest cards."""
    _, smaller, rows, pays, share, as_ever = tables
    deck, paid, (hand, subsets, values) = laid[0], kept[0], scratch
    for number in range(first, end):
        find_set(number, HIGHEST, deck, hand[2:])
        second = 1
        while deck[second] < hand[2]:
            hand[1] = deck[second]
            for lowest in range(second):
                hand[0] = deck[lowest]
                number_hand(hand, smaller, subsets)
                value_holds(subsets, rows, paid, pays, share, values)
                best = values[0]
                for hold in range(1, 32):
                    best = max(best, values[hold])
                ordinary = values[as_ever[subsets[31]]]
                totals[number, 0] += best >> 32
                totals[number, 1] += best & 0xFFFF_FFFF
                totals[number, 2] += ordinary >> 32
                totals[number, 3] += ordinary & 0xFFFF_FFFF
            second += 1
