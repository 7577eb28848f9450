"""Nothing is lost when the house dies: killed at random moments under load, it comes back with all it acknowledged."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from croupier.games import game_names
from tests.floor.books import Books
from tests.floor.conftest import KINDS, a_database
from tests.floor.load import Load
from tests.floor.mortal_house import MortalHouse


async def play_until_killed(load: Load, house: MortalHouse, random: Random) -> None:
    """Let everybody play for a while, and kill the house in the middle of it."""
    playing = asyncio.create_task(load.play())
    await load.play_on(random.randint(10, 60))
    await asyncio.sleep(random.uniform(0, 0.02))
    house.kill()
    await playing


def kill_again_and_again(database: str, folder: Path, kills: int, seed: str) -> None:
    """Kill the house at random moments; after each, the books are checked and every command is sent again."""
    random = Random(seed)
    load = Load("", game_names(), seed)
    with MortalHouse(database, folder / "journal") as house:
        load.url = house.url
        asyncio.run(load.sit_down())
        for number in range(kills):
            asyncio.run(play_until_killed(load, house, random))
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


@pytest.fixture(params=KINDS)
def lasting(request: pytest.FixtureRequest) -> Iterator[str]:
    """A database on a real disk, or a real server."""
    yield from a_database(request.param, request)


def test_nothing_acknowledged_is_lost_when_the_house_is_killed(lasting: str, tmp_path: Path) -> None:
    kill_again_and_again(lasting, tmp_path, kills=3, seed="a few times")


@pytest.mark.confirm
def test_nothing_acknowledged_is_lost_in_hundreds_of_kills(lasting: str, tmp_path: Path) -> None:
    for evening in range(10):
        kill_again_and_again(lasting, tmp_path, kills=20, seed=f"evening {evening}")
