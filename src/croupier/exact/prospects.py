"""What a choice leads to: every ending, what it nets and how likely it is."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple


class NamedEnding(NamedTuple):
    """An ending as a return table names it, and its net result in units."""

    name: str
    net: Fraction


Prospect = dict[NamedEnding, Fraction]
"""The endings of a choice, the best first, each with its chance."""


def prospect(counted: Iterable[tuple[str, Fraction | int, int | Fraction]]) -> Prospect:
    """The endings that come in so many of the equally likely cases, or in so large a share of them.

    >>> prospect([("lose", -1, 3), ("win", 1, 1), ("lose", -1, 2)])[NamedEnding("lose", Fraction(-1))]
    Fraction(5, 6)
    """
    found: dict[NamedEnding, int | Fraction] = {}
    for name, net, count in counted:
        if count:
            ending = NamedEnding(name, Fraction(net))
            found[ending] = found.get(ending, 0) + count
    cases = sum(found.values())
    return {ending: Fraction(found[ending]) / cases for ending in sorted(found, key=lambda one: (-one.net, one.name))}


def mean_net(leads_to: Prospect) -> Fraction:
    """What a choice with these endings is worth."""
    return sum((ending.net * chance for ending, chance in leads_to.items()), Fraction(0))


def won_pushed_lost(leads_to: Prospect) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that it comes to a gain, to nothing and to a loss.

    >>> won_pushed_lost(prospect([("lose", -1, 3), ("win", 2, 1)]))
    (Fraction(1, 4), Fraction(0, 1), Fraction(3, 4))
    """
    signs = [(ending.net > 0) - (ending.net < 0) for ending in leads_to]
    won, pushed, lost = (
        sum((chance for one, chance in zip(signs, leads_to.values(), strict=True) if one == sign), Fraction(0))
        for sign in (1, 0, -1)
    )
    return won, pushed, lost
