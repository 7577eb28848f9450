"""The pit over HTTP: what tables and players bring beside what they should, alarms, and what waits for a signature."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Query, Request, Response
from sqlalchemy import select

from croupier.errors import Refused
from croupier.extras import need
from croupier.floor import clock
from croupier.floor.api.authorization import Misread, Overseer, house_of
from croupier.floor.api.pit_theory import PitTheory
from croupier.floor.api.requests import WRITTEN
from croupier.floor.api.responses import PitDay, PitDays, PitPlayers, PitTable, Proposals, ProposalTold
from croupier.floor.api.struct_route import BYTES, StructRoute, refused
from croupier.floor.entries import Corrected
from croupier.floor.pit.day_counts import is_within, read_bets, read_day, read_hours, read_openings, read_people
from croupier.floor.pit.figures import (
    PERSON_RATE,
    TABLE_RATE,
    PitGathered,
    day_of,
    first_hour,
    player_alarms,
    table_alarms,
)
from croupier.floor.storage.schema import accounts, commands, house_log, pit_bets, pit_tables, tables
from croupier.games import game_names

router = APIRouter(prefix="/api", tags=["house"], route_class=StructRoute)

MOST_DAYS: Final = 31
MOST_PLAYERS: Final = 500
PROPOSALS_DAYS: Final = 30
"""How long a proposal is listed."""

Day = Annotated[
    str | None, Query(max_length=10, pattern=WRITTEN, description="A day, as 2026-01-31; today if not said.")
]
Ahead = Annotated[int, Query(ge=-12, le=14, description="The hours that the pit's clocks are ahead of UTC.")]


@router.get("/pit", summary="The pit: a day of all tables")
async def pit_day(request: Request, me: Overseer, day: Day = None, ahead: Ahead = 0) -> PitDay:
    """What each table, game and shift has brought, beside what the exact mathematics says that it should, and alarms.

    A day begins at six. Bands leave out what chance brings once in 1,000 days of a table, or more seldom.
    """
    async with house_of(request).storage.reading() as connection:
        counted = await read_day(connection, _said(day), ahead)
    found = counted.figures(_theory(request).of(counted.opened, counted.wagers))
    told = [
        PitTable(table.id, table.opened.game, table.is_open, table.pot, table.owed, figures)
        for table, figures in zip(counted.tables, found.tables, strict=True)
    ]
    alarms = table_alarms((table.id, table.figures) for table in told)
    return PitDay(counted.day, told, found.games, found.shifts, found.all, alarms, TABLE_RATE)


@router.get("/pit/days", summary="The pit: day after day")
async def pit_days(
    request: Request,
    me: Overseer,
    day: Day = None,
    ahead: Ahead = 0,
    days: Annotated[int, Query(ge=1, le=MOST_DAYS, description="How many days, the last of them this one.")] = 14,
    game: Annotated[str | None, Query(max_length=40, pattern=WRITTEN, description="Of one game only.")] = None,
    table: Annotated[int | None, Query(ge=1, le=2**31 - 1, description="Of one table only.")] = None,
) -> PitDays:
    """What each of the last days has brought, beside its band."""
    if game is not None and game not in game_names():
        raise Misread(f"there is no game {game!r}; there are {', '.join(game_names())}")
    _, last = first_hour(_said(day), ahead)
    first = last - 24 * (days - 1)
    within = first, last + 24
    async with house_of(request).storage.reading() as connection:
        chosen = [is_within(of, within) for of in (pit_tables, pit_bets)]
        if table is not None:
            chosen = [each & (of.c.table == table) for each, of in zip(chosen, (pit_tables, pit_bets), strict=True)]
        if game is not None:
            its = select(tables.c.id).where(tables.c.game == game)
            chosen = [each & of.c.table.in_(its) for each, of in zip(chosen, (pit_tables, pit_bets), strict=True)]
        of_tables = await read_hours(connection, chosen[0])
        of_day = ((pit_bets.c.hour - first) // 24).label("day")
        by = (of_day, pit_bets.c.table, pit_bets.c.wager, pit_bets.c.stake)
        bets = await read_bets(connection, pit_bets, by, chosen[1])
        opened = await read_openings(connection, {row.table for row in of_tables})
    gathered = [PitGathered() for _ in range(days)]
    for row in of_tables:
        gathered[(row.hour - first) // 24].add_table(row)
    for bet in bets:
        gathered[int(bet.day)].add_wager(bet)
    known = _theory(request).of(opened, ((bet.table, bet.wager, bet.stake) for bet in bets))
    names = [day_of(first + 24 * place, ahead) for place in range(days)]
    return PitDays([each.figures(name, known) for each, name in zip(gathered, names, strict=True)])


@router.get("/pit/players", summary="The pit: player ratings")
async def pit_players(
    request: Request,
    me: Overseer,
    day: Day = None,
    ahead: Ahead = 0,
    days: Annotated[int, Query(ge=1, le=MOST_DAYS, description="How many days, the last of them this one.")] = 1,
) -> PitPlayers:
    """What players bet, decided and are worth to the house, those who bet most first, and alarms about them."""
    _, last = first_hour(_said(day), ahead)
    within = last - 24 * (days - 1), last + 24
    async with house_of(request).storage.reading() as connection:
        people = await read_people(connection, within)
    rated = people.ratings(_theory(request).of(people.opened, people.wagers))
    return PitPlayers(rated[:MOST_PLAYERS], len(rated), player_alarms(rated), PERSON_RATE)


@router.get(
    "/pit/close",
    summary="The pit: the day's close, a paper",
    response_class=Response,
    responses=refused(409) | {200: {"description": "The paper.", "content": {"application/pdf": BYTES}}},
)
async def pit_close(request: Request, me: Overseer, day: Day = None, ahead: Ahead = 0) -> Response:
    """What each table, game and shift brought in a day, sealed; `croupier verify` adds it up again."""
    need("reports")
    from croupier.floor.pit.day_close import seal_close
    from croupier.reports.typesetting import set_in_type

    _, first = first_hour(_said(day), ahead)
    async with house_of(request).storage.reading() as connection:
        counted = await read_day(connection, day, ahead)
        people = await read_people(connection, (first, first + 24))
    known = await _theory(request).worked_out(counted.opened, counted.wagers)
    rated = people.ratings(_theory(request).of(people.opened, people.wagers))
    signer = house_of(request).storage.signer
    paper = await asyncio.to_thread(lambda: set_in_type(seal_close(counted, known, rated, signer), "pdf"))
    headers = {"content-disposition": f'attachment; filename="close-{counted.day}.pdf"'}
    return Response(paper, media_type="application/pdf", headers=headers)


@router.get("/proposals", summary="What waits for a second signature")
async def open_proposals(request: Request, me: Overseer) -> Proposals:
    """Corrections and voids that supervisors have proposed within thirty days and nobody has signed yet."""
    house = house_of(request)
    async with house.storage.reading() as connection:
        given = (await connection.execute(select(house_log.c.body).where(house_log.c.what == "role"))).scalars()
        staff = {msgspec.json.decode(body, type=_Of).account for body in given}
        since = clock.now() - PROPOSALS_DAYS * clock.A_DAY
        sent = select(commands.c.answer, commands.c.time).where(commands.c.account.in_(staff))
        answers = (await connection.execute(sent.where(commands.c.time >= since))).all()
        names = {row.id: row.name for row in (await connection.execute(select(accounts.c.id, accounts.c.name))).all()}
    made = [(msgspec.json.decode(answer, type=_Answer), time) for answer, time in answers]
    found = []
    for said, time in sorted(((said, time) for said, time in made if said.proposal), key=lambda pair: pair[1]):
        live = await house.table(said.table)
        proposed = live.proposals.get(said.proposal)
        if proposed is not None and not live.closed:
            deed = proposed.deed
            account = deed.account if isinstance(deed, Corrected) else None
            found.append(
                ProposalTold(
                    live.id,
                    said.proposal,
                    time,
                    proposed.by,
                    names.get(proposed.by, ""),
                    deed.round,
                    account,
                    "" if account is None else names.get(account, ""),
                    deed.cents if isinstance(deed, Corrected) else None,
                    deed.reason,
                )
            )
    return Proposals(found)


class _Of(msgspec.Struct):
    account: int


class _Answer(msgspec.Struct):
    table: int = 0
    proposal: int = 0


def _said(day: str | None) -> str | None:
    """A day that is one; the API answers another kind of refusal to words that cannot be read."""
    try:
        first_hour(day, 0)
    except Refused as error:
        raise Misread(str(error)) from None
    return day


def _theory(request: Request) -> PitTheory:
    theory: PitTheory = request.app.state.pit_theory
    return theory
