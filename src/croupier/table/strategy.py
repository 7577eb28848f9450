"""A rule of a strategy that a person can remember."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of a strategy card; the first rule whose sentence fits the hand decides."""

    sentence: str
    action: str
