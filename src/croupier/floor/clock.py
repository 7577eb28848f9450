"""The clocks of the house: the wall's for what is written down, and one that only runs on for what must end."""

from __future__ import annotations

from time import monotonic_ns, time_ns
from typing import Final

SECOND: Final = 1_000_000
A_MINUTE: Final = 60 * SECOND
A_DAY: Final = 24 * 3600 * SECOND


def now() -> int:
    """The time in microseconds since 1970, by a clock that may be set."""
    return time_ns() // 1000


def ticks() -> int:
    """Microseconds since some moment, by a clock that nobody sets."""
    return monotonic_ns() // 1000


_BEGAN: Final = now() - ticks()


def surely() -> int:
    """The latest time since 1970 that it surely is: a wall clock put forward under a running house ends nothing."""
    return min(now(), _BEGAN + ticks())
