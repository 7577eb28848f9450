"""How likely neighbours' cards speak for a player's choices by chance; `shown_hands` says how that is scored."""

from __future__ import annotations

from math import erfc, sqrt
from typing import Final

import msgspec

from croupier.table.record import Record

FEWEST_CHOICES: Final = 8
"""Choices against one's own cards below which nothing is said of a player."""
PARTS: Final = 1000
"""The parts in which deviations are counted."""


class RoundPlayed(msgspec.Struct, frozen=True):
    """A round that was settled in an hour since 1970, and the accounts of the people at its seats."""

    hour: int
    record: Record
    accounts: dict[int, int]


class ShownScore(msgspec.Struct, frozen=True):
    """Choices of an account against its own cards in an hour, and how far the neighbours' cards spoke for them."""

    hour: int
    account: int
    choices: int
    score: int
    """In thousandths of the deviation of one."""


def chance_of_score(choices: int, score: float) -> float | None:
    """How likely neighbours' cards speak so much for so many choices by chance; none for too few."""
    if choices < FEWEST_CHOICES:
        return None
    return 0.5 * erfc(score / PARTS / sqrt(2 * choices))
