"""A solved game set out for people: each bet, and a plain statement of what is exact."""

from __future__ import annotations

from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from croupier.chips import dollars
from croupier.cli.printing.grids import grid
from croupier.exact.analysis import Analysis
from croupier.exact.by_stake import ByStake
from croupier.exact.estimated_bet import EstimatedBet
from croupier.exact.solved_game import SolvedGame


def show_solved(solved: SolvedGame, console: Console) -> None:
    """Print everything that was found."""
    for sentence in solved.statement:
        console.print(Padding.indent(Text(f"- {sentence}"), 2))
    if solved.statement:
        console.print("")
    for bet in solved.bets.values():
        shown = bet.tables() if isinstance(bet, Analysis) else [_estimate(bet), *bet.assumptions]
        console.print(Group(*shown), "")
    for small in solved.smaller_packs:
        table = grid("bet", "expected value", "exact", title=f"on {small.words}")
        for name, exact in small.bets.items():
            table.add_row(name, f"{float(exact.expected_value):+.6f} per {exact.unit}", str(exact.expected_value))
        console.print(table, "")


def _estimate(bet: EstimatedBet) -> Grid:
    table = grid("figure", "value", "standard error", title=f"{bet.bet} (estimated)")
    words = f"expected value (per {bet.unit}), a lower bound" if bet.chosen else f"expected value (per {bet.unit})"
    table.add_row(words, f"{bet.estimate:+.4%}", f"{bet.standard_error:.4%}")
    table.add_row("sampled deals", f"{bet.rounds:,}", "")
    return table


def stake_table(found: ByStake) -> list[Grid | str]:
    """Return a table of the edge by stake and its sentences; the sentences alone where the stake does not matter."""
    if len(set(found.edges.values())) == 1:
        return list(found.sentences)
    table = grid("stake", "house edge", "exact", title=f"{found.bet}: by stake", numbers=slice(0, 2))
    for cents, edge in found.edges.items():
        table.add_row(dollars(cents), f"{float(edge):.4%}", str(edge))
    return [table, *found.sentences]
