"""A house copied while it is open, and put back: the copy is a SQLite file, whatever the books are kept in.

All rows are read at one moment. A copy can be audited like a house, and put back into SQLite or PostgreSQL, whichever
it came from.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, Table, func, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.errors import Refused
from croupier.floor.money import MINT
from croupier.floor.storage.database import OUT_OF_REACH, Storage, database_url, reason
from croupier.floor.storage.keys.house_signer import check_signer
from croupier.floor.storage.keys.seed_seal import check_key
from croupier.floor.storage.schema import books, books_schema, metadata

IN_ONE_GO = 1000
"""Rows that are written by one statement."""
_COPIED = [table for table in metadata.sorted_tables if table is not books_schema]
_EMPTY = ("accounts", "tables", "house_log")
"""Tables that are empty in a house in which nothing has happened."""


async def back_up(source: Storage, target: Path) -> dict[str, int]:
    """Copy a house into a new file, while it may be open; how many rows of each table."""
    if target.exists():
        raise Refused(f"{target} is there already; a backup is a new file")
    part = target.with_name(target.name + ".part")
    _remove(part)
    copy = Storage(_address(part))
    try:
        await copy.make_tables()
        counts = await _copied(source, copy)
    finally:
        await copy.close()
    with open(part, "rb+") as file:
        os.fsync(file.fileno())
    part.rename(target)
    _remove(part)
    return counts


async def put_back(file: Path, target: Storage, also: Callable[[Connection], None]) -> dict[str, int]:
    """Fill an empty house from a backup, with what else is to be written in the same transaction; the rows by table."""
    if not file.is_file():
        raise Refused(f"there is no backup in {file}")
    try:
        source = Storage(_address(file), to_look_at=True)
        try:
            async with source.reading() as connection:
                await check_key(connection, target.seal.file)
                await check_signer(connection, target.signer.file)
            await target.make_tables()
            return await _copied(source, target, also)
        finally:
            await source.close()
    except OSError as error:
        raise Refused(f"{file} cannot be put back: {error.strerror}") from None


async def _copied(
    source: Storage, target: Storage, also: Callable[[Connection], None] = lambda _: None
) -> dict[str, int]:
    try:
        async with source.reading() as reading, target.engine.begin() as writing:
            await writing.run_sync(_refuse_a_house)
            counts = {table.name: await _copy(reading, writing, table) for table in _COPIED}
            await writing.run_sync(also)
        async with target.reading() as written:
            for table in _COPIED:
                found = int(await written.scalar(select(func.count()).select_from(table)) or 0)
                if found < counts[table.name]:
                    raise Refused(f"of {counts[table.name]} rows of {table.name} only {found} can be read back")
    except (SQLAlchemyError, *OUT_OF_REACH) as error:
        raise Refused(f"the books cannot be copied: {reason(error)}") from None
    return counts


def _refuse_a_house(connection: Connection) -> None:
    for name in _EMPTY:
        if connection.scalar(select(func.count()).select_from(metadata.tables[name])):
            raise Refused("there is a house in these books already; a backup is put back into new ones")


async def _copy(reading: AsyncConnection, writing: AsyncConnection, table: Table) -> int:
    """Copy the rows of a table, and let keys that count up go on after them; how many there were."""
    count = 0
    rows = await reading.stream(select(table).order_by(*table.primary_key))
    async for some in rows.mappings().partitions(IN_ONE_GO):
        kept = [dict(row) for row in some]
        count += len(kept)
        if table is books:
            # A new house has the mint's book.
            for mint in [row for row in kept if row["name"] == MINT]:
                await writing.execute(update(books).where(books.c.name == MINT).values(balance=mint["balance"]))
                kept.remove(mint)
        if kept:
            await writing.execute(insert(table), kept)
    if writing.dialect.name == "postgresql" and "id" in table.c:
        newest = f'(SELECT coalesce(max(id), 0) + 1 FROM "{table.name}")'
        await writing.execute(text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {newest}, false)"))
    return count


def _address(file: Path) -> str:
    return database_url(f"sqlite:///{file.resolve()}", file.parent)


def _remove(part: Path) -> None:
    for name in ("", "-wal", "-shm", "-journal", ".key", ".mark", ".signing-key", ".checkpoints"):
        Path(f"{part}{name}").unlink(missing_ok=True)
