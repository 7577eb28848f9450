"""The SolvedGame: every bet of a game solved from its rules, and a plain statement of what is exact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from croupier.cards import Card
from croupier.exact.analysis import Analysis
from croupier.exact.estimated_bet import EstimatedBet


@dataclass(frozen=True)
class SmallPack:
    """Bets solved exactly on a part of the pack."""

    cards: tuple[Card, ...]
    bets: Mapping[str, Analysis]


@dataclass(frozen=True)
class SolvedGame:
    """Every bet by name, exact or estimated."""

    method: str
    """How it was solved: `walk`."""
    statement: tuple[str, ...]
    """What is exact, what is estimated and why, in sentences."""
    bets: Mapping[str, Analysis | EstimatedBet]
    smaller_packs: tuple[SmallPack, ...] = field(default=())


class Watcher(Protocol):
    """Who is told how far the work has come."""

    def stage(self, words: str, seconds: float) -> None:
        """A part of the work begins, which may take so many seconds."""

    def advance(self, share: float) -> None:
        """So large a part of the stage has been done."""


class Unwatched:
    """Nobody watches."""

    def stage(self, words: str, seconds: float) -> None:
        """Say nothing."""

    def advance(self, share: float) -> None:
        """Say nothing."""
