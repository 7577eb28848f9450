"""What one row must pay for an edge to be met exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final

from croupier.errors import Refused, one_of
from croupier.exact.tuning.pay_ranges import PayRange
from croupier.exact.tuning.table_search import FoundTable
from croupier.exact.tuning.tuned_bet import TunedBet
from croupier.exact.tuning.valuing import SearchStopped, analysed
from croupier.odds import Prize
from croupier.table.game import Game

MOST_PAY: Final = 10**7
FINEST: Final = 10**6
"""Tables are solved with pays in parts of at most this."""


@dataclass(frozen=True)
class UnknownPay:
    """The pay of a row that meets an edge, and the tables with the whole pays beside it."""

    game: Game[Any]
    bet: str
    wager: str
    edge: Fraction
    row: str
    flat: bool
    least: Fraction
    most: Fraction
    """It lies between these; they are the same where it is known exactly."""
    found: tuple[FoundTable, ...]
    """The nearest first."""


class _Line:
    """The value of the wager as one pay goes: convex, and the best of lines that are each the value of one play."""

    def __init__(self, game: Game[Any], bet: str, row: str, stake: Fraction | int) -> None:
        rows = game.pay_bet(bet).rows
        if row not in rows:
            raise one_of("row", row, rows, f"the {bet} paytable of {game.name}")
        flat = isinstance(game.paytables[bet][row], Prize)
        self.range = PayRange(row, (Fraction(0), Fraction(1), Fraction(2)), flat)
        self.tuned = TunedBet(game, bet, [self.range], stake)
        self.finest = 100 if flat else FINEST
        self.solved: dict[Fraction, tuple[Fraction, Fraction]] = {}

    def at(self, pay: Fraction) -> tuple[Fraction, Fraction]:
        """The value without the pay, and what each unit of it adds, of the play that is best with it."""
        if pay not in self.solved:
            nets = self.tuned.nets
            if nets is None:
                raise Refused(
                    f"what {self.tuned.game.name} nets is not told by its endings; give {self.range.row} a range"
                )
            constant, (slope,) = nets.line(self.tuned.counted([pay]))
            self.solved[pay] = constant, slope
        return self.solved[pay]

    def value(self, pay: Fraction) -> Fraction:
        constant, slope = self.at(pay)
        return constant + slope * pay


def unknown_pay(
    game: Game[Any],
    bet: str,
    row: str,
    edge: Fraction,
    stake: Fraction | int = 1,
    stopped: Callable[[], bool] = lambda: False,
) -> UnknownPay:
    """The pay of a row with which the wager has this edge; refused if there is none."""
    line, aim = _Line(game, bet, row, stake), -edge
    least, most = _root(line, aim, stopped)
    whole = sorted({floor(least), ceil(most)})
    found = []
    for pay in map(Fraction, whole):
        table = line.tuned.table([pay])
        changed = (row,) if table[row] != line.tuned.base[row] else ()
        found.append(FoundTable(table, analysed(line.tuned, [pay]), changed))
    found.sort(key=lambda each: abs(each.house_edge - edge))
    tuned = line.tuned
    return UnknownPay(game, bet, tuned.wager, edge, row, line.range.flat, least, most, tuple(found))


def _root(line: _Line, aim: Fraction, stopped: Callable[[], bool]) -> tuple[Fraction, Fraction]:
    """Newton's method from above, which never falls below the root of a convex function that rises.

    Where one play is best on both sides of its root, the value is its line between them, and the root is exact.
    """
    row, most = line.range.row, Fraction(1)
    if line.value(Fraction(0)) > aim:
        raise Refused(
            f"even if {row} pushes, the edge is {-float(line.value(Fraction(0))):.4%}, below {-float(aim):.4%}; "
            "lower another row"
        )
    while line.value(most) < aim:
        most *= 10
        if most > MOST_PAY:
            raise Refused(
                f"even at {MOST_PAY:,} to 1 on {row} the edge is {-float(line.value(Fraction(MOST_PAY))):.4%}, above "
                f"{-float(aim):.4%}; raise another row"
            )
    least, parts = Fraction(0), 1
    while True:
        if stopped():
            raise SearchStopped
        constant, slope = line.at(most)
        root = (aim - constant) / slope if slope else most
        above, below = (Fraction(of(root * parts), parts) for of in (ceil, floor))
        if constant + slope * below == line.value(below):
            return root, root
        if line.value(above) == constant + slope * above or above >= most:
            least = max(least, below) if line.value(below) <= aim else least
            if parts >= line.finest:
                return least, min(above, most)
            parts *= 10
        most = min(most, above)
