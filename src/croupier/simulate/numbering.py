"""The number of a set of cards, for look-up: cards a < b < c ... are number C(a, 1) + C(b, 2) + C(c, 3) + ...

Cards are put in order without a branch, by exchanges that always happen: a network for the first ones, an insertion for
each one more.
"""

from __future__ import annotations

from math import comb
from typing import Any, Final

import numpy as np

from croupier.exact.store import inner_kernel

Ints = np.ndarray[Any, np.dtype[Any]]

_CHOOSE: Final = np.array([[comb(card, size) for size in range(7)] for card in range(52)], np.int64)


@inner_kernel
def in_order3(a: int, b: int, c: int) -> tuple[int, int, int]:
    """Three cards, lowest first."""
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return a, b, c


@inner_kernel
def in_order4(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Four cards, lowest first."""
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a, b, c, d


@inner_kernel
def insert5(a: int, b: int, c: int, d: int, e: int) -> tuple[int, int, int, int, int]:
    """Four cards in order and one more."""
    d, e = min(d, e), max(d, e)
    c, d = min(c, d), max(c, d)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return a, b, c, d, e


@inner_kernel
def insert6(a: int, b: int, c: int, d: int, e: int, f: int) -> tuple[int, int, int, int, int, int]:
    """Five cards in order and one more."""
    e, f = min(e, f), max(e, f)
    a, b, c, d, e = insert5(a, b, c, d, e)
    return a, b, c, d, e, f


@inner_kernel
def number3(a: int, b: int, c: int) -> int:
    """The number of three cards in order."""
    return int(a + _CHOOSE[b, 2] + _CHOOSE[c, 3])


@inner_kernel
def number4(a: int, b: int, c: int, d: int) -> int:
    """The number of four cards in order."""
    return int(a + _CHOOSE[b, 2] + _CHOOSE[c, 3] + _CHOOSE[d, 4])


@inner_kernel
def number5(a: int, b: int, c: int, d: int, e: int) -> int:
    """The number of five cards in order."""
    return int(a + _CHOOSE[b, 2] + _CHOOSE[c, 3] + _CHOOSE[d, 4] + _CHOOSE[e, 5])


@inner_kernel
def number6(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The number of six cards in order."""
    return int(a + _CHOOSE[b, 2] + _CHOOSE[c, 3] + _CHOOSE[d, 4] + _CHOOSE[e, 5] + _CHOOSE[f, 6])


@inner_kernel
def bit_of(table: Ints, number: int) -> int:
    """The bit of a set in a table of bits."""
    return int(table[number >> 3] >> (number & 7) & 1)
