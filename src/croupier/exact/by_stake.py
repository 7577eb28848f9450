"""A bet's edge as a function of its stake, where flat prizes, breakage or a limit make it one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from croupier.chips import dollars
from croupier.errors import Refused
from croupier.exact.reading.endings import bet_groups
from croupier.exact.solver import solver_of
from croupier.json_shapes import StakesTold, StakeTold
from croupier.table.game import Game
from croupier.table.placard import Placard

EVERY: Final = 25
"""Up to so many chips every stake is looked at; beyond, some in round numbers."""


@dataclass(frozen=True)
class ByStake:
    """One bet at the stakes that its limits allow."""

    bet: str
    unit: str
    edges: dict[int, Fraction]
    """The exact house edge by stake, in cents."""
    break_even: tuple[tuple[Fraction, Fraction], ...]
    """Between which stakes, in dollars, the edge changes hands; the same twice where that is known exactly."""

    @property
    def best(self) -> int:
        """The stake that is best for the player, and so the worst for the house; of several the smallest."""
        return min(self.edges, key=lambda cents: (self.edges[cents], cents))

    @property
    def worst(self) -> int:
        """The stake that is worst for the player; of several the smallest."""
        return max(self.edges, key=lambda cents: (self.edges[cents], -cents))

    @property
    def favours_player(self) -> list[int]:
        """The stakes that favour the player."""
        return [cents for cents, edge in self.edges.items() if edge < 0]

    @property
    def sentences(self) -> list[str]:
        """What a house must know, in words."""
        if len(set(self.edges.values())) == 1:
            favours = " It favours the player." if self.favours_player else ""
            return [f"{self.bet}: the same at every stake that was looked at.{favours}"]
        told = [
            f"{self.bet}: the worst stake for the player is {dollars(self.worst)}, with a house edge of "
            f"{float(self.edges[self.worst]):.4%}; the worst for the house is {dollars(self.best)}, with "
            f"{float(self.edges[self.best]):.4%}."
        ]
        if self.favours_player:
            stakes = _runs(self.favours_player, list(self.edges))
            told.append(f"{self.bet}: it favours the player at {stakes}.")
        for low, high in self.break_even:
            where = f"at ${float(low):.4f} ({low})" if low == high else f"between ${float(low):g} and ${float(high):g}"
            told.append(f"{self.bet}: nobody is favoured {where}.")
        return told

    def told(self) -> StakesTold:
        """What the `--json` contract has of it."""
        return StakesTold(
            [StakeTold(cents, str(edge), float(edge)) for cents, edge in self.edges.items()],
            self.worst,
            self.best,
            self.favours_player,
            [[str(low), str(high)] for low, high in self.break_even],
            self.sentences,
        )


def by_stake(game: Game[Any], placard: Placard, stakes: Sequence[int] | None = None) -> dict[str, ByStake]:
    """Every bet of a game that is exact, at whole chips within its posted limits, or at these stakes in cents."""
    spots = {group.name: group.opens[0] for group in bet_groups(game)}
    limits = {name: placard.limit(game, spot) for name, spot in spots.items()}
    asked = {name: _stakes(limit.least, limit.most, placard.chip, stakes) for name, limit in limits.items()}
    found: dict[str, dict[int, Fraction]] = {}
    units: dict[str, str] = {}
    solver = solver_of(game)
    names = solver.exact_names()
    for cents in sorted(set().union(*asked.values())):
        try:
            solved = solver.exact_bets(names, Fraction(cents, 100))
        except Refused:
            if any(cents in limit for limit in limits.values()) and all(cents in limit for limit in limits.values()):
                raise
            continue
        for bet, analysis in solved.items():
            own = next((name for name in spots if bet.rpartition("/")[2].partition("-alone")[0] == name), None)
            if own is None or cents in asked[own]:
                found.setdefault(bet, {})[cents] = analysis.house_edge
                units[bet] = analysis.unit
    exact = game.cashier is None
    return {bet: ByStake(bet, units[bet], edges, _crossings(edges, exact)) for bet, edges in found.items()}


def _stakes(least: int, most: int, chip: int, stakes: Sequence[int] | None) -> list[int]:
    if stakes is not None:
        return [cents for cents in stakes if least <= cents <= most]
    first = -(-least // chip) * chip
    every = list(range(first, min(most, first + EVERY * chip) + 1, chip))
    step = 10 * chip
    while every and every[-1] + step <= most:
        rounded = (every[-1] // step + 1) * step
        every += [cents for cents in (rounded, 2 * rounded, 5 * rounded) if every[-1] < cents <= most]
        step *= 10
    return sorted({*every, most // chip * chip} - {0})


def _crossings(edges: dict[int, Fraction], exact: bool) -> tuple[tuple[Fraction, Fraction], ...]:
    """Where the edge changes hands. A flat prize is worth the less the larger the stake, in proportion to one over it:
    where three stakes in a row lie on one such line, the point in between is exact.
    """
    found = []
    stakes = sorted(edges)
    for at, (low, high) in enumerate(pairwise(stakes)):
        if (edges[low] < 0) == (edges[high] < 0):
            continue
        near = [stakes[other] for other in (at - 1, at, at + 1, at + 2) if 0 <= other < len(stakes)]
        if exact and len(near) > 2 and _on_one_line([(Fraction(1, s), edges[s]) for s in near]):
            slope = (edges[low] - edges[high]) / (Fraction(1, low) - Fraction(1, high))
            even = 1 / (Fraction(1, low) - edges[low] / slope) / 100
            found.append((even, even))
        else:
            found.append((Fraction(low, 100), Fraction(high, 100)))
    return tuple(found)


def _on_one_line(points: Sequence[tuple[Fraction, Fraction]]) -> bool:
    (x, y), (across, up) = points[:2]
    return all((other_y - y) * (across - x) == (up - y) * (other_x - x) for other_x, other_y in points[2:])


def _runs(chosen: Sequence[int], every: Sequence[int]) -> str:
    """Some of the stakes that were looked at, those in a row as a range."""
    runs: list[list[int]] = []
    for place, cents in enumerate(every):
        if cents in chosen:
            if place and every[place - 1] in chosen:
                runs[-1].append(cents)
            else:
                runs.append([cents])
    return ", ".join(dollars(run[0]) if len(run) == 1 else f"{dollars(run[0])} to {dollars(run[-1])}" for run in runs)
