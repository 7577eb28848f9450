"""The number of a set of cards, for look-up: cards a < b < c ... are number C(a, 1) + C(b, 2) + C(c, 3) + ...

Cards are put in order without a branch, by exchanges that always happen: a network for the first ones, an insertion for
each one more. Numbers have no sign.
"""

from __future__ import annotations

from math import comb
from typing import Any, Final

import numpy as np

from croupier.exact.store import inner_kernel

Ints = np.ndarray[Any, np.dtype[Any]]

_CHOOSE: Final = np.array([[comb(card, size) for size in range(7)] for card in range(52)], np.uint64)

_BYTE: Final = np.uint64(3)
_WITHIN: Final = np.uint64(7)
_ONE: Final = np.uint64(1)


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
def insert6(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> Any:
    """Five cards in order and one more."""
    e, f = min(e, f), max(e, f)
    a, b, c, d, e = insert5(a, b, c, d, e)
    return a, b, c, d, e, f


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
def number6(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> Any:
    """The number of six cards in order."""
    return a + _CHOOSE[b, 2] + _CHOOSE[c, 3] + _CHOOSE[d, 4] + _CHOOSE[e, 5] + _CHOOSE[f, 6]


@inner_kernel
def bit_of(table: Ints, number: Any) -> Any:
    """The bit of a set in a table of bits."""
    return np.int64(table[number >> _BYTE] >> (number & _WITHIN) & _ONE)
