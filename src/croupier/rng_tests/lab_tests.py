"""The tests that laboratories ask of a random generator, each giving the probability of what was found.

Every one looks at a row of draws that should be independent and equally likely, and answers with a p-value: how
often a perfect generator would look at least as bad.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log, perm, sqrt
from typing import Final

import numpy as np
from scipy.special import stirling2
from scipy.stats import chi2, kstwobign, norm

from croupier.arrays import Floats, Ints
from croupier.errors import Refused

LEAST_EXPECTED: Final = 10.0
"""A chi-square cell that expects fewer than this is taken together with another."""
HAND: Final = 5
ORDERED: Final = 4


@dataclass(frozen=True)
class Draws:
    """A row of draws, each of `kinds` values from 0 up."""

    values: Ints
    kinds: int
    hand_kinds: int
    """Into how many kinds the values are sorted for the poker test: the ranks of cards."""
    coupon_kinds: int
    """How many kinds the coupon collector wants: the suits of cards."""

    def hands(self) -> Ints:
        """The values by rank."""
        return self.values // (self.kinds // self.hand_kinds)

    def coupons(self) -> Ints:
        """The values by suit."""
        return self.values % self.coupon_kinds


def fit(counts: Sequence[float] | Ints, probabilities: Sequence[float] | Floats) -> float:
    """The p-value of counts that should follow these probabilities, which add up to 1.

    Cells too small for a chi-square are taken together, the least likely first, whatever was counted in them.
    """
    total = float(np.sum(counts))
    cells = zip((p * total for p in probabilities), map(float, counts), strict=True)
    merged: list[tuple[float, float]] = []
    expected = observed = 0.0
    # Sorted by what is expected alone: an order that looked at the counts would make the worst of them.
    for cell_expected, cell_observed in sorted(cells, key=lambda cell: cell[0]):
        expected += cell_expected
        observed += cell_observed
        if expected >= LEAST_EXPECTED:
            merged.append((expected, observed))
            expected = observed = 0.0
    if len(merged) < 2:
        raise Refused(f"{total:.0f} draws are too few for a test of {len(counts)} kinds; take more samples")
    merged[-1] = (merged[-1][0] + expected, merged[-1][1] + observed)
    statistic = sum((observed - expected) ** 2 / expected for expected, observed in merged)
    return float(chi2.sf(statistic, len(merged) - 1))


def chi_square(draws: Draws) -> float:
    """Every value comes as often as any other."""
    return fit(np.bincount(draws.values, minlength=draws.kinds), [1 / draws.kinds] * draws.kinds)


def runs(draws: Draws) -> float:
    """High and low values change places as often as they should: Wald and Wolfowitz's test."""
    high = draws.values >= draws.kinds // 2
    n, highs = len(high), int(high.sum())
    pairs = 2.0 * highs * (n - highs)
    if pairs == 0:
        return 0.0
    found = 1 + int(np.count_nonzero(high[1:] != high[:-1]))
    mean = pairs / n + 1
    variance = pairs * (pairs - n) / (n * n * (n - 1.0))
    return _both_tails((found - mean) / sqrt(variance))


def serial_correlation(draws: Draws) -> float:
    """A value says nothing about the next one; the row is closed to a ring."""
    values = draws.values - draws.values.mean()
    n = len(values)
    spread = float(values @ values)
    if spread == 0:
        return 0.0
    correlation = float(values @ np.roll(values, 1)) / spread
    deviation = n / ((n - 1) * sqrt(n - 2))
    return _both_tails((correlation + 1 / (n - 1)) / deviation)


def _both_tails(z: float) -> float:
    """Return the probability that a standard normal value is at least this far from zero, on either side."""
    return float(2 * norm.sf(abs(z)))


def gap(draws: Draws) -> float:
    """Between two low values there are as many others as there should be: a quarter or a sixth are low."""
    low = max(1, draws.kinds // 4)
    chance = low / draws.kinds
    places = np.flatnonzero(draws.values < low)
    if len(places) < 2:
        return 0.0
    gaps = np.diff(places) - 1
    longest = ceil(log(LEAST_EXPECTED / len(gaps)) / log(1 - chance)) if len(gaps) > LEAST_EXPECTED else 1
    counts = np.bincount(np.minimum(gaps, longest), minlength=longest + 1)
    probabilities = [chance * (1 - chance) ** length for length in range(longest)]
    return fit(counts, [*probabilities, (1 - chance) ** longest])


def poker(draws: Draws) -> float:
    """Five values in a row hold as many different ranks as they should.

    Of the d**5 hands, those with r ranks are counted by S(5, r), the ways to put five draws into r groups, times
    d (d-1) ... (d-r+1), the ways to name the groups.
    """
    d = draws.hand_kinds
    hands = draws.hands()
    hands = np.sort(hands[: len(hands) // HAND * HAND].reshape(-1, HAND), axis=1)
    different = 1 + np.count_nonzero(np.diff(hands, axis=1), axis=1)
    most = min(HAND, d)
    counts = np.bincount(different, minlength=most + 1)[1:]
    return fit(counts, [stirling2(HAND, r, exact=True) * perm(d, r) / d**HAND for r in range(1, most + 1)])


def coupon_collector(draws: Draws) -> float:
    """It takes as many draws to see every suit as it should.

    The set is complete with draw r if the r-1 draws before it show all suits but one: d!/d**r times S(r-1, d-1).
    """
    d = draws.coupon_kinds
    lengths = _collected(draws.coupons(), d)
    if len(lengths) == 0:
        return 0.0
    longest = 12 * d
    probabilities = [perm(d, d) * stirling2(r - 1, d - 1, exact=True) / d**r for r in range(d, longest)]
    counts = np.bincount(np.minimum(lengths, longest), minlength=longest + 1)[d:]
    return fit(counts, [*probabilities, 1 - sum(probabilities)])


def _collected(values: Ints, kinds: int) -> Ints:
    """How many draws each set took, one set after the other."""
    n = len(values)
    complete = np.zeros(n, dtype=np.int64)
    for kind in range(kinds):
        places = np.where(values == kind, np.arange(n), n)
        complete = np.maximum(complete, np.minimum.accumulate(places[::-1])[::-1])
    ends = complete.tolist()
    lengths = []
    at = 0
    while at < n and ends[at] < n:
        lengths.append(ends[at] + 1 - at)
        at = ends[at] + 1
    return np.array(lengths, dtype=np.int64)


def permutation(draws: Draws) -> float:
    """Four values in a row stand in every order equally often; rows with a value twice say nothing."""
    rows = draws.values[: len(draws.values) // ORDERED * ORDERED].reshape(-1, ORDERED)
    ordered = np.sort(rows, axis=1)
    rows = rows[np.all(ordered[:, 1:] != ordered[:, :-1], axis=1)]
    if len(rows) == 0:
        return 0.0
    return fit(np.bincount(_order(rows), minlength=perm(ORDERED)), [1 / perm(ORDERED)] * perm(ORDERED))


def _order(rows: Ints) -> Ints:
    """The number of each row's order: how many later values are smaller, place by place, in a mixed base."""
    number = np.zeros(len(rows), dtype=np.int64)
    for place in range(ORDERED - 1):
        smaller = np.count_nonzero(rows[:, place + 1 :] < rows[:, place : place + 1], axis=1)
        number = number * (ORDERED - place) + smaller
    return number


def spectral(draws: Draws) -> float:
    """No wave is stronger than the others: Bartlett's test of the summed periodogram.

    The strengths of the waves of a random row are independent and exponential, so the sums, as parts of the whole,
    lie like uniform values in order.
    """
    strengths = np.abs(np.fft.rfft(draws.values - draws.values.mean())[1 : (len(draws.values) + 1) // 2]) ** 2
    whole = float(strengths.sum())
    if whole == 0:
        return 0.0
    parts = np.cumsum(strengths)[:-1] / whole
    m = len(parts)
    steps = np.arange(1, m + 1)
    distance = float(max((steps / m - parts).max(), (parts - (steps - 1) / m).max()))
    return float(kstwobign.sf(distance * (sqrt(m) + 0.12 + 0.11 / sqrt(m))))


SUITE: Final[dict[str, Callable[[Draws], float]]] = {
    "chi-square": chi_square,
    "runs": runs,
    "serial correlation": serial_correlation,
    "gap": gap,
    "poker": poker,
    "coupon collector": coupon_collector,
    "permutation": permutation,
    "spectral": spectral,
}
"""What 25 CFR 547.14 lists."""
