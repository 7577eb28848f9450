"""Hold without simulation: the churn formula, what is printed, and what both take for granted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.odds import PayTable
from croupier.simulate.bankroll.sessions import SessionPlan
from croupier.table.game import Game, bet_groups


def churn(analysis: Analysis, plan: SessionPlan) -> Fraction:
    """Hold by the churn formula: edge times average bet times rounds by buy-in, nobody being ruined or leaving early.

    The edge is of one unit and the average bet a unit, or the edge is of all that is wagered and the bet all of it:
    both are the same.
    """
    return analysis.house_edge * plan.stake * plan.rounds / plan.buy_in


def with_errors(best: Analysis, worse: Analysis, share: Fraction) -> Analysis:
    """The bet of a player who plays this share of the rounds in a worse way, and the others as well as can be."""
    if not 0 <= share <= 1:
        raise Refused(f"the error rate is {float(share)}; it must be from 0 to 1")
    outcomes = {
        net: (1 - share) * best.outcomes.get(net, Fraction(0)) + share * worse.outcomes.get(net, Fraction(0))
        for net in sorted(best.outcomes.keys() | worse.outcomes.keys())
    }
    return Analysis(
        bet=best.bet,
        unit=best.unit,
        outcomes=outcomes,
        average_wager=(1 - share) * best.average_wager + share * worse.average_wager,
        expected_value=(1 - share) * best.expected_value + share * worse.expected_value,
    )


@dataclass(frozen=True)
class PrintedHold:
    """A hold that the manufacturer prints beside a paytable."""

    paytable: str
    name: str
    words: str

    @property
    def value(self) -> Fraction:
        """The share that the words are."""
        return Fraction(self.words.rstrip("%")) / 100


def tables_of(game: Game[Any], bet: str) -> list[PayTable]:
    """The paytables of a bet: its own, or, for the first of the bets, those that are no bet's."""
    if bet in game.paytables:
        return [game.paytables[bet]]
    bets = [group.name for group in bet_groups(game)]
    return [table for name, table in game.paytables.items() if bet == bets[0] and name not in bets]


def printed_holds(tables: Iterable[PayTable]) -> list[PrintedHold]:
    """What paytables claim to hold."""
    return [
        PrintedHold(f"{table.bet} {table.name}", name, words)
        for table in tables
        for name, words in table.claims.items()
        if name.endswith("_hold")
    ]
