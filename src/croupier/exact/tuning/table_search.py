"""The search: every table of some ranges whose wager meets a target, the nearest first."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, sqrt
from typing import Any, Final

import numpy as np

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.exact.solved_game import Unwatched, Watcher
from croupier.exact.solver import is_solved
from croupier.exact.tuning.pay_grid import PayGrid
from croupier.exact.tuning.pay_ranges import PayRange
from croupier.exact.tuning.tuned_bet import TunedBet
from croupier.exact.tuning.valuing import Figures, Report, SearchStopped, Valuing, analysed, valuing
from croupier.odds import PayTable
from croupier.shown.html_parts import exactly, html_table, page, percent
from croupier.table.game import Game

MOST_TABLES: Final = 20_000_000
LONGEST: Final = 1800.0
"""Seconds that tables which are solved one by one may take together."""
CHECKED: Final = 3
"""So many of the tables that are told are solved once more as `analyze` does."""
Span = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Target:
    """What a table must meet; spans include both ends."""

    edge: Fraction
    within: Fraction = Fraction(5, 10_000)
    hit_frequency: Span | None = None
    standard_deviation: Span | None = None
    keep_order: bool = False
    """Whether no row may pay less than a lesser one."""

    @property
    def more(self) -> bool:
        """Whether more than the edge is asked for."""
        return self.hit_frequency is not None or self.standard_deviation is not None

    def takes(self, figures: Figures) -> bool:
        """Whether all but the edge is met."""
        hit, deviation = self.hit_frequency, self.standard_deviation
        return (hit is None or hit[0] <= figures.hit_frequency <= hit[1]) and (
            deviation is None or deviation[0] ** 2 <= figures.variance <= deviation[1] ** 2
        )


@dataclass(frozen=True)
class FoundTable:
    """A table that meets a target."""

    table: PayTable
    figures: Figures
    changed: tuple[str, ...]
    """The rows that do not pay what they did."""

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of each unit."""
        return -self.figures.expected_value

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance."""
        return sqrt(self.figures.variance)

    def _repr_html_(self) -> str:
        """How a notebook shows it: the figures of the wager, and the table."""
        lines = [
            ["house edge", percent(self.house_edge)],
            ["hit frequency", percent(self.figures.hit_frequency)],
            ["standard deviation", exactly(self.figures.variance, f"{self.standard_deviation:.4f}")],
        ]
        return page(html_table("", ("figure", "value"), lines), self.table._repr_html_())


@dataclass(frozen=True)
class TunedTables:
    """What a search found."""

    game: Game[Any]
    bet: str
    wager: str
    target: Target
    searched: int
    """Every table of the ranges."""
    met: int
    """How many tables meet the target."""
    found: tuple[FoundTable, ...]
    """Those that are told, the nearest first."""


def tune(
    game: Game[Any],
    bet: str,
    target: Target,
    ranges: Sequence[PayRange],
    stake: Fraction | int = 1,
    limit: int | None = None,
    watcher: Watcher | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> TunedTables:
    """Every table of the ranges that meets the target, or the `limit` nearest; refused if there is none.

    It ends with `SearchStopped` soon after `stopped` says so.
    """
    return _Search(game, bet, target, ranges, stake, watcher or Unwatched(), stopped).found(limit)


class _Search:
    def __init__(
        self,
        game: Game[Any],
        bet: str,
        target: Target,
        ranges: Sequence[PayRange],
        stake: Fraction | int,
        watcher: Watcher,
        stopped: Callable[[], bool],
    ) -> None:
        self.tuned = TunedBet(game, bet, ranges, stake, None if is_solved(game) else watcher)
        self.target, self.watcher, self.stopped = target, watcher, stopped
        if self.tuned.size > MOST_TABLES:
            raise Refused(
                f"these ranges have {self.tuned.size:,} tables; at most {MOST_TABLES:,} are searched: "
                "take fewer rows, narrower ranges or larger steps"
            )
        self.grid = PayGrid(ranges)
        self.wanted = self._in_order() if target.keep_order else np.ones(self.grid.size, bool)

    def _quietly(self, share: float) -> None:
        self.report(0)

    def report(self, share: float) -> None:
        """So much more of a stage is done."""
        if self.stopped():
            raise SearchStopped
        self.watcher.advance(share)

    def found(self, limit: int | None) -> TunedTables:
        target, size = self.target, self.grid.size
        words, took = f"searching {size:,} {'table' if size == 1 else 'tables'}", size * 4e-6
        if self.tuned.nets is None:
            words, took = f"solving {size:,} tables one by one", self._one_by_one()
        self.watcher.stage(words, took)
        values = valuing(self.tuned, self.grid, self.report)
        met = self._met(values, target.within, self.report)
        if not len(met):
            raise self._out_of_reach(values)
        figures: dict[int, Figures] = {}
        if target.more:
            self.watcher.stage(f"solving {len(met):,} tables for what else is asked", len(met) * 1e-3)
            figures = dict(zip(met.tolist(), values.figures(met, self.report), strict=True))
            met = np.array([number for number in met.tolist() if target.takes(figures[number])], np.int64)
            if not len(met):
                raise self._nothing_left(list(figures.values()))
        told = self._nearest(values, met, len(met) if limit is None else limit)
        if not figures:
            self.watcher.stage(f"solving {len(told):,} tables", len(told) * 1e-3)
            figures = dict(zip(told.tolist(), values.figures(told, self.report), strict=True))
        self._check(values, told[:CHECKED].tolist(), figures)
        found = tuple(self._table(number, figures[number]) for number in told.tolist())
        return TunedTables(self.tuned.game, self.tuned.bet.name, self.tuned.wager, target, size, len(met), found)

    def _one_by_one(self) -> float:
        """How long it takes to solve every table by itself; refused if that is too long."""
        begun = time.perf_counter()
        analysed(self.tuned, self.grid.pays(self.grid.size - 1))
        each = time.perf_counter() - begun
        if each * self.grid.size > LONGEST:
            raise Refused(
                f"every table of {self.tuned.wager} is searched for by itself, which takes about {each:.1f} s: these "
                f"ranges have {self.grid.size:,}; take rows and ranges of {max(int(LONGEST / each), 1):,} or fewer"
            )
        return each * self.grid.size

    def _table(self, number: int, figures: Figures) -> FoundTable:
        table = self.tuned.table(self.grid.pays(number))
        changed = tuple(row for row in self.tuned.bet.rows if table[row] != self.tuned.base[row])
        return FoundTable(table, figures, changed)

    def _met(self, values: Valuing, within: Fraction, report: Report) -> Ints:
        """The tables whose edge is so near to the target."""
        least, most = -self.target.edge - within, -self.target.edge + within
        values.narrow(least, most, self.wanted, report)
        low, high = ceil(least * values.unit), floor(most * values.unit)
        return np.flatnonzero((values.lower >= low) & (values.upper <= high) & self.wanted)

    def _nearest(self, values: Valuing, numbers: Ints, count: int) -> Ints:
        """Those with the nearest edge; of those that are as near, the one with the lower number first.

        A table is left out once so many others are known to be nearer; of the rest, those that may be are solved.
        """
        aim = -self.target.edge * values.unit
        while True:
            lower, upper = (of[numbers].astype(object) * aim.denominator for of in (values.lower, values.upper))
            above, below = lower - aim.numerator, aim.numerator - upper
            at_least, at_most = np.maximum(np.maximum(above, below), 0), np.maximum(-above, -below)
            reach = sorted(at_most.tolist())[min(count, len(numbers)) - 1]
            left = np.flatnonzero(np.asarray(at_least <= reach, bool)).tolist()
            left.sort(key=lambda at: (at_least[at], numbers[at]))
            unknown = [at for at in left if lower[at] != upper[at]]
            if not unknown:
                return numbers[left[:count]]
            values.solve(numbers[unknown[: max(count, values.at_once)]], self._quietly)
            numbers = numbers[left]

    def _check(self, values: Valuing, numbers: list[int], figures: dict[int, Figures]) -> None:
        for number in numbers:
            again, value = (
                analysed(self.tuned, self.grid.pays(number)),
                Fraction(int(values.lower[number]), values.unit),
            )
            if again != figures[number] or again.expected_value != value:
                raise ArithmeticError(f"a table was found to be worth {value}, and solved once more {again}")

    def _in_order(self) -> Ints:
        """Which tables pay no row less than a lesser one; rows that are not listed lose the bet."""
        tuned = self.tuned
        if not tuned.bet.ranked:
            raise Refused(f"the rows of {tuned.bet.name} are not ranked, so there is no order to keep; leave it out")
        axes = {each.row: at for at, each in enumerate(tuned.ranges)}
        kept = np.ones((1,) * len(self.grid.shape), bool)
        for better, worse in pairwise(tuned.bet.rows):
            if not axes.keys() & {better, worse} and tuned.unit_pay(better) < tuned.unit_pay(worse):
                raise Refused(f"{better} pays less than {worse} in {tuned.base.name}: give a range for one of them")
            kept = kept & (self._unit_pays(better, axes) >= self._unit_pays(worse, axes))
        every = np.broadcast_to(kept, self.grid.shape).reshape(-1)
        if not every.any():
            raise Refused("no table of these ranges keeps the order; the ranges of better rows must reach higher")
        return every

    def _unit_pays(self, row: str, axes: dict[str, int]) -> Ints:
        if row not in axes:
            return np.array(self.tuned.unit_pay(row), object)
        each = self.tuned.ranges[axes[row]]
        pays = [value / self.tuned.stake if each.flat else value for value in each.values]
        return np.array(pays, object).reshape([-1 if at == axes[row] else 1 for at in range(len(self.grid.shape))])

    def _out_of_reach(self, values: Valuing) -> Refused:
        """What there is instead: the nearest table, and from where to where edges go."""
        within, met = max(self.target.within, Fraction(1, 10**6)), np.zeros(0, np.int64)
        while not len(met):
            within *= 4
            met = self._met(values, within, self._quietly)
        number, (worst, best) = int(self._nearest(values, met, 1)[0]), self._ends(values)
        nearest, lowest, highest = (-Fraction(int(values.lower[each]), values.unit) for each in (number, best, worst))
        table = self._table(number, Figures(-nearest, Fraction(0), Fraction(0)))
        pays = ", ".join(f"{row} {table.table[row]}" for row in table.changed) or "the table as it is"
        return Refused(
            f"no table of these ranges has an edge within {_percent(self.target.within)} of "
            f"{_percent(self.target.edge)}; their edges go from {_percent(lowest)} to {_percent(highest)}, and the "
            f"nearest, {pays}, has {_percent(nearest)}"
        )

    def _ends(self, values: Valuing) -> tuple[int, int]:
        """The tables that are worth least and most, for no pay that rises takes anything away.

        Of any two tables that keep the order, the one with the lower pay of each row keeps it too: there is a lowest.
        """
        places = np.stack(np.unravel_index(np.flatnonzero(self.wanted), self.grid.shape), 1)
        ends = self.grid.numbers(np.stack([places.min(axis=0), places.max(axis=0)]))
        values.solve(ends, self._quietly)
        return int(ends[0]), int(ends[1])

    def _nothing_left(self, figures: list[Figures]) -> Refused:
        hits = [each.hit_frequency for each in figures]
        deviations = [sqrt(each.variance) for each in figures]
        return Refused(
            f"{len(figures):,} tables have that edge, but none has the rest: their hit frequencies go from "
            f"{_percent(min(hits))} to {_percent(max(hits))}, their standard deviations from {min(deviations):.4f} to "
            f"{max(deviations):.4f}"
        )


def _percent(share: Fraction) -> str:
    return f"{float(share):.4%}"
