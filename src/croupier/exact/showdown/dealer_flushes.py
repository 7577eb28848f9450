"""How many of a dealer's poker hands have a flush that is below a flush, with the player's cards dead.

A hand with five or more cards of a suit is judged by the ranks of that suit alone, so only the dead cards of the suit
matter one by one; of the dead cards outside it only their number does. Of a deck of n cards, s of them in the suit, the
player has p, m of them in the suit. Then the dealer hands of q cards whose ranks in the suit are the set S number
C(n - s - p + m, q - |S|) if S holds none of the dead ranks, and none if it does.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.exact.hand_counts.evaluate import strengths
from croupier.exact.showdown.dealer_counts import (
    CHOOSE,
    IN_A_FLUSH,
    MOST_CARDS,
    RANKS,
    STRAIGHT_FLUSH,
    SUITED,
    SUITS,
    Deck,
)
from croupier.exact.store import inner_kernel, kernel

FLUSHES: Final = 1287
"""How many flushes differ: every five ranks of a suit, straight flushes among them."""

BESIDE_A_FLUSH: Final = np.array([ranks for ranks in range(1 << RANKS) if ranks.bit_count() <= MOST_CARDS - IN_A_FLUSH])
"""The sets of ranks that a hand with a flush may hold in another suit: at most two, 92 in all."""


class Flushes(NamedTuple):
    """The dealer hands with a flush in a suit, by the player's ranks in that suit; first by the kind of suit."""

    place: Ints
    """The place of the flush in each set of ranks, lowest 0; -1 where there is none."""
    straight_flush: int
    """The place of the lowest straight flush."""
    beside: Ints
    """The number of each set of at most two ranks."""
    any: Ints
    """All hands with a flush, by how many cards of the suit the player has."""
    straight: Ints
    """The hands with a straight flush, by the player's ranks."""
    below: Ints
    """The hands with a flush below each place, by the number of the player's set of at most two ranks."""
    against: Ints
    """The hands with a flush below the player's in the same suit, by the player's ranks; none there can be equal."""


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


def flushes(player_cards: int, dealer_cards: int, deck: Deck) -> Flushes:
    """Count the dealer hands with a flush for each kind of suit in the deck."""
    place, strength = _places()
    straight_flush = int(np.searchsorted(strength, STRAIGHT_FLUSH))
    beside = np.full(1 << RANKS, -1, np.int64)
    beside[BESIDE_A_FLUSH] = np.arange(len(BESIDE_A_FLUSH))
    kinds = len(deck.kinds)
    counted = Flushes(
        place,
        straight_flush,
        beside,
        any=np.zeros((kinds, MOST_CARDS + 1), np.int64),
        straight=np.zeros((kinds, 1 << RANKS), np.int64),
        below=np.zeros((kinds, len(BESIDE_A_FLUSH), FLUSHES + 1), np.int64),
        against=np.zeros((kinds, 1 << RANKS), np.int64),
    )
    for kind, suit in enumerate(deck.kinds):
        held = np.array([ranks for ranks in range(1 << RANKS) if ranks & ~suit == 0 and place[ranks] >= 0], np.int64)
        hands = held[np.argsort(place[held], kind="stable")]
        hands = hands[SUITED[hands] <= dealer_cards]
        outside = deck.size - suit.bit_count() - player_cards
        for dead in range(min(player_cards, suit.bit_count()) + 1):
            counted.any[kind, dead] = sum(
                int(CHOOSE[suit.bit_count() - dead, size] * CHOOSE[outside + dead, dealer_cards - size])
                for size in range(IN_A_FLUSH, dealer_cards + 1)
                if outside + dead >= 0
            )
        _count(counted, kind, hands, held[SUITED[held] <= player_cards], outside, dealer_cards)
    return counted


@inner_kernel
def _beside_the_suit(ranks: int, dead: int, outside: int, dealer_cards: int) -> int:
    """The dealer hands with these ranks in the suit: none if one of them is dead."""
    free = outside + SUITED[dead]
    return CHOOSE[free, dealer_cards - SUITED[ranks]] if ranks & dead == 0 and free >= 0 else 0


@kernel
def _count(counted: Flushes, kind: int, hands: Ints, own: Ints, outside: int, dealer_cards: int) -> None:
    for number in range(len(BESIDE_A_FLUSH)):
        below = counted.below[kind, number]
        for ranks in hands:
            below[counted.place[ranks] + 1] += _beside_the_suit(ranks, BESIDE_A_FLUSH[number], outside, dealer_cards)
        for flush in range(FLUSHES):
            below[flush + 1] += below[flush]
    for dead in own:
        for ranks in hands:
            if counted.place[ranks] > counted.place[dead]:
                break
            counted.against[kind, dead] += _beside_the_suit(ranks, dead, outside, dealer_cards)
    for ranks in hands:
        if counted.place[ranks] >= counted.straight_flush:
            for dead in range(1 << RANKS):
                counted.straight[kind, dead] += _beside_the_suit(ranks, dead, outside, dealer_cards)
