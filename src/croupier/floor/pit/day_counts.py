"""The pit's counts, read from the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, FromClause, Subquery, Table, cast, func, select, true, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor import money
from croupier.floor.entries import Opened, read_entry
from croupier.floor.pit.figures import (
    BetSum,
    DayOfPit,
    PitGathered,
    PlayerRating,
    TableHour,
    TableOnDay,
    Theories,
    first_hour,
)
from croupier.floor.storage.schema import (
    accounts,
    books,
    closings,
    log,
    pit_bets,
    pit_people,
    pit_people_by_day,
    pit_tables,
    pit_wagers,
    pit_wagers_by_day,
    tables,
)

MOST_SEATS: Final = 12
_COUNTS: Final = ("rounds", "decisions", "clocked", "voided")
_BET_COUNTS: Final = ("rounds", "handle", "won")


async def read_day(connection: AsyncConnection, day: str | None, ahead: int) -> DayOfPit:
    """All that was counted in a day, and how its tables stand."""
    said, first = first_hour(day, ahead)
    within = first, first + 24
    hours = await read_hours(connection, is_within(pit_tables, within))
    by = (pit_bets.c.hour, pit_bets.c.table, pit_bets.c.wager, pit_bets.c.stake)
    bets = await read_bets(connection, pit_bets, by, is_within(pit_bets, within))
    stand = select(tables.c.id, closings.c.time).outerjoin(closings, closings.c.table == tables.c.id)
    listed = await _rows(connection, stand.where(tables.c.id.in_({row.table for row in hours})).order_by(tables.c.id))
    opened = await read_openings(connection, [row.id for row in listed])
    chips = await _chips(connection, [row.id for row in listed if row.time is None])
    told = [
        TableOnDay(
            id=row.id,
            is_open=row.time is None,
            pot=chips.get(money.pot(row.id), 0),
            owed=_owed(row.id, opened[row.id], chips),
            opened=opened[row.id],
        )
        for row in listed
    ]
    return DayOfPit(day=said, ahead=ahead, tables=told, hours=hours, bets=bets)


@dataclass(frozen=True)
class PeopleCounted:
    """The counts of players, by their accounts."""

    names: Mapping[int, str]
    gathered: Mapping[int, PitGathered]
    opened: dict[int, Opened]
    wagers: list[tuple[int, str, int]]

    def ratings(self, known: Theories) -> list[PlayerRating]:
        """Those who bet most first."""
        rated = [each.rating(account, self.names[account], known) for account, each in self.gathered.items()]
        return sorted(rated, key=lambda player: (-player.handle, player.account))


async def read_people(connection: AsyncConnection, within: tuple[int, int]) -> PeopleCounted:
    """Read the counts of players in these hours."""
    named_by = ("account", "table", "wager", "stake")
    wagers = _by_days(pit_wagers, pit_wagers_by_day, within, named_by, _BET_COUNTS)
    bets = await read_bets(connection, wagers, [wagers.c[name] for name in named_by], true())
    people = await _by_account(connection, _by_days(pit_people, pit_people_by_day, within, ["account"], _COUNTS))
    named = select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_([row.account for row in people]))
    names = {row.id: row.name for row in await _rows(connection, named)}
    gathered: defaultdict[int, PitGathered] = defaultdict(PitGathered)
    for row in people:
        gathered[row.account].counts.update({name: getattr(row, name) for name in _COUNTS})
    for bet in bets:
        gathered[bet.account].add_wager(bet)
    opened = await read_openings(connection, {bet.table for bet in bets})
    return PeopleCounted(names, gathered, opened, [(bet.table, bet.wager, bet.stake) for bet in bets])


def is_within(of: Table, hours: tuple[int, int]) -> ColumnElement[bool]:
    """Return the condition that rows were counted from one hour to before another."""
    return (of.c.hour >= hours[0]) & (of.c.hour < hours[1])


async def read_hours(connection: AsyncConnection, chosen: ColumnElement[bool]) -> list[TableHour]:
    """The hours of tables."""
    found = select(pit_tables).where(chosen).order_by(pit_tables.c.hour, pit_tables.c.table)
    return [TableHour(**row._mapping) for row in await _rows(connection, found)]


def _by_days(hours: Table, days: Table, within: tuple[int, int], by: Sequence[str], counts: Sequence[str]) -> Subquery:
    """Select the counts of accounts from one hour to before another: sums of whole days, hours before and after.

    Each part is added up by itself: what is left to be put together is short, and each is one range of an index.
    """
    first = -(-within[0] // 24)
    last = max(within[1] // 24, first)
    ranges = [
        (hours.c.hour, within[0], min(first * 24, within[1])),
        (days.c.day, first, last),
        (hours.c.hour, max(last * 24, within[0]), within[1]),
    ]
    parts = []
    for period, start, end in ranges:
        columns = [period.table.c[name] for name in by]
        sums = [_sum(period.table.c[name]).label(name) for name in counts]
        chosen = (period >= start) & (period < end) & (period.table.c.account > 0)
        parts.append(select(*columns, *sums).where(chosen).group_by(*columns))
    return union_all(*parts).subquery()


async def read_bets(
    connection: AsyncConnection, of: FromClause, by: Sequence[Any], chosen: ColumnElement[bool]
) -> list[BetSum]:
    """Bets added up by some columns."""
    counts = [_sum(of.c[name]).label(name) for name in _BET_COUNTS]
    rows = await _rows(connection, select(*by, *counts).where(chosen).group_by(*by).order_by(*by))
    names = [*(column.name for column in by), *_BET_COUNTS]
    return [BetSum(**dict(zip(names, row, strict=True))) for row in rows]


async def read_openings(connection: AsyncConnection, numbers: Iterable[int]) -> dict[int, Opened]:
    """Read the terms that tables were opened with."""
    first = select(log.c.table, log.c.entry).where((log.c.sequence == 1) & log.c.table.in_(list(numbers)))
    return {row.table: read_entry(row.entry) for row in await _rows(connection, first)}


async def _by_account(connection: AsyncConnection, of: Subquery) -> Sequence[Any]:
    """Add up the counts of accounts, in one row each."""
    sums = [_sum(column).label(column.name) for column in of.c if column.name != "account"]
    return await _rows(connection, select(of.c.account, *sums).group_by(of.c.account))


async def _rows(connection: AsyncConnection, query: Any) -> Sequence[Any]:
    return (await connection.execute(query)).all()


def _sum(column: ColumnElement[Any]) -> ColumnElement[int]:
    """Whole numbers added up; PostgreSQL would make a decimal of them, which takes long to read."""
    return cast(func.sum(column), BigInteger)


async def _chips(connection: AsyncConnection, numbers: Sequence[int]) -> dict[str, int]:
    """Read the balances of stacks, bets and pots of tables."""
    names = [name for number in numbers for name in (money.pot(number), money.bets(number))]
    names += [money.stack(number, seat) for number in numbers for seat in range(1, MOST_SEATS + 1)]
    found = await _rows(connection, select(books.c.name, books.c.balance).where(books.c.name.in_(names)))
    return {row.name: row.balance for row in found}


def _owed(number: int, opened: Opened, chips: dict[str, int]) -> int:
    """Return the chips that the house owes at a table: automatic seats play with nobody's money."""
    theirs = {money.stack(number, seat) for seat in opened.automatic}
    own = {book: cents for book, cents in chips.items() if book.split(":")[1] == str(number)}
    return sum(cents for book, cents in own.items() if book not in theirs)
