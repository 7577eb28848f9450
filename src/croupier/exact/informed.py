"""A bet with a stripped deck, for one who knows which cards are gone and for one who does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from croupier.cards import Card


@dataclass(frozen=True, slots=True)
class Informed:
    """What a bet is worth with a stripped deck, net and per unit."""

    best: Fraction
    """To one who knows which cards are gone."""
    ordinary: Fraction
    """To one who plays as is best with the whole pack."""

    @property
    def gain(self) -> Fraction:
        """What the knowledge is worth."""
        return self.best - self.ordinary


@dataclass(frozen=True)
class Stripped:
    """The bets of a game that leave a choice once cards are seen, to be solved on any part of its pack."""

    pack: tuple[Card, ...]
    solve: Callable[[tuple[Card, ...]], dict[str, Informed]]
    """Each of these bets, by name, on what is left of the pack."""
    decks: int
    """How many decks are solved, for each hand that is known, unless somebody asks for others: what seconds allow."""
