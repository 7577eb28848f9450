"""Dollars as people give them to Python."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from croupier.chips import parse_dollars
from croupier.errors import Refused


def cents_of(dollars: object, what: str = "an amount") -> int:
    """An amount in cents: 5, 2.5 and "2.50" are dollars; a bool is none.

    >>> cents_of(2.5), cents_of("7.50")
    (250, 750)
    """
    if isinstance(dollars, bool) or not isinstance(dollars, (int, float, str, Fraction)):
        raise Refused(f"{what} is given as {dollars!r}, a {type(dollars).__name__}; write dollars, as in 5 or 7.50")
    return parse_dollars(dollars if isinstance(dollars, str) else f"{float(dollars):.10f}".rstrip("0").rstrip("."))


def cents_by_spot(bets: Mapping[str, float | str]) -> dict[str, int]:
    """Bets in cents."""
    return {spot.replace("_", "-"): cents_of(dollars, f"the bet on {spot}") for spot, dollars in bets.items()}
