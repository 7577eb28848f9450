"""Counts that a person can keep: whole tags for the cards that are seen, found by search.

A count is as good as it goes with the effects of removal. Its correlation with them, over the cards of a new shoe, is
the share of the swing of a bet's value that it follows; that is exact for a bet that one card decides, else to first
order.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import sqrt
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK
from croupier.exact.counting.shoe_bets import ShoeBet

LEVELS: Final = (1, 2)
"""The largest tags that are looked for."""
MOST_TRIED: Final = 2_000_000
"""Up to so many counts all are tried; of more only those whose tags rise with the effects."""


@dataclass(frozen=True)
class CardCount:
    """Tags that are added up as cards come; over a whole shoe they come to nothing."""

    tags: tuple[int, ...]
    """By kind of card."""
    correlation: float
    slope: Fraction
    """What one point of the true count, the running count for each deck left, adds to the bet's value."""
    key: Fraction
    """The true count at which the bet is even."""
    tried: int

    @property
    def level(self) -> int:
        """The largest tag."""
        return max(map(abs, self.tags))


def best_count(bet: ShoeBet, level: int) -> CardCount | None:
    """The balanced count with tags up to a level that goes best with a bet's effects; none if no card has any."""
    if not any(bet.effects):
        return None
    tags = _candidates(bet, level)
    counts = np.array(bet.fresh)
    tags = tags[(tags @ counts == 0) & tags.any(axis=1)]
    if not len(tags):
        return None
    effects = np.array([float(effect) for effect in bet.effects])
    follows = tags @ (counts * effects) / np.sqrt((tags * tags) @ counts)
    best = tuple(map(int, tags[np.argmax(np.round(follows / np.sqrt(counts @ effects**2), 12))]))
    return _count(bet, best, len(tags))


def _count(bet: ShoeBet, tags: tuple[int, ...], tried: int) -> CardCount:
    """A count by its tags. Each card that is gone moves the value by its effect, the more the fewer are left."""
    every = list(zip(bet.fresh, bet.effects, tags, strict=True))
    together = sum((there * effect * tag for there, effect, tag in every), Fraction(0))
    squares = sum(there * tag * tag for there, _, tag in every)
    effects = sum((there * effect * effect for there, effect, _ in every), Fraction(0))
    slope = together / squares * (bet.cards - 1) / len(DECK)
    return CardCount(tags, float(together) / sqrt(squares * effects), slope, -bet.expected_value / slope, tried)


def _candidates(bet: ShoeBet, level: int) -> Ints:
    kinds = len(bet.fresh)
    steps = range(-level, level + 1)
    if len(steps) ** kinds <= MOST_TRIED:
        return np.array(np.meshgrid(*[steps] * kinds, indexing="ij")).reshape(kinds, -1).T
    rising = np.array(list(combinations_with_replacement(steps, kinds)))
    return rising[:, np.argsort(np.argsort([float(effect) for effect in bet.effects], kind="stable"))]
