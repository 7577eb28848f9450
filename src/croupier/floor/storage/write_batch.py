"""Everything that one command writes, as rows: so that the sheets of many tables go into the books together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Table, insert

from croupier.floor.storage import house_ledger as ledger
from croupier.floor.storage.house_ledger import Hold, HoldState, Transfer
from croupier.floor.storage.schema import commands, log, participants, rounds, seeds, snapshots
from croupier.floor.storage.sqlite_writer import Pen

Row = dict[str, Any]

IN_ORDER: Final = (log, commands, seeds, rounds, participants, snapshots)
"""The tables that sheets have rows for. All processes write them in this order, each by its key, and then the books in
the order of their names: so no two transactions ever wait for each other."""
_INSERT: Final = {table: insert(table) for table in IN_ORDER}


@dataclass(slots=True)
class WriteBatch:
    """What one command did, to be written down all together or not at all."""

    table: int
    rows: defaultdict[Table, list[Row]] = field(default_factory=lambda: defaultdict(list))
    transfers: list[Transfer] = field(default_factory=list)
    holds: list[Hold] = field(default_factory=list)
    ended: list[tuple[int, HoldState]] = field(default_factory=list)
    """Rounds whose bets ended, and how."""


async def write_batches(pen: Pen, sheets: Sequence[WriteBatch]) -> None:
    """Write sheets down in one transaction: a few statements, however many sheets there are."""
    for table in IN_ORDER:
        rows = [row for sheet in sheets for row in sheet.rows[table]]
        if rows:
            key = [column.name for column in table.primary_key]
            rows.sort(key=lambda row: [row[name] for name in key])
            await pen.execute(_INSERT[table], rows)
    await ledger.post(pen, [transfer for sheet in sheets for transfer in sheet.transfers])
    await ledger.hold(pen, [bet for sheet in sheets for bet in sheet.holds])
    await ledger.end_holds(pen, [(sheet.table, *ended) for sheet in sheets for ended in sheet.ended])
