"""Edges by stake, where flat prizes make them differ, as a paper tells and plots them."""

from __future__ import annotations

from typing import Any, Final

from croupier.chips import dollars
from croupier.contract import Json
from croupier.exact.by_stake import ByStake, by_stake
from croupier.reports.math_report.plots import line_plot
from croupier.reports.paper_words import bet_label, percent
from croupier.table.game import Game
from croupier.table.placard import Placard

STAKES: Final = tuple(100 * stake for stake in (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 50, 100))
"""In cents; those within the limits are looked at."""


def stakes(game: Game[Any], placard: Placard) -> list[Json]:
    """Every bet whose edge depends on its stake; none in a game without flat prizes."""
    if not any(table.fixed for table in game.paytables.values()):
        return []
    found = by_stake(game, placard, STAKES)
    return [_told(game, each) for each in found.values() if len(set(each.edges.values())) > 1]


def _told(game: Game[Any], found: ByStake) -> Json:
    return {
        "label": bet_label(game, found.bet),
        "rows": [[dollars(cents), percent(edge), str(edge)] for cents, edge in found.edges.items()],
        "sentences": [words.replace(found.bet, bet_label(game, found.bet), 1) for words in found.sentences],
        "plot": line_plot({cents / 100: float(edge) for cents, edge in found.edges.items()}),
    }
