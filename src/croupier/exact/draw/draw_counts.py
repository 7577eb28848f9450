"""The counting behind every draw: which five-card hands a hold can end in.

A set of at most five cards of a deck is written as the places of its cards, in ascending order, and numbered among the
sets of its size: places p < q < r have number C(p,1) + C(q,2) + C(r,3). Sets of at most four cards are also numbered
together: the empty set is 0, then come the single cards, the pairs, the threes and the fours.

A hand H, of which S is held and D discarded, ends in each five-card hand that has all of S and none of D, once in each.
Let `containing[U]` count, by category, the five-card hands that have all of U. By inclusion-exclusion over the
discards, the final hands are the sum over T within D of (-1)^|T| containing[S + T]: for all 32 holds of a hand at once,
a Möbius transform of the 32 numbers containing[U], U within H. With 52 cards they must number C(47, |D|).
"""

from __future__ import annotations

from math import comb
from typing import Any, Final

import numpy as np

from croupier.arrays import Ints
from croupier.exact.store import inner_kernel, kernel

NOT_ALLOWED: Final = -(2**63)
"""Less than any hold is paid."""
HELD: Final[Ints] = np.array([hold.bit_count() for hold in range(32)], np.int64)
"""How many cards a hold keeps, a hold being a mask over the hand's cards, the lowest card first."""

PREFERENCE: Final[Ints] = np.array(sorted(range(32), key=lambda hold: (-hold.bit_count(), -hold)), np.int64)
"""Which of equally good holds is taken: the one that keeps most cards, then the one that keeps the higher cards."""

BINOMIAL: Final[Ints] = np.array([[comb(place, size) for size in range(6)] for place in range(53)], np.int64)

SUIT_ORDERS: Final[Ints] = np.array(
    [[a, b, c, 6 - a - b - c] for a in range(4) for b in range(4) for c in range(4) if len({a, b, c}) == 3], np.int64
)


def smaller_sets(deck_size: int) -> Ints:
    """For each size up to five, how many smaller sets of cards there are, the empty one included."""
    return np.cumsum([0] + [comb(deck_size, size) for size in range(5)], dtype=np.int64)


@kernel
def count_containing(deck_size: int, categories: Ints, kinds: int, smaller: Ints) -> Any:
    """For each set of at most four cards, how many five-card hands of each category contain it.

    Each hand adds one to each of its five fours. A hand that contains a set of s cards is reached through 5 - s sets
    that have one card more, so what those contain is added up and divided by 5 - s. The empty set must come to
    C(deck_size, 5).
    """
    containing = np.zeros((smaller[5], kinds), np.int32)
    fours = containing[smaller[4] :]
    number = 0
    for e in range(4, deck_size):
        e4 = BINOMIAL[e, 4]
        for d in range(3, e):
            d3, d4 = BINOMIAL[d, 3], BINOMIAL[d, 4]
            for c in range(2, d):
                c2, c3 = BINOMIAL[c, 2], BINOMIAL[c, 3]
                for b in range(1, c):
                    b2 = BINOMIAL[b, 2]
                    for a in range(b):
                        category = categories[number]
                        number += 1
                        fours[a + b2 + c3 + d4, category] += 1
                        fours[a + b2 + c3 + e4, category] += 1
                        fours[a + b2 + d3 + e4, category] += 1
                        fours[a + c2 + d3 + e4, category] += 1
                        fours[b + c2 + d3 + e4, category] += 1
    places = np.empty(5, np.int64)
    for size in range(4, 0, -1):
        for i in range(size):
            places[i] = i
        places[size] = deck_size
        for larger in range(smaller[size], smaller[size + 1]):
            for left_out in range(size):
                within = smaller[size - 1]
                for i in range(size):
                    if i != left_out:
                        within += BINOMIAL[places[i], i + 1 - (i > left_out)]
                for kind in range(kinds):
                    containing[within, kind] += containing[larger, kind]
            i = 0
            while places[i] + 1 == places[i + 1] and i < size - 1:
                places[i] = i
                i += 1
            places[i] += 1
        for within in range(smaller[size - 1], smaller[size]):
            for kind in range(kinds):
                containing[within, kind] //= 6 - size
    return containing


@kernel
def first_hands(deck: Ints, by_suits: bool) -> Any:
    """The hands to analyse, as places in the deck, and how many hands each of them stands for.

    By suits, hands that differ in the names of their suits are one class. Of each class that hand is taken whose suits,
    read as sets of ranks, do not ascend from clubs to spades; it stands for as many hands as its four sets have orders.
    Otherwise every hand stands for itself. All must come to C(len(deck), 5); 52 cards have 134,459 classes.
    """
    hands = np.empty((BINOMIAL[len(deck), 5], 5), np.int8)
    weights = np.empty(len(hands), np.int64)
    found = 0
    suits = np.zeros(4, np.int64)
    for e in range(4, len(deck)):
        _turn(suits, deck[e])
        for d in range(3, e):
            _turn(suits, deck[d])
            for c in range(2, d):
                _turn(suits, deck[c])
                for b in range(1, c):
                    _turn(suits, deck[b])
                    for a in range(b):
                        weight = 1
                        if by_suits:
                            _turn(suits, deck[a])
                            weight = _suit_orders(suits)
                            _turn(suits, deck[a])
                        if weight:
                            hands[found, 0] = a
                            hands[found, 1] = b
                            hands[found, 2] = c
                            hands[found, 3] = d
                            hands[found, 4] = e
                            weights[found] = weight
                            found += 1
                    _turn(suits, deck[b])
                _turn(suits, deck[c])
            _turn(suits, deck[d])
        _turn(suits, deck[e])
    return hands[:found].copy(), weights[:found].copy()


@kernel
def _turn(suits: Ints, card: int) -> None:
    """Put a card among the ranks of its suit, or take it out again."""
    suits[card & 3] ^= 1 << (card >> 2)


@kernel
def _suit_orders(suits: Ints) -> int:
    """In how many orders four sets of ranks can be given to the suits, or 0 if they ascend somewhere."""
    orders, alike = 24, 1
    for suit in range(1, 4):
        if suits[suit - 1] < suits[suit]:
            return 0
        alike = alike + 1 if suits[suit - 1] == suits[suit] else 1
        orders //= alike
    return orders


@kernel
def number_subsets(hands: Ints, smaller: Ints) -> Any:
    """The numbers of the 32 subsets of each hand, by mask; the whole hand's is its number among all hands."""
    numbers = np.empty((len(hands), 32), np.int32)
    for index in range(len(hands)):
        number_hand(hands[index], smaller, numbers[index])
    return numbers


@inner_kernel
def number_hand(hand: Ints, smaller: Ints, numbers: Ints) -> None:
    """The same for one hand."""
    numbers[0] = 0
    for card in range(5):
        for lower in range(1 << card):
            size = HELD[lower] + 1
            within_size = numbers[lower] - smaller[size - 1] + BINOMIAL[hand[card], size]
            numbers[lower | 1 << card] = smaller[size] + within_size
    numbers[31] -= smaller[5]


@kernel
def pay_sets(containing: Ints, pays: Ints) -> Any:
    """What the hands that contain each set of cards are paid in all."""
    paid = np.zeros(len(containing), np.int64)
    for number in range(len(containing)):
        total = 0
        for kind in range(len(pays)):
            total += containing[number, kind] * pays[kind]
        paid[number] = total
    return paid


@inner_kernel
def value_holds(subsets: Ints, categories: Ints, paid: Ints, pays: Ints, share: Ints, values: Ints) -> None:
    """What each of the 32 holds of a hand is paid."""
    for hold in range(31):
        values[hold] = paid[subsets[hold]]
    values[31] = pays[categories[subsets[31]]]
    for card in range(5):
        bit = 1 << card
        for start in range(0, 32, 2 * bit):
            for without in range(start, start + bit):
                values[without] -= values[without + bit]
    for hold in range(32):
        values[hold] *= share[hold]


@kernel
def value_every_hold(subsets: Ints, categories: Ints, containing: Ints, pays: Ints, share: Ints) -> Any:
    """What each of the 32 holds of each hand is paid, as `find_best_holds` compares them."""
    paid = pay_sets(containing, pays)
    values = np.empty((len(subsets), 32), np.int64)
    for index in range(len(subsets)):
        value_holds(subsets[index], categories, paid, pays, share, values[index])
    return values


@kernel
def find_best_holds(subsets: Ints, categories: Ints, containing: Ints, pays: Ints, share: Ints, fewest: int) -> Any:
    """The best hold of each hand, of those that keep so many cards or more, and what it is paid.

    `share[hold]` is what one of the C(47, k) ends of a hold that draws k cards counts for, so that the ends of each
    hold count for the same in all, and holds are compared as integers.
    """
    paid = pay_sets(containing, pays)
    holds = np.empty(len(subsets), np.uint8)
    best = np.empty(len(subsets), np.int64)
    values = np.empty(32, np.int64)
    for index in range(len(subsets)):
        value_holds(subsets[index], categories, paid, pays, share, values)
        for hold in range(32):
            if HELD[hold] < fewest:
                values[hold] = NOT_ALLOWED
        best[index] = values.max()
        choice = 0
        while values[PREFERENCE[choice]] != best[index]:
            choice += 1
        holds[index] = PREFERENCE[choice]
    return holds, best


@kernel
def count_final_hands(
    subsets: Ints, weights: Ints, categories: Ints, containing: Ints, holds: Ints, share: Ints
) -> Any:
    """How many final hands of each category the given holds end in, and how many first hands draw each number of cards.

    The signs of the inclusion-exclusion are added up for each set of cards over all hands, and multiplied once by what
    contains the set. The final hands must come to the number of first hands times what each hold's ends count for.
    """
    signs = np.zeros(len(containing), np.int64)
    finals = np.zeros(containing.shape[1], np.int64)
    drawn = np.zeros(6, np.int64)
    for index in range(len(subsets)):
        hold = np.int64(holds[index])
        weight = weights[index] * share[hold]
        drawn[5 - HELD[hold]] += weights[index]
        discards = 31 ^ hold
        avoided = discards
        while True:
            signed = -weight if HELD[avoided] & 1 else weight
            if hold | avoided == 31:
                finals[categories[subsets[index, 31]]] += signed
            else:
                signs[subsets[index, hold | avoided]] += signed
            if not avoided:
                break
            avoided = (avoided - 1) & discards
    for number in range(len(containing)):
        if signs[number]:
            for kind in range(len(finals)):
                finals[kind] += signs[number] * containing[number, kind]
    return finals, drawn


@kernel
def rename_suits(hands: Ints, holds: Ints) -> Any:
    """For each class of the 52-card deck, the numbers of the hands it stands for, and the same hold in each of them.

    A hand that several orders of the suits lead to comes up as often, with holds that differ in suits only.
    """
    numbers = np.zeros((len(hands), len(SUIT_ORDERS)), np.int64)
    renamed = np.empty((len(hands), len(SUIT_ORDERS)), np.uint8)
    cards = np.empty(5, np.int64)
    for index in range(len(hands)):
        for order in range(len(SUIT_ORDERS)):
            hold = np.int64(holds[index])
            for i in range(5):
                card = np.int64(hands[index, i])
                cards[i] = card - (card & 3) + SUIT_ORDERS[order, card & 3]
            for i in range(1, 5):
                j = i
                while j and cards[j - 1] > cards[j]:
                    cards[j - 1], cards[j] = cards[j], cards[j - 1]
                    if (hold >> (j - 1) ^ hold >> j) & 1:
                        hold ^= 0b11 << (j - 1)
                    j -= 1
            for i in range(5):
                numbers[index, order] += BINOMIAL[cards[i], i + 1]
            renamed[index, order] = hold
    return numbers, renamed
