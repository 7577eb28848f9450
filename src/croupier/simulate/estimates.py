"""Simulated means and how far they may be off by chance."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from croupier.arrays import Ints
from croupier.simulate.results import NORMAL_95


@dataclass(frozen=True)
class Estimate:
    """A simulated mean and its standard error."""

    value: float
    standard_error: float

    @property
    def interval(self) -> tuple[float, float]:
        """An interval that the true mean lies in with 95 % confidence."""
        reach = NORMAL_95 * self.standard_error
        return self.value - reach, self.value + reach

    def z(self, exact: Fraction | float) -> float | None:
        """The standard errors between it and the exact value."""
        return (self.value - float(exact)) / self.standard_error if self.standard_error else None

    def times(self, factor: Fraction) -> Estimate:
        """So many times as much."""
        return Estimate(self.value * float(factor), self.standard_error * float(factor))

    def to_json(self) -> dict[str, Any]:
        """The estimate for programs."""
        return {"value": self.value, "standard_error": self.standard_error, "interval_95": list(self.interval)}


def mean(amounts: Ints) -> Estimate:
    """The mean of independent amounts."""
    return Estimate(float(np.mean(amounts)), float(np.std(amounts, ddof=1)) / sqrt(len(amounts)))


def ratio(upper: Ints, lower: Ints) -> Estimate:
    """The ratio of two sums over independent cases, and its standard error from the spread between them."""
    cases, total = len(lower), int(lower.sum())
    if not total:
        return Estimate(0.0, 0.0)
    value = int(upper.sum()) / total
    off = upper - value * lower
    return Estimate(value, sqrt(float((off**2).sum()) * cases / (cases - 1)) / total)
