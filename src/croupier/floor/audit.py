"""Checking the whole house: every hash worked out again, the books added up, every table replayed from its log."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

import msgspec
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor import ledger
from croupier.floor.chain import START, link
from croupier.floor.house_log import check_house_log
from croupier.floor.replay import Replay
from croupier.floor.schema import accounts, books, commands, house_log, log, tables, transfers
from croupier.floor.storage import Storage


@dataclass
class Audit:
    """How much was checked, and what is wrong."""

    tables: int = 0
    entries: int = 0
    rounds: int = 0
    transfers: int = 0
    wrong: list[str] = field(default_factory=list)


async def audit(storage: Storage) -> Audit:
    """Check everything as it stands at one moment; nobody who plays meanwhile is kept waiting."""
    found = Audit()
    async with storage.reading() as connection:
        found.wrong += await _check_chains(connection)
        found.wrong += await check_house_log(connection)
        found.wrong += await _check_roles(connection)
        found.wrong += await ledger.check_books(connection)
        found.wrong += await _check_gifts(connection)
        found.transfers = int(await connection.scalar(select(func.count()).select_from(transfers)) or 0)
        balances = {row.name: row.balance for row in (await connection.execute(select(books))).all()}
        answered = await _last_answered(connection, found.wrong)
        for number in (await connection.execute(select(tables.c.id).order_by(tables.c.id))).scalars().all():
            replay = Replay(number, balances)
            wrong = await replay.check(connection)
            if (sequence := answered.get(number, 0)) > replay.entries and not wrong:
                wrong.append(f"a command was answered with entry {sequence}; the log ends with {replay.entries}")
            found.wrong += [f"table {number}: {what}" for what in wrong]
            found.tables += 1
            found.entries += replay.entries
            found.rounds += replay.rounds
    return found


async def check_log(storage: Storage) -> list[str]:
    """What is wrong with the hash chains: nothing, if each entry follows the one before and says what was hashed."""
    async with storage.reading() as connection:
        return await _check_chains(connection)


async def _check_chains(connection: AsyncConnection) -> list[str]:
    wrong = []
    table, expected, last = 0, 0, START
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


async def _check_roles(connection: AsyncConnection) -> list[str]:
    """Everybody has the role that the house's log gave them last, and without an entry there is a player."""
    given: dict[int, str] = {}
    query = select(house_log.c.body).where(house_log.c.what == "role").order_by(house_log.c.id)
    for body in (await connection.execute(query)).scalars():
        with suppress(msgspec.MsgspecError):
            entry = msgspec.json.decode(body, type=_RoleGiven)
            given[entry.account] = entry.role
    people = (await connection.execute(select(accounts.c.id, accounts.c.role).order_by(accounts.c.id))).all()
    return [
        f"account {number} is a {role}; the house's log made it a {given.get(number, 'player')}"
        for number, role in people
        if role != given.get(number, "player")
    ]


async def _check_gifts(connection: AsyncConnection) -> list[str]:
    """Money that moves at no table is play money, from the mint to somebody's wallet."""
    query = select(transfers.c.id, transfers.c.debit, transfers.c.credit).where(transfers.c.table.is_(None))
    return [
        f"transfer {number} moves money from {debit} to {credit} at no table; only the mint gives, and only to wallets"
        for number, debit, credit in (await connection.execute(query.order_by(transfers.c.id))).all()
        if debit != ledger.MINT or not credit.startswith("wallet:")
    ]


async def _last_answered(connection: AsyncConnection, wrong: list[str]) -> dict[int, int]:
    """The last entry of each table that somebody was told of as carried out."""
    last: dict[int, int] = {}
    rows = await connection.stream(select(commands.c.account, commands.c.key, commands.c.answer))
    async for account, key, answer in rows:
        try:
            told = msgspec.json.decode(answer, type=_Answer)
        except msgspec.MsgspecError:
            wrong.append(f"the answer to command {key!r} of account {account} cannot be read")
            continue
        last[told.table] = max(told.sequence, last.get(told.table, 0))
    return last


class _RoleGiven(msgspec.Struct):
    account: int
    role: str


class _Answer(msgspec.Struct):
    table: int = 0
    sequence: int = 0
