"""Poker hands against the dealer's for one who knows that some cards are gone, beside one who plays as if none were.

The dealer's hands are counted for the stripped deck as for any other. For every hand that a player may see, or for so
many that are dealt from the deck, the best choice with this deck is then weighed beside the one that is best with the
ordinary deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np

from croupier.arrays import Arrays, Ints
from croupier.cards import Card
from croupier.errors import InvariantError
from croupier.exact.seen import some_hands
from croupier.exact.seen_cards.informed import Informed, Pieces, Room
from croupier.exact.showdown import Played, Showdown, least_strength
from croupier.exact.showdown.dealer_counts import RANKS, SUITS
from croupier.exact.showdown.dealer_stages import SCRATCH, DealerStages
from croupier.exact.showdown.poker_showdown import (
    HAND_ROOM,
    PokerCounts,
    cases_of,
    deal_the_rest,
    find_class,
    look_ahead,
    refuse_small,
)
from croupier.exact.showdown.showdown_stripped import (
    HANDS,
    choices_by_bet,
    informed_by,
    weigh_choices,
)
from croupier.exact.store import kernel


@dataclass(frozen=True)
class StrippedPoker:
    """Bets on one showdown of poker hands, to be solved on stripped decks."""

    ordinary: Mapping[str, Played]

    def stages(self, cards: int) -> list[Pieces]:
        """The dealer's hands, then the player's."""
        refuse_small(cards, self._dealers.hand, self._dealers.dealer_cards)
        return [*self._dealers.stages(), Pieces(_play_hands, 0, self.totals(cards)[0])]

    def tables(self, cards: int) -> Arrays:
        """What is looked up of the dealer's hands, and of the player's choices."""
        by_player = self._showdown.seen, self._showdown.unseen, *choices_by_bet(self.ordinary)
        return *self._dealers.tables(cards), by_player, self._as_ever

    def laid(self, deck: tuple[Card, ...]) -> Ints:
        """The ranks of its suits, as bits; then the hands that are looked at."""
        hands = some_hands(sorted(deck), self._showdown.seen, HANDS)
        suits = np.zeros((1, hands.shape[1]), np.int64)
        for card in deck:
            suits[0, card.suit] |= 1 << card.rank - 2
        return np.concatenate([suits, hands])

    def kept(self, cards: int) -> tuple[Room, ...]:
        """All that is counted of the dealer's hands."""
        return tuple(Room(shape, np.int32) for shape in self._dealers.kept)

    def scratch(self, cards: int) -> tuple[Ints, ...]:
        """What a piece writes down of dealer hands; and of a hand its suits, ranks and the ways of its showdowns."""
        ways = next(iter(self.ordinary.values())).counts.ways
        of_hand = (HAND_ROOM, SUITS), (RANKS,), (RANKS,), (RANKS,), (1, *ways.shape[2:])
        return tuple(np.empty(shape, np.int64) for shape in (*SCRATCH, *of_hand))

    def totals(self, cards: int) -> tuple[int, int]:
        """The hands, and two values of each bet."""
        return min(comb(cards, self._showdown.seen), HANDS), 2 * len(self.ordinary)

    def told(self, cards: int, totals: Ints) -> dict[str, Informed]:
        """The bets on a deck of so many cards by its totals."""
        return informed_by(self.ordinary, totals, cases_of(self._dealers, cards, self._showdown.unseen))

    @property
    def _showdown(self) -> Showdown:
        return next(iter(self.ordinary.values())).counts.showdown

    @cached_property
    def _as_ever(self) -> Arrays:
        """The classes of hands in the ordinary deck, and the choice of each bet with each of them."""
        counts = next(iter(self.ordinary.values())).counts.source
        if not isinstance(counts, PokerCounts):
            raise InvariantError("hands of other counts")
        return counts.by_suits, np.stack([played.best for played in self.ordinary.values()])

    @cached_property
    def _dealers(self) -> DealerStages:
        showdown = self._showdown
        least = least_strength(showdown.qualifier) if showdown.qualifier else 0
        return DealerStages(showdown.seen + showdown.unseen, showdown.dealer_cards, least)


@kernel
def _play_hands(first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints) -> None:
    """What the best choice of each bet is worth with each hand, and what the ordinary one is."""
    (seen, unseen, starts, holds, nets), (by_suits, as_ever) = tables[5], tables[6]
    suits, complete, place, vector, ways = scratch[10], scratch[11], scratch[12], scratch[13], scratch[14]
    for number in range(first, end):
        hand = laid[1 + number]
        for rank in range(RANKS):
            vector[rank] = 0
        for suit in range(SUITS):
            suits[0, suit] = 0
        for j in range(seen):
            vector[hand[j] // SUITS] += 1
            suits[0, hand[j] % SUITS] |= 1 << hand[j] // SUITS
        ordinary = find_class(suits[0], suits[1], by_suits)
        look_ahead(vector, unseen, tables[1][4], complete, place)
        deal_the_rest(unseen, vector, (complete, place), suits, laid[0], tables, kept, ways[0])
        for bet in range(len(starts) - 1):
            weigh_choices(ways, holds, nets, starts, bet, as_ever[bet, ordinary], totals[number])
