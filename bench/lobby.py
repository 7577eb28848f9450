"""How long the list of tables takes with a thousand of them open, at a tenth of which somebody sits; and its page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from rich.console import Console
from rich.table import Table
from tests.floor.books import Books
from tests.floor.client import Client
from tests.floor.open_house import OpenHouse
from tests.floor.postgres import postgres_server
from tests.web.browsers import open_browser

from croupier.floor.storage.database import database_url
from croupier.floor.tables.house import TABLES_EACH
from croupier.games import game_names

TABLES: Final = 1000
TIMES: Final = 9
QUERIES: Final = {
    "the first page": "limit=30",
    "the last page": f"limit=30&skip={TABLES - 30}",
    "a search": "limit=30&words=number%2077",
    "of one game": "limit=30&game=big-draw",
    "five hundred": "limit=500",
}
LIMIT: Final = 0.1
"""Seconds that a page of thirty may take once its tables have been read from their logs."""
SITE: Final = Path(__file__).parents[1] / "src" / "croupier" / "floor" / "site"


def fill(house: OpenHouse) -> None:
    """Open the tables; at every tenth its owner sits."""
    games = game_names()
    for place in range(0, TABLES, TABLES_EACH):
        owner = house.guest()
        for number in range(place, place + TABLES_EACH):
            table = owner.open_table(games[number % len(games)], name=f"Table number {number}")
            if number % (TABLES_EACH // 10) == 0:
                owner.sit(table, 1, 1000)


def seconds(client: Client, query: str) -> float:
    """How long one answer takes."""
    start = perf_counter()
    client.http.get(f"/api/tables?{query}").raise_for_status()
    return perf_counter() - start


def page_seconds(url: str) -> float:
    """From opening the page until its list of tables stands there."""
    with open_browser() as browser:
        page = browser.new_page()
        start = perf_counter()
        page.goto(f"{url}/#/")
        page.wait_for_selector(".tables li:nth-child(30)")
        return perf_counter() - start


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """An empty house on each kind of database."""
    with TemporaryDirectory() as folder, postgres_server() as server:
        found = {
            "SQLite": database_url(None, Path(folder)),
            "PostgreSQL": database_url(server.address(server.new_database()), Path()),
        }
        for address in found.values():
            Books.build(address)
        yield found


def run() -> None:
    """Measure, and print."""
    with databases() as addresses:
        shown = Table(title=f"{TABLES} tables: milliseconds for a list")
        for column in ("database", "list", "first", "then"):
            shown.add_column(column, justify="left" if column in ("database", "list") else "right")
        for kind, address in addresses.items():
            with OpenHouse(address) as house:
                fill(house)
            with OpenHouse(address, site=SITE) as house:
                client = house.guest()
                for what, query in QUERIES.items():
                    first = seconds(client, query)
                    then = median(seconds(client, query) for _ in range(TIMES))
                    slow = " (too slow)" if "limit=30" in query and then > LIMIT else ""
                    shown.add_row(kind, what, f"{1000 * first:.1f}", f"{1000 * then:.1f}{slow}")
                shown.add_row(kind, "the page in a browser", f"{1000 * page_seconds(house.url):.0f}", "")
        Console().print(shown)
