"""Figures of a house that several processes serve: whichever is asked, it tells the whole house's."""

from __future__ import annotations

import os
import signal
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.floor.client import PLAIN, Client
from tests.floor.mortal_house import MortalHouse

ASKED = 'croupier_requests_total{method="GET",path="/api/tables",status="200"}'


def figures(house: MortalHouse) -> dict[str, float]:
    """What one of the processes tells, over a new connection."""
    lines = httpx.get(f"{house.url}/metrics", timeout=20, **PLAIN).text.splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


def often(house: MortalHouse, name: str) -> set[float]:
    """A figure, asked for so often that every process is asked."""
    return {figures(house).get(name, 0) for _ in range(12)}


def in_time(house: MortalHouse, name: str, wanted: float) -> None:
    """Wait until a figure is what it should be, whichever process is asked."""
    deadline = time.monotonic() + 20
    while (told := often(house, name)) != {wanted}:
        assert time.monotonic() < deadline, f"{name}: told {told}, not {wanted}"
        time.sleep(0.2)


def replace_worker(house: MortalHouse, worker: int) -> None:
    """Kill a worker without a word, and wait until the house has started another."""
    os.kill(worker, signal.SIGKILL)
    deadline = time.monotonic() + 60  # the other may still be opening, and is waited for first
    while worker in (living := house.workers()) or len(living) < 2:
        assert time.monotonic() < deadline, "the worker was not replaced"
        time.sleep(0.1)


@pytest.mark.confirm
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
        for _ in range(8):
            lines.enter_context(player.watch(table)).hear()
        in_time(house, "croupier_watchers", 8)
        for worker in house.workers():
            replace_worker(house, worker)
        in_time(house, "croupier_watchers", 0)
        assert often(house, ASKED) == {30}, "what a dead worker has answered is answered"
