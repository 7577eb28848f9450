"""How long the pit's pages take, and how that grows, on houses with up to a million rounds, made by a script.

A made house has thirty tables of all games, six players each, forty rounds an hour, sixteen hours a day, for as many
days as it takes. It has the rounds, one of those who took part in each, and what the pit keeps of them, row by row as a
played house has it; logs and transfers, which these pages do not read but for a table's opening, are left out.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

import asyncpg
from rich.console import Console
from rich.table import Table
from tests.floor.books import Books
from tests.floor.client import Client
from tests.floor.open_house import OpenHouse
from tests.floor.postgres import postgres_server

from croupier.floor import money
from croupier.floor.entries import Opened, write_entry
from croupier.floor.hash_chain import START, link
from croupier.floor.storage.database import database_url
from croupier.floor.tables.pit_sums import AN_HOUR, wagers_of
from croupier.games import game_named, game_names
from croupier.table.placard import Placard
from croupier.table.record import paytable_words
from croupier.table.settings import as_words

ROUNDS: Final = (10_000, 100_000, 1_000_000)
TABLES: Final = 30
PLAYERS: Final = 6
AN_HOUR_DEALT: Final = 40
HOURS: Final = 16
TIMES: Final = 7
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
    accounts = range(1, TABLES * PLAYERS + 1)
    now = int(datetime.now(UTC).timestamp()) * 1_000_000
    hours = rounds // (TABLES * AN_HOUR_DEALT)
    days = -(-hours // HOURS)
    today = now // AN_HOUR
    played = [today - 24 * day - hour for day in reversed(range(days)) for hour in reversed(range(HOURS))][-hours:]
    random = Random(rounds)

    def opened(number: int) -> Opened:
        game = games[number - 1]()
        tables = [paytable_words(table) for table in game.paytables.values()]
        return Opened(f"Table {number}", game.name, as_words(game.settings), tables, Placard().to_json(), 30, [])

    def log() -> Iterator[tuple[Any, ...]]:
        for number in range(1, TABLES + 1):
            entry = write_entry(opened(number))
            yield number, 1, now, None, 0, entry, START, link(START, number, 1, now, None, entry)

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
            yield table, number, (table - 1) * PLAYERS + number % PLAYERS + 1, 1, random.randint(-10, 10) * 500, time

    def wagers() -> Iterator[tuple[Any, ...]]:
        for hour, table in each_hour():
            groups, variants = wagers_of(games[table - 1])
            names = sorted({group.name for group in groups.values()})
            for seat in range(PLAYERS):
                account = (table - 1) * PLAYERS + seat + 1
                for name in names:
                    wager = f"{variants[0]}/{name}" if variants else name
                    for stake in random.sample((500, 1000, 1500, 2500), 2):
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
        (hour, table, (table - 1) * PLAYERS + seat + 1, AN_HOUR_DEALT, 90, 1, 0)
        for hour, table in each_hour()
        for seat in range(PLAYERS)
    ]
    seats = AN_HOUR_DEALT * PLAYERS
    chips = (f"{money.stack(table, seat)}" for table in range(1, TABLES + 1) for seat in range(1, PLAYERS + 1))
    return {
        "accounts": ((number, f"Player {number}", "player", None, False, now) for number in accounts),
        "tables": ((number, f"Table {number}", games[number - 1].name, 1, now) for number in range(1, TABLES + 1)),
        "log": log(),
        "books": ((name, 0, False) for name in chips),
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


@contextmanager
def houses(rounds: int) -> Iterator[tuple[str, str]]:
    """The addresses of made houses, on each database in turn."""
    with TemporaryDirectory(prefix="croupier-pit-") as folder:
        address = database_url(None, Path(folder))
        Books.build(address)
        fill_sqlite(Path(folder) / "house.sqlite", made_house(rounds))
        with postgres_server() as server:
            name = server.new_database()
            on_server = database_url(server.address(name), Path())
            Books.build(on_server)
            asyncio.run(fill_postgres(server.address(name), made_house(rounds)))
            yield address, on_server


def measured(address: str) -> dict[str, float]:
    """The seconds that each page takes, the median of some, once the mathematics is at hand."""
    with OpenHouse(address) as house:
        sam = house.staff("supervisor")
        yesterday = (datetime.now(UTC) - timedelta(hours=30)).date().isoformat()
        return {name: _seconds(sam, path.format(day=yesterday)) for name, path in PAGES.items()}


def _seconds(client: Client, path: str) -> float:
    taken = []
    for _ in range(TIMES + 1):
        start = perf_counter()
        assert client.get(path).status_code == 200, path
        taken.append(perf_counter() - start)
    return median(taken[1:])


def run() -> None:
    """Measure and print, beside the limit."""
    table = Table("rounds", "database", *PAGES, title="The pit's pages in milliseconds; the limit is 300")
    for rounds in ROUNDS:
        with houses(rounds) as addresses:
            for name, address in zip(("SQLite", "PostgreSQL"), addresses, strict=True):
                found = measured(address)
                shown = [f"{1000 * each:.0f}{'' if each < LIMIT else ' !'}" for each in found.values()]
                table.add_row(f"{rounds:,}", name, *shown)
    Console().print(table)
