"""What a plot shows, as places between 0 and 1 with their labels: the templates only draw it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, lcm, log10
from typing import Final

import numpy as np

from croupier.arrays import Floats
from croupier.contract import Json
from croupier.exact.analysis import Analysis
from croupier.reports.paper_words import decimal, percent, units
from croupier.simulate.runs.pace import whole_pace

PLAYERS: Final = 4
ROUNDS_PER_HOUR: Final = whole_pace(PLAYERS)
"""The pace that an hour of play is worked out for: the assumed one of a table with four players."""

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
FINEST: Final = 100
"""Results of an hour are added up in hundredths of a unit where they do not all fit a coarser grid."""
WIDEST: Final = 1 << 19
"""The most grid points an hour's results may take; a single result beyond them counts as the last."""
TINY: Final = 1e-9
"""Less than any chance that is told apart here, more than what adding up floats loses."""
ROUND_STEPS: Final = (1.0, 2.0, 5.0)
LEAST_GAP: Final = 0.09
"""How far apart the labels of an axis are at least."""


def distribution(outcomes: Mapping[Fraction, Fraction]) -> Json:
    """How likely each net result is: probabilities on a logarithmic scale, results on one that is so both ways."""
    decades = ceil(-log10(float(min(outcomes.values()))))
    low, high = (_both_ways(float(end(outcomes))) for end in (min, max))
    margin = 0.03 * (high - low) or 0.5
    low, high = low - margin, high + margin

    def across(net: float) -> float:
        return (_both_ways(net) - low) / (high - low)

    return {
        "stems": [
            {
                "x": _place(across(float(net))),
                "y": _place(1 + log10(float(chance)) / decades),
                "kind": "win" if net > 0 else "push" if net == 0 else "loss",
            }
            for net, chance in sorted(outcomes.items())
        ],
        "x": _apart([(across(tick), units(tick)) for tick in _round_numbers(min(outcomes), max(outcomes))]),
        "y": [
            {"at": _place(1 - k / decades), "label": f"{10.0**-k:.{max(k - 2, 0)}%}"}
            for k in range(decades + 1)
            if decades <= 8 or k % 2 == 0
        ],
    }


def hour_of_play(analysis: Analysis) -> Json:
    """How an hour may go: the quantiles of the sum after each round, in units."""
    first, chances, step = _grid(analysis.outcomes)
    sums = _sums(chances)
    below = [np.searchsorted(np.cumsum(chance), np.array(QUANTILES) - TINY) for chance in sums]
    fan = np.array([(played * first + points) * float(step) for played, points in enumerate(below)])
    ahead = sums[-1][max(0, 1 - ROUNDS_PER_HOUR * first) :].sum()
    means = [float(analysis.expected_value) * played for played in range(ROUNDS_PER_HOUR + 1)]
    least = min(float(fan.min()), *means)
    most = max(float(fan.max()), *means)
    ticks = _ticks(least, most)
    low, high = min(least, ticks[0]), max(most, ticks[-1])

    def up(value: float) -> float:
        return _place((value - low) / (high - low))

    return {
        "players": PLAYERS,
        "rounds": ROUNDS_PER_HOUR,
        "bands": [[up(value) for value in line] for line in fan.T],
        "mean": [up(value) for value in means],
        "x": [{"at": _place(n / ROUNDS_PER_HOUR), "label": str(n)} for n in range(0, ROUNDS_PER_HOUR + 1, 5)],
        "y": [{"at": up(tick), "label": units(tick)} for tick in ticks],
        "ends": {str(round(q * 100)): units(value) for q, value in zip(QUANTILES, fan[-1], strict=True)},
        "expected": units(means[-1]),
        "deviation": decimal(analysis.standard_deviation * ROUNDS_PER_HOUR**0.5, 2),
        "ahead": percent(float(ahead), 2),
    }


def edges(groups: Sequence[tuple[str, Sequence[tuple[str, Fraction, str | None]]]]) -> Json:
    """House edges side by side: for each wager its paytables, each with its exact edge and what is printed for it."""
    every = [float(edge) for _, tables in groups for _, edge, _ in tables]
    ticks = [tick / 100 for tick in _ticks(min(0.0, *every) * 100, max(0.0, *every) * 100, most=7)]
    low, high = min(*every, *ticks), max(*every, *ticks)

    def across(edge: Fraction | float) -> float:
        return _place((float(edge) - low) / (high - low))

    return {
        "groups": [
            {
                "label": label,
                "tables": [
                    {"name": name, "at": across(edge), "edge": percent(edge), "printed": printed or ""}
                    for name, edge, printed in tables
                ],
            }
            for label, tables in groups
        ],
        "zero": across(0),
        "x": [{"at": across(tick), "label": percent(tick, 0 if high - low > 0.04 else 1)} for tick in ticks],
    }


def line_plot(edges: Mapping[float, float]) -> Json:
    """Edges by stake in dollars, stakes on a logarithmic scale."""
    ticks = [tick / 100 for tick in _ticks(min(edges.values()) * 100, max(edges.values()) * 100)]
    low, high = min(*edges.values(), *ticks), max(*edges.values(), *ticks)
    first, last = log10(min(edges)), log10(max(edges))

    def across(stake: float) -> float:
        return (log10(stake) - first) / (last - first)

    def up(edge: float) -> float:
        return _place((edge - low) / (high - low))

    return {
        "points": [{"x": _place(across(stake)), "y": up(edge)} for stake, edge in edges.items()],
        "zero": up(0.0),
        "x": _apart([(across(stake), f"${stake:g}") for stake in edges]),
        "y": [{"at": up(tick), "label": percent(tick, 1)} for tick in ticks],
    }


def _both_ways(net: float) -> float:
    """A scale that is linear near nothing and logarithmic far from it, for losses as for wins."""
    return log10(1 + net) if net >= 0 else -log10(1 - net)


def _round_numbers(low: Fraction, high: Fraction) -> list[float]:
    sizes = [step * 10.0**power for power in range(9) for step in ROUND_STEPS]
    return [size for size in (*(-size for size in reversed(sizes)), 0.0, *sizes) if low <= size <= high]


def _apart(marks: Sequence[tuple[float, str]]) -> list[Json]:
    """Marks with their labels; a label that would touch the one before it is left out, nothing's own never."""
    kept: list[tuple[float, str]] = []
    for at, label in sorted(marks, key=lambda mark: (mark[1] != "0", abs(mark[0] - 0.5))):
        if all(abs(at - other) >= LEAST_GAP for other, _ in kept):
            kept.append((at, label))
    return [{"at": _place(at), "label": label} for at, label in sorted(kept)]


def _ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers that cover a range, nothing among them."""
    span = max(high - low, 1e-9)
    step = next(
        size * 10.0**power
        for power in range(floor(log10(span)) - 2, floor(log10(span)) + 2)
        for size in ROUND_STEPS
        if span / (size * 10.0**power) <= most
    )
    return [step * k for k in range(floor(min(low, 0) / step), ceil(max(high, 0) / step) + 1)]


def _grid(outcomes: Mapping[Fraction, Fraction]) -> tuple[int, Floats, Fraction]:
    """The results of one round on a grid: the first of its points, the chance of each, and the grid's step.

    A result that would make the grid too wide is moved to its last point. The quantiles shown lie far below that, and
    whatever is above a quantile may be moved about above it without changing the quantile.
    """
    step = Fraction(1, min(lcm(*(net.denominator for net in outcomes)), FINEST))
    points = {net: round(net / step) for net in outcomes}
    first = min(points.values())
    last = min(max(points.values()), first + WIDEST // ROUNDS_PER_HOUR)
    chances = np.zeros(last - first + 1)
    for net, chance in outcomes.items():
        chances[min(points[net], last) - first] += float(chance)
    return first, chances, step


def _sums(chances: Floats) -> list[Floats]:
    """The chances of each sum after no round, one round, and so on for an hour."""
    size = 1 << ((len(chances) - 1) * ROUNDS_PER_HOUR).bit_length()
    one = np.fft.rfft(chances, size)
    whole = np.zeros(size)
    whole[0] = 1.0
    return [whole, *(np.fft.irfft(one**played, size) for played in range(1, ROUNDS_PER_HOUR + 1))]


def _place(share: float) -> float:
    """A place on an axis, to as many digits as print can show."""
    return round(float(share), 5)
