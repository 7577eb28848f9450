"""What one more unit on each row of a paytable costs the house."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.exact.analysis import Analysis
from croupier.exact.solved_game import Unwatched, Watcher
from croupier.exact.tuning.pay_ranges import PayRange
from croupier.exact.tuning.tuned_bet import TunedBet
from croupier.odds import Odds, Pay, Prize
from croupier.table.game import Game


@dataclass(frozen=True)
class RowCost:
    """A row as it is and with one unit more."""

    row: str
    pays: Pay
    """None where the row loses."""
    more: Odds | Prize
    cost: Fraction
    """What the house keeps less of each unit of the wager."""


@dataclass(frozen=True)
class RowCosts:
    """The rows of a bet's paytable, and the wager that they are part of, as it is."""

    game: Game[Any]
    bet: str
    now: Analysis
    rows: Sequence[RowCost]


def row_costs(game: Game[Any], bet: str, stake: Fraction | int = 1, watcher: Watcher | None = None) -> RowCosts:
    """Each row raised by one unit and solved anew, so that the best play may change with it.

    A row that loses is raised to a push, a prize by the dollars of one unit.
    """
    watching, rows = watcher or Unwatched(), game.pay_bet(bet).rows
    as_it_is = TunedBet(game, bet, [], stake)
    now = as_it_is.now
    watching.stage(f"raising {len(rows)} rows", len(rows) * 0.2)
    found = []
    for row in rows:
        flat = isinstance(as_it_is.base[row], Prize)
        raised = (as_it_is.unit_pay(row) + 1) * (stake if flat else 1)
        pay = PayRange(row, (raised,), flat)
        solved = TunedBet(game, bet, [pay], stake).mathematics([raised]).analyze(stake)[as_it_is.wager]
        found.append(RowCost(row, as_it_is.base[row], pay.pay(raised), solved.expected_value - now.expected_value))
        watching.advance(1 / len(rows))
    return RowCosts(game, bet, now, tuple(found))
