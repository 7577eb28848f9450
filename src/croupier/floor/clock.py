"""The wall clock of the house, in the microseconds of its log."""

from __future__ import annotations

from time import time_ns
from typing import Final

SECOND: Final = 1_000_000
A_DAY: Final = 24 * 3600 * SECOND


def now() -> int:
    """The time in microseconds since 1970."""
    return time_ns() // 1000
