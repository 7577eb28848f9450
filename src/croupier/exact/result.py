"""How a showdown ends, and the line of a return table that tells it."""

from __future__ import annotations

from enum import IntEnum

from croupier.odds import Pay

Line = tuple[str, Pay]
"""A line of a return table: its name, and what the bet that depends on the hand pays there."""


class Result(IntEnum):
    """How a showdown ends for the player; the last three are against a dealer who does not qualify."""

    LOSE = 0
    TIE = 1
    WIN = 2
    LOSE_UNQUALIFIED = 3
    TIE_UNQUALIFIED = 4
    WIN_UNQUALIFIED = 5

    @property
    def qualified(self) -> bool:
        """Whether the dealer qualified."""
        return self <= Result.WIN
