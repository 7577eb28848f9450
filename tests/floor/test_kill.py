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


async def play_for(load: Load, house: MortalHouse, seconds: float) -> None:
    """Let everybody play, and kill the house in the middle of it."""
    playing = asyncio.create_task(load.play())
    await asyncio.sleep(seconds)
    house.kill()
    await playing


def kill_again_and_again(database: str, folder: Path, kills: int, seed: str) -> Load:
    """Kill the house at random moments; after each, the books are checked and every command is sent again."""
    random = Random(seed)
    load = Load("", game_names(), seed)
    with MortalHouse(database, folder / "journal") as house:
        load.url = house.url
        asyncio.run(load.sit_down())
        for number in range(kills):
            asyncio.run(play_for(load, house, random.uniform(0.1, 0.9)))
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
    return load


@pytest.fixture(params=KINDS)
def lasting(request: pytest.FixtureRequest) -> Iterator[str]:
    """A database on a real disk, or a real server."""
    yield from a_database(request.param, request)


def test_nothing_acknowledged_is_lost_when_the_house_is_killed(lasting: str, tmp_path: Path) -> None:
    load = kill_again_and_again(lasting, tmp_path, kills=3, seed="a few times")
    assert sum(len(player.acknowledged) for player in load.players) > 50, "there was hardly any load"


@pytest.mark.confirm
def test_nothing_acknowledged_is_lost_in_hundreds_of_kills(lasting: str, tmp_path: Path) -> None:
    for evening in range(10):
        kill_again_and_again(lasting, tmp_path, kills=20, seed=f"evening {evening}")
