"""All that one command writes, as rows, so that the commands of many tables can be written in one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, Table, bindparam, delete, insert

from croupier.floor.money import Hold, HoldState, Transfer
from croupier.floor.storage import house_ledger as ledger
from croupier.floor.storage.pit_counts import PitCounts, add_counts, no_counts
from croupier.floor.storage.schema import closings, commands, log, participants, rounds, seatings, seeds, snapshots

Row = dict[str, Any]

IN_ORDER: Final = (log, commands, seeds, rounds, participants, snapshots, closings, seatings)
"""The tables that batches have rows for. All processes write them in this order, each by its key, then the pit's
counts, and then the books in the order of their names: so no two transactions ever wait for each other."""
_GOT_UP: Final = delete(seatings).where(
    (seatings.c.table == bindparam("at")) & (seatings.c.seat == bindparam("from_seat"))
)
_INSERT: Final = {table: insert(table) for table in IN_ORDER}


@dataclass(slots=True)
class WriteBatch:
    """What one command did, to be written down all together or not at all."""

    table: int
    time: int
    """Of its entries, and of the transfers that they make."""
    rows: defaultdict[Table, list[Row]] = field(default_factory=lambda: defaultdict(list))
    transfers: list[Transfer] = field(default_factory=list)
    holds: list[Hold] = field(default_factory=list)
    ended: list[tuple[int, HoldState]] = field(default_factory=list)
    """Rounds whose bets ended, and how."""
    left: list[tuple[int, int]] = field(default_factory=list)
    """Tables and their seats that somebody got up from."""
    counts: PitCounts = field(default_factory=no_counts)
    """What the pit counts of it."""


def write_batches(connection: Connection, batches: Sequence[WriteBatch]) -> None:
    """Write batches down: a few statements, however many batches there are."""
    if left := sorted(place for batch in batches for place in batch.left):
        connection.execute(_GOT_UP, [{"at": table, "from_seat": seat} for table, seat in left])
    for table in IN_ORDER:
        rows = [row for batch in batches for row in batch.rows[table]]
        if rows:
            key = [column.name for column in table.primary_key]
            rows.sort(key=lambda row: [row[name] for name in key])
            connection.execute(_INSERT[table], rows)
    add_counts(connection, [batch.counts for batch in batches])
    moved = [(transfer, batch.time) for batch in batches for transfer in batch.transfers]
    ledger.post(connection, [transfer for transfer, _ in moved], [time for _, time in moved])
    ledger.hold(connection, [bet for batch in batches for bet in batch.holds])
    ledger.end_holds(connection, [(batch.table, *ended) for batch in batches for ended in batch.ended])
