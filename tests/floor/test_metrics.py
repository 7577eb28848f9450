"""Figures of a house that several processes serve: whichever is asked, it tells the whole house's."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random

import httpx
from websockets.exceptions import ConnectionClosed

from tests.floor.client import PLAIN, Client, Watcher
from tests.floor.mortal_house import MortalHouse

ASKED = 'croupier_requests_total{method="GET",path="/api/tables",status="200"}'


def figures(house: MortalHouse) -> dict[str, float]:
    """What one of the processes tells, over a new connection."""
    lines = httpx.get(f"{house.url}/metrics", timeout=20, **PLAIN).text.splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


def often(house: MortalHouse, name: str) -> set[float]:
    """A figure, asked for so often that every process is asked."""
    return {figures(house).get(name, 0) for _ in range(12)}


def in_time(house: MortalHouse, name: str, wanted: Callable[[], float]) -> None:
    """Wait until a figure is what it should be, whichever process is asked."""
    deadline = time.monotonic() + 20
    while (told := often(house, name)) != {wanted()}:
        assert time.monotonic() < deadline, f"{name}: told {told}, not {wanted()}"
        time.sleep(0.2)


def still_open(watcher: Watcher) -> bool:
    try:
        watcher.socket.ping().wait(5)
    except ConnectionClosed:
        return False
    return True


def test_one_scrape_tells_of_all_workers_and_not_of_the_dead(shared_database: str, tmp_path: Path) -> None:
    with MortalHouse(shared_database, tmp_path / "journal", workers=2) as house, ExitStack() as lines:
        player = Client.guest(house.url)
        lines.callback(player.close)
        table = player.open_table("draw-n-shoot-21")
        player.sit(table)
        for _ in range(30):
            httpx.get(f"{house.url}/api/tables", timeout=20, **PLAIN).raise_for_status()
        assert often(house, ASKED) == {30}
        player.start(table)
        assert often(house, "croupier_rounds_open") == {1}
        watchers = [lines.enter_context(player.watch(table)) for _ in range(8)]
        for watcher in watchers:
            watcher.hear()
        in_time(house, "croupier_watchers", lambda: len(watchers))
        house.kill_a_worker(Random(1))
        deadline = time.monotonic() + 20
        while len(house.workers()) < 2 or len(living := [one for one in watchers if still_open(one)]) == len(watchers):
            assert time.monotonic() < deadline, "the worker was not replaced, or nobody watched at it"
            time.sleep(0.1)
        in_time(house, "croupier_watchers", lambda: len(living))
        assert often(house, ASKED) == {30}, "what a dead worker has answered is answered"
