"""Three cards against the dealer's for one who knows that some cards are gone, beside one who plays as if none were.

Cards are places in the ordinary deck, and sets of them are numbered there. The dealer hands of the stripped deck that
hold each set of at most three cards are counted by strength, of three cards one by one and of fewer from the sets that
have one more; then every hand is looked at with every choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from croupier.arrays import Arrays, Ints
from croupier.cards import Card
from croupier.exact.seen import CHOOSE, find_set, with_one_more
from croupier.exact.seen_cards.informed import Informed, Pieces, Room
from croupier.exact.showdown import Played, Showdown
from croupier.exact.showdown.showdown_stripped import choices_by_bet, choices_of_hands, informed_by, weigh_choices
from croupier.exact.showdown.three_card_showdown import (
    DEAD,
    Lines,
    ThreeCardRanking,
    count_showdowns,
    endings,
    rank_hands,
    strength_of_four,
    strength_of_three,
)
from croupier.exact.store import kernel

SPAN: Final = 32
"""The strengths that are looked at together: a line of the device's memory."""


@dataclass(frozen=True)
class StrippedThreeCards:
    """Bets on one showdown of three cards, to be solved on stripped decks."""

    ordinary: Mapping[str, Played]

    def stages(self, cards: int) -> list[Pieces]:
        """The sets of three cards, spans of strengths of each smaller one, then the hands."""
        before, spans = _sets_before(cards).tolist(), -(-(len(self._ranking.hands) + 1) // SPAN)
        smaller = [Pieces(_hold_fewer, before[size] * spans, before[size + 1] * spans) for size in (2, 1, 0)]
        return [Pieces(_hold_three, 0, before[4] - before[3]), *smaller, Pieces(_play_hands, 0, before[4] - before[3])]

    def tables(self, cards: int) -> Arrays:
        """How many sets are smaller, the dealer's side and the player's."""
        return _sets_before(cards), self._by_dealer, self._by_player

    def laid(self, deck: tuple[Card, ...]) -> Ints:
        """The places of its cards in the ordinary deck."""
        return np.array([[self._ranking.deck.index(card) for card in sorted(deck)]])

    def kept(self, cards: int) -> tuple[Room, ...]:
        """By set of the ordinary deck, the dealer hands below each strength that hold it."""
        return (Room((int(_sets_before(len(self._ranking.deck))[4]), len(self._ranking.hands) + 1), np.int32),)

    def scratch(self, cards: int) -> tuple[Ints, ...]:
        """A hand, what is noted of dead cards and the ways of its showdowns."""
        shape = endings(self._showdown.draw, self._showdown.qualifier)
        return np.empty((1, 3), np.int64), np.empty(DEAD, np.int64), np.empty((1, *shape), np.int64)

    def totals(self, cards: int) -> tuple[int, int]:
        """The hands, and two values of each bet."""
        return comb(cards, 3), 2 * len(self.ordinary)

    def told(self, cards: int, totals: Ints) -> dict[str, Informed]:
        """The bets on a deck of so many cards by its totals."""
        showdown, unseen = self._showdown, cards - 3
        dealers = comb(unseen - showdown.draw, showdown.dealer_cards)
        cases = (unseen if showdown.draw else 1) * dealers
        return informed_by(self.ordinary, totals, cases)

    @property
    def _showdown(self) -> Showdown:
        return next(iter(self.ordinary.values())).counts.showdown

    @property
    def _ranking(self) -> ThreeCardRanking:
        return rank_hands(next(iter(self.ordinary.values())).counts.deck)

    @cached_property
    def _by_dealer(self) -> Arrays:
        ranking, before = self._ranking, _sets_before(len(self._ranking.deck))
        lines = Lines(np.arange(before[4]), before)
        qualifies = ranking.places_below(self._showdown.qualifier)
        return self._showdown.dealer_cards, ranking.strength, ranking.row, lines, qualifies

    @cached_property
    def _by_player(self) -> tuple[Ints, ...]:
        """The choices of all bets together, and those taken with every hand."""
        deck = [card.index for card in self._ranking.deck]
        hands = np.array([three[::-1] for three in combinations(deck[::-1], 3)][::-1])
        taken = [choices_of_hands(played, hands) for played in self.ordinary.values()]
        return *choices_by_bet(self.ordinary), np.stack(taken)


def _sets_before(cards: int) -> Ints:
    """How many sets of at most three of so many cards are smaller than each size."""
    return np.cumsum([0] + [comb(cards, size) for size in range(4)])


@kernel
def _hold_three(first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints) -> None:
    """The dealer hands below each strength that hold three cards: these alone, or these and one more."""
    (below,), (_, (dealer_cards, strengths, _, lines, _), _) = kept, tables
    deck, cards = laid[0], scratch[0][0]
    for number in range(first, end):
        find_set(number, 3, deck, cards)
        own = below[lines.before[3] + CHOOSE[cards[0], 1] + CHOOSE[cards[1], 2] + CHOOSE[cards[2], 3]]
        for strength in range(len(own)):
            own[strength] = 0
        if dealer_cards == 3:
            own[strength_of_three(strengths, cards[0], cards[1], cards[2]) + 1] += 1
        else:
            for card in deck:
                if card not in (cards[0], cards[1], cards[2]):
                    own[strength_of_four(strengths, cards[0], cards[1], cards[2], card) + 1] += 1
        for strength in range(1, len(own)):
            own[strength] += own[strength - 1]


@kernel
def _hold_fewer(first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints) -> None:
    """The same of fewer cards, a span of strengths at a time, each hand counted once for each card that it has more."""
    (below,), (before, (dealer_cards, _, _, lines, _), _) = kept, tables
    deck, cards, width = laid[0], scratch[0][0], below.shape[1]
    spans, size = -(-width // SPAN), 2
    while before[size] * spans > first:
        size -= 1
    for piece in range(first, end):
        find_set(piece // spans - before[size], size, deck, cards)
        place, start = lines.before[size], piece % spans * SPAN
        for j in range(size):
            place += CHOOSE[cards[j], j + 1]
        own, stop = below[place], min(start + SPAN, width)
        for strength in range(start, stop):
            own[strength] = 0
        for card in deck:
            larger = with_one_more(cards, size, card)
            if larger >= 0:
                with_card = below[lines.before[size + 1] + larger]
                for strength in range(start, stop):
                    own[strength] += with_card[strength]
        for strength in range(start, stop):
            own[strength] //= dealer_cards - size


@kernel
def _play_hands(first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints) -> None:
    """What the best choice of each bet is worth with each hand, and what the ordinary one is."""
    (below,), (_, by_dealer, (starts, holds, nets, taken)) = kept, tables
    hand, dead, ways = scratch
    for number in range(first, end):
        find_set(number, 3, laid[0], hand[0])
        for hold in range(ways.shape[1]):
            for row in range(ways.shape[2]):
                for result in range(ways.shape[3]):
                    ways[0, hold, row, result] = 0
        count_showdowns(laid[0], by_dealer, below, hand, dead, ways)
        ordinary = CHOOSE[hand[0, 0], 1] + CHOOSE[hand[0, 1], 2] + CHOOSE[hand[0, 2], 3]
        for bet in range(len(taken)):
            weigh_choices(ways[0], holds, nets, starts, bet, taken[bet, ordinary], totals[number])
