"""How fast a table is dealt: one assumption for every figure per hour."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

PACE_SEATS: Final = (3, 6)
PACE_ROUNDS: Final = (Fraction(75, 2), Fraction(30))
"""The assumed pace, that of Ultimate Texas Hold'em: about 35 to 40 rounds an hour with three players, 30 with six."""


def pace(players: int) -> Fraction:
    """The assumed rounds an hour with so many players: a straight line through the pace with three and with six.

    >>> float(pace(6)), float(pace(3)), float(pace(1))
    (30.0, 37.5, 42.5)
    """
    (few, many), (fast, slow) = PACE_SEATS, PACE_ROUNDS
    return fast + (slow - fast) * (players - few) / (many - few)


def whole_pace(players: int) -> int:
    """The whole rounds of an hour with so many players.

    >>> whole_pace(1), whole_pace(4)
    (42, 35)
    """
    return int(pace(players))
