"""A bet whose paytable is being tuned: its table with other pays, and what every ending then nets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, prod
from typing import Any

from croupier.english import listed
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.game_mathematics import CountedEnding, Mathematics
from croupier.exact.paid import net
from croupier.exact.solved_game import Watcher
from croupier.exact.solver import solver_of
from croupier.exact.tuning.pay_ranges import PayRange
from croupier.odds import Odds, PayTable, Prize
from croupier.table.game import Game

TUNED = "tuned"
"""The name of a table that is not printed."""


@dataclass(frozen=True)
class AffineNets:
    """What each ending nets as the pays go: a constant and a slope for each row."""

    endings: tuple[CountedEnding, ...]
    constants: tuple[Fraction, ...]
    slopes: tuple[tuple[Fraction, ...], ...]
    """By row, then by ending."""

    def at(self, pays: Sequence[Fraction]) -> list[Fraction]:
        """What each ending nets with these pays."""
        return [
            constant + sum((pay * slopes[at] for pay, slopes in zip(pays, self.slopes, strict=True)), Fraction(0))
            for at, constant in enumerate(self.constants)
        ]

    def line(self, counted: Mapping[CountedEnding, int]) -> tuple[Fraction, tuple[Fraction, ...]]:
        """The value of a play that comes to each ending so often: a constant and a slope for each row."""
        cases = sum(counted.values())
        counts = [counted.get(ending, 0) for ending in self.endings]

        def mean(of_ending: Sequence[Fraction]) -> Fraction:
            return (
                sum((count * each for count, each in zip(counts, of_ending, strict=True) if count), Fraction(0)) / cases
            )

        return mean(self.constants), tuple(mean(slopes) for slopes in self.slopes)

    def whole(self, denominators: Sequence[int]) -> tuple[int, list[int], list[list[int]]]:
        """A unit, constants and slopes in whole numbers, for pays counted in parts of these denominators."""
        slopes = [[slope / parts for slope in of_row] for of_row, parts in zip(self.slopes, denominators, strict=True)]
        unit = lcm(*(each.denominator for of_row in (self.constants, *slopes) for each in of_row))
        return unit, [int(c * unit) for c in self.constants], [[int(s * unit) for s in of_row] for of_row in slopes]


class TunedBet:
    """A game, a bet with a paytable, and the ranges of its rows."""

    def __init__(
        self,
        game: Game[Any],
        bet: str,
        ranges: Sequence[PayRange],
        stake: Fraction | int = 1,
        watcher: Watcher | None = None,
    ) -> None:
        self.game, self.bet, self.ranges, self.stake = game, game.pay_bet(bet), tuple(ranges), stake
        self.watcher = watcher
        rows = [each.row for each in ranges]
        for row in rows:
            if rows.count(row) > 1:
                raise Refused(f"two ranges are given for {row}; give one")
        self.base = game.paytables[bet]
        self.bet.check(self.table([each.values[0] for each in ranges]))

    @property
    def size(self) -> int:
        """How many tables the ranges have."""
        return prod(len(each.values) for each in self.ranges)

    @cached_property
    def now(self) -> Analysis:
        """The wager that the bet is part of, with the table as it is; refused if it is not solved exactly."""
        solver = solver_of(self.game)
        found = solver.exact_wager(self.bet.name, self.stake, self.watcher)
        if isinstance(found, str):
            tuned = [name for name in self.game.paytables if isinstance(solver.exact_wager(name, self.stake), Analysis)]
            others = f"; {listed(tuned)} can" if tuned else ""
            raise Refused(
                f"{found} of {self.game.name} can only be estimated, so {self.bet.name} cannot be tuned{others}; "
                "`croupier compare` estimates tables side by side, and `croupier solve` says why"
            )
        return found

    @property
    def wager(self) -> str:
        """The name of that wager."""
        return self.now.bet

    def table(self, pays: Sequence[Fraction]) -> PayTable:
        """The table with these pays on the rows of the ranges; the printed one, if that is what they are."""
        given = {each.row: each.pay(value) for each, value in zip(self.ranges, pays, strict=True)}
        every = {row: given.get(row, self.base[row]) for row in self.bet.rows}
        odds = {row: pay for row, pay in every.items() if isinstance(pay, Odds)}
        fixed = {row: pay for row, pay in every.items() if isinstance(pay, Prize)}
        same = odds == dict(self.base.odds) and fixed == dict(self.base.fixed)
        return self.base if same else PayTable(self.bet.name, TUNED, odds, fixed)

    def mathematics(self, pays: Sequence[Fraction]) -> Mathematics:
        """The mathematics of the game with these pays."""
        return solver_of(self._game(pays)).mathematics_of(self.wager)

    def analysis(self, pays: Sequence[Fraction]) -> Analysis:
        """The wager with these pays, as `analyze` solves it."""
        return self.mathematics(pays).analyze(self.stake)[self.wager]

    def counted(self, pays: Sequence[Fraction]) -> dict[CountedEnding, int]:
        """How often the best play with these pays comes to each ending."""
        return self.mathematics(pays).counted(self.wager, self.stake)

    def _game(self, pays: Sequence[Fraction]) -> Game[Any]:
        game = self.game
        return type(game)(game.settings, {**game.paytables, self.bet.name: self.table(pays)})

    @cached_property
    def nets(self) -> AffineNets | None:
        """What endings net, read with the least and the most pay of each row; none if it does not go with the pays."""

        def read(pays: Sequence[Fraction]) -> dict[CountedEnding, Fraction]:
            return self.mathematics(pays).nets(self.wager, self.stake)

        least = [each.values[0] for each in self.ranges]
        base = read(least)
        if not base:
            return None
        slopes = []
        for at, each in enumerate(self.ranges):
            span = each.values[-1] - each.values[0]
            more = read([*least[:at], each.values[-1], *least[at + 1 :]]) if span else base
            slopes.append(tuple((more[ending] - base[ending]) / (span or 1) for ending in base))
        constants = tuple(
            base[ending] - sum((pay * of_row[at] for pay, of_row in zip(least, slopes, strict=True)), Fraction(0))
            for at, ending in enumerate(base)
        )
        nets = AffineNets(tuple(base), constants, tuple(slopes))
        for share in (1, 2):
            pays = [each.values[(len(each.values) - 1) // share] for each in self.ranges]
            if list(read(pays).values()) != nets.at(pays):
                return None
        return nets

    def unit_pay(self, row: str) -> Fraction:
        """What a row of the table as it is nets for one unit; a row that is not listed loses it."""
        return net(self.base[row], 1, self.stake)
