"""Recall over HTTP: what happened in rounds that are over, to those who may know."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from sqlalchemy import Select, and_, func, select

from croupier.floor.accounts import NotAllowed
from croupier.floor.api.authorization import Me, house_of
from croupier.floor.api.requests import LARGEST, Form
from croupier.floor.api.responses import Csv, History, OwnRound, Rounds, RoundTold, Steps, page
from croupier.floor.api.routes.table_commands import TableId
from croupier.floor.api.struct_route import StructRoute, refused
from croupier.floor.api.time_span import Span, Within
from croupier.floor.entries import read_entry, why_called_off
from croupier.floor.fairness.transcript import Transcript
from croupier.floor.storage.schema import holds, log, participants, rounds, tables
from croupier.floor.tables.past_rounds import load_steps, load_transcript, seat_in_round

router = APIRouter(prefix="/api", tags=["recall"], route_class=StructRoute)

RoundNumber = Annotated[int, Path(ge=1, le=2**31 - 1, examples=[1])]


@router.get("/history", summary="Your last rounds")
async def history(
    request: Request,
    me: Me,
    within: Within,
    before: Annotated[
        int | None, Query(ge=1, le=LARGEST, examples=[12], description="Only rounds before the one with this `id`.")
    ] = None,
    limit: Annotated[int, Query(ge=10, le=10_000)] = 10,
    form: Form = "json",
) -> History | Csv:
    """The last rounds you took part in, at any table, newest first, as JSON or CSV."""
    mine = _rounds_of(me.id, within, before).limit(limit).subquery()
    query = (
        select(mine, tables.c.name, tables.c.game, rounds.c.outcome, log.c.entry, log.c.hash)
        .join(tables, tables.c.id == mine.c.table)
        .join(rounds, (rounds.c.table == mine.c.table) & (rounds.c.round == mine.c.round))
        .join(log, (log.c.table == rounds.c.table) & (log.c.sequence == rounds.c.closed))
        .order_by(mine.c.id.desc())
    )
    async with house_of(request).storage.reading() as connection:
        rows = (await connection.execute(query)).mappings().all()
    return page(History([_own_round(**row) for row in rows]), form)


def _own_round(*, entry: bytes, hash: bytes, **told: Any) -> OwnRound:
    """A round from its row, and from the entry of the log that ended it."""
    last = read_entry(entry) if told["outcome"] == "released" else None
    return OwnRound(**told, called_off=why_called_off(last, told["seat"]), hash=hash.hex())


def _rounds_of(account: int, within: Span, before: int | None) -> Select[Any]:
    """The rounds of an account by its first bet in each, newest first: clocks may be set back, numbers only grow."""
    bets = and_(*(holds.c[name] == participants.c[name] for name in ("table", "round", "account")))
    first = func.min(holds.c.id)
    told = (participants.c[name] for name in ("table", "round", "seat", "net", "time"))
    query = select(first.label("id"), *told).join_from(participants, holds, bets)
    query = query.where((participants.c.account == account) & within.has(participants.c.time))
    query = query.group_by(*participants.primary_key).order_by(first.desc())
    return query if before is None else query.having(first < before)


@router.get("/tables/{table}/rounds", summary="Rounds of a table")
async def table_rounds(
    request: Request,
    table: TableId,
    me: Me,
    within: Within,
    before: Annotated[
        int | None,
        Query(ge=1, le=2**31 - 1, examples=[51], description="Only rounds before the one with this number."),
    ] = None,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 50,
    form: Form = "json",
) -> Rounds | Csv:
    """The last rounds of a table: number, outcome, time, and the entries of its log; as JSON or CSV."""
    query = (
        select(rounds.c.round, rounds.c.outcome, rounds.c.time, rounds.c.opened, rounds.c.closed)
        .where((rounds.c.table == table) & within.has(rounds.c.time))
        .order_by(rounds.c.round.desc())
        .limit(limit)
    )
    if before is not None:
        query = query.where(rounds.c.round < before)
    house = house_of(request)
    await house.table_for(table, me)
    async with house.storage.reading() as connection:
        rows = (await connection.execute(query)).mappings().all()
    return page(Rounds([RoundTold(**row) for row in rows]), form)


@router.get("/tables/{table}/rounds/{number}", summary="A round to verify", responses=refused(403))
async def transcript(request: Request, table: TableId, number: RoundNumber, me: Me) -> Transcript:
    """Everything about a finished round that `croupier verify` checks: seeds, commitments, answers, log entries.

    It shows every card of the round, so it is for those who took part in it, supervisors and auditors.
    """
    await _may_recall(request, table, number, me.id, me.role)
    return await load_transcript(house_of(request), table, number)


@router.get("/tables/{table}/rounds/{number}/steps", summary="A round step by step", responses=refused(403))
async def round_steps(
    request: Request,
    table: TableId,
    number: RoundNumber,
    me: Me,
    seat: Annotated[int, Query(ge=-1, le=20, description="A seat, 0 for a watcher, -1 for everything.")] = 0,
) -> Steps:
    """The events of a finished round as a seat saw them, or, for supervisors and auditors, everything."""
    own = await _may_recall(request, table, number, me.id, me.role)
    if me.role not in ("supervisor", "auditor") and seat not in (0, own):
        raise NotAllowed(f"you sat at seat {own}; another seat's sight of a round is not shown")
    return Steps(table, number, seat, await load_steps(house_of(request), table, number, seat))


async def _may_recall(request: Request, table: int, number: int, account: int, role: str) -> int:
    """The seat somebody had in a round; refused to those who were not in it and do not oversee the house."""
    seat = await seat_in_round(house_of(request), table, number, account)
    if seat is None and role not in ("supervisor", "auditor"):
        raise NotAllowed("a round is recalled by those who took part in it")
    return seat or 0
