"""The pit over HTTP: what tables and players bring beside what they should, alarms, and what waits for a signature."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Query, Request
from sqlalchemy import ColumnElement, Table, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor import clock, money
from croupier.floor.api.authorization import Misread, Overseer, house_of
from croupier.floor.api.pit_theory import PitTheory
from croupier.floor.api.responses import PitDay, PitDays, PitPlayers, PitTable, Proposals, ProposalTold
from croupier.floor.api.struct_route import StructRoute
from croupier.floor.entries import Corrected, Opened, read_entry
from croupier.floor.pit.figures import (
    PERSON_RATE,
    TABLE_RATE,
    PitGathered,
    Theories,
    player_alarms,
    table_alarms,
)
from croupier.floor.storage.schema import (
    accounts,
    books,
    closings,
    commands,
    house_log,
    log,
    pit_people,
    pit_tables,
    pit_uncounted,
    pit_wagers,
    tables,
)
from croupier.games import game_names

router = APIRouter(prefix="/api", tags=["house"], route_class=StructRoute)

DAY_BEGINS: Final = 6
"""The hour in which a day of the pit begins."""
SHIFTS: Final = (("day", 6), ("swing", 14), ("grave", 22))
"""The shifts, and the hours in which they begin."""
MOST_DAYS: Final = 31
MOST_PLAYERS: Final = 500
PROPOSALS_DAYS: Final = 30
"""How long a proposal is listed."""

Day = Annotated[str | None, Query(max_length=10, description="A day, as 2026-01-31; today if not said.")]
Ahead = Annotated[int, Query(ge=-12, le=14, description="The hours that the pit's clocks are ahead of UTC.")]


@router.get("/pit", summary="The pit: a day of all tables")
async def pit_day(request: Request, me: Overseer, day: Day = None, ahead: Ahead = 0) -> PitDay:
    """What each table, game and shift has brought, beside what the exact mathematics says that it should, and alarms.

    A day begins at six. Bands leave out what chance brings once in 1,000 days of a table, or more seldom.
    """
    said, first = _first_hour(day, ahead)
    async with house_of(request).storage.reading() as connection:
        within = first, first + 24
        of_tables = await _rows(connection, select(pit_tables).where(_is_within(pit_tables, within)))
        by = (pit_wagers.c.hour, pit_wagers.c.table, pit_wagers.c.wager, pit_wagers.c.stake)
        bets = await _sums(connection, by, _is_within(pit_wagers, within))
        played = {row.table for row in of_tables}
        stand = select(tables.c.id, tables.c.name, tables.c.game, closings.c.time)
        stand = stand.outerjoin(closings, closings.c.table == tables.c.id).where(tables.c.id.in_(played))
        listed = await _rows(connection, stand)
        opened = await _openings(connection, played)
        chips = await _chips(connection, [row.id for row in listed if row.time is None])
        uncounted = await connection.scalar(select(func.count()).select_from(pit_uncounted))
    games = {row.id: row.game for row in listed}
    shifts = [name for name, begins in SHIFTS for _ in range(8)]
    gathered: defaultdict[tuple[str, object], PitGathered] = defaultdict(PitGathered)
    for row in of_tables:
        for key in (("all", ""), ("table", row.table), ("game", games[row.table]), ("shift", shifts[row.hour - first])):
            gathered[key].add_table(row)
    for row in bets:
        for key in (("all", ""), ("table", row.table), ("game", games[row.table]), ("shift", shifts[row.hour - first])):
            gathered[key].add_wager(row)
    known = _theories(request, opened, ((row.table, row.wager, row.stake) for row in bets))
    told = [
        PitTable(
            row.id,
            row.game,
            row.time is None,
            chips.get(money.pot(row.id), 0),
            _owed(row.id, opened[row.id], chips),
            gathered["table", row.id].figures(row.name, known),
        )
        for row in listed
    ]
    alarms = table_alarms((table.id, table.figures) for table in told)
    return PitDay(
        said,
        told,
        [gathered["game", game].figures(game, known) for game in sorted({*games.values()})],
        [gathered["shift", name].figures(name, known) for name, _ in SHIFTS if ("shift", name) in gathered],
        gathered["all", ""].figures("all", known),
        alarms,
        TABLE_RATE,
        int(uncounted or 0),
    )


@router.get("/pit/days", summary="The pit: day after day")
async def pit_days(
    request: Request,
    me: Overseer,
    day: Day = None,
    ahead: Ahead = 0,
    days: Annotated[int, Query(ge=1, le=MOST_DAYS, description="How many days, the last of them this one.")] = 14,
    game: Annotated[str | None, Query(max_length=40, description="Of one game only.")] = None,
    table: Annotated[int | None, Query(ge=1, le=2**31 - 1, description="Of one table only.")] = None,
) -> PitDays:
    """What each of the last days has brought, beside its band."""
    if game is not None and game not in game_names():
        raise Misread(f"there is no game {game!r}; there are {', '.join(game_names())}")
    _, last = _first_hour(day, ahead)
    first = last - 24 * (days - 1)
    within = first, last + 24
    async with house_of(request).storage.reading() as connection:
        chosen = [_is_within(of, within) for of in (pit_tables, pit_wagers)]
        if table is not None:
            chosen = [each & (of.c.table == table) for each, of in zip(chosen, (pit_tables, pit_wagers), strict=True)]
        if game is not None:
            its = select(tables.c.id).where(tables.c.game == game)
            chosen = [each & of.c.table.in_(its) for each, of in zip(chosen, (pit_tables, pit_wagers), strict=True)]
        of_tables = await _rows(connection, select(pit_tables).where(chosen[0]))
        of_day = ((pit_wagers.c.hour - first) // 24).label("day")
        by = (of_day, pit_wagers.c.table, pit_wagers.c.wager, pit_wagers.c.stake)
        bets = await _sums(connection, by, chosen[1])
        opened = await _openings(connection, {row.table for row in of_tables})
    gathered = [PitGathered() for _ in range(days)]
    for row in of_tables:
        gathered[(row.hour - first) // 24].add_table(row)
    for row in bets:
        gathered[int(row.day)].add_wager(row)
    known = _theories(request, opened, ((row.table, row.wager, row.stake) for row in bets))
    names = [_day_of(first + 24 * place, ahead) for place in range(days)]
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
    _, last = _first_hour(day, ahead)
    within = last - 24 * (days - 1), last + 24
    async with house_of(request).storage.reading() as connection:
        by = (pit_wagers.c.account, pit_wagers.c.table, pit_wagers.c.wager, pit_wagers.c.stake)
        bets = await _sums(connection, by, _is_within(pit_wagers, within) & (pit_wagers.c.account > 0))
        counts = [func.sum(pit_people.c[name]).label(name) for name in ("rounds", "decisions", "clocked", "voided")]
        of_people = select(pit_people.c.account, *counts).where(_is_within(pit_people, within))
        people = await _rows(connection, of_people.group_by(pit_people.c.account))
        names = await _rows(
            connection, select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_([row.account for row in people]))
        )
        opened = await _openings(connection, {row.table for row in bets})
    gathered: defaultdict[int, PitGathered] = defaultdict(PitGathered)
    for row in people:
        gathered[row.account].counts.update({name: int(getattr(row, name)) for name in _COUNTS})
    for row in bets:
        gathered[row.account].add_wager(row)
    known = _theories(request, opened, ((row.table, row.wager, row.stake) for row in bets))
    called = {row.id: row.name for row in names}
    rated = [each.rating(account, called[account], known) for account, each in gathered.items()]
    rated.sort(key=lambda player: (-player.handle, player.account))
    return PitPlayers(rated[:MOST_PLAYERS], len(rated), player_alarms(rated), PERSON_RATE)


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


_COUNTS: Final = ("rounds", "decisions", "clocked", "voided")


class _Of(msgspec.Struct):
    account: int


class _Answer(msgspec.Struct):
    table: int = 0
    proposal: int = 0


def _first_hour(day: str | None, ahead: int) -> tuple[str, int]:
    """A day of the pit, and the hour since 1970 in which it begins."""
    try:
        said = date.fromisoformat(day) if day else None
    except ValueError:
        raise Misread(f"{day!r} is not a day; write 2026-01-31") from None
    if said is None:
        said = (datetime.fromtimestamp(clock.now() / clock.SECOND, UTC) + timedelta(hours=ahead - DAY_BEGINS)).date()
    return said.isoformat(), (said - date(1970, 1, 1)).days * 24 + DAY_BEGINS - ahead


def _day_of(hour: int, ahead: int) -> str:
    return (date(1970, 1, 1) + timedelta(hours=hour + ahead - DAY_BEGINS)).isoformat()


def _is_within(of: Table, hours: tuple[int, int]) -> ColumnElement[bool]:
    return (of.c.hour >= hours[0]) & (of.c.hour < hours[1])


async def _rows(connection: AsyncConnection, query: Any) -> Sequence[Any]:
    return (await connection.execute(query)).all()


async def _sums(connection: AsyncConnection, by: Sequence[Any], chosen: ColumnElement[bool]) -> Sequence[Any]:
    """Bets added up by some columns."""
    counts = [func.sum(pit_wagers.c[name]).label(name) for name in ("rounds", "handle", "won")]
    rows = await _rows(connection, select(*by, *counts).where(chosen).group_by(*by))
    names = [column.name for column in by] + ["rounds", "handle", "won"]
    return [_Sum(**{name: _whole(value) for name, value in zip(names, row, strict=True)}) for row in rows]


class _Sum(msgspec.Struct, kw_only=True):
    table: int
    wager: str
    stake: int
    rounds: int
    handle: int
    won: int
    hour: int = 0
    day: int = 0
    account: int = 0


def _whole(value: Any) -> Any:
    """PostgreSQL adds whole numbers up to a decimal."""
    return value if isinstance(value, str) else int(value)


async def _openings(connection: AsyncConnection, numbers: Iterable[int]) -> dict[int, Opened]:
    """What tables were opened with."""
    first = select(log.c.table, log.c.entry).where((log.c.sequence == 1) & log.c.table.in_(list(numbers)))
    return {row.table: read_entry(row.entry) for row in await _rows(connection, first)}


async def _chips(connection: AsyncConnection, numbers: Sequence[int]) -> dict[str, int]:
    """What lies in stacks, bets and pots of tables."""
    most = 12
    names = [name for number in numbers for name in (money.pot(number), money.bets(number))]
    names += [money.stack(number, seat) for number in numbers for seat in range(1, most + 1)]
    found = await _rows(connection, select(books.c.name, books.c.balance).where(books.c.name.in_(names)))
    return {row.name: row.balance for row in found}


def _owed(number: int, opened: Opened, chips: dict[str, int]) -> int:
    """What the house would pay out at a table: automatic seats play with nobody's money."""
    theirs = {money.stack(number, seat) for seat in opened.automatic}
    own = {book: cents for book, cents in chips.items() if book.split(":")[1] == str(number)}
    return sum(cents for book, cents in own.items() if book not in theirs)


def _theories(request: Request, opened: dict[int, Opened], wagers: Iterable[tuple[int, str, int]]) -> Theories:
    theory: PitTheory = request.app.state.pit_theory
    return theory.of(opened, wagers)
