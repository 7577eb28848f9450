"""Paytables as they stand on a felt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.table import Table as Grid

from croupier.cli.terminal.drawing import BRASS
from croupier.odds import PayTable, hand_words
from croupier.table.game import PayBet

CLAIMS: Final = {
    "house_edge": "house edge",
    "hit_frequency": "hit frequency",
    "estimated_hold": "estimated hold",
    "expected_hold": "expected hold",
}


def claim_words(claims: Mapping[str, str]) -> str:
    """What a document prints beside a paytable, in words.

    >>> claim_words({"house_edge": "1.67%", "house_edge_at_5": "1.700%"})
    'house edge 1.67%, house edge at 5 1.700%'
    """
    return ", ".join(f"{CLAIMS.get(claim, claim.replace('_', ' '))} {value}" for claim, value in claims.items())


def side_by_side(bet: PayBet, tables: list[PayTable]) -> Grid:
    """A bet's paytables in columns, a row to a hand, and what the document claims for each below."""
    grid = Grid(title=bet.label, title_justify="left", title_style=f"bold {BRASS}", border_style=BRASS, box=None)
    grid.add_column("", no_wrap=True)
    for table in tables:
        grid.add_column(table.name, justify="right", no_wrap=True)
    for row in bet.rows:
        pays = [table[row] for table in tables]
        if any(pay is not None for pay in pays):
            grid.add_row(hand_words(row), *("-" if pay is None else str(pay) for pay in pays))
    for claim in dict.fromkeys(claim for table in tables for claim in table.claims):
        name = f"{claim_words({claim: ''}).strip()}, as printed"
        grid.add_row(name, *(table.claims.get(claim, "") for table in tables), style="dim")
    return grid
