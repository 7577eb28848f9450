"""Houses to test, on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from argon2 import PasswordHasher

from croupier.floor import accounts
from croupier.floor import clock as wall_clock
from croupier.floor.api import kept_answers
from croupier.floor.fairness.commit_reveal import RoundSeeds
from croupier.floor.storage.database import DATA, database_url
from tests.floor.books import Books
from tests.floor.client import Client
from tests.floor.open_house import OpenHouse
from tests.floor.postgres import IN_A_HURRY, Postgres, postgres_server

KINDS = ["sqlite", "postgres"]
ONE_IN_A_HURRY = ["sqlite", pytest.param("postgres", marks=pytest.mark.confirm)]
"""For what does not depend on the database: on both where there is time."""
TRUE_HASHER = accounts._hasher
"""How the house hashes passwords when no test has made it quick."""


@pytest.fixture(autouse=True)
def fixed_seeds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Houses in this process deal the same cards whenever the same test is run."""
    name, numbers = request.node.nodeid.encode(), count()
    monkeypatch.setattr(
        RoundSeeds, "draw", lambda: RoundSeeds(*(sha256(b"%s %d" % (name, next(numbers))).digest() for _ in "ab"))
    )


@pytest.fixture(autouse=True, scope="session")
def data_of_its_own() -> Iterator[None]:
    """Keys and marks of houses on PostgreSQL are nowhere but in a folder of the tests."""
    with pytest.MonkeyPatch.context() as patch, a_folder() as folder:
        patch.setenv(DATA, str(folder))
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server whose first database is an empty house, to be copied."""
    with postgres_server(*IN_A_HURRY) as server:
        Books.build(database_url(server.address(server.new_database()), Path()))
        yield server


@pytest.fixture(autouse=True, scope="session")
def quick_passwords() -> Iterator[None]:
    """Hashing a password is slow on purpose; the tests hash many."""
    with pytest.MonkeyPatch.context() as patch:
        quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr("croupier.floor.accounts._hasher", quick)
        patch.setattr("croupier.floor.accounts._NOBODY", quick.hash("nobody's"))
        yield


@contextmanager
def a_folder() -> Iterator[Path]:
    """A temporary folder, in memory where the machine has one there: tests need not wait for a disk."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(prefix="croupier-", dir=memory if os.access(memory, os.W_OK) else None) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def empty_house() -> Iterator[Path]:
    """A SQLite file with an empty house, to be copied."""
    with a_folder() as folder:
        Books.build(database_url(None, folder))
        yield folder / "house.sqlite"


def a_database(kind: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a new house on that kind of database."""
    if kind == "sqlite":
        with a_folder() as folder:
            shutil.copy(request.getfixturevalue("empty_house"), folder / "house.sqlite")
            yield database_url(None, folder)
    else:
        server: Postgres = request.getfixturevalue("postgres")
        name = server.new_database(like="house_1")
        yield database_url(server.address(name), Path())
        server.drop(name)


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a new house, on each database in turn."""
    yield from a_database(request.param, request)


@pytest.fixture
def shared_database(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a new house on PostgreSQL, where several processes may serve it."""
    yield from a_database("postgres", request)


@pytest.fixture
def file_database(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a new house on SQLite, for what is the same on both."""
    yield from a_database("sqlite", request)


def an_open_house(kind: str, request: pytest.FixtureRequest) -> Iterator[OpenHouse]:
    """An open house whose books are in order at the end."""
    for address in a_database(kind, request):
        with OpenHouse(address) as opened:
            yield opened
            assert opened.books.faults() == []


def house_on(*kinds: Any) -> Any:
    """A fixture: an open house on these databases in turn; the tests of a file go in and out of it."""

    @pytest.fixture(params=kinds if len(kinds) > 1 else None, scope="module")
    def house(request: pytest.FixtureRequest) -> Iterator[OpenHouse]:
        yield from an_open_house(getattr(request, "param", kinds[0]), request)

    return house


house = house_on(*KINDS)


@pytest.fixture(scope="module")
def curious(house: OpenHouse) -> Client:
    """Somebody who has time to wait for the first answer."""
    client = house.client()
    client.http.timeout = 120
    return client


@pytest.fixture
def nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer of the mathematician is kept from one test to the next."""
    monkeypatch.setattr(kept_answers, "folder", lambda: tmp_path / "kept")


class Clock:
    """The house's clocks: a test may let time pass, or only set the one on the wall."""

    def __init__(self) -> None:
        self.ahead = self.set_by = 0
        self._now, self._ticks = wall_clock.now, wall_clock.ticks

    def now(self) -> int:
        """The time as the wall has it."""
        return self._now() + self.ahead + self.set_by

    def ticks(self) -> int:
        """The time that has passed."""
        return self._ticks() + self.ahead

    def forward(self, seconds: int) -> None:
        """Let time pass."""
        self.ahead += seconds * 1_000_000

    def step(self, seconds: int) -> None:
        """Set the clock on the wall."""
        self.set_by += seconds * 1_000_000


@pytest.fixture(scope="module")
def clock() -> Iterator[Clock]:
    """A clock that can be put forward, in houses that look at it all the time."""
    clock = Clock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("croupier.floor.clock.now", clock.now)
        patch.setattr("croupier.floor.clock.ticks", clock.ticks)
        patch.setattr("croupier.floor.tables.background.CLOCK_SECONDS", 0.01)
        patch.setattr("croupier.floor.tables.background.EMPTY_TABLES_SECONDS", 0.01)
        yield clock
