"""How far a total may be from what bets should bring: exact mean and variance, and odds by the saddlepoint.

Bets of different rounds are independent. The bets of one seat in one round are not, nor are seats that share cards;
what that adds to the variance and to the third moment is handed in, and stands in the sum as one more part with these
two moments, gamma-distributed. Where it takes from the variance instead, distances are measured by what is left of it.

The odds are Lugannani and Rice's, from the cumulant generating function of the bets as they were made, every outcome
with its chance: a paytable's rare prizes make totals far from normal, and a band of so many deviations would be wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import erfc, exp, pi, sqrt
from typing import Final

import numpy as np

from croupier.arrays import Floats, Ints

_STEPS: Final = 60
_CLOSE: Final = 1.5
"""Standard deviations from the mean within which no alarm goes off, and odds need not be sharp."""
_UNSHARP: Final = 0.01
"""The least odds that are told there."""
_GRID: Final = 48
_WIDEST: Final = 9.0
"""Standard deviations of a normal total within which bands are looked for."""


@dataclass(frozen=True)
class BetTheory:
    """One unit of a bet, by its exact outcomes."""

    won: Floats
    """What each brings the house."""
    chances: Floats
    wager: float = 1.0
    """Units that are bet in all, on average."""

    @classmethod
    def of(cls, outcomes: Sequence[tuple[float, float]], wager: float = 1.0) -> BetTheory:
        """By what each outcome brings the player, and its chance."""
        nets, chances = (np.array(each, np.float64) for each in zip(*outcomes, strict=True))
        return cls(-nets, chances, wager)

    @cached_property
    def mean(self) -> float:
        """What the house keeps of a unit."""
        return float(self.won @ self.chances)

    @cached_property
    def variance(self) -> float:
        """In units squared."""
        return float((self.won - self.mean) ** 2 @ self.chances)

    @cached_property
    def third(self) -> float:
        """The third moment about the mean, in units cubed."""
        return float((self.won - self.mean) ** 3 @ self.chances)


@dataclass(frozen=True)
class BetsMade:
    """A bet that was made so many times at one stake, in cents."""

    theory: BetTheory
    stake: int
    times: int


@dataclass(frozen=True)
class Expected:
    """What bets should bring the house, in cents."""

    bets: Sequence[BetsMade]
    together: float = 0.0
    """What bets of one round that hang together add to the variance, in cents squared."""
    together_third: float = 0.0
    """The same of the third moment."""

    @cached_property
    def win(self) -> float:
        """The theoretical win."""
        return sum(bet.theory.mean * bet.stake * bet.times for bet in self.bets)

    @cached_property
    def deviation(self) -> float:
        """The standard deviation of the win."""
        return sqrt(max(self._independent + self.together, self._independent / 100))

    def z(self, won: float) -> float:
        """Standard deviations between what was won and the theoretical win."""
        return (won - self.win) / self.deviation if self.deviation else 0.0

    def odds(self, won: float) -> tuple[float, float]:
        """The chances that the house wins so little, and so much, or still less and more."""
        if not self.deviation:
            return 1.0, 1.0
        z = self.z(won)
        above = self._above(z) if abs(z) > _CLOSE else self._above_closely(z)
        return 1.0 - above, above

    def sharp_odds(self, won: float) -> tuple[float, float] | tuple[None, None]:
        """The same where they are worked out sharply, and so may be told; none nearer to the mean."""
        return self.odds(won) if abs(self.z(won)) > _CLOSE else (None, None)

    def band(self, chance: float) -> tuple[float, float]:
        """The least and the most that the house wins, each but for this chance."""
        if not self.deviation:
            return self.win, self.win
        reach = np.linspace(0.02, _WIDEST, _GRID)
        ends = []
        for side in (-1.0, 1.0):
            z, tail = self._tails(side * reach)
            ends.append(self.win + self.deviation * float(np.interp(-np.log(chance), -np.log(tail), z)))
        return ends[0], ends[1]

    @cached_property
    def _independent(self) -> float:
        return sum(bet.theory.variance * bet.stake**2 * bet.times for bet in self.bets)

    @cached_property
    def _scale(self) -> float:
        """Cents that one deviation of the modelled sum has; the whole deviation, unless luck is shared against it."""
        return sqrt(self._independent + max(self.together, 0.0))

    @cached_property
    def _parts(self) -> tuple[Floats, Floats, Ints, Floats]:
        """All outcomes in deviations from their mean, their chances; where each bet begins, how often it was made."""
        each = [(bet.theory.won - bet.theory.mean) * bet.stake / self._scale for bet in self.bets]
        starts = np.cumsum([0, *map(len, each)])[:-1]
        chances = np.concatenate([bet.theory.chances for bet in self.bets])
        return np.concatenate(each), chances, starts, np.array([bet.times for bet in self.bets], np.float64)

    def _cumulants(self, t: Floats) -> tuple[Floats, Floats, Floats]:
        """The cumulant generating function of the deviation from the mean, and its first two derivatives."""
        away, chances, starts, times = self._parts
        power = t[:, None] * away
        lengths = np.diff(np.append(starts, len(away)))
        peak = np.maximum.reduceat(power, starts, axis=1)
        weight = chances * np.exp(power - np.repeat(peak, lengths, axis=1))
        total = np.add.reduceat(weight, starts, axis=1)
        mean = np.add.reduceat(weight * away, starts, axis=1) / total
        square = np.add.reduceat(weight * away * away, starts, axis=1) / total
        height = (np.log(total) + peak) @ times
        first, second = mean @ times, np.maximum(square - mean**2, 0) @ times
        if self.together > 0:
            variance, third = self.together / self._scale**2, self.together_third / self._scale**3
            size = third / (2 * variance)
            if abs(size) < 1e-9:
                return height + variance * t * t / 2, first + variance * t, second + variance
            shape, rest = variance / size**2, np.maximum(1 - size * t, 1e-9)
            height = height - shape * (np.log(rest) + size * t)
            first, second = first + shape * size * (1 / rest - 1), second + variance / rest**2
        return height, first, second

    def _tails(self, t: Floats) -> tuple[Floats, Floats]:
        """For saddlepoints on one side of the mean, deviations from it and the chance to be that far or farther."""
        height, first, second = self._cumulants(t)
        depth = np.maximum(t * first - height, 1e-12)
        root = np.sqrt(2 * depth)
        normal = np.array([erfc(each / sqrt(2)) / 2 for each in root])
        slope = np.abs(t) * np.sqrt(np.maximum(second, 1e-12))
        tail = normal + np.exp(-depth) / sqrt(2 * pi) * (1 / slope - 1 / root)
        order = np.minimum.accumulate(np.clip(tail, 1e-300, 1.0))
        return first * self._scale / self.deviation * _matched(self), order

    def _above_closely(self, z: float) -> float:
        """The same where nobody needs it to be sharp (Edgeworth)."""
        third = sum(bet.theory.third * bet.stake**3 * bet.times for bet in self.bets) + self.together_third
        skew = third / self.deviation**3
        above = erfc(z / sqrt(2)) / 2 + skew / 6 * (z * z - 1) * exp(-z * z / 2) / sqrt(2 * pi)
        return min(max(above, _UNSHARP), 1 - _UNSHARP)

    def _above(self, z: float) -> float:
        """The chance to be so many deviations above the mean, or more."""
        target = z * self.deviation / self._scale / _matched(self)
        least, most = self._limits
        if not least < target < most:
            return 1.0 if target <= least else 0.0
        low, high = (0.0, np.inf) if z > 0 else (-np.inf, 0.0)
        t = target
        for _ in range(_STEPS):
            _, first, second = (float(each[0]) for each in self._cumulants(np.array([t])))
            if abs(first - target) < 1e-9:
                break
            low, high = (t, high) if first < target else (low, t)
            step = t + (target - first) / second if second > 0 else np.inf
            if not low < step < high:
                step = (low + high) / 2 if max(-low, high) < np.inf else 2 * t
            t = step
        _, tail = self._tails(np.array([t]))
        return float(tail[0]) if z > 0 else 1.0 - float(tail[0])

    @cached_property
    def _limits(self) -> tuple[float, float]:
        """The least and the most that there can be, in deviations; shared luck has no end."""
        if self.together > 0:
            return -np.inf, np.inf
        away, _, starts, times = self._parts
        return float(np.minimum.reduceat(away, starts) @ times), float(np.maximum.reduceat(away, starts) @ times)


def _matched(expected: Expected) -> float:
    """What a deviation of the modelled sum counts for, where luck is shared against the house's deviation."""
    return expected.deviation / expected._scale if expected.together < 0 else 1.0
