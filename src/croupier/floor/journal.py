"""The house's journal: one line of JSON for each thing worth knowing, never a secret and never a card."""

from __future__ import annotations

import logging
from time import time_ns
from typing import Any

import msgspec

_LOGGER = logging.getLogger("croupier.floor")


def journal(what: str, **facts: str | int | float | None) -> None:
    """Write a line; only plain facts fit in."""
    if _LOGGER.isEnabledFor(logging.INFO):
        line: dict[str, Any] = {"time": time_ns() // 1000, "what": what, **facts}
        _LOGGER.info(msgspec.json.encode(line).decode())
