"""How many of a dealer's poker hands are below a strength, with the player's cards dead.

A dealer hand is judged by its rank vector alone, how many cards of each rank it has, unless five of its cards share a
suit. So the dealer hands below a strength are those whose rank vector is below it, less the hands with a flush among
these, plus the hands with a flush that is below it. A hand of seven cards or fewer has one flush suit at most, and none
with a flush holds a full house or four of a kind: hands with a flush are counted suit by suit, and by rank none of them
is above a straight.

Dead cards are dealt with by inclusion-exclusion: the dealer hands that hold none of the dead cards are the sum, over
all sets X of dead cards, of (-1)^|X| times the hands that hold all of X. A table of the hands that hold X, for every
X, is filled in the order of the hands' strengths, and read when it has come to the strength of a player's hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import comb
from os import cpu_count
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.exact.hand_counts.evaluate import CATEGORY_SHIFT, strengths
from croupier.exact.store import inner_kernel, kernel
from croupier.hands import Poker

RANKS: Final = 13
SUITS: Final = 4
MOST_CARDS: Final = 7
IN_A_FLUSH: Final = 5
OFF_SUIT_SETS: Final = 1 + RANKS + RANKS * (RANKS + 1) // 2
"""How many sets of none, one or two cards outside a suit there are, told apart by their ranks: 105."""

CHOOSE: Final = np.array([[comb(n, k) for k in range(MOST_CARDS + 1)] for n in range(53)], np.int64)
SUITED: Final = np.array([ranks.bit_count() for ranks in range(1 << RANKS)], np.int64)
BEFORE: Final = np.cumsum([0] + [comb(RANKS - 1 + size, size) for size in range(MOST_CARDS + 1)])
"""Where the rank vectors of each size start, and last where those of seven cards end: 77,520."""

FULL_HOUSE: Final = Poker.FULL_HOUSE << CATEGORY_SHIFT
FLUSH: Final = Poker.FLUSH << CATEGORY_SHIFT
STRAIGHT_FLUSH: Final = Poker.STRAIGHT_FLUSH << CATEGORY_SHIFT

CORES: Final = cpu_count() or 1
_SHARES: Final = 8
"""In how many shares the hands with a flush are counted, each on its own core while there are any."""


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


@kernel
def _parts(vector: Ints, factor: Ints, numbers: Ints, ways: Ints) -> int:
    """Every vector within a vector: its number, and the product of `factor[rank, cards]` over the ranks there are."""
    sizes = np.zeros(len(numbers), np.int64)
    found = 1
    numbers[0], ways[0] = 0, 1
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
def _by_rank(dealers: Ints, strength: Ints, held: Ints, dead: Ints, thresholds: Ints, below: Ints, equal: Ints) -> None:
    """The dealer hands whose rank vector is below, or at, a threshold, for each vector of dead cards.

    `holding[X]` counts the dealer hands that hold certain cards with rank vector X. A dealer vector n, of the cards
    `held` in the deck, has the product of C(held - X, n - X) such hands; a dead vector d has the product of C(d, X)
    sets of cards with vector X. Dealers and thresholds come in ascending order.
    """
    holding = np.zeros(BEFORE[-1], np.int64)
    numbers = np.empty(1 << MOST_CARDS, np.int64)
    ways = np.empty(1 << MOST_CARDS, np.int64)
    factor = np.empty((RANKS, SUITS + 1), np.int64)
    dealer = first = 0
    while first < len(dead):
        threshold = thresholds[first]
        last = first
        while last < len(dead) and thresholds[last] == threshold:
            last += 1
        for at_threshold in range(2):
            while dealer < len(dealers) and strength[dealer] < threshold + at_threshold:
                for rank in range(RANKS):
                    for cards in range(dealers[dealer, rank] + 1):
                        factor[rank, cards] = CHOOSE[held[rank] - cards, dealers[dealer, rank] - cards]
                for part in range(_parts(dealers[dealer], factor, numbers, ways)):
                    holding[numbers[part]] += ways[part]
                dealer += 1
            for i in range(first, last):
                for rank in range(RANKS):
                    for cards in range(dead[i, rank] + 1):
                        factor[rank, cards] = (1 - 2 * (cards & 1)) * CHOOSE[dead[i, rank], cards]
                hands = 0
                for part in range(_parts(dead[i], factor, numbers, ways)):
                    hands += ways[part] * holding[numbers[part]]
                if at_threshold:
                    equal[i] = hands - below[i]
                else:
                    below[i] = hands
        first = last


def by_rank(dealers: Vectors, dead: Vectors, thresholds: Ints, deck: Deck) -> tuple[Ints, Ints]:
    """For each vector of dead cards, the dealer hands whose rank vector is below its threshold, and those at it."""
    below, equal = np.zeros(len(dead.counts), np.int64), np.zeros(len(dead.counts), np.int64)
    _by_rank(dealers.counts, dealers.strength, deck.held, dead.counts, thresholds, below, equal)
    return below, equal


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
    return 1 + RANKS + high * (high + 1) // 2 + low


BESIDE: Final = np.array(
    [(-1, -1)]
    + [(-1, high) for high in range(RANKS)]
    + [(low, high) for high in range(RANKS) for low in range(high + 1)]
)
"""The ranks of each set of at most two cards outside a suit; -1 where there is no card."""


def suited_hands(suit: int, dealers: Vectors, size: int, deck: Deck) -> Suited:
    """The dealer hands with a flush in a suit that holds these ranks, told apart by ranks alone."""
    off_suit = deck.held - (suit >> np.arange(RANKS) & 1)
    within = np.array([ranks for ranks in range(1 << RANKS) if ranks & ~suit == 0])
    found: list[tuple[Ints, Ints, Ints]] = []
    for other in range(OFF_SUIT_SETS):
        cards = np.bincount(BESIDE[other] + 1, minlength=RANKS + 1)[1:]
        ranks = within[SUITED[within] == size - cards.sum()]
        if SUITED[within].max() >= IN_A_FLUSH and size - cards.sum() >= IN_A_FLUSH and (cards <= off_suit).all():
            counts = (ranks[:, None] >> np.arange(RANKS) & 1) + cards
            strength = dealers.strength[dealers.at[vector_numbers(counts)]]
            found.append((ranks, np.full(len(ranks), other), strength))
    if not found:
        return Suited(*(np.empty(0, np.int64) for _ in Suited._fields))
    hands = Suited(*(np.concatenate(column) for column in zip(*found, strict=True)))
    order = np.argsort(hands.strength, kind="stable")
    return Suited(hands.ranks[order], hands.beside[order], hands.strength[order])


@kernel
def _hold(holding: Ints, ranks: int, other: int, off_suit: Ints) -> None:
    """Count a dealer hand with a flush under every set of cards it holds: some of the suit, some of those beside it."""
    low, high = BESIDE[other, 0], BESIDE[other, 1]
    suited = ranks
    while True:
        hands = holding[suited]
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
def _avoid(holding: Ints, suit: int, dead: Ints, most: int, avoiding: Ints) -> None:
    """The dealer hands with a flush that hold no dead card, for every set M of the dead ranks that may be of the suit.

    At most so many may be, and none that the suit has not.

    With d dead cards of a rank, d - 1 of them are outside the suit if the rank is in M, and d if it is not. For X
    within M, of the suit, the sum over the sets of at most two dead cards outside it is

        none(X) + the sum over ranks r in M of one(X, r) + the sum over pairs r, q in M of holding[X, r q]

    where none(X) is that sum if all dead cards were outside, and one(X, r) what changes when one of rank r is not. The
    hands that avoid all are then the sum over X within M of (-1)^|X| times this.
    """
    ranks = np.empty(MOST_CARDS, np.int64)
    cards = np.empty(MOST_CARDS, np.int64)
    different = 0
    for rank in range(RANKS):
        if dead[rank]:
            ranks[different], cards[different] = rank, dead[rank]
            different += 1
    sets = 1 << different
    bits = np.zeros(sets, np.int64)
    none = np.empty(sets, np.int64)
    one = np.empty((sets, different), np.int64)
    two = np.empty((sets, different, different), np.int64)
    for suited in range(sets):
        for i in range(different):
            bits[suited] |= (suited >> i & 1) << ranks[i]
        if SUITED[suited] > most or bits[suited] & ~suit:
            continue
        hands = holding[bits[suited]]
        none[suited] = hands[0]
        for i in range(different):
            single, double = hands[1 + ranks[i]], hands[beside(ranks[i], ranks[i])]
            none[suited] += CHOOSE[cards[i], 2] * double - cards[i] * single
            one[suited, i] = single - (cards[i] - 1) * double
        for i in range(different):
            for j in range(i):
                pair = hands[beside(ranks[j], ranks[i])]
                none[suited] += cards[i] * cards[j] * pair
                one[suited, i] -= cards[j] * pair
                one[suited, j] -= cards[i] * pair
                two[suited, i, j] = pair
    for dead_suited in range(sets):
        avoiding[dead_suited] = 0
        if SUITED[dead_suited] > most or bits[dead_suited] & ~suit:
            continue
        total = 0
        suited = dead_suited
        while True:
            hands_avoiding = none[suited]
            for i in range(different):
                if dead_suited >> i & 1:
                    hands_avoiding += one[suited, i]
                    for j in range(i):
                        if dead_suited >> j & 1:
                            hands_avoiding += two[suited, i, j]
            total += hands_avoiding if SUITED[suited] % 2 == 0 else -hands_avoiding
            if suited == 0:
                break
            suited = (suited - 1) & dead_suited
        avoiding[dead_suited] = total


@kernel
def _suited_by_rank(
    hands: Suited,
    suit: int,
    off_suit: Ints,
    dead: Ints,
    first_set: Ints,
    thresholds: Ints,
    most: int,
    span: Ints,
    found: Ints,
) -> None:
    """The dealer hands with a flush in one suit whose rank vector is below, or at, a threshold: a span of dead vectors.

    `holding[X, other]` counts the hands that hold the cards X of the suit and certain cards of `other` beside it. For
    each dead vector, and each set of at most `most` of its ranks being of the suit, the hands below the threshold go to
    `found[set, 0]` and those at it to `found[set, 1]`.
    """
    holding = np.zeros((1 << RANKS, OFF_SUIT_SETS), np.int32)
    below = np.empty(1 << MOST_CARDS, np.int64)
    upto = np.empty(1 << MOST_CARDS, np.int64)
    hand, first = 0, span[0]
    while first < span[1]:
        threshold = thresholds[first]
        last = first
        while last < span[1] and thresholds[last] == threshold:
            last += 1
        for at_threshold in range(2):
            while hand < len(hands.ranks) and hands.strength[hand] < threshold + at_threshold:
                _hold(holding, hands.ranks[hand], hands.beside[hand], off_suit)
                hand += 1
            for i in range(first, last):
                sets = first_set[i + 1] - first_set[i]
                _avoid(holding, suit, dead[i], most, upto if at_threshold else below)
                for suited in range(sets):
                    if SUITED[suited] <= most:
                        if at_threshold:
                            found[first_set[i] + suited, 1] = upto[suited] - found[first_set[i] + suited, 0]
                        else:
                            found[first_set[i] + suited, 0] = below[suited]
        first = last


def suited_by_rank(dealers: Vectors, dealer_cards: int, dead: Vectors, thresholds: Ints, most: int, deck: Deck) -> Ints:
    """The dealer hands with a flush whose rank vector is below a threshold, and those at it, for each kind of suit.

    Each dead vector has a threshold, ascending; nothing is counted for those above a straight. The sets of dead
    ranks that are of the suit, at most `most` of them, are those of the first dead vector, then those of the next, and
    so on; within a vector they are numbered as bits over its ranks.
    """
    found = np.zeros((len(deck.kinds), dead.first[-1], 2), np.int32)
    last = int(np.searchsorted(thresholds, FULL_HOUSE))
    bounds = np.linspace(0, last, _SHARES + 1).astype(np.int64)
    with ThreadPoolExecutor(CORES) as cores:
        for kind, suit in enumerate(deck.kinds):
            hands = suited_hands(suit, dealers, dealer_cards, deck)
            if not len(hands.ranks):
                continue
            off_suit = deck.held - (suit >> np.arange(RANKS) & 1)
            shares = [
                cores.submit(
                    _suited_by_rank, hands, suit, off_suit, dead.counts, dead.first, thresholds, most, span, found[kind]
                )
                for span in np.stack((bounds[:-1], bounds[1:]), axis=1)
            ]
            for share in shares:
                share.result()
    return found
