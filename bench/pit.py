"""How long the pit's pages take, and how that grows, on houses with up to a million rounds, made by a script.

A made house has thirty tables of all games, opened by guests, six players each, forty rounds an hour, sixteen hours a
day, for as many days as it takes. It has the rounds, one of those who took part in each, and what the pit keeps of
them, row by row as a played house has it. Logs but for a table's opening, and transfers, which these pages do not read,
are left out.

A page is asked for over HTTP. Processor time is that of the house with whoever asks, and of the database's server.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from os import sysconf
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, sleep
from typing import Any, Final, NamedTuple

import asyncpg
from rich.console import Console
from rich.table import Table
from tests.floor.books import Books
from tests.floor.client import Client
from tests.floor.open_house import OpenHouse
from tests.floor.postgres import postgres_server

from croupier.floor.api.kept_answers import has_flat_prizes
from croupier.floor.storage.database import database_url
from croupier.floor.tables.pit_sums import AN_HOUR, wagers_of
from croupier.games import game_named, game_names

ROUNDS: Final = (50_000, 200_000, 1_000_000)
TABLES: Final = 30
PLAYERS: Final = 6
AN_HOUR_DEALT: Final = 40
HOURS: Final = 16
OWNERS: Final = 3
"""Guests who opened the tables."""
TIMES: Final = 7
PATIENCE: Final = 300
"""Seconds in which figures come that were not kept."""
PAGES: Final = {
    "a day": "/api/pit?day={day}",
    "fourteen days": "/api/pit/days?day={day}&days=14",
    "players of a day": "/api/pit/players?day={day}",
    "players of thirty-one days": "/api/pit/players?day={day}&days=31",
    "proposals": "/api/proposals",
}
LIMIT: Final = 0.3
"""Seconds that a page may take."""

Rows = dict[str, Iterator[tuple[Any, ...]]]


def made_house(rounds: int) -> Rows:
    """The rows of a house in which so many rounds have been played, up to now; by the table that they go into."""
    games = [game_named(game_names()[number % len(game_names())]) for number in range(TABLES)]
    now = int(datetime.now(UTC).timestamp()) * 1_000_000
    hours = rounds // (TABLES * AN_HOUR_DEALT)
    days = -(-hours // HOURS)
    today = now // AN_HOUR
    played = [today - 24 * day - hour for day in reversed(range(days)) for hour in reversed(range(HOURS))][-hours:]
    random = Random(rounds)

    def account_of(table: int, seat: int) -> int:
        return OWNERS + (table - 1) * PLAYERS + seat + 1

    stakes = {
        table: (500, 2500) if has_flat_prizes(game()) else (500, 1000, 1500, 2500)
        for table, game in enumerate(games, start=1)
    }

    def each_hour() -> Iterator[tuple[int, int]]:
        return ((hour, table) for hour in played for table in range(1, TABLES + 1))

    def finished() -> Iterator[tuple[Any, ...]]:
        for place, hour in enumerate(played):
            for table in range(1, TABLES + 1):
                for each in range(AN_HOUR_DEALT):
                    number = place * AN_HOUR_DEALT + each + 1
                    yield table, number, number * 9, number * 9 + 8, "settled", 0, 0, None, hour * AN_HOUR + each

    def took_part() -> Iterator[tuple[Any, ...]]:
        for table, number, *_, time in finished():
            yield table, number, account_of(table, number % PLAYERS), 1, random.randint(-10, 10) * 500, time

    def wagers() -> Iterator[tuple[Any, ...]]:
        for hour, table in each_hour():
            groups, variants = wagers_of(games[table - 1])
            names = sorted({group.name for group in groups.values()})
            for seat in range(PLAYERS):
                account = account_of(table, seat)
                for name in names:
                    wager = f"{variants[0]}/{name}" if variants else name
                    for stake in random.sample(stakes[table], 2):
                        times = AN_HOUR_DEALT // 2
                        won = sum(random.choice((-stake, stake)) for _ in range(3))
                        yield hour, table, account, wager, stake, times, times * stake * 2, won

    def added_up(of: Iterator[tuple[Any, ...]], key: Callable[[tuple[Any, ...]], tuple[Any, ...]], counts: int) -> Any:
        sums: dict[tuple[Any, ...], list[int]] = {}
        for row in of:
            together = sums.setdefault(key(row), [0] * counts)
            for place, count in enumerate(row[-counts:]):
                together[place] += count
        return ((*each, *together) for each, together in sums.items())

    made = list(wagers())
    people = [
        (hour, table, account_of(table, seat), AN_HOUR_DEALT, 90, 1, 0)
        for hour, table in each_hour()
        for seat in range(PLAYERS)
    ]
    seats = AN_HOUR_DEALT * PLAYERS
    people_there = [account_of(table, seat) for table in range(1, TABLES + 1) for seat in range(PLAYERS)]
    return {
        "accounts": ((number, f"Player {number}", "player", None, False, now) for number in people_there),
        "rounds": finished(),
        "participants": took_part(),
        "pit_tables": (
            (hour, table, AN_HOUR_DEALT, 0, seats, seats * (PLAYERS - 1), 60_000, 55_000, 0, 0, 0)
            for hour, table in each_hour()
        ),
        "pit_wagers": iter(made),
        "pit_people": iter(people),
        "pit_bets": added_up(iter(made), lambda row: (*row[:2], *row[3:5]), 3),
        "pit_wagers_by_day": added_up(iter(made), lambda row: (row[0] // 24, *row[1:5]), 3),
        "pit_people_by_day": added_up(iter(people), lambda row: (row[0] // 24, *row[1:3]), 4),
    }


def fill_sqlite(file: Path, rows: Rows) -> None:
    """Write the rows into a SQLite file."""
    connection = sqlite3.connect(file)
    for table, lines in rows.items():
        while some := list(islice(lines, 50_000)):
            connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(some[0]))})", some)
    connection.execute("ANALYZE")
    connection.commit()
    connection.close()


async def fill_postgres(address: str, rows: Rows) -> None:
    """Write the rows into a PostgreSQL database."""
    connection = await asyncpg.connect(address)
    for table, lines in rows.items():
        while some := list(islice(lines, 50_000)):
            await connection.copy_records_to_table(table, records=some)
        if table in ("accounts", "tables"):
            await connection.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), 100000)")
    await connection.execute("ANALYZE")
    await connection.close()


def built(address: str) -> None:
    """A new house whose tables stand open."""
    Books.build(address)
    games = game_names()
    with OpenHouse(address) as house:
        owners = [house.guest() for _ in range(OWNERS)]
        for number in range(TABLES):
            owners[number % OWNERS].open_table(games[number % len(games)], name=f"Table {number + 1}")


@contextmanager
def houses(rounds: int) -> Iterator[list[tuple[str, str, Path | None]]]:
    """Made houses: the name of the database, its address, and the folder of its server if it has one."""
    with TemporaryDirectory(prefix="croupier-pit-") as folder:
        address = database_url(None, Path(folder))
        built(address)
        fill_sqlite(Path(folder) / "house.sqlite", made_house(rounds))
        with postgres_server() as server:
            name = server.new_database()
            on_server = database_url(server.address(name), Path())
            built(on_server)
            asyncio.run(fill_postgres(server.address(name), made_house(rounds)))
            yield [("SQLite", address, None), ("PostgreSQL", on_server, server.data)]


class Taken(NamedTuple):
    """Seconds that a page took."""

    wall: float
    processor: float


def measured(address: str, server: Path | None = None) -> dict[str, Taken]:
    """What each page takes, the median of some by the clock and their mean in processor time, with all its figures."""
    with OpenHouse(address) as house:
        sam = house.staff("supervisor")
        yesterday = (datetime.now(UTC) - timedelta(hours=30)).date().isoformat()
        pages = {name: path.format(day=yesterday) for name, path in PAGES.items()}
        wait_for_figures(sam, pages["a day"])
        return {name: taken(sam, path, server) for name, path in pages.items()}


def wait_for_figures(client: Client, path: str) -> None:
    """Ask until the mathematics of every bet is at hand."""
    until = perf_counter() + PATIENCE
    while b'"theoretical":null' in client.get(path).content:
        assert perf_counter() < until, f"{path} has figures that nobody knows: is anything bet on that day?"
        sleep(1)


def taken(client: Client, path: str, server: Path | None) -> Taken:
    """What one page takes."""
    walls, before = [], _processor(server)
    for _ in range(TIMES):
        start = perf_counter()
        assert client.get(path).status_code == 200, path
        walls.append(perf_counter() - start)
    return Taken(median(walls), (_processor(server) - before) / TIMES)


def _processor(server: Path | None) -> float:
    """Processor time of this process, and of a database's server and what it has started."""
    if server is None:
        return process_time()
    first = (server / "postmaster.pid").read_text().split()[0]
    spent = 0
    for process in (first, *Path(f"/proc/{first}/task/{first}/children").read_text().split()):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        spent += int(fields[11]) + int(fields[12])
    return process_time() + spent / sysconf("SC_CLK_TCK")


def run() -> None:
    """Measure and print, beside the limit."""
    title = "The pit's pages: milliseconds of processor time, and by the clock; the limit is 300"
    table = Table("rounds", "database", *PAGES, title=title)
    for rounds in ROUNDS:
        with houses(rounds) as made:
            for name, address, server in made:
                found = measured(address, server)
                shown = [
                    f"{1000 * each.processor:.0f}{'' if each.processor < LIMIT else ' !'} ({1000 * each.wall:.0f})"
                    for each in found.values()
                ]
                table.add_row(f"{rounds:,}", name, *shown)
    Console().print(table)
