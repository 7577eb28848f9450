"""Simulated means and how far they may be off by chance."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.json_figures import as_float
from croupier.simulate.results import NORMAL_95


@dataclass(frozen=True)
class Estimate:
    """A simulated mean and its standard error."""

    exactly: Fraction
    """The mean of what was simulated, as counted."""
    standard_error: float

    @property
    def value(self) -> float:
        """The mean as a float."""
        return float(self.exactly)

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
        return Estimate(self.exactly * factor, self.standard_error * float(factor))

    def to_json(self) -> dict[str, Any]:
        """The estimate for programs."""
        said = as_float("value", self.exactly)
        return {**said, "standard_error": self.standard_error, "interval_95": list(self.interval)}


def mean(amounts: Ints) -> Estimate:
    """The mean of independent amounts."""
    exactly = Fraction(int(amounts.sum()), len(amounts))
    return Estimate(exactly, standard_error(amounts))


def standard_error(amounts: Ints | Floats) -> float:
    """The standard error of the mean of independent amounts."""
    return float(np.std(amounts, ddof=1)) / sqrt(len(amounts))
