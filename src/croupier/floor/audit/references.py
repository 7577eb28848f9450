"""What belongs together in the books: rows and what they name, people and wallets, deeds and the commands for them."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor import money
from croupier.floor.accounts import guest_names
from croupier.floor.storage.keys.house_signer import HouseSigner
from croupier.floor.storage.schema import accounts, books, commands, log, metadata, tables


async def check_references(connection: AsyncConnection) -> list[str]:
    """Return the rows that name rows which are not there: whoever keeps the database can set its keys aside."""
    wrong = []
    for table in metadata.sorted_tables:
        for key in sorted(table.foreign_keys, key=lambda key: key.parent.name):
            column, there = key.parent, select(key.column)
            lost = select(column).where(column.is_not(None), column.not_in(there)).order_by(column)
            if orphans := (await connection.execute(lost)).scalars().all():
                wrong.append(f"{len(orphans)} rows of {table.name} have no {column.name} {orphans[0]}")
    return wrong


async def check_owners(connection: AsyncConnection, renamed: Set[int], signer: HouseSigner) -> list[str]:
    """Everybody has a wallet and is what their account says, and every book is somebody's or a table's."""
    people = (await connection.execute(select(accounts).order_by(accounts.c.id))).all()
    names = set((await connection.execute(select(books.c.name))).scalars())
    known = set((await connection.execute(select(tables.c.id))).scalars())
    return [
        *(what for person in people for what in _wrong_with(person, names, renamed, signer)),
        *(
            f"the book {name} is nobody's"
            for name in sorted(names - {money.MINT})
            if not _is_owned(name, {person.id for person in people}, known)
        ),
    ]


def _wrong_with(person: Row[Any], names: Set[str], renamed: Set[int], signer: HouseSigner) -> Iterator[str]:
    if money.wallet(person.id) not in names:
        yield f"account {person.id} has no wallet"
    has_own_name = person.id not in renamed and person.name not in guest_names(signer, person.created)
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
