"""What belongs together in the books: rows and what they name, people and wallets, deeds and the commands for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Set
from typing import Any

from sqlalchemy import Row, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor import money
from croupier.floor.storage.schema import accounts, books, commands, log, tables


async def check_references(connection: AsyncConnection) -> list[str]:
    """Return the rows of a SQLite file that name rows which are not there; PostgreSQL holds its foreign keys itself."""
    if connection.dialect.name != "sqlite":
        return []
    rows: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for orphan in (await connection.exec_driver_sql("PRAGMA foreign_key_check")).mappings():
        rows[orphan["table"], orphan["fkid"]].append(orphan["rowid"])
    wrong = []
    for (table, key), orphans in sorted(rows.items()):
        keys = (await connection.exec_driver_sql(f'PRAGMA foreign_key_list("{table}")')).mappings().all()
        column = next(one["from"] for one in keys if one["id"] == key)
        named = await connection.scalar(text(f'SELECT "{column}" FROM "{table}" WHERE rowid = {orphans[0]}'))
        wrong.append(f"{len(orphans)} rows of {table} have no {column} {named}")
    return wrong


async def check_owners(connection: AsyncConnection, renamed: Set[int]) -> list[str]:
    """Everybody has a wallet and is what their account says, and every book is somebody's or a table's."""
    people = (await connection.execute(select(accounts).order_by(accounts.c.id))).all()
    names = set((await connection.execute(select(books.c.name))).scalars())
    known = set((await connection.execute(select(tables.c.id))).scalars())
    return [
        *(what for person in people for what in _wrong_with(person, names, renamed)),
        *(
            f"the book {name} is nobody's"
            for name in sorted(names - {money.MINT})
            if not _is_owned(name, {person.id for person in people}, known)
        ),
    ]


def _wrong_with(person: Row[Any], names: Set[str], renamed: Set[int]) -> Iterator[str]:
    if money.wallet(person.id) not in names:
        yield f"account {person.id} has no wallet"
    has_own_name = not person.name.startswith("Guest ") and person.id not in renamed
    if person.guest and (person.password is not None or has_own_name):
        yield f"account {person.id} is a guest with {'a password' if person.password else f'the name {person.name!r}'}"
    if not person.guest and person.password is None:
        yield f"account {person.id} is no guest, and has no password"


def _is_owned(book: str, people: Set[int], known: Set[int]) -> bool:
    kind, _, rest = book.partition(":")
    number = rest.split(":")[0]
    owners = people if kind == "wallet" else known if kind in money.OF_TABLES else set()
    return number.isdecimal() and int(number) in owners


async def check_commands(connection: AsyncConnection, elsewhere: Set[tuple[int, int]]) -> list[str]:
    """What somebody did at a table is kept with the command for it, of the same moment, and the other way round.

    Some commands are carried out elsewhere than at a table.
    """
    done = select(log.c.actor, log.c.time).where(log.c.actor.is_not(None))
    told = select(commands.c.account, commands.c.time)
    unasked = (await connection.execute(done.except_(told))).all()
    undone = [row for row in (await connection.execute(told.except_(done))).all() if tuple(row) not in elsewhere]
    return [
        f"{what.format(account=rows[0][0], time=rows[0][1])} (1 of {len(rows)} such)"
        for rows, what in (
            (unasked, "no command is kept for what account {account} did at {time}"),
            (undone, "nothing was done by the command of account {account} at {time}"),
        )
        if rows
    ]
