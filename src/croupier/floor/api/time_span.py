"""The query parameters `since` and `until` of exports."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final

from fastapi import Depends, Query
from sqlalchemy import Column, ColumnElement, true

from croupier.floor.api.authorization import Misread
from croupier.floor.api.requests import WRITTEN

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)

_HOW = "A day or a moment, as 2026-01-31 or 2026-01-31T18:00:00-08:00; in UTC, if it does not say otherwise."


def _words(sentence: str, example: str) -> Any:
    return Query(max_length=40, pattern=WRITTEN, description=f"{sentence} {_HOW}", examples=[example])


def moment(words: str) -> int:
    """A day or moment in the microseconds of the log.

    >>> moment("1970-01-02"), moment("1970-01-01T00:00:01+00:00")
    (86400000000, 1000000)
    """
    try:
        read = datetime.fromisoformat(words)
    except ValueError:
        raise Misread(f"{words!r} is not a day or a moment; write 2026-01-31 or 2026-01-31T18:00:00-08:00") from None
    return ((read if read.tzinfo else read.replace(tzinfo=UTC)) - EPOCH) // MICROSECOND


@dataclass(frozen=True, slots=True)
class Span:
    """From one moment, or the beginning, to before another, or for ever."""

    since: int | None
    until: int | None

    def has(self, time: Column[int]) -> ColumnElement[bool]:
        """Whether a row's time is within it."""
        begun = true() if self.since is None else time >= self.since
        return begun if self.until is None else begun & (time < self.until)


def _span(
    since: Annotated[str | None, _words("Nothing before this.", "2026-01-31")] = None,
    until: Annotated[str | None, _words("Nothing from this on.", "2026-02-01")] = None,
) -> Span:
    return Span(moment(since) if since else None, moment(until) if until else None)


Within = Annotated[Span, Depends(_span)]
"""A dependency that gives the span of time that was asked for."""
