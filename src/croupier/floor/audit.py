"""Checking the log: every entry's hash worked out again, and every table replayed to the balances in the books."""

from __future__ import annotations

from sqlalchemy import select

from croupier.floor.chain import START, link
from croupier.floor.schema import log
from croupier.floor.storage import Storage


async def check_log(storage: Storage) -> list[str]:
    """What is wrong with the hash chains: nothing, if each entry follows the one before and says what was hashed."""
    wrong = []
    table, expected, last = 0, 0, START
    async with storage.reading() as connection:
        rows = await connection.stream(select(log).order_by(log.c.table, log.c.sequence))
        async for row in rows:
            if row.table != table:
                table, expected, last = row.table, 1, START
            if row.sequence != expected:
                wrong.append(f"table {table}: entry {expected} is missing; the next is {row.sequence}")
                expected = row.sequence
            elif row.previous != last:
                wrong.append(f"table {table}: entry {row.sequence} does not follow the one before it")
            if link(row.previous, row.table, row.sequence, row.time, row.actor, row.entry) != row.hash:
                wrong.append(f"table {table}: entry {row.sequence} is not what was hashed: it has been edited")
            last = row.hash
            expected += 1
    return wrong
