"""How far a total may be from what bets should bring: its exact mean and variance, and its distribution.

Bets of different rounds are independent. The bets of one seat in one round are not, nor are seats that share cards;
what that adds to the variance and to the third moment is handed in, and stands in the sum as one more part with these
two moments, gamma-distributed. Where it takes from the variance instead, distances are measured by what is left of it.

The distribution is found from the characteristic function of the bets as they were made, every outcome with its chance,
by a Fourier series over a stretch that holds all but what comes once in millions of nights. So a prize of thousands of
units that comes once in a few hundred nights is the step in it that it is; no smooth curve would have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import pi, sqrt
from typing import Final

import numpy as np

from croupier.arrays import Floats, Ints

_CLOSE: Final = 1.5
"""Standard deviations from the mean within which no alarm goes off, and nobody asks for odds."""
_SURE: Final = 1e-9
"""The least odds that are told: rounding is of that size."""
_NEVER: Final = 1e-7
"""How often an outcome is expected that need not be told from the largest of the others."""
_SPREAD: Final = 12
"""Standard deviations on each side that the series covers, besides the largest outcome twice."""
_FINEST: Final = 64.0
"""The highest frequency in one over the standard deviation: what is finer is smoothed over."""
_MOST: Final = 4096
"""Frequencies that are worked out at most."""


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
    def places(self) -> Floats:
        """Of each outcome, from the largest prize on, the chance of those before it and half of its own."""
        order = np.argsort(self.won, kind="stable")
        found = np.empty_like(self.chances)
        found[order] = np.cumsum(self.chances[order]) - self.chances[order] / 2
        return found

    def beside(self, more: Floats) -> BetTheory:
        """The same bet with what others win beside each of its outcomes; its mean is as it was."""
        return BetTheory(self.won + more - more @ self.chances, self.chances, self.wager)

    def narrowed(self, explained: float) -> BetTheory:
        """The same bet without the share of its variance that another explains."""
        return BetTheory(self.mean + (self.won - self.mean) * sqrt(1 - explained), self.chances, self.wager)


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
        at, below = self._distribution
        z = self.z(won)
        return float(np.exp(np.interp(z, at, np.log(below)))), float(np.exp(np.interp(z, at, np.log(_turned(below)))))

    def sharp_odds(self, won: float) -> tuple[float, float] | tuple[None, None]:
        """The same for a total that is far enough from the mean for somebody to ask; none nearer to it."""
        return self.odds(won) if abs(self.z(won)) > _CLOSE else (None, None)

    def band(self, chance: float) -> tuple[float, float]:
        """The least and the most that the house wins, each but for this chance."""
        if not self.deviation:
            return self.win, self.win
        at, below = self._distribution
        low, high = np.interp((chance, 1 - chance), below, at)
        return self.win + self.deviation * float(low), self.win + self.deviation * float(high)

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
        lengths = list(map(len, each))
        away, chances = np.concatenate(each), np.concatenate([bet.theory.chances for bet in self.bets])
        times = np.array([bet.times for bet in self.bets], np.float64)
        farthest = np.abs(away[chances * np.repeat(times, lengths) > _NEVER]).max(initial=0.0)
        return away.clip(-farthest, farthest), chances, np.cumsum([0, *lengths])[:-1], times

    def _characteristic(self, t: Floats) -> Floats:
        """The characteristic function of the deviation from the mean."""
        away, chances, starts, times = self._parts
        with np.errstate(divide="ignore"):
            height = np.log(np.add.reduceat(chances * np.exp(1j * t[:, None] * away), starts, axis=1)) @ times
        if self.together > 0:
            variance, third = self.together / self._scale**2, self.together_third / self._scale**3
            size = third / (2 * variance)
            if abs(size) < 1e-6:
                height = height - variance * t * t / 2
            else:
                height = height - variance / size**2 * (np.log(1 - 1j * size * t) + 1j * size * t)
        found: Floats = np.exp(height)
        return found

    @cached_property
    def _distribution(self) -> tuple[Floats, Floats]:
        """Deviations from the mean, and the chance to be there or below; by a series that fades out or is faded."""
        width = 2 * (_SPREAD + 2 * float(np.abs(self._parts[0]).max()))
        most = int(min(_FINEST * width / (2 * pi), _MOST))
        found: list[Floats] = []
        number = 0
        while number < most and not (found and abs(found[-1][-1]) < _SURE):
            more = np.arange(number + 1, min(max(2 * number, 64), most) + 1, dtype=np.float64)
            found.append(self._characteristic(2 * pi / width * more))
            number = int(more[-1])
        waves = np.concatenate(found)
        if abs(waves[-1]) >= _SURE:
            waves = waves * np.exp(-18 * (np.arange(1, number + 1) / number) ** 2)
        places = 1 << (16 * number).bit_length()
        order = np.arange(1, number + 1)
        series = np.zeros(places // 2 + 1, np.complex128)
        series[1 : number + 1] = np.conj(waves * (-1.0) ** order / (-2j * pi * order))
        swing = places * np.fft.irfft(series, places)
        below = np.arange(places) / places + swing - swing[0]
        at = (np.arange(places) / places - 0.5) * width
        return at, np.maximum.accumulate(below.clip(_SURE, 1 - _SURE))


def _turned(below: Floats) -> Floats:
    return (1 - below).clip(_SURE, 1.0)
