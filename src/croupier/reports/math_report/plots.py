"""The plots of a paper, and what an hour of play comes to."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Final

import numpy as np

from croupier.arrays import Floats
from croupier.contract import Json
from croupier.exact.analysis import Analysis
from croupier.reports.paper_words import decimal, percent, units
from croupier.shown.svg_plots import PRINT, bar_plot, line_plot
from croupier.simulate.setup import whole_pace

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


def distribution(analysis: Analysis) -> str:
    """Plot the probability of each net result on a logarithmic scale."""
    chances = [(units(net), float(chance)) for net, chance in sorted(analysis.outcomes.items())]
    return bar_plot(chances, "probability", across=f"net result, {analysis.unit} units", log_up=True, look=PRINT)


def hour_of_play(analysis: Analysis) -> Json:
    """Return the quantiles of the sum after an hour, in units, and a plot of them after each round."""
    first, chances, step = _grid(analysis.outcomes)
    sums = _sums(chances)
    below = [np.searchsorted(np.cumsum(chance), np.array(QUANTILES) - TINY) for chance in sums]
    fan = np.array([(played * first + points) * float(step) for played, points in enumerate(below)])
    ahead = sums[-1][max(0, 1 - ROUNDS_PER_HOUR * first) :].sum()
    means = [float(analysis.expected_value) * played for played in range(ROUNDS_PER_HOUR + 1)]
    lowest, low, median, high, highest = fan.T.tolist()
    played = range(ROUNDS_PER_HOUR + 1)
    drawn = line_plot(
        {"median": list(zip(played, median, strict=True)), "mean": list(zip(played, means, strict=True))},
        "rounds",
        f"sum, {analysis.unit} units",
        {
            "nine tenths of all players": list(zip(played, lowest, highest, strict=True)),
            "half of all players": list(zip(played, low, high, strict=True)),
        },
        look=PRINT,
    )
    return {
        "plot": drawn,
        "ends": {str(round(q * 100)): units(value) for q, value in zip(QUANTILES, fan[-1], strict=True)},
        "expected": units(means[-1]),
        "deviation": decimal(analysis.standard_deviation * ROUNDS_PER_HOUR**0.5, 2),
        "ahead": percent(float(ahead), 2),
    }


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
