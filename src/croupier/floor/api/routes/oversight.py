"""What supervisors and auditors look at over HTTP: the house at a glance, the ledger, the log and its checks.

While a round is being played they see no more of it than a watcher: its entries in the log, whose words and whose very
hashes tell what players hold, are shown when it is over.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from sqlalchemy import Column, Select, func, select

from croupier.floor import money
from croupier.floor.api.authorization import Overseer, house_of
from croupier.floor.api.requests import LARGEST, WRITTEN, Form
from croupier.floor.api.responses import (
    Checked,
    Csv,
    HouseLogLine,
    HouseLogPage,
    HouseSeen,
    HouseTable,
    LedgerPage,
    LogLine,
    LogPage,
    StaffRates,
    page,
    transfer_told,
)
from croupier.floor.api.routes.table_commands import BeforeTable, newest_tables
from croupier.floor.api.struct_route import StructRoute, refused
from croupier.floor.api.time_span import Within
from croupier.floor.audit.house_audit import check_chains
from croupier.floor.clock import A_DAY, now
from croupier.floor.storage import house_ledger as ledger
from croupier.floor.storage import house_log
from croupier.floor.storage.safekeeping.checkpoints import Checkpoint
from croupier.floor.storage.schema import accounts, books, holds, log, rounds, transfers
from croupier.floor.tables.account_limits import rates
from croupier.floor.tables.event_store import Unknown
from croupier.floor.tables.live_table import LiveTable

router = APIRouter(prefix="/api", tags=["house"], route_class=StructRoute)

After = Annotated[int, Query(ge=0, le=2**31 - 1, description="Begin behind this one.")]
Newest = Annotated[bool, Query(description="Whether the newest come first.")]
Limit = Annotated[int, Query(ge=1, le=10_000)]


@router.get("/house", summary="The house at a glance")
async def overview(
    request: Request, me: Overseer, before: BeforeTable = None, limit: Annotated[int, Query(ge=1, le=500)] = 100
) -> HouseSeen:
    """The newest tables, their pots, what the house has won, bets that are held, and whether the books are in order."""
    house = house_of(request)
    async with house.storage.reading() as connection:
        numbers = await newest_tables(connection, before, limit)
        not_wallets = select(books.c.name, books.c.balance).where(books.c.name.not_like("wallet:%"))
        balances = {row.name: row.balance for row in (await connection.execute(not_wallets)).all()}
        held = await connection.scalar(select(func.coalesce(func.sum(holds.c.cents), 0)).where(holds.c.state == "held"))
        wrong = await ledger.check_books(connection)
    won, pots = (sum(balances[name] for name in balances if name.startswith(kind)) for kind in ("house:", "pot:"))
    listed = [_house_table(await house.table(number), balances) for number in numbers]
    return HouseSeen(listed, won, pots, int(held or 0), wrong)


def _house_table(live: LiveTable, balances: dict[str, int]) -> HouseTable:
    return HouseTable(
        live.id,
        live.opened.name,
        live.opened.game,
        live.round_number,
        live.open_round is not None,
        live.paused,
        balances.get(money.house(live.id), 0),
        balances.get(money.pot(live.id), 0),
        {seat.number: seat.player for seat in live.table.seats.values()},
    )


@router.get("/ledger", summary="The ledger")
async def show_ledger(
    request: Request,
    me: Overseer,
    within: Within,
    book: Annotated[str | None, Query(max_length=80, pattern=WRITTEN, examples=["wallet:1"])] = None,
    table: Annotated[int | None, Query(ge=1, le=LARGEST)] = None,
    after: Annotated[int, Query(ge=0, le=LARGEST, description="Begin behind this transfer.")] = 0,
    newest: Newest = False,
    limit: Limit = 1000,
    form: Form = "json",
) -> LedgerPage | Csv:
    """Transfers in order, of one book or table or of all, of a day or of all days, as JSON or CSV."""
    query = _behind(select(transfers).where(within.has(transfers.c.time)), transfers.c.id, after, newest).limit(limit)
    if book is not None:
        query = query.where((transfers.c.debit == book) | (transfers.c.credit == book))
    if table is not None:
        query = query.where(transfers.c.table == table)
    storage = house_of(request).storage
    async with storage.reading() as connection:
        settled = await ledger.last_settled(connection)
    async with storage.reading() as connection:
        rows = (await connection.execute(query.where(transfers.c.id <= settled))).mappings().all()
    return page(LedgerPage([transfer_told(row) for row in rows]), form)


@router.get("/log", summary="The log", responses=refused(404))
async def show_log(
    request: Request,
    me: Overseer,
    table: Annotated[int, Query(ge=1, le=LARGEST, examples=[1])],
    after: After = 0,
    newest: Newest = False,
    contains: Annotated[
        str, Query(max_length=80, pattern=WRITTEN, description="Words of the entry, or the name of whose doing it was.")
    ] = "",
    limit: Limit = 1000,
    form: Form = "json",
) -> LogPage | Csv:
    """A table's entries in order with their place in the hash chain, as JSON or CSV; those of an open round later."""
    house = house_of(request)
    await house.table(table)
    finished = select(func.coalesce(func.max(rounds.c.round), 0)).where(rounds.c.table == table).scalar_subquery()
    over = select(log, accounts.c.name).where((log.c.table == table) & (log.c.round <= finished))
    over = over.outerjoin(accounts, accounts.c.id == log.c.actor)
    rows: list[LogLine] = []
    async with (
        house.storage.reading() as connection,
        connection.stream(_behind(over, log.c.sequence, after, newest)) as found,
    ):
        async for row in found:
            if contains in (entry := row.entry.decode()) or contains in (row.name or ""):
                place = (row.table, row.sequence, row.time, row.actor, row.round)
                rows.append(LogLine(*place, entry, *(each.hex() for each in (row.salt, row.previous, row.hash))))
            if len(rows) == limit:
                break
    return page(LogPage(rows), form)


@router.get("/log/check", summary="Check the whole log")
async def check(request: Request, me: Overseer) -> Checked:
    """Every hash of every chain worked out again, the tables' and the house's own; what does not hold is named."""
    async with house_of(request).storage.reading() as connection:
        return Checked([*await check_chains(connection), *await house_log.check_house_log(connection)])


@router.get("/house/log", summary="The house's own log")
async def show_house_log(
    request: Request, me: Overseer, after: After = 0, limit: Limit = 1000, form: Form = "json"
) -> HouseLogPage | Csv:
    """Who was given which role, and when; hash-chained like a table's log."""
    async with house_of(request).storage.reading() as connection:
        rows = await house_log.lines(connection, after, limit)
    listed = [
        HouseLogLine(*row[:4], row.body.decode(), *(each.hex() for each in (row.salt, row.previous, row.hash)))
        for row in rows
    ]
    return page(HouseLogPage(listed), form)


@router.get("/checkpoint", summary="The newest checkpoint", responses=refused(404))
async def show_checkpoint(request: Request) -> Checkpoint:
    """The heads of all logs and the totals, signed, for anybody to keep: `croupier audit-log --against` takes it."""
    newest = house_of(request).checkpoints.newest
    if newest is None:
        raise Unknown("no checkpoint has been made yet; ask again in a moment")
    return newest


@router.get("/house/supervisors", summary="Corrections and voids by supervisor")
async def staff_rates(request: Request, me: Overseer) -> StaffRates:
    """How many corrections and voids each supervisor has made, what they moved, and how many two have signed."""
    async with house_of(request).storage.reading() as connection:
        day, ever = [await connection.run_sync(rates, since) for since in (now() - A_DAY, 0)]
    return StaffRates(day, ever)


def _behind(query: Select[Any], number: Column[int], after: int, newest: bool) -> Select[Any]:
    """The rows behind one, or all of them if there is none, in the order of their numbers or against it."""
    if not newest:
        return query.where(number > after).order_by(number)
    return (query.where(number < after) if after else query).order_by(number.desc())
