"""Compiled evaluators: how good a poker hand of five, six or seven cards is, as one ordered number.

A hand's strength is its category times 4096 plus its place among the hands of that category, lowest 0, so two hands
compare as their strengths do and `strength >> CATEGORY_SHIFT` is the category, numbered as in `croupier.hands.Poker`.

A hand without a flush is judged by how many cards of each rank it has, its *rank vector*. Vectors are numbered without
gaps: each splits into its seven low and its six high ranks; those with the same high half stand together in a block,
inside it in the order of their low halves. So the number of a vector is one look-up for the high half, where its block
starts, plus one for the low half, its place in the block. Each half is named by the sum of one small key per card, the
keys chosen so that no two halves of up to seven cards have the same sum.

A hand with five or more cards of a suit is judged by the ranks of that suit alone: seven cards leave two others at
most, and a full house or four of a kind would need three that are not of the suit.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.exact.store import inner_kernel, kernel

CATEGORY_SHIFT: Final = 12
STRENGTHS: Final = 10 << CATEGORY_SHIFT
"""Every strength is below this."""

VECTORS: Final = {5: 6175, 6: 18395, 7: 49205}
"""How many rank vectors the hands of each size have."""

IN_CATEGORY: Final = (1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1)
"""How many different strengths each category has, high card to royal flush: 7,462 in all."""

_RANKS_THAT_TELL: Final = np.array((5, 4, 3, 3, 1, 5, 2, 2, 1, 1))
_LOW_RANKS: Final = 7
_MOST_CARDS: Final = 7
_HIGH_SHIFT: Final = 16
_SUIT_SHIFT: Final = 32
_SUIT_BITS: Final = 16
_THREE_OF_EACH: Final = 0x3333 << _SUIT_SHIFT
_FIVE_AND_THREE: Final = 0x8888 << _SUIT_SHIFT


def _halves(ranks: int) -> tuple[Ints, Ints]:
    """Every way to hold up to seven cards of so many ranks, fewest cards first, and a key for each rank.

    Keys are found one after the other, each the least that keeps all sums apart: a set of sums is the set bits of an
    integer, adding a key to all of them is a shift, and the sums with none to four of the new rank must not meet.
    """
    counts = np.indices((5,) * ranks).reshape(ranks, -1).T
    cards = counts.sum(axis=1)
    counts = counts[np.argsort(cards, kind="stable")][: np.count_nonzero(cards <= _MOST_CARDS)]
    sums = [1] + [0] * _MOST_CARDS
    keys: list[int] = []
    for _ in range(ranks):
        key = keys[-1] + 1 if keys else 1
        while not _apart(sums, key):
            key += 1
        keys.append(key)
        sums = [
            sum(sums[total - held] << held * key for held in range(min(total, 4) + 1))
            for total in range(_MOST_CARDS + 1)
        ]
    return counts, np.array(keys)


def _apart(sums: list[int], key: int) -> bool:
    """Whether a new rank with that key would leave all sums different; `sums` has those of each number of cards."""
    up_to = list(sums)
    for total in range(1, len(up_to)):
        up_to[total] |= up_to[total - 1]
    seen = 0
    for held in range(5):
        shifted = up_to[_MOST_CARDS - held] << held * key
        if seen & shifted:
            return False
        seen |= shifted
    return True


def _straight_tops() -> Ints:
    """For each set of ranks, the top rank of the best straight in it, 3 (a five) to 12; 0 if there is none."""
    ranks = np.arange(1 << 13)
    tops = np.where(ranks & 0x100F == 0x100F, 3, 0)
    for top in range(4, 13):
        tops[ranks >> (top - 4) & 0b11111 == 0b11111] = top
    return tops


def _in_order(category: Ints, deciding: Ints) -> Ints:
    """Hands as numbers that compare as they do: the category, then as many of the deciding ranks as it looks at."""
    deciding = np.where(np.arange(5) < _RANKS_THAT_TELL[category][:, None], deciding[:, :5], 0)
    in_order: Ints = category << 20 | deciding @ (1 << np.arange(16, -1, -4))
    return in_order


def _judge_vectors(counts: Ints) -> Ints:
    """The best hand of each rank vector, where there is no flush.

    Ranks decide in this order: the one held most often if it is a pair or more, the next such one if it is two pair or
    a full house, then all others from the top.
    """
    ranks = np.arange(13)
    most = np.argmax(counts * 16 + ranks, axis=1)
    others = counts.copy()
    np.put_along_axis(others, most[:, None], 0, axis=1)
    next_most = np.argmax(others * 16 + ranks, axis=1)
    first, second = counts.max(axis=1), others.max(axis=1)
    category = np.select(
        (first == 4, (first == 3) & (second >= 2), first == 3, (first == 2) & (second == 2), first == 2),
        (7, 6, 3, 2, 1),
    )
    deciding = np.where(counts > 0, ranks, -1)
    every = np.arange(len(counts))
    deciding[every, next_most] += np.where((category == 6) | (category == 2), 16, 0)
    deciding[every, most] += np.where(first >= 2, 32, 0)
    deciding = np.maximum(-np.sort(-deciding, axis=1), 0) % 16
    straight = _straight_tops()[(counts > 0) @ (1 << ranks)]
    is_straight = (straight > 0) & (category < 4)
    deciding[is_straight, 0] = straight[is_straight]
    return _in_order(np.where(is_straight, 4, category), deciding)


def _judge_suited(suited: Ints) -> Ints:
    """The best hand of five or more cards of one suit, for each set of ranks."""
    ranks = np.arange(13)
    straight = _straight_tops()[suited]
    deciding = -np.sort(-np.where(suited[:, None] >> ranks & 1, ranks, -1), axis=1)
    deciding[:, 0] = np.where(straight > 0, straight, deciding[:, 0])
    return _in_order(np.select((straight == 12, straight > 0), (9, 8), 5), deciding)


def _tables() -> tuple[Ints, Ints, Ints, Ints, Ints, Ints]:
    """The look-up tables below."""
    low, low_keys = _halves(_LOW_RANKS)
    high, high_keys = _halves(13 - _LOW_RANKS)
    low_sums, high_sums, high_cards = low @ low_keys, high @ high_keys, high.sum(axis=1)
    low_halves = np.bincount(low.sum(axis=1))
    first_low = np.cumsum(low_halves) - low_halves
    place = np.zeros(low_sums.max() + 1, np.int32)
    place[low_sums] = np.arange(len(low)) - np.repeat(first_low, low_halves)

    block_start = np.zeros((len(VECTORS), high_sums.max() + 1), np.int32)
    vectors = np.empty((sum(VECTORS.values()), 13), np.int64)
    numbered = 0
    for size, expected in VECTORS.items():
        halves = np.flatnonzero(high_cards <= size)
        low_cards = size - high_cards[halves]
        lengths = low_halves[low_cards]
        starts = np.cumsum(lengths) - lengths
        if lengths.sum() != expected:
            raise ArithmeticError(f"{lengths.sum()} rank vectors of {size} cards; there are {expected}")
        block_start[size - 5, high_sums[halves]] = numbered + starts
        lows = np.arange(expected) + np.repeat(first_low[low_cards] - starts, lengths)
        vectors[numbered : numbered + expected] = np.hstack((low[lows], high[np.repeat(halves, lengths)]))
        numbered += expected

    suited = np.flatnonzero(np.bitwise_count(np.arange(1 << 13)) >= 5)
    hands, number = np.unique(np.concatenate((_judge_vectors(vectors), _judge_suited(suited))), return_inverse=True)
    category = hands >> 20
    found = np.bincount(category)
    if tuple(found) != IN_CATEGORY:
        raise ArithmeticError(f"different hands of each category: {found}; there are {IN_CATEGORY}")
    first = np.cumsum(found) - found
    strength = (category << CATEGORY_SHIFT | np.arange(len(hands)) - first[category]).astype(np.uint16)[number]
    flush = np.zeros(1 << 13, np.uint16)
    flush[suited] = strength[numbered:]

    cards = np.arange(52)
    key = np.concatenate((low_keys, high_keys << _HIGH_SHIFT))[cards // 4] + (1 << (_SUIT_SHIFT + 4 * (cards % 4)))
    bit = 1 << (_SUIT_BITS * (cards % 4) + cards // 4)
    return key, bit, block_start, place, strength[:numbered].copy(), flush


KEY, BIT, _BLOCK_START, _PLACE, _VECTOR_STRENGTH, _FLUSH_STRENGTH = _tables()
"""Compiled into the kernels that use them. For hands built card by card: a hand's key is the sum of its cards' `KEY`,
its bits are the sum of their `BIT`, which has ranks 0 to 12 in the sixteen bits of each suit."""


@inner_kernel
def strength_of(size: int, key: int, bits: int) -> int:
    """The strength of a hand of five, six or seven cards that was built card by card."""
    suited = (key + _THREE_OF_EACH) & _FIVE_AND_THREE
    if suited:
        return _suited_strength(suited, bits)
    return int(_VECTOR_STRENGTH[vector_of(size, key)])


@inner_kernel
def vector_of(size: int, key: int) -> int:
    """The number of the rank vector of a hand of five, six or seven cards, those of five cards coming first."""
    return int(_BLOCK_START[size - 5, key >> _HIGH_SHIFT & 0xFFFF] + _PLACE[key & 0xFFFF])


@inner_kernel
def _suited_strength(suited: int, bits: int) -> int:
    """The strength of a hand with a flush; `suited` has the top bit of that suit's count."""
    suit = 0
    while not suited >> (_SUIT_SHIFT + 4 * suit) & 0x8:
        suit += 1
    return int(_FLUSH_STRENGTH[bits >> (_SUIT_BITS * suit) & 0x1FFF])


@inner_kernel
def strength5(a: int, b: int, c: int, d: int, e: int) -> int:
    """The strength of five cards."""
    key = KEY[a] + KEY[b] + KEY[c] + KEY[d] + KEY[e]
    return strength_of(5, key, BIT[a] + BIT[b] + BIT[c] + BIT[d] + BIT[e])


@inner_kernel
def strength6(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The strength of the best five of six cards."""
    key = KEY[a] + KEY[b] + KEY[c] + KEY[d] + KEY[e] + KEY[f]
    return strength_of(6, key, BIT[a] + BIT[b] + BIT[c] + BIT[d] + BIT[e] + BIT[f])


@inner_kernel
def strength7(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    """The strength of the best five of seven cards."""
    key = KEY[a] + KEY[b] + KEY[c] + KEY[d] + KEY[e] + KEY[f] + KEY[g]
    return strength_of(7, key, BIT[a] + BIT[b] + BIT[c] + BIT[d] + BIT[e] + BIT[f] + BIT[g])


@kernel
def _strengths5(hands: Ints, out: Ints) -> None:
    for i in range(hands.shape[0]):
        out[i] = strength5(hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4])


@kernel
def _strengths6(hands: Ints, out: Ints) -> None:
    for i in range(hands.shape[0]):
        out[i] = strength6(hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4], hands[i, 5])


@kernel
def _strengths7(hands: Ints, out: Ints) -> None:
    for i in range(hands.shape[0]):
        out[i] = strength7(hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4], hands[i, 5], hands[i, 6])


def strengths(hands: Ints) -> Ints:
    """The strength of each row of an array of five, six or seven cards, as uint16.

    >>> from croupier.cards import parse_cards
    >>> strengths(np.array([parse_cards("As Ks Qs Js Ts 2d 2c"), parse_cards("7s 5d 4c 3h 2s Ah Kd")], np.uint8))
    array([36864, 16384], dtype=uint16)
    """
    if hands.ndim != 2 or hands.shape[1] not in VECTORS:
        raise Refused(f"hands are rows of five to seven cards; an array of shape {hands.shape} was given")
    if hands.size and (int(hands.max()) > 51 or (hands.dtype.kind != "u" and int(hands.min()) < 0)):
        raise Refused(f"cards are numbered 0 to 51; here they go from {hands.min()} to {hands.max()}")
    out = np.empty(len(hands), np.uint16)
    run = {5: _strengths5, 6: _strengths6, 7: _strengths7}[hands.shape[1]]
    run(np.ascontiguousarray(hands, np.uint8), out)
    return out


def categories(hands: Ints) -> Ints:
    """The category of each row of an array of five, six or seven cards, as uint8.

    >>> from croupier.cards import parse_cards
    >>> categories(np.array([parse_cards("As Ks Qs Js Ts"), parse_cards("7s 5d 4c 3h 7d")], np.uint8))
    array([9, 1], dtype=uint8)
    """
    return (strengths(hands) >> CATEGORY_SHIFT).astype(np.uint8)
