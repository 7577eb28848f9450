"""Every own pair against every dealer's pair on one board, counted.

On one board all pairs of the cards that are left are sorted by strength. The dealer pairs that a pair beats are those
below it, less the ones that contain either of its own cards, which a walk through the sorted list counts card by card;
no dealer pair that is below it contains both. Among those of its own strength both cards are in one, itself.

Three numbers then say all: the dealer pairs below, those equal, and those that do not qualify. A pair that would
qualify itself beats all that do not, and one that would not loses to all that do; so the six results are sums and
differences of the three, and what a showdown is worth is a constant and three products.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.exact.board.board_places import Places
from croupier.exact.hand_counts.evaluate import BIT, KEY, strength_of
from croupier.exact.store import kernel

TERMS: Final = 4
"""What is told of a showdown: one, and how many dealer pairs are below, equal, and unqualified."""
_LOW_BITS: Final = 7
_IN_A_FLUSH: Final = 5
_RANKS: Final = 13


class Hands(NamedTuple):
    """What strengths mean: they are numbered without gaps, lowest first."""

    number: Ints
    """Of each strength that `strength_of` gives."""
    kind: Ints
    """Of each number: the row of the hand; for hands that would not qualify, the number of rows more."""
    least: int
    """The least number with which the dealer qualifies."""


class Ranked(NamedTuple):
    """All pairs on one board, by ascending strength, and how many dealer pairs are where."""

    pair: Ints
    strength: Ints
    below: Ints
    equal: Ints
    unqualified: Ints


class Scratch(NamedTuple):
    """Room to sort and count in."""

    pair: Ints
    strength: Ints
    order: Ints
    by_ranks: Ints
    low: Ints
    high: Ints
    held: Ints
    held_unqualified: Ints
    free: Ints


@kernel
def room_for(places: Places) -> tuple[Ranked, Scratch]:
    """Room for the pairs of a deck."""
    pairs, cards = len(places.low), len(places.deck)
    ranked = Ranked(
        np.empty(pairs, np.uint16),
        np.empty(pairs, np.uint16),
        np.empty(pairs, np.int16),
        np.empty(pairs, np.int16),
        np.empty(pairs, np.int16),
    )
    scratch = Scratch(
        np.empty(pairs, np.uint16),
        np.empty(pairs, np.uint16),
        np.empty(pairs, np.uint16),
        np.empty((_RANKS, _RANKS), np.uint16),
        np.empty(1 << _LOW_BITS, np.uint16),
        np.empty(1 << _LOW_BITS, np.uint16),
        np.empty(cards, np.int16),
        np.empty(cards, np.int16),
        np.empty(cards, np.int64),
    )
    return ranked, scratch


@kernel
def rank_pairs(board_bits: int, places: Places, hands: Hands, ranked: Ranked, scratch: Scratch) -> int:
    """Sort all pairs beside a board by strength, in two passes by the low and the high bits; returns how many.

    Pairs of the same ranks are equally strong, but for those that make a flush with three or more of the board.
    """
    deck, free, low, high = places.deck, scratch.free, scratch.low, scratch.high
    key, found, size = 0, 0, 2
    for place in range(len(deck)):
        if board_bits & BIT[deck[place]]:
            key += KEY[deck[place]]
            size += 1
        else:
            free[found] = place
            found += 1
    suit, wanted = _flush_suit(board_bits)
    _rank_unsuited(key, board_bits, size, hands, scratch.by_ranks)
    low[:] = 0
    high[:] = 0
    pairs = 0
    for y in range(found):
        card = deck[free[y]]
        same = scratch.by_ranks[card >> 2]
        key_y, bits_y, suited = key + KEY[card], board_bits | BIT[card], np.int64(card & 3 == suit)
        start = free[y] * (free[y] - 1) // 2
        for x in range(y):
            card = deck[free[x]]
            strength = same[card >> 2]
            if suited + (card & 3 == suit) >= wanted:
                strength = hands.number[strength_of(size, key_y + KEY[card], bits_y | BIT[card])]
            scratch.pair[pairs] = start + free[x]
            scratch.strength[pairs] = strength
            low[strength & (1 << _LOW_BITS) - 1] += 1
            high[strength >> _LOW_BITS] += 1
            pairs += 1
    before_low = before_high = 0
    for bucket in range(1 << _LOW_BITS):
        low[bucket], before_low = before_low, before_low + low[bucket]
        high[bucket], before_high = before_high, before_high + high[bucket]
    for i in range(pairs):
        bucket = scratch.strength[i] & (1 << _LOW_BITS) - 1
        scratch.order[low[bucket]] = i
        low[bucket] += 1
    for j in range(pairs):
        i = scratch.order[j]
        bucket = scratch.strength[i] >> _LOW_BITS
        at = high[bucket]
        high[bucket] += 1
        ranked.pair[at] = scratch.pair[i]
        ranked.strength[at] = scratch.strength[i]
    return pairs


@kernel
def _flush_suit(board_bits: int) -> tuple[int, int]:
    """The suit in which a flush is possible, and how many of two more cards it takes: three if in none."""
    for suit in range(4):
        held, bits = 0, board_bits >> 16 * suit & 0x1FFF
        while bits:
            held += 1
            bits &= bits - 1
        if held + 2 >= _IN_A_FLUSH:
            return suit, _IN_A_FLUSH - held
    return 0, 3


@kernel
def _rank_unsuited(key: int, board_bits: int, size: int, hands: Hands, by_ranks: Ints) -> None:
    """The strength of every two ranks beside a board where there is no flush; a key without suits has none."""
    key &= 0xFFFF_FFFF
    held = np.zeros(_RANKS, np.int64)
    for suit in range(4):
        for rank in range(_RANKS):
            held[rank] += board_bits >> (16 * suit + rank) & 1
    for high in range(_RANKS):
        for low in range(high + 1):
            if held[high] + 1 + (low == high) <= 4 and held[low] + 1 <= 4:
                more = (KEY[4 * high] & 0xFFFF_FFFF) + (KEY[4 * low] & 0xFFFF_FFFF)
                by_ranks[high, low] = by_ranks[low, high] = hands.number[strength_of(size, key + more, 0)]


@kernel
def count_dealers(pairs: int, places: Places, least: int, ranked: Ranked, scratch: Scratch) -> int:
    """Count the dealer pairs below and equal to each pair, and those that do not qualify; 0 if they add up.

    Every showdown is won by one side or tied, and every dealer pair is met by the same number of own pairs; so over
    all pairs those below, twice, and those equal are all, and those unqualified a known number.
    """
    held, held_unqualified = scratch.held, scratch.held_unqualified
    low, high, pair, strength = places.low, places.high, ranked.pair, ranked.strength
    held[:] = 0
    unqualified, start = -1, 0
    while start < pairs:
        here = strength[start]
        if unqualified < 0 and here >= least:
            unqualified = start
            held_unqualified[:] = held
        end = start
        while end < pairs and strength[end] == here:
            ranked.below[end] = start - held[low[pair[end]]] - held[high[pair[end]]]
            end += 1
        for i in range(start, end):
            held[low[pair[i]]] += 1
            held[high[pair[i]]] += 1
        for i in range(start, end):
            ranked.equal[i] = end - held[low[pair[i]]] - held[high[pair[i]]] + 1 - ranked.below[i]
        start = end
    if unqualified < 0:
        unqualified = pairs
        held_unqualified[:] = held
    dealers = pairs - 2 * held[low[pair[0]]] + 1
    showdowns = met = 0
    for i in range(pairs):
        mine = held_unqualified[low[pair[i]]] + held_unqualified[high[pair[i]]]
        ranked.unqualified[i] = unqualified - mine + (i < unqualified)
        showdowns += 2 * ranked.below[i] + ranked.equal[i]
        met += ranked.unqualified[i]
    return int(abs(showdowns - pairs * dealers) + abs(met - unqualified * dealers))


@kernel
def deal_out(own: Ints, seen: int, more: int, places: Places, hands: Hands, kinds: Ints, counts: Ints) -> None:
    """For two own cards and a board seen, every way the board can be filled: the own kind of hand, and all results.

    Own cards are named by places, the board by its bits; every dealer pair is compared by itself.
    """
    deck = places.deck
    free = np.empty(len(deck), np.int64)
    found, size = 0, 2 + more
    own_bits, own_key, key = BIT[deck[own[0]]] | BIT[deck[own[1]]], KEY[deck[own[0]]] + KEY[deck[own[1]]], 0
    for place in range(len(deck)):
        if seen & BIT[deck[place]]:
            key += KEY[deck[place]]
            size += 1
        elif not own_bits & BIT[deck[place]]:
            free[found] = deck[place]
            found += 1
    at = np.arange(more + 1)
    at[more] = found + 1
    for filled in range(len(kinds)):
        board_bits, board_key = seen, key
        for j in range(more):
            board_bits |= BIT[free[at[j]]]
            board_key += KEY[free[at[j]]]
        mine = hands.number[strength_of(size, board_key + own_key, board_bits | own_bits)]
        kinds[filled] = hands.kind[mine]
        for y in range(found):
            if board_bits & BIT[free[y]]:
                continue
            for x in range(y):
                other = free[x]
                if not board_bits & BIT[other]:
                    dealer_bits = board_bits | BIT[other] | BIT[free[y]]
                    dealer = hands.number[strength_of(size, board_key + KEY[other] + KEY[free[y]], dealer_bits)]
                    result = (mine >= dealer) + (mine > dealer) + 3 * (dealer < hands.least)
                    counts[filled, result] += 1
        j = 0
        while j < more and at[j] + 1 == at[j + 1]:
            at[j] = j
            j += 1
        at[j] += 1
