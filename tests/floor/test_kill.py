"""Nothing is lost when the house dies: killed at random moments under load, it comes back with all it acknowledged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from croupier.floor.storage.database import database_url
from croupier.games import game_names
from tests.floor.books import Books
from tests.floor.conftest import KINDS, ONE_IN_A_HURRY
from tests.floor.load import Load
from tests.floor.mortal_house import MortalHouse
from tests.floor.postgres import Postgres, postgres_server


async def play_until_killed(load: Load, kill: Callable[[], None], random: Random) -> None:
    """Let everybody play for a while, and kill the house in the middle of it."""
    playing = asyncio.create_task(load.play())
    await load.play_on(random.randint(10, 60))
    await asyncio.sleep(random.uniform(0, 0.02))
    kill()
    await playing


def kill_again_and_again(database: str, folder: Path, kills: int, seed: str, beneath: Postgres | None = None) -> None:
    """Kill the house at random moments; after each, the books are checked and every command is sent again.

    The server beneath it, if one is named, is killed in the same moment, before or after the house.
    """
    random = Random(seed)
    load = Load("", game_names(), seed)

    def kill() -> None:
        killed = [house.kill] if beneath is None else [house.kill, beneath.kill]
        for each in random.sample(killed, len(killed)):
            each()

    with MortalHouse(database, folder / "journal") as house:
        load.url = house.url
        asyncio.run(load.sit_down())
        for number in range(kills):
            asyncio.run(play_until_killed(load, kill, random))
            if beneath is not None:
                beneath.start()
            books = Books(database)
            assert load.faults(books) == [], f"after kill {number + 1}"
            house.open()
            asyncio.run(load.send_all_again(some=5))
            assert load.faults(books) == [], f"after kill {number + 1}, with everything sent again"
            books.close()
        asyncio.run(load.finish())
        books = Books(database)
        assert load.faults(books) == []
        books.close()


@pytest.fixture(scope="module")
def careful_postgres() -> Iterator[Postgres]:
    """A server that has everything on the disk before it says so."""
    with postgres_server() as server:
        yield server


def on_disk(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """The address of a new house whose books are on a disk, and in a careful server's hands."""
    if kind == "sqlite":
        return database_url(None, folder)
    server: Postgres = request.getfixturevalue("careful_postgres")
    return database_url(server.address(server.new_database()), folder)


@pytest.mark.parametrize("kind", ONE_IN_A_HURRY)
def test_nothing_acknowledged_is_lost_when_the_house_is_killed(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = on_disk(kind, tmp_path, request)
    kill_again_and_again(database, tmp_path, kills=1, seed="a few times")


def test_nothing_acknowledged_is_lost_when_the_database_is_killed_with_the_house(
    careful_postgres: Postgres, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = on_disk("postgres", tmp_path, request)
    kill_again_and_again(database, tmp_path, kills=1, seed="the lights go out", beneath=careful_postgres)


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("evening", range(20))
def test_nothing_acknowledged_is_lost_in_hundreds_of_kills(
    kind: str, evening: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    kill_again_and_again(on_disk(kind, tmp_path, request), tmp_path, kills=20, seed=f"evening {evening}")


@pytest.mark.soak
@pytest.mark.parametrize("night", range(10))
def test_nothing_acknowledged_is_lost_when_the_lights_go_out_again_and_again(
    night: int, careful_postgres: Postgres, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = on_disk("postgres", tmp_path, request)
    kill_again_and_again(database, tmp_path, kills=20, seed=f"night {night}", beneath=careful_postgres)
