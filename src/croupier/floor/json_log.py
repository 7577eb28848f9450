"""Structured logging: one line of JSON on standard error for each event, never a secret and never a card."""

from __future__ import annotations

import sys
from contextlib import suppress

import msgspec

from croupier.floor.clock import now

_WRITER = msgspec.json.Encoder()


def log_line(what: str, **facts: str | int | float | None) -> None:
    """Write a line: what happened, and plain facts about it. A journal that takes no more does not stop the house."""
    line = _WRITER.encode({"time": now(), "what": what, **facts}).decode()
    with suppress(OSError):
        print(line, file=sys.stderr)
