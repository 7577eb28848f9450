"""What was checked of a round or a paper, and how it came out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["holds", "fails", "open"]
"""`open` is what cannot be checked here or yet, or was not asked for."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked, how it came out, and what was found where."""

    name: str
    verdict: Verdict
    found: str


@dataclass(frozen=True, slots=True)
class Verified:
    """A round or a paper, and its checks."""

    title: str
    checks: tuple[Check, ...]
    version: str | None = None
    """The version of Croupier that made it; None if it does not say."""
    behaviour: int | None = None
    """The behaviour version of the game; None where no game is named."""

    @property
    def holds(self) -> bool:
        """Return True if nothing failed."""
        return all(check.verdict != "fails" for check in self.checks)

    @property
    def not_compared(self) -> list[str]:
        """The names of the checks that are open."""
        return [check.name for check in self.checks if check.verdict == "open"]
