"""The house's journal: one line of JSON for each thing worth knowing, never a secret and never a card."""

from __future__ import annotations

import sys
from time import time_ns

import msgspec

_WRITER = msgspec.json.Encoder()


def journal(what: str, **facts: str | int | float | None) -> None:
    """Write a line to standard error; only plain facts fit in."""
    line = _WRITER.encode({"time": time_ns() // 1000, "what": what, **facts}).decode()
    print(line, file=sys.stderr)
