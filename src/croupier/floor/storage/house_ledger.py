"""Double-entry books in cents: what a transfer takes from one account it gives another, so all balances sum to zero."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import asdict
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    bindparam,
    func,
    insert,
    select,
    text,
    true,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.errors import InvariantError, Refused
from croupier.floor import clock, money
from croupier.floor.money import Hold, HoldState, Transfer, may_owe
from croupier.floor.storage.many_rows import change_rows, insert_rows
from croupier.floor.storage.schema import books, holds, transfers


def open_books(connection: Connection, names: Iterable[str]) -> None:
    """Open books with nothing in them."""
    rows = [{"name": name, "balance": 0, "may_owe": may_owe(name)} for name in names]
    connection.execute(insert(books), rows)


def post(connection: Connection, entries: Sequence[Transfer], time: int | None = None) -> None:
    """Enter transfers and move the balances; if one would leave a wallet below zero the transaction is refused."""
    time = clock.now() if time is None else time
    rows = [transfer_row(entry, time) for entry in entries]
    insert_rows(connection, {transfers: rows})
    move(connection, rows)


def transfer_row(entry: Transfer, time: int) -> dict[str, Any]:
    """A transfer as it is written down."""
    if entry.cents <= 0:
        raise InvariantError(f"a transfer of {entry.cents} cents ({entry.why})")
    return asdict(entry) | {"time": time}


def move(connection: Connection, rows: Iterable[Mapping[str, Any]]) -> None:
    """Move the balances by transfers, always in the same order, so that no two transactions wait for each other."""
    change: Counter[str] = Counter()
    for row in rows:
        change[row["debit"]] -= row["cents"]
        change[row["credit"]] += row["cents"]
    try:
        change_rows(connection, _MOVE, [{"book": book, "by": change[book]} for book in sorted(change) if change[book]])
    except IntegrityError as error:
        if "no_wallet_below_zero" in str(error.orig):
            raise Refused("there is not enough money for that; add to the wallet or bet less") from None
        raise


_MOVE = update(books).where(books.c.name == bindparam("book")).values(balance=books.c.balance + bindparam("by"))


def hold_row(bet: Hold) -> dict[str, Any]:
    """A bet as it is written down when it is made."""
    return asdict(bet) | {"state": "held"}


def end_holds(connection: Connection, ended: Iterable[tuple[int, int, HoldState]]) -> None:
    """Let the bets of rounds go, each a table and a round, saying how they ended."""
    names = ("of_table", "of_round", "how")
    change_rows(connection, _END, [dict(zip(names, round, strict=True)) for round in ended])


_END = (
    update(holds)
    .where((holds.c.table == bindparam("of_table")) & (holds.c.round == bindparam("of_round")))
    .where(holds.c.state == "held")
    .values(state=bindparam("how"))
)


def balance(connection: Connection, book: str, to_change: bool = False) -> int:
    """The cents in a book; nobody else moves them before the transaction is over if it is read to be changed."""
    query = select(books.c.balance).where(books.c.name == book)
    found = connection.scalar(query.with_for_update() if to_change else query)
    if found is None:
        raise Refused(f"there is no account {book!r} in the ledger")
    return int(found)


def worth(connection: Connection, account: int, before: int | None = None) -> int:
    """All that an account has, in cents: its wallet, its chips on tables, its bets that are held.

    As it was before a transfer, if one is named; bets that were held then are not known any more and left out. A stack
    is whose wallet paid into it last.
    """
    until = transfers.c.id < before if before is not None else true()
    wallet, into = money.wallet(account), transfers.alias()
    mine = select(transfers.c.credit).where((transfers.c.debit == wallet) & until).distinct()
    last = (
        select(func.max(transfers.c.id))
        .where(transfers.c.credit.in_(mine) & transfers.c.debit.startswith("wallet:") & until)
        .where(transfers.c.credit.startswith("stack:"))
        .group_by(transfers.c.credit)
    )
    stacks = select(into.c.credit).where(into.c.id.in_(last) & (into.c.debit == wallet))
    if before is not None:
        names = [wallet, *connection.execute(stacks).scalars()]
        got = select(func.sum(transfers.c.cents)).where(transfers.c.credit.in_(names) & until)
        gave = select(func.sum(transfers.c.cents)).where(transfers.c.debit.in_(names) & until)
        return int(connection.scalar(got) or 0) - int(connection.scalar(gave) or 0)
    at_tables = select(into.c.table).where(into.c.id.in_(last) & (into.c.debit == wallet))
    held = select(func.coalesce(func.sum(holds.c.cents), 0)).where(
        holds.c.table.in_(at_tables) & (holds.c.account == account) & (holds.c.state == "held")
    )
    chips = select(func.coalesce(func.sum(books.c.balance), 0)).where(
        (books.c.name == wallet) | books.c.name.in_(stacks)
    )
    # In one statement, so that nothing moves from what is counted to what was counted already.
    return int(connection.scalar(select(held.scalar_subquery() + chips.scalar_subquery())) or 0)


async def last_settled(connection: AsyncConnection) -> int:
    """The newest transfer that none before it can still follow; to be asked in a transaction of its own.

    PostgreSQL draws a number before the row that has it can be seen. So it is asked when nobody is writing, for which
    writers wait a moment, and nobody longer than half a second.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SET LOCAL lock_timeout = '500ms'"))
        await connection.execute(text("LOCK TABLE transfers IN SHARE MODE"))
    return int(await connection.scalar(select(func.max(transfers.c.id))) or 0)


_HALF: Final = 2**32


def _summed(cents: Column[int]) -> tuple[ColumnElement[int], ColumnElement[int]]:
    """Two sums that make up that of a column: SQLite gives up on one that outgrows a number of its own."""
    return func.sum(cents.op("/")(_HALF)), func.sum(cents.op("%")(_HALF))


def _joined(whole: int | None, rest: int | None) -> int:
    return int(whole or 0) * _HALF + int(rest or 0)


async def check_books(connection: AsyncConnection) -> list[str]:
    """What is wrong with the books: nothing, if all balances add up to zero and each is what its transfers make it."""
    wrong = []
    whole, rest = (await connection.execute(select(*_summed(books.c.balance)))).one()
    if total := _joined(whole, rest):
        wrong.append(f"the balances add up to {total} cents, not zero")
    taken = select(transfers.c.debit.label("book"), *_summed(transfers.c.cents)).group_by("book")
    given = select(transfers.c.credit.label("book"), *_summed(transfers.c.cents)).group_by("book")
    out = {book: _joined(whole, rest) for book, whole, rest in (await connection.execute(taken)).all()}
    into = {book: _joined(whole, rest) for book, whole, rest in (await connection.execute(given)).all()}
    for name, cents, said in (await connection.execute(select(books.c.name, books.c.balance, books.c.may_owe))).all():
        if cents != into.get(name, 0) - out.get(name, 0):
            wrong.append(f"{name} shows {cents} cents, but its transfers make {into.get(name, 0) - out.get(name, 0)}")
        if cents < 0 and not may_owe(name):
            wrong.append(f"{name} is {cents} cents below zero")
        if said != may_owe(name):
            wrong.append(f"{name} is marked as {'one that may' if said else 'one that may not'} owe, which it is not")
    return wrong
