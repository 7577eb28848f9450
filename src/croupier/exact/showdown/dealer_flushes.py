"""How many of a dealer's poker hands have a flush that is below a flush, with the player's cards dead.

A hand with five or more cards of a suit is judged by the ranks of that suit alone, so only the dead cards of the suit
matter one by one; of the dead cards outside it only their number does. Of a deck of n cards, s of them in the suit, the
player has p, m of them in the suit. Then the dealer hands of q cards whose ranks in the suit are the set S number
C(n - s - p + m, q - |S|) if S holds none of the dead ranks, and none if it does.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from croupier.arrays import Arrays, Ints
from croupier.exact.hand_counts.evaluate import strengths
from croupier.exact.showdown.dealer_counts import (
    CHOOSE,
    IN_A_FLUSH,
    MOST_CARDS,
    RANKS,
    STRAIGHT_FLUSH,
    SUITED,
    SUITS,
)
from croupier.exact.store import inner_kernel, kernel

FLUSHES: Final = 1287
"""How many flushes differ: every five ranks of a suit, straight flushes among them."""

BESIDE_A_FLUSH: Final = np.array([ranks for ranks in range(1 << RANKS) if ranks.bit_count() <= MOST_CARDS - IN_A_FLUSH])
"""The sets of ranks that a hand with a flush may hold in another suit: at most two, 92 in all."""
BESIDE_NUMBER: Final = np.full(1 << RANKS, -1, np.int64)
"""The number of each of these sets."""
BESIDE_NUMBER[BESIDE_A_FLUSH] = np.arange(len(BESIDE_A_FLUSH))
FLUSH_PIECES: Final = len(BESIDE_A_FLUSH) + (1 << RANKS)
"""What is counted apart for each kind of suit: by few ranks beside a flush, and by any ranks of the suit."""


@cache
def _places() -> tuple[Ints, Ints]:
    """The place of the flush in every set of ranks, and the strength of the flush in each place."""
    strength = np.zeros(1 << RANKS, np.int64)
    for size in range(IN_A_FLUSH, MOST_CARDS + 1):
        sets = np.flatnonzero(size == SUITED)
        ranks = np.nonzero(sets[:, None] >> np.arange(RANKS) & 1)[1].reshape(-1, size)
        strength[sets] = strengths((ranks * SUITS).astype(np.uint8))
    in_order, place = np.unique(strength, return_inverse=True)
    if len(in_order) != 1 + FLUSHES:
        raise ArithmeticError(f"{len(in_order) - 1} flushes differ; there are {FLUSHES}")
    return place - 1, in_order[1:]


def flush_strengths() -> Ints:
    """The strength of the flush in each place."""
    return _places()[1]


@cache
def flush_tables(dealer_cards: int) -> tuple[Ints, int, Ints]:
    """The place of the flush in each set of ranks, lowest 0, -1 where there is none; that of the lowest straight flush;
    and the sets of ranks with which a dealer has a flush, weakest first.
    """
    place, strength = _places()
    with_flush = np.flatnonzero((place >= 0) & (dealer_cards >= SUITED))
    in_order = with_flush[np.argsort(place[with_flush], kind="stable")]
    return place, int(np.searchsorted(strength, STRAIGHT_FLUSH)), in_order


@inner_kernel
def _beside_the_suit(ranks: int, dead: int, outside: int, dealer_cards: int) -> int:
    """The dealer hands with these ranks in the suit: none if one of them is dead."""
    free = outside + SUITED[dead]
    return CHOOSE[free, dealer_cards - SUITED[ranks]] if ranks & dead == 0 and free >= 0 else 0


@inner_kernel
def any_flush(suit: int, dead: int, outside: int, dealer_cards: int) -> int:
    """All dealer hands with a flush in a suit."""
    free, hands = outside + SUITED[dead], 0
    if free >= 0:
        for size in range(IN_A_FLUSH, dealer_cards + 1):
            hands += CHOOSE[SUITED[suit & ~dead], size] * CHOOSE[free, dealer_cards - size]
    return hands


@kernel
def count_flushes(
    first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints
) -> None:
    """The dealer hands with a flush in each kind of suit, by the player's ranks in that suit.

    Of few ranks, those below the flush in each place; of ranks with a flush, those below it, and none can be equal; of
    any ranks, those with a straight flush.
    """
    of_kind, place, straight_flush, hands = tables[2][0], tables[3][0], tables[3][1], tables[3][2]
    below, against, straight, hand, dealer_cards = kept[5], kept[6], kept[7], tables[4][0], tables[4][1]
    size = 0
    for suit in range(SUITS):
        size += SUITED[laid[0, suit]]
    for piece in range(first, end):
        kind, number = piece // FLUSH_PIECES, piece % FLUSH_PIECES
        suit = laid[0, of_kind[kind]]
        outside = size - SUITED[suit] - hand
        if number < len(BESIDE_A_FLUSH):
            own = below[kind, number]
            for flush in range(FLUSHES + 1):
                own[flush] = 0
            for ranks in hands:
                if not ranks & ~suit:
                    own[place[ranks] + 1] += _beside_the_suit(ranks, BESIDE_A_FLUSH[number], outside, dealer_cards)
            for flush in range(FLUSHES):
                own[flush + 1] += own[flush]
            continue
        dead = number - len(BESIDE_A_FLUSH)
        against[kind, dead] = straight[kind, dead] = 0
        if dead & ~suit or SUITED[dead] > hand:
            continue
        for at in range(len(hands)):
            if place[hands[at]] > place[dead]:
                break
            if not hands[at] & ~suit:
                against[kind, dead] += _beside_the_suit(hands[at], dead, outside, dealer_cards)
        for at in range(len(hands) - 1, -1, -1):
            if place[hands[at]] < straight_flush:
                break
            if not hands[at] & ~suit:
                straight[kind, dead] += _beside_the_suit(hands[at], dead, outside, dealer_cards)
