"""The SolvedGame: every bet of a game, exact or estimated, and a plain statement of which is which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from croupier.cards import SUIT_NAMES, Card
from croupier.english import listed
from croupier.exact.analysis import Analysis
from croupier.exact.estimated_bet import EstimatedBet, EstimatedValue

Bet = Analysis | EstimatedBet
Value = Fraction | EstimatedValue


def worth(value: Value) -> Fraction | float:
    """An exact value, or the estimate of one."""
    return value.estimate if isinstance(value, EstimatedValue) else value


@dataclass(frozen=True)
class SmallPack:
    """Bets solved exactly on a part of the pack."""

    cards: tuple[Card, ...]
    bets: Mapping[str, Analysis]

    @property
    def words(self) -> str:
        """How many cards, of which ranks and suits."""
        ranks = dict.fromkeys(card.name[0] for card in sorted(self.cards))
        suits = sorted({card.suit for card in self.cards})
        four = len(suits) == len(SUIT_NAMES)
        return (
            f"{len(self.cards)} cards only, {' '.join(ranks)} "
            f"{'in all four suits' if four else 'of ' + listed(SUIT_NAMES[suit] for suit in suits)}"
        )


@dataclass(frozen=True)
class SolvedGame:
    """Every bet by name, exact or estimated."""

    method: str
    """How it was solved: `streets`, `walk`."""
    statement: tuple[str, ...]
    """What is exact, what is estimated and why, in sentences; nothing where every bet is exact by a family."""
    bets: Mapping[str, Bet]
    smaller_packs: tuple[SmallPack, ...] = field(default=())

    @property
    def exact(self) -> dict[str, Analysis]:
        """The bets that are exact."""
        return {name: bet for name, bet in self.bets.items() if isinstance(bet, Analysis)}


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
