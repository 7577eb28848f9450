"""Tables that were played at before the pit counted: each is counted from its log, once, beside an open house."""

from __future__ import annotations

import asyncio

from sqlalchemy import Connection, delete, func, select

from croupier.floor.entries import Opened, RoundOpened, SeedsRedrawn, read_entry
from croupier.floor.storage.database import Storage
from croupier.floor.storage.pit_counts import PitCounts, no_counts, replace_counts
from croupier.floor.storage.schema import log, pit_uncounted, seeds, tables
from croupier.floor.tables import pit_sums
from croupier.floor.tables.event_store import IN_ONE_GO, newest_seeds
from croupier.floor.tables.live_table import LiveTable


async def catch_up(storage: Storage) -> None:
    """Count all tables that have not been; one that is played at meanwhile is read on until nothing is missing."""
    async with storage.reading() as connection:
        numbers = (await connection.execute(select(pit_uncounted.c.table).order_by(pit_uncounted.c.table))).scalars()
    for number in numbers.all():
        counts, live = no_counts(), None
        while True:
            live = await _read_on(storage, number, live, counts)
            if await storage.write(lambda books, table=number, at=live: _keep(books, table, at, counts)):  # type: ignore[misc]  # noqa: B023
                break


async def _read_on(storage: Storage, number: int, live: LiveTable | None, counts: PitCounts) -> LiveTable | None:
    """The table with all that its log says by now, counted."""
    known = 0 if live is None else live.sequence
    async with storage.reading() as connection:
        newer = select(log).where((log.c.table == number) & (log.c.sequence > known)).order_by(log.c.sequence)
        rows = (await connection.execute(newer)).all()
        of_table = (await connection.execute(select(seeds).where(seeds.c.table == number))).all()
    drawn = {(row.round, row.epoch): row for row in of_table}
    for place, row in enumerate(rows, start=1):
        entry = read_entry(row.entry)
        if live is None:
            assert isinstance(entry, Opened)
            live = LiveTable(number, entry)
        if isinstance(entry, SeedsRedrawn):
            live.next_seeds = storage.seal.open(drawn[live.round_number + 1, entry.epoch])
        elif isinstance(entry, RoundOpened):
            live.next_seeds = storage.seal.open(newest_seeds(drawn, entry.round, live.epoch))
        pit_sums.count(counts, live, live.apply(entry), row.time)
        if place % IN_ONE_GO == 0:
            await asyncio.sleep(0)
    return live


def _keep(books: Connection, number: int, live: LiveTable | None, counts: PitCounts) -> bool:
    """Keep what was counted, if nothing has been written to the table since; nobody writes to it meanwhile."""
    books.execute(select(tables.c.id).where(tables.c.id == number).with_for_update())
    last = books.scalar(select(func.max(log.c.sequence)).where(log.c.table == number)) or 0
    if last != (0 if live is None else live.sequence):
        return False
    replace_counts(books, number, counts)
    books.execute(delete(pit_uncounted).where(pit_uncounted.c.table == number))
    return True
