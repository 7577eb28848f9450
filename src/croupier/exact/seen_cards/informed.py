"""A bet's value for a player who knows which cards are gone, and for one who does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

import numpy as np

from croupier.arrays import Arrays, Ints
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


class Pieces(NamedTuple):
    """Numbered pieces of the work on a deck, to be done in any order once the stages before it are done."""

    kernel: Callable[..., None]
    """Of the first piece and the end, a deck as it is laid, tables, what is kept of it, scratch room and its totals."""
    first: int
    end: int


class Room(NamedTuple):
    """Room for a table of whole numbers."""

    shape: tuple[int, ...]
    kind: Any


class InStages(Protocol):
    """Bets that are solved on a stripped deck piece by piece."""

    def stages(self, cards: int) -> list[Pieces]:
        """The work on a deck of so many cards; the pieces of the last stage write the totals."""

    def tables(self, cards: int) -> Arrays:
        """What is looked up for decks of so many cards."""

    def laid(self, deck: tuple[Card, ...]) -> Ints:
        """A deck as the kernels read it, in lines."""

    def kept(self, cards: int) -> tuple[Room, ...]:
        """What the stages of a deck write down for those that follow."""

    def scratch(self, cards: int) -> tuple[Ints, ...]:
        """What a piece writes down for itself."""

    def totals(self, cards: int) -> tuple[int, int]:
        """The pieces of the last stage, and how many numbers each of them comes to."""

    def told(self, cards: int, totals: Ints) -> dict[str, Informed]:
        """The bets of such a deck by these numbers."""


@dataclass(frozen=True)
class Stripped:
    """The bets of a game that leave a choice once cards are seen, to be solved on any part of its pack."""

    pack: tuple[Card, ...]
    solve: Callable[[tuple[Card, ...]], dict[str, Informed]]
    """Each of these bets, by name, on what is left of the pack."""
    decks: int
    """How many decks are solved, for each hand that is known, unless somebody asks for others: what seconds allow."""

    @classmethod
    def by_stages(cls, pack: tuple[Card, ...], decks: int, *bets: InStages) -> Stripped:
        """Bets that are solved in stages."""

        def solve(left: tuple[Card, ...]) -> dict[str, Informed]:
            return {name: value for bet in bets for name, value in _solved(bet, left).items()}

        return cls(pack, solve, decks)


def _solved(bets: InStages, deck: tuple[Card, ...]) -> dict[str, Informed]:
    cards, laid = len(deck), bets.laid(deck)
    kept = tuple(np.empty(room.shape, room.kind) for room in bets.kept(cards))
    totals, tables, scratch = np.zeros(bets.totals(cards), np.int64), bets.tables(cards), bets.scratch(cards)
    for stage in bets.stages(cards):
        stage.kernel(stage.first, stage.end, laid, tables, kept, scratch, totals)
    return bets.told(cards, totals)
