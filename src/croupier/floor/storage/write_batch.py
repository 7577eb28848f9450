"""All that one command writes, as rows, so that the commands of many tables can be written in one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, bindparam, delete, update

from croupier.floor.money import HoldState
from croupier.floor.storage import house_ledger as ledger
from croupier.floor.storage.commands import Conflict, hold_accounts
from croupier.floor.storage.many_rows import change_rows, insert_rows
from croupier.floor.storage.pit_counts import KEPT, PitCounts, no_counts, rows_to_add
from croupier.floor.storage.schema import (
    closings,
    commands,
    holds,
    log,
    participants,
    rounds,
    seatings,
    seeds,
    snapshots,
    transfers,
)

Row = dict[str, Any]

IN_ORDER: Final = (log, commands, seeds, rounds, participants, snapshots, closings, seatings)
"""The tables that batches have rows for. All processes write the log first, by its key, and the books last, in the
order of their names; what is between belongs to tables whose log is written. So no two transactions ever wait for each
other."""
_GOT_UP: Final = delete(seatings).where(
    (seatings.c.table == bindparam("at")) & (seatings.c.seat == bindparam("from_seat"))
)
_WENT: Final = (
    update(seatings)
    .where((seatings.c.table == bindparam("at")) & (seatings.c.seat == bindparam("of_seat")))
    .values(away=bindparam("is_away"))
)
_KEYS: Final = {table: itemgetter(*table.primary_key.columns.keys()) for table in IN_ORDER}
"""The keys of rows, by table."""


class Limit(NamedTuple):
    """The account whose limit a command spends from, and what refuses the command if the limit is passed."""

    account: int
    check: Callable[[Connection, str], None]
    """Called once all is written, before it is committed, with the role that the account has."""


@dataclass(slots=True)
class WriteBatch:
    """What one command did, to be written down all together or not at all."""

    table: int
    rows: defaultdict[Table, list[Row]] = field(default_factory=lambda: defaultdict(list))
    ended: list[tuple[int, HoldState]] = field(default_factory=list)
    """Rounds whose bets ended, and how."""
    left: list[tuple[int, int]] = field(default_factory=list)
    """Tables and their seats that somebody got up from."""
    away: list[tuple[int, int, bool]] = field(default_factory=list)
    """Tables and their seats whose players are away from now on, or back."""
    counts: PitCounts = field(default_factory=no_counts)
    """What the pit counts of it."""
    limit: Limit | None = None


def write_batches(connection: Connection, batches: Sequence[WriteBatch]) -> None:
    """Write batches down: a few statements, however many batches there are."""
    limits = [batch.limit for batch in batches if batch.limit]
    spenders = hold_accounts(connection, {limit.account for limit in limits})
    if len(spenders) < len(limits):
        raise Conflict("of batches that spend from one limit each is written alone")
    left = sorted(place for batch in batches for place in batch.left)
    change_rows(connection, _GOT_UP, [{"at": table, "from_seat": seat} for table, seat in left])
    rows = {
        table: sorted((row for batch in batches for row in batch.rows.get(table, ())), key=key)
        for table, key in _KEYS.items()
    }
    # Whoever comes second to a table waits here, before anything else is written.
    insert_rows(connection, {log: rows.pop(log)})
    rows |= rows_to_add(batch.counts for batch in batches)
    for counted_up in (transfers, holds):
        rows[counted_up] = [row for batch in batches for row in batch.rows.get(counted_up, ())]
    insert_rows(connection, rows, KEPT)
    went = [place for batch in batches for place in batch.away]
    change_rows(connection, _WENT, [{"at": at, "of_seat": seat, "is_away": away} for at, seat, away in went])
    ledger.move(connection, rows[transfers])
    ledger.end_holds(connection, [(batch.table, *ended) for batch in batches for ended in batch.ended])
    for limit in limits:
        limit.check(connection, spenders[limit.account].role)
