"""Stakes at which a bet favours the player: flat prizes may make small bets worth more than they cost."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.chips import dollars
from croupier.contract import Json
from croupier.exact.analysis import Analysis
from croupier.exact.solver import is_solved, solver_of
from croupier.reports.paper_words import bet_label, percent
from croupier.table.game import Game
from croupier.table.placard import Placard


@dataclass(frozen=True)
class Favoured:
    """A bet that favours the player at the least stake that is taken."""

    bet: str
    unit: str
    least: int
    """The least stake, in cents."""
    house_edge: Fraction
    """At that stake: below zero."""
    last: int
    """The largest stake that favours the player, in whole chips."""

    @property
    def always(self) -> bool:
        """Whether no stake that is taken favours the house."""
        return self.last == 0

    def words(self, label: str) -> str:
        """For which stakes it does so, and by how much."""
        if self.always:
            return f"{label} favours the player at every stake: the house edge is {percent(self.house_edge)}."
        stakes = dollars(self.least) if self.last == self.least else f"{dollars(self.least)} to {dollars(self.last)}"
        return (
            f"{label} favours the player at stakes of {stakes}: "
            f"the house edge is {percent(self.house_edge)} at {dollars(self.least)}."
        )


def favoured_bets(game: Game[Any], placard: Placard) -> list[Favoured]:
    """Every bet that is known to favour the player somewhere within its limits.

    A flat prize is worth less of a larger stake, so that the house edge never falls as the stake grows: if the least
    stake does not favour the player none does, and between those that do and those that do not is one border.
    """
    solver, found = solver_of(game), []

    def at(cents: int, name: str) -> Analysis:
        solved = solver.exactly(name, Fraction(cents, 100))
        assert solved is not None, "what is exact at one stake is at every other"
        return solved

    for name, bet in (solver.analyze() if is_solved(game) else solver.solve().exact).items():
        table = game.paytables.get(name)
        if table is None or not table.fixed:
            if bet.expected_value > 0:
                found.append(Favoured(name, bet.unit, 0, bet.house_edge, 0))
            continue
        spot = game.spot(name.rpartition("/")[2])
        least, most = placard.limit(game, spot.name).least, placard.most(game, spot)
        worst = at(least, name)
        if worst.expected_value > 0:
            stakes = range(least, most + 1, placard.chip)
            last = stakes[bisect_left(stakes, True, 1, key=lambda cents: at(cents, name).expected_value <= 0) - 1]
            found.append(Favoured(name, bet.unit, least, worst.house_edge, 0 if last == stakes[-1] else last))
    return found


def favoured(game: Game[Any], placard: Placard) -> list[Json]:
    """The same as a paper says it."""
    return [{"bet": each.bet, "words": each.words(bet_label(game, each.bet))} for each in favoured_bets(game, placard)]
