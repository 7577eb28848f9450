"""The house over HTTP, for supervisors to run and auditors to look at: pause, void, correct; ledger, log, pots."""

from __future__ import annotations

import csv
import io
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from sqlalchemy import func, select
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor import ledger
from croupier.floor.api.guards import Keyed, Overseer, Supervisor, house_of
from croupier.floor.api.models import Correction, Reason
from croupier.floor.api.tables import TableId, encoded
from croupier.floor.audit import check_log
from croupier.floor.entries import Corrected, Entry, Paused, Resumed, Voided
from croupier.floor.live import Live
from croupier.floor.schema import accounts, books, holds, log, tables, transfers

router = APIRouter(prefix="/api", tags=["house"])


@router.post("/tables/{table}/pause", summary="Pause a table")
async def pause(request: Request, table: TableId, body: Reason, me: Supervisor, command: Keyed) -> Response:
    """No new round is dealt; the open one is played to its end."""
    return encoded(await house_of(request).do(table, command, lambda live: [Paused(body.reason)]))


@router.post("/tables/{table}/resume", summary="Resume a table")
async def resume(request: Request, table: TableId, me: Supervisor, command: Keyed) -> Response:
    """The table deals again."""

    def plan(live: Live) -> list[Entry]:
        if not live.paused:
            raise Refused(f"table {live.id} is not paused")
        return [Resumed()]

    return encoded(await house_of(request).do(table, command, plan))


@router.post("/tables/{table}/void", summary="Call off the open round")
async def void(request: Request, table: TableId, body: Reason, me: Supervisor, command: Keyed) -> Response:
    """Everything is put back as it was before the round, and every bet released."""
    return encoded(await house_of(request).do(table, command, lambda live: [Voided(live.round_number, body.reason)]))


@router.post("/tables/{table}/corrections", summary="Settle a dispute")
async def correct(request: Request, table: TableId, body: Correction, me: Supervisor, command: Keyed) -> Response:
    """A counter-entry between the house and a player's wallet, with its reason; nothing is edited."""
    house = house_of(request)
    async with house.storage.reading() as connection:
        if await connection.scalar(select(accounts.c.id).where(accounts.c.id == body.account)) is None:
            raise Refused(f"there is no account {body.account}")
    entry = Corrected(body.account, body.cents, body.round, body.reason)
    return encoded(await house.do(table, command, lambda live: [entry]))


@router.get("/house", summary="The house at a glance")
async def overview(request: Request, me: Overseer) -> Response:
    """Tables, pots, what the house has won at each, bets that are held, and whether the books are in order."""
    house = house_of(request)
    async with house.storage.reading() as connection:
        numbers = (await connection.execute(select(tables.c.id).order_by(tables.c.id))).scalars().all()
        balances = dict(
            (await connection.execute(select(books.c.name, books.c.balance).where(books.c.name.not_like("wallet:%"))))
            .tuples()
            .all()
        )
        held = await connection.scalar(select(func.coalesce(func.sum(holds.c.cents), 0)).where(holds.c.state == "held"))
        wrong = await ledger.check_books(connection)
    listed = []
    for number in numbers:
        live = await house.table(number)
        listed.append(
            {
                "id": number,
                "name": live.opened.name,
                "game": live.opened.game,
                "round": live.round_number,
                "playing": live.open_round is not None,
                "paused": live.paused,
                "house": balances.get(ledger.house(number), 0),
                "pot": balances.get(ledger.pot(number), 0),
                "players": {seat.number: seat.player for seat in live.table.seats.values()},
            }
        )
    won = sum(cents for name, cents in balances.items() if name.startswith("house:"))
    return encoded({"tables": listed, "house": won, "held": int(held or 0), "books": wrong or "in order"})


@router.get("/ledger", summary="The ledger")
async def show_ledger(
    request: Request,
    me: Overseer,
    book: Annotated[str | None, Query(max_length=80)] = None,
    table: Annotated[int | None, Query(ge=1)] = None,
    after: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 1000,
    form: Annotated[str, Query(pattern="^(json|csv)$")] = "json",
) -> Response:
    """Transfers in order, of one book or table or of all, as JSON or CSV."""
    query = select(transfers).where(transfers.c.id > after).order_by(transfers.c.id).limit(limit)
    if book is not None:
        query = query.where((transfers.c.debit == book) | (transfers.c.credit == book))
    if table is not None:
        query = query.where(transfers.c.table == table)
    async with house_of(request).storage.reading() as connection:
        rows = [dict(row) for row in (await connection.execute(query)).mappings()]
    return _table(rows, form, [column.name for column in transfers.c])


@router.get("/log", summary="The log")
async def show_log(
    request: Request,
    me: Overseer,
    table: Annotated[int, Query(ge=1)],
    after: Annotated[int, Query(ge=0)] = 0,
    contains: Annotated[str, Query(max_length=80)] = "",
    limit: Annotated[int, Query(ge=1, le=10_000)] = 1000,
    form: Annotated[str, Query(pattern="^(json|csv)$")] = "json",
) -> Response:
    """A table's entries in order, with their place in the hash chain, as JSON or CSV."""
    wanted = (log.c.table == table) & (log.c.sequence > after)
    async with house_of(request).storage.reading() as connection:
        found = (await connection.execute(select(log).where(wanted).order_by(log.c.sequence).limit(limit))).all()
    rows = [
        {
            "table": row.table,
            "sequence": row.sequence,
            "time": row.time,
            "actor": row.actor,
            "round": row.round,
            "entry": row.entry.decode(),
            "previous": row.previous.hex(),
            "hash": row.hash.hex(),
        }
        for row in found
        if contains in row.entry.decode()
    ]
    return _table(rows, form, ["table", "sequence", "time", "actor", "round", "entry", "previous", "hash"])


@router.get("/log/check", summary="Check the whole log")
async def check(request: Request, me: Overseer) -> Response:
    """Every hash of every table's chain worked out again; what does not hold is named."""
    wrong = await check_log(house_of(request).storage)
    return encoded({"log": wrong or "in order"})


def _table(rows: list[dict[str, Any]], form: str, columns: list[str]) -> Response:
    if form == "json":
        return encoded({"rows": rows})
    text = io.StringIO()
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    writer.writerows(rows)
    return Response(text.getvalue(), media_type="text/csv")
