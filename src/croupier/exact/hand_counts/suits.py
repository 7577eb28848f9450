"""Hands up to the names of their suits; suits.md says how their classes are numbered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby, permutations
from math import comb
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.errors import Refused
from croupier.exact.hand_counts.evaluate import BIT
from croupier.exact.store import inner_kernel, kernel

CLASSES: Final = {1: 13, 2: 169, 3: 1755, 4: 16432, 5: 134459, 6: 962988, 7: 6009159}
"""How many classes the hands of each size have."""

ORDERS: Final = np.array(list(permutations(range(4))))
"""The orders of the suits: where each of the four goes. The first leaves them as they are."""

_SUIT_BITS: Final = 16
_PLACE_BITS: Final = 11
_MOST_CARDS: Final = 7


class Classes(NamedTuple):
    """The classes of the hands of one size, in the order of their numbers."""

    bits: Ints
    """One hand of each class, as the sum of its cards' `BIT`."""
    ways: Ints
    """How many hands each class stands for."""


def _patterns(cards: int) -> list[tuple[int, int, int, int]]:
    """The sizes that four suits can have, largest first."""
    return [
        (a, b, c, cards - a - b - c)
        for a in range(cards, -1, -1)
        for b in range(min(a, cards - a), -1, -1)
        for c in range(min(b, cards - a - b), -1, -1)
        if 0 <= cards - a - b - c <= c
    ]


def _pattern_key(pattern: Sequence[int]) -> int:
    a, b, c, d = pattern
    return a << 9 | b << 6 | c << 3 | d


def _tables() -> tuple[Ints, Ints, Ints, Ints, Ints, Ints]:
    """The look-up tables below."""
    size = np.bitwise_count(np.arange(1 << 13))
    code = np.zeros(1 << 13, np.int64)
    sets = np.zeros((_MOST_CARDS + 1, comb(13, 6)), np.int64)
    for count in range(_MOST_CARDS + 1):
        of_size = np.flatnonzero(size == count)
        code[of_size] = count << _PLACE_BITS | np.arange(len(of_size))
        sets[count, : len(of_size)] = of_size
    repeated = np.array([[comb(place + left - 1, left) for place in range(comb(13, 6))] for left in range(1, 5)])
    start = np.zeros(1 << 12, np.int64)
    stride = np.zeros((1 << 12, 4), np.int64)
    left = np.zeros((1 << 12, 4), np.int64)
    for cards, expected in CLASSES.items():
        total = 0
        for pattern in _patterns(cards):
            key = _pattern_key(pattern)
            start[key] = total
            groups = [(count, len(list(same))) for count, same in groupby(pattern)]
            weight, suit = 1, 4
            for count, length in reversed(groups):
                suit -= length
                stride[key, suit : suit + length] = weight
                left[key, suit : suit + length] = np.arange(length - 1, -1, -1)
                weight *= comb(comb(13, count) + length - 1, length)
            total += weight
        if total != expected:
            raise ArithmeticError(f"{total} classes of {cards} cards; there are {expected}")
    return code, sets, repeated, start, stride, left


_CODE, _SETS, _REPEATED, _START, _STRIDE, _LEFT = _tables()

_ORDER_NUMBER: Final = np.zeros(256, np.int64)
_ORDER_NUMBER[ORDERS @ (1, 4, 16, 64)] = np.arange(len(ORDERS))


@inner_kernel
def class_number(bits: int) -> int:
    """The number of the class of a hand of one to seven cards, given as the sum of its cards' `BIT`."""
    a = _CODE[bits & 0x1FFF]
    b = _CODE[bits >> _SUIT_BITS & 0x1FFF]
    c = _CODE[bits >> 2 * _SUIT_BITS & 0x1FFF]
    d = _CODE[bits >> 3 * _SUIT_BITS & 0x1FFF]
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    key = a >> _PLACE_BITS << 9 | b >> _PLACE_BITS << 6 | c >> _PLACE_BITS << 3 | d >> _PLACE_BITS
    places = (1 << _PLACE_BITS) - 1
    return int(
        _START[key]
        + _STRIDE[key, 0] * _REPEATED[_LEFT[key, 0], a & places]
        + _STRIDE[key, 1] * _REPEATED[_LEFT[key, 1], b & places]
        + _STRIDE[key, 2] * _REPEATED[_LEFT[key, 2], c & places]
        + _STRIDE[key, 3] * _REPEATED[_LEFT[key, 3], d & places]
    )


@inner_kernel
def order_of(bits: int) -> int:
    """Which of the `ORDERS` makes a hand the one that stands for its class in `classes`; the first of several."""
    a = _CODE[bits & 0x1FFF]
    b = _CODE[bits >> _SUIT_BITS & 0x1FFF]
    c = _CODE[bits >> 2 * _SUIT_BITS & 0x1FFF]
    d = _CODE[bits >> 3 * _SUIT_BITS & 0x1FFF]
    to_a = (b > a) + (c > a) + (d > a)
    to_b = (a >= b) + (c > b) + (d > b)
    to_c = (a >= c) + (b >= c) + (d > c)
    return int(_ORDER_NUMBER[to_a | to_b << 2 | to_c << 4 | (6 - to_a - to_b - to_c) << 6])


@kernel
def _fill(pattern: tuple[int, int, int, int], number: int, lengths: Ints, bits: Ints, ways: Ints) -> int:
    """List the classes of a pattern from `number` on; four loops, each over the places not above the suit before it."""
    size_a, size_b, size_c, size_d = pattern
    for a in range(lengths[size_a]):
        for b in range(a + 1 if size_b == size_a else lengths[size_b]):
            for c in range(b + 1 if size_c == size_b else lengths[size_c]):
                for d in range(c + 1 if size_d == size_c else lengths[size_d]):
                    bits[number] = (
                        _SETS[size_a, a]
                        | _SETS[size_b, b] << _SUIT_BITS
                        | _SETS[size_c, c] << 2 * _SUIT_BITS
                        | _SETS[size_d, d] << 3 * _SUIT_BITS
                    )
                    ab = size_a == size_b and a == b
                    bc = size_b == size_c and b == c
                    cd = size_c == size_d and c == d
                    orders = 24
                    if ab and bc and cd:
                        orders = 1
                    elif (ab and bc) or (bc and cd):
                        orders = 4
                    elif ab and cd:
                        orders = 6
                    elif ab or bc or cd:
                        orders = 12
                    ways[number] = orders
                    number += 1
    return number


@cache
def classes(cards: int) -> Classes:
    """The classes of hands of so many cards, one to seven.

    >>> four = classes(4)
    >>> len(four.bits), int(four.ways.sum())
    (16432, 270725)
    """
    if cards not in CLASSES:
        raise Refused(f"suit classes are counted for hands of one to seven cards, not {cards}")
    bits, ways = np.empty(CLASSES[cards], np.int64), np.empty(CLASSES[cards], np.uint8)
    lengths = np.array([comb(13, size) for size in range(_MOST_CARDS + 1)])
    number = 0
    for pattern in _patterns(cards):
        number = _fill(pattern, number, lengths, bits, ways)
    if number != CLASSES[cards] or int(ways.sum(dtype=np.int64)) != comb(52, cards):
        raise ArithmeticError(f"{number} classes stand for {ways.sum(dtype=np.int64)} hands of {cards} cards")
    return Classes(bits, ways)


def class_of(cards: Sequence[Card]) -> int:
    """The number of the class of a hand.

    >>> from croupier.cards import parse_cards
    >>> class_of(parse_cards("As Kd 7c 7h")) == class_of(parse_cards("Ac Ks 7d 7h"))
    True
    """
    return int(class_number(int(sum(BIT[card] for card in cards))))


@kernel
def _hands_from(bits: Ints, out: Ints) -> None:
    for i in range(len(bits)):
        place = 0
        for rank in range(13):
            for suit in range(4):
                if bits[i] >> (_SUIT_BITS * suit + rank) & 1:
                    out[i, place] = 4 * rank + suit
                    place += 1


def hands_from(bits: Ints, cards: int) -> Ints:
    """Hands given as bits, as rows of cards in ascending order."""
    out = np.empty((len(bits), cards), np.uint8)
    _hands_from(bits, out)
    return out


@kernel
def _every_set(values: Ints, cards: int, out: Ints) -> None:
    places = np.arange(cards + 1)
    places[cards] = 53
    for number in range(len(out)):
        bits = 0
        for j in range(cards):
            bits += BIT[places[j]]
        out[number] = values[class_number(bits)]
        j = 0
        while j < cards and places[j] + 1 == places[j + 1]:
            places[j] = j
            j += 1
        places[j] += 1


def every_set(values: Ints, cards: int) -> Ints:
    """What each class has, carried over to every set of so many cards.

    Cards a < b < c ... are set number C(a, 1) + C(b, 2) + C(c, 3) + ...
    """
    out = np.empty(comb(52, cards), values.dtype)
    _every_set(values, cards, out)
    return out
