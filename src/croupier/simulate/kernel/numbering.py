"""How kernels look things up: sets of cards in order and numbered, and small choices packed into bytes.

Cards a < b < c ... are set number C(a, 1) + C(b, 2) + C(c, 3) + ... They are put in order without a branch, by
exchanges that always happen. Their numbers have no sign.
"""

from __future__ import annotations

from math import comb
from typing import Any, Final

import numpy as np

from croupier.arrays import Ints
from croupier.exact.store import inner_kernel

_CHOOSE: Final = np.array([[comb(card, size) for size in range(6)] for card in range(52)], np.uint64)


@inner_kernel
def in_order3(a: Any, b: Any, c: Any) -> Any:
    """Three cards, lowest first."""
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return a, b, c


@inner_kernel
def in_order4(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Four cards, lowest first."""
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a, b, c, d


@inner_kernel
def insert5(a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """Four cards in order and one more."""
    d, e = min(d, e), max(d, e)
    c, d = min(c, d), max(c, d)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return a, b, c, d, e


@inner_kernel
def number3(a: Any, b: Any, c: Any) -> Any:
    """The number of three cards in order."""
    return a + _CHOOSE[b, 2] + _CHOOSE[c, 3]


@inner_kernel
def number4(a: Any, b: Any, c: Any, d: Any) -> Any:
    """The number of four cards in order."""
    return a + _CHOOSE[b, 2] + _CHOOSE[c, 3] + _CHOOSE[d, 4]


@inner_kernel
def number5(a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """The number of five cards in order."""
    return a + _CHOOSE[b, 2] + _CHOOSE[c, 3] + _CHOOSE[d, 4] + _CHOOSE[e, 5]


@inner_kernel
def bit_of(table: Ints, number: int) -> int:
    """The bit of a number in a table of bits, eight a byte."""
    return int(table[number >> 3] >> (number & 7) & 1)


@inner_kernel
def pair_of_bits(table: Ints, number: int) -> int:
    """The two bits of a number in a table of such pairs, four a byte."""
    return int(table[number >> 2] >> ((number & 3) << 1) & 3)


def bits_of(choices: Ints) -> Ints:
    """The table of bits for choices that are 0 or 1."""
    return np.packbits(choices, bitorder="little")


def pairs_of_bits(choices: Ints) -> Ints:
    """The table of pairs for choices that are 0 to 3.

    >>> pairs_of_bits(np.array([3, 0, 2, 1, 2], np.uint8))
    array([99,  2], dtype=uint8)
    """
    padded = np.concatenate((choices, np.zeros(-len(choices) % 4, np.uint8))).astype(np.uint8)
    pairs: Ints = padded[0::4] | padded[1::4] << 2 | padded[2::4] << 4 | padded[3::4] << 6
    return pairs
