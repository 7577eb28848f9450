"""How many of a dealer's poker hands are below a strength, with the player's cards dead: judged by ranks alone.

A dealer hand is judged by its rank vector alone, how many cards of each rank it has, unless five of its cards share a
suit. So the dealer hands below a strength are those whose rank vector is below it, less the hands with a flush among
these (`dealer_suits`), plus the hands with a flush that is below it (`dealer_flushes`).

Dead cards are dealt with by inclusion-exclusion: the dealer hands that hold none of the dead cards are the sum, over
all sets X of dead cards, of (-1)^|X| times the hands that hold all of X. A table of the hands that hold X, for every
X, is filled in the order of the hands' strengths, and read when it has come to the strength of a player's hand.

That order is cut into spans of strengths. Each span first counts its own dealer hands; added up, they say what the
table of each span begins with; then every span goes through its strengths, beside all others. What is kept of a deck
is a tuple of tables, and all kernels are stages as `InStages` has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Arrays, Ints
from croupier.exact.hand_counts.evaluate import CATEGORY_SHIFT, strengths
from croupier.exact.store import inner_kernel, kernel
from croupier.hands import Poker

RANKS: Final = 13
SUITS: Final = 4
MOST_CARDS: Final = 7
IN_A_FLUSH: Final = 5

CHOOSE: Final = np.array([[comb(n, k) for k in range(MOST_CARDS + 1)] for n in range(53)], np.int64)
SUITED: Final = np.array([ranks.bit_count() for ranks in range(1 << RANKS)], np.int64)
BEFORE: Final = np.cumsum([0] + [comb(RANKS - 1 + size, size) for size in range(MOST_CARDS + 1)])
"""Where the rank vectors of each size start, and last where those of seven cards end: 77,520."""

FULL_HOUSE: Final = Poker.FULL_HOUSE << CATEGORY_SHIFT
STRAIGHT_FLUSH: Final = Poker.STRAIGHT_FLUSH << CATEGORY_SHIFT

BELOW, EQUAL, LOW, UNQUALIFIED = range(4)
"""The dealer hands that are counted by rank: below a hand and as strong, straights at most, and those not qualified."""


class Vectors(NamedTuple):
    """The rank vectors of all hands of a size that a deck has, weakest first."""

    counts: Ints
    """How many cards of each rank, twos first."""
    strength: Ints
    """The strength of the hand if it has no flush."""
    at: Ints
    """Where among these each rank vector is, by its number; -1 for what the deck cannot deal."""
    first: Ints
    """Where each vector's own suited sets start, among those of all vectors: 2 to the number of its ranks."""


class Deck(NamedTuple):
    """A deck as the counting sees it: suits that hold the same ranks are of one kind and beside each other."""

    suited: Ints
    """The ranks that each suit holds, as bits."""
    place: tuple[int, ...]
    """Where each of the four suits stands in `suited`."""
    kind: Ints
    """The kind of each suit in `suited`."""
    held: Ints
    """How many cards of each rank there are."""

    @classmethod
    def of(cls, cards: Sequence[int]) -> Deck:
        """The deck of these cards, numbered 0 to 51."""
        ranks = [sum(1 << card // 4 for card in cards if card % 4 == suit) for suit in range(SUITS)]
        order = sorted(range(SUITS), key=lambda suit: ranks[suit])
        kinds = sorted(set(ranks))
        return cls(
            np.array([ranks[suit] for suit in order], np.int64),
            tuple(order.index(suit) for suit in range(SUITS)),
            np.array([kinds.index(ranks[suit]) for suit in order], np.int64),
            np.bincount([card // 4 for card in cards], minlength=RANKS).astype(np.int64),
        )

    @property
    def size(self) -> int:
        """How many cards it has."""
        return int(self.held.sum())

    @property
    def kinds(self) -> list[int]:
        """The ranks of each kind of suit, as bits."""
        return [int(self.suited[np.flatnonzero(self.kind == kind)[0]]) for kind in range(int(self.kind.max()) + 1)]


def rank_vectors(size: int, deck: Deck) -> Vectors:
    """Every rank vector of `size` cards, five at least being needed to have a strength; fewer have strength 0."""
    counts = np.zeros((1, RANKS), np.int8)
    for rank in range(RANKS):
        more = np.repeat(counts, deck.held[rank] + 1, axis=0)
        more[:, rank] = np.tile(np.arange(deck.held[rank] + 1), len(counts))
        counts = more[more.sum(axis=1) <= size]
    counts = counts[counts.sum(axis=1) == size]
    strength = np.zeros(len(counts), np.int64)
    if size >= IN_A_FLUSH and len(counts):
        ranks = np.repeat(np.tile(np.arange(RANKS), len(counts)), counts.reshape(-1)).reshape(-1, size)
        strength[:] = strengths((ranks * SUITS + np.arange(size) % SUITS).astype(np.uint8))
    order = np.argsort(strength, kind="stable")
    counts = counts[order]
    at = np.full(BEFORE[-1], -1, np.int32)
    at[vector_numbers(counts)] = np.arange(len(counts))
    sets = 1 << np.count_nonzero(counts, axis=1)
    return Vectors(counts, strength[order], at, np.cumsum(np.append(0, sets)))


@inner_kernel
def step(rank: int, size: int) -> int:
    """What the next card adds to the number of a vector of `size` cards that has no rank above it.

    Cards of ranks a <= b <= c ... make vector number C(a, 1) + C(b + 1, 2) + C(c + 2, 3) + ... of those of their size.
    """
    return int(CHOOSE[rank + size, size + 1])


@kernel
def vector_numbers(counts: Ints) -> Ints:
    """The numbers of rank vectors, smaller ones first."""
    numbers = np.empty(counts.shape[0], np.int64)
    for i in range(counts.shape[0]):
        number = size = 0
        for rank in range(RANKS):
            for _ in range(counts[i, rank]):
                number += step(rank, size)
                size += 1
        numbers[i] = BEFORE[size] + number
    return numbers


@cache
def every_vector(size: int) -> Vectors:
    """Every rank vector of a whole deck; a stripped one has no hands of some of them."""
    return rank_vectors(size, Deck.of(range(52)))


@inner_kernel
def lay_ranks(suits: Ints, held: Ints) -> None:
    """How many cards of each rank there are in suits that hold these ranks."""
    for rank in range(RANKS):
        held[rank] = 0
        for suit in range(SUITS):
            held[rank] += suits[suit] >> rank & 1


@inner_kernel
def has(held: Ints, vector: Ints) -> bool:
    """Whether there are as many cards of each rank as a vector has."""
    missing = 0
    for rank in range(RANKS):
        missing += vector[rank] > held[rank]
    return missing == 0


@kernel
def _parts(vector: Ints, factor: Ints, numbers: Ints, ways: Ints, sizes: Ints) -> int:
    """Every vector within a vector: its number, and the product of `factor[rank, cards]` over the ranks there are."""
    found = 1
    numbers[0], ways[0], sizes[0] = 0, 1, 0
    for rank in range(RANKS):
        if vector[rank]:
            for i in range(found):
                number, size = numbers[i], sizes[i]
                for cards in range(1, vector[rank] + 1):
                    number += step(rank, size)
                    size += 1
                    numbers[found], sizes[found] = number, size
                    ways[found] = ways[i] * factor[rank, cards]
                    found += 1
                ways[i] *= factor[rank, 0]
    for i in range(found):
        numbers[i] += BEFORE[sizes[i]]
    return found


@kernel
def _hold(dealer: Ints, held: Ints, holding: Ints, room: Arrays) -> None:
    """Count the dealer hands with a rank vector under the vectors of all cards that they hold.

    A dealer vector n, of the cards `held` in the deck, has the product of C(held - X, n - X) hands that hold certain
    cards with vector X.
    """
    factor, numbers, ways, sizes = room
    if not has(held, dealer):
        return
    for rank in range(RANKS):
        for cards in range(dealer[rank] + 1):
            factor[rank, cards] = CHOOSE[held[rank] - cards, dealer[rank] - cards]
    for part in range(_parts(dealer, factor, numbers, ways, sizes)):
        holding[numbers[part]] += ways[part]


@kernel
def _avoid(dead: Ints, held: Ints, holding: Ints, room: Arrays) -> int:
    """The dealer hands counted so far that hold no dead card: a dead vector d has the product of C(d, X) sets X."""
    factor, numbers, ways, sizes = room
    if not has(held, dead):
        return 0
    for rank in range(RANKS):
        for cards in range(dead[rank] + 1):
            factor[rank, cards] = (1 - 2 * (cards & 1)) * CHOOSE[dead[rank], cards]
    hands = 0
    for part in range(_parts(dead, factor, numbers, ways, sizes)):
        hands += ways[part] * holding[numbers[part]]
    return hands


@kernel
def hold_ranks(first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints) -> None:
    """The dealer hands of each span of strengths that hold certain cards, by the vector of these."""
    dealers, dealer_spans, holding = tables[0][0], tables[0][2], kept[0]
    held, room = scratch[0], (scratch[1], scratch[2], scratch[3], scratch[4])
    lay_ranks(laid[0], held)
    for span in range(first, end):
        for number in range(holding.shape[1]):
            holding[span, number] = 0
        for dealer in range(dealer_spans[span], dealer_spans[span + 1]):
            _hold(dealers[dealer], held, holding[span], room)


@kernel
def add_up_ranks(first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints) -> None:
    """The same of all spans before each."""
    holding = kept[0]
    for number in range(first, end):
        so_far = 0
        for span in range(len(holding)):
            own = holding[span, number]
            holding[span, number] = so_far
            so_far += own


@kernel
def avoid_low_ranks(
    first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints
) -> None:
    """For each dead vector, the dealer hands whose rank vector is a straight at most, and those not qualified."""
    dead, straights, unqualified = tables[0][1], tables[0][4], tables[0][5]
    holding, ranked, held, room = kept[0], kept[1], scratch[0], (scratch[1], scratch[2], scratch[3], scratch[4])
    lay_ranks(laid[0], held)
    for number in range(first, end):
        ranked[LOW, number] = _avoid(dead[number], held, holding[straights], room)
        ranked[UNQUALIFIED, number] = _avoid(dead[number], held, holding[unqualified], room)


@kernel
def avoid_ranks(first: int, end: int, laid: Ints, tables: Arrays, kept: Arrays, scratch: Arrays, totals: Ints) -> None:
    """The dealer hands whose rank vector is below that of each dead vector, and those whose vector is as strong.

    Dealers and dead vectors come in ascending order of their strengths, which are compared.
    """
    dealers, dead, dealer_spans, dead_spans = tables[0][0], tables[0][1], tables[0][2], tables[0][3]
    dealer_strength, strength = tables[1][0], tables[1][1]
    holding, ranked, held, room = kept[0], kept[1], scratch[0], (scratch[1], scratch[2], scratch[3], scratch[4])
    lay_ranks(laid[0], held)
    for span in range(first, end):
        dealer, last, start = dealer_spans[span], dealer_spans[span + 1], dead_spans[span]
        while start < dead_spans[span + 1]:
            threshold, stop = strength[start], start
            while stop < dead_spans[span + 1] and strength[stop] == threshold:
                stop += 1
            for at_threshold in range(2):
                while dealer < last and dealer_strength[dealer] < threshold + at_threshold:
                    _hold(dealers[dealer], held, holding[span], room)
                    dealer += 1
                for number in range(start, stop):
                    hands = _avoid(dead[number], held, holding[span], room)
                    if at_threshold:
                        ranked[EQUAL, number] = hands - ranked[BELOW, number]
                    else:
                        ranked[BELOW, number] = hands
            start = stop
