"""A bet's edge by its stake, in a table with bars."""

from __future__ import annotations

from typing import Final

from rich.table import Table as Grid

from croupier.chips import dollars
from croupier.cli.printing.grids import grid
from croupier.exact.by_stake import ByStake

BAR: Final = 40
"""How long the longest bar is."""


def stake_table(found: ByStake) -> list[Grid | str]:
    """Stakes with their edges, each with a bar, below nothing to the left; and what is to be said of them."""
    table = grid("stake", "house edge", "exact", "", title=f"{found.bet}: by stake", numbers=slice(0, 2))
    if len(set(found.edges.values())) == 1:
        return list(found.sentences)
    low = min(0.0, *(float(edge) for edge in found.edges.values()))
    high = max(0.0, *(float(edge) for edge in found.edges.values()))
    zero = round(BAR * -low / (high - low))
    for cents, edge in found.edges.items():
        end = round(BAR * (float(edge) - low) / (high - low))
        bar = "·" * min(end, zero) + "█" * abs(end - zero) + " " * (zero - max(end, zero) + 0)
        table.add_row(dollars(cents), f"{float(edge):.4%}", str(edge), bar)
    return [table, *found.sentences]
