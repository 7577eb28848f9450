"""How many of a dealer's hands with a flush have a rank vector below a strength, with the player's cards dead.

A hand of seven cards or fewer has one flush suit at most, and none with a flush holds a full house or four of a kind:
such hands are counted suit by suit, and by rank none of them is above a straight. The order of strengths is cut into
spans as in `dealer_counts`.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Arrays, Ints
from croupier.exact.showdown.dealer_counts import (
    CHOOSE,
    IN_A_FLUSH,
    MOST_CARDS,
    RANKS,
    SUITED,
    every_vector,
    has,
    lay_ranks,
    vector_numbers,
)
from croupier.exact.store import inner_kernel, kernel

OFF_SUIT_SETS: Final = 1 + RANKS + RANKS * (RANKS + 1) // 2
"""How many sets of none, one or two cards outside a suit there are, told apart by their ranks: 105."""
SETS_BEFORE: Final = np.append(0, np.cumsum(np.bincount(SUITED)[: MOST_CARDS + 1]))
"""Where the sets of each number of ranks start, and last where those of seven end: 5,812."""
SET_NUMBER: Final = np.full(1 << RANKS, -1, np.int64)
"""The number of each set of at most seven ranks, smaller ones first."""
for _size in range(MOST_CARDS + 1):
    SET_NUMBER[_size == SUITED] = np.arange(SETS_BEFORE[_size], SETS_BEFORE[_size + 1])


class Suited(NamedTuple):
    """The dealer hands with five or more cards of one suit, weakest rank vector first."""

    ranks: Ints
    """The ranks of the suit, as bits."""
    beside: Ints
    """Which ranks the cards outside the suit have, as numbered by `beside`."""
    strength: Ints
    """The strength of the rank vector."""


@inner_kernel
def beside(low: int, high: int) -> int:
    """The number of the set of two cards outside a suit that have these ranks; 0 is none, 1 to 13 a single card."""
    return 1 + RANKS + (high * (high + 1) >> 1) + low


BESIDE: Final = np.array(
    [(-1, -1)]
    + [(-1, high) for high in range(RANKS)]
    + [(low, high) for high in range(RANKS) for low in range(high + 1)]
)
"""The ranks of each set of at most two cards outside a suit; -1 where there is no card."""


@cache
def suited_hands(size: int) -> Suited:
    """The dealer hands of so many cards with a flush in one suit of a whole deck, told apart by ranks alone."""
    dealers, found = every_vector(size), list[tuple[Ints, Ints, Ints]]()
    for other, cards in enumerate(BESIDE):
        counted = np.bincount(cards + 1, minlength=RANKS + 1)[1:]
        ranks = np.flatnonzero(size - counted.sum() == SUITED)
        if size - counted.sum() >= IN_A_FLUSH:
            counts = (ranks[:, None] >> np.arange(RANKS) & 1) + counted
            strength = dealers.strength[dealers.at[vector_numbers(counts)]]
            found.append((ranks, np.full(len(ranks), other), strength))
    hands = Suited(*(np.concatenate(column) for column in zip(*found, strict=True)))
    order = np.argsort(hands.strength, kind="stable")
    return Suited(hands.ranks[order], hands.beside[order], hands.strength[order])


@kernel
def _hold(holding: Ints, ranks: int, other: int, suit: int, off_suit: Ints) -> None:
    """Count a dealer hand with a flush under every set of cards it holds: some of the suit, some of those beside it."""
    low, high = BESIDE[other, 0], BESIDE[other, 1]
    if ranks & ~suit or (high >= 0 and off_suit[high] < 1 + (low == high)) or (low >= 0 and not off_suit[low]):
        return
    suited = ranks
    while True:
        if SET_NUMBER[suited] < len(holding):
            hands = holding[SET_NUMBER[suited]]
            if high < 0:
                hands[0] += 1
            elif low < 0:
                hands[0] += off_suit[high]
                hands[1 + high] += 1
            elif low == high:
                hands[0] += CHOOSE[off_suit[high], 2]
                hands[1 + high] += off_suit[high] - 1
                hands[other] += 1
            else:
                hands[0] += off_suit[low] * off_suit[high]
                hands[1 + low] += off_suit[high]
                hands[1 + high] += off_suit[low]
                hands[other] += 1
        if suited == 0:
            return
        suited = (suited - 1) & ranks


@kernel
def _avoid(holding: Ints, suit: int, dead: Ints, most: int, room: Arrays, avoiding: Ints) -> None:
    """The dealer hands with a flush that hold no dead card, for every set M of the dead ranks that may be of the suit.

    At most so many may be, and none that the suit has not. With d dead cards of a rank, d - 1 of them are outside the
    suit if the rank is in M, and d if it is not. So the hands that avoid all are the sum, over X within M of the suit,
    of (-1)^|X| times the sum over the sets of at most two dead cards outside it. That is put down under X as if no more
    ranks than those of X were of the suit; under X and one rank or two more, what changes if these are too, and what
    changes again; all that is put down within M is then added up.
    """
    ranks, cards, bits = room
    different = 0
    for rank in range(RANKS):
        if dead[rank]:
            ranks[different], cards[different] = rank, dead[rank]
            different += 1
    sets = 1 << different
    for within in range(sets):
        avoiding[within] = bits[within] = 0
        for i in range(different):
            bits[within] |= (within >> i & 1) << ranks[i]
    for suited in range(sets):
        if SUITED[suited] > most or bits[suited] & ~suit:
            continue
        hands, sign = holding[SET_NUMBER[bits[suited]]], 1 - 2 * (SUITED[suited] & 1)
        every = hands[0]
        for i in range(different):
            own, pairs = cards[i] - (suited >> i & 1), beside(0, ranks[i])
            if not own:
                continue
            single, double = hands[1 + ranks[i]], hands[pairs + ranks[i]]
            every += CHOOSE[own, 2] * double - own * single
            one = single - (own - 1) * double
            for j in range(i):
                other = cards[j] - (suited >> j & 1)
                if other:
                    pair = hands[pairs + ranks[j]]
                    every += own * other * pair
                    one -= other * pair
                    if not suited >> j & 1:
                        avoiding[suited | 1 << j] -= sign * own * pair
                        if not suited >> i & 1:
                            avoiding[suited | 1 << i | 1 << j] += sign * pair
            if not suited >> i & 1:
                avoiding[suited | 1 << i] += sign * one
        avoiding[suited] += sign * every
    for i in range(different):
        for within in range(sets):
            if within >> i & 1:
                avoiding[within] += avoiding[within ^ 1 << i]


@inner_kernel
def _lay_off_suit(suits: Ints, suit: int, held: Ints, off_suit: Ints) -> None:
    """How many cards of each rank there are, and how many of them outside a suit."""
    lay_ranks(suits, held)
    for rank in range(RANKS):
        off_suit[rank] = held[rank] - (suit >> rank & 1)


@kernel
def hold_suits(first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints) -> None:
    """The dealer hands with a flush of each kind of suit and span that hold certain cards.

    `holding[X, other]` counts those that hold the cards X of the suit and certain cards of `other` beside it.
    """
    of_kind, ranks, others, spans = tables[2][0], tables[2][1], tables[2][2], tables[2][4]
    held, off_suit = scratch[0], scratch[5]
    for piece in range(first, end):
        kind, span = piece // kept[2].shape[1], piece % kept[2].shape[1]
        suit, holding = laid[0, of_kind[kind]], kept[2][kind, span]
        _lay_off_suit(laid[0], suit, held, off_suit)
        for number in range(holding.shape[0]):
            for other in range(holding.shape[1]):
                holding[number, other] = 0
        for hand in range(spans[span], spans[span + 1]):
            _hold(holding, ranks[hand], others[hand], suit, off_suit)


@kernel
def add_up_suits(first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints) -> None:
    """The same of all spans before each."""
    holding = kept[2]
    for piece in range(first, end):
        kind, number = piece // holding.shape[2], piece % holding.shape[2]
        for other in range(holding.shape[3]):
            so_far = 0
            for span in range(holding.shape[1]):
                own = holding[kind, span, number, other]
                holding[kind, span, number, other] = so_far
                so_far += own


@kernel
def avoid_unqualified_suits(
    first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints
) -> None:
    """For each kind of suit, dead vector and set of its ranks that are of the suit: dealer hands not qualified."""
    dead, unqualified, first_set, of_kind = tables[0][1], tables[0][5], tables[1][3], tables[2][0]
    room, avoiding = (scratch[6], scratch[7], scratch[8]), scratch[9]
    lay_ranks(laid[0], scratch[0])
    for piece in range(first, end):
        kind, number = piece // len(dead), piece % len(dead)
        if has(scratch[0], dead[number]):
            _avoid(kept[2][kind, unqualified], laid[0, of_kind[kind]], dead[number], MOST_CARDS, room, avoiding)
            for suited in range(first_set[number + 1] - first_set[number]):
                kept[4][kind, first_set[number] + suited] = avoiding[suited]


@kernel
def avoid_suits(first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints) -> None:
    """The dealer hands with a flush whose rank vector is below that of each dead vector, and those as strong by it.

    They are counted for each kind of suit and each set of ranks that are of the suit, as few as make no flush. The sets
    are those of the first dead vector, then those of the next, and so on; within a vector they are numbered as bits
    over its ranks.
    """
    dead, dead_spans, thresholds, first_set = tables[0][1], tables[0][3], tables[1][1], tables[1][3]
    of_kind, ranks, others, strength, spans = tables[2]
    held, off_suit, avoiding = scratch[0], scratch[5], scratch[9]
    room = scratch[6], scratch[7], scratch[8]
    most = IN_A_FLUSH - 1
    for piece in range(first, end):
        kind, span = piece // kept[2].shape[1], piece % kept[2].shape[1]
        suit, holding, found = laid[0, of_kind[kind]], kept[2][kind, span], kept[3][kind]
        _lay_off_suit(laid[0], suit, held, off_suit)
        hand, start = spans[span], dead_spans[span]
        while start < dead_spans[span + 1]:
            threshold, stop = thresholds[start], start
            while stop < dead_spans[span + 1] and thresholds[stop] == threshold:
                stop += 1
            for at_threshold in range(2):
                while hand < spans[span + 1] and strength[hand] < threshold + at_threshold:
                    _hold(holding, ranks[hand], others[hand], suit, off_suit)
                    hand += 1
                for number in range(start, stop):
                    if not has(held, dead[number]):
                        continue
                    _avoid(holding, suit, dead[number], most, room, avoiding)
                    for suited in range(first_set[number + 1] - first_set[number]):
                        if SUITED[suited] <= most:
                            place = first_set[number] + suited
                            found[place, at_threshold] = avoiding[suited]
                            if at_threshold:
                                found[place, 1] -= found[place, 0]
            start = stop
