"""How far results may lie from the expected ones: the volatility index, and intervals by the number of rounds."""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

from croupier.contract import Json
from croupier.exact.analysis import Analysis
from croupier.reports.paper_words import bet_label, decimal, percent
from croupier.table.game import Game

NINETY: Final = 1.6448536269514722
"""Standard deviations within which nine tenths of a normal distribution lie."""
NINETY_FIVE: Final = 1.959963984540054
ROUNDS: Final = (10_000, 100_000, 1_000_000, 10_000_000, 100_000_000)


def volatility(game: Game[Any], bet: Analysis) -> Json:
    """What the house may come to keep of each unit after so many rounds, in 95 of 100 cases."""
    spread = bet.standard_deviation
    return {
        "label": bet_label(game, bet.bet),
        "unit": bet.unit,
        "index": decimal(NINETY * spread, 4),
        "deviation": decimal(spread, 4),
        "house_edge": percent(bet.house_edge),
        "rows": [
            {
                "rounds": f"{rounds:,}",
                "returned": _returned(bet, rounds),
                "within": percent(NINETY_FIVE * spread / sqrt(rounds)),
                "least": percent(float(bet.house_edge) - NINETY_FIVE * spread / sqrt(rounds)),
                "most": percent(float(bet.house_edge) + NINETY_FIVE * spread / sqrt(rounds)),
            }
            for rounds in ROUNDS
        ],
    }


def _returned(bet: Analysis, rounds: int) -> str:
    """The share of all that is wagered that players get back, from the least to the most of 95 of 100 cases."""
    mean, within = 1 - float(bet.element_of_risk), NINETY_FIVE * bet.standard_deviation / sqrt(rounds)
    within /= float(bet.average_wager)
    return f"{percent(mean - within, 2)} to {percent(mean + within, 2)}"
