"""Commands that keep coming while houses are restarted, and the proof that each was answered and carried out once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any
from uuid import uuid4

import httpx

from tests.floor.client import PLAIN, Client

PLAYERS = 10
BOUGHT = 50_000
CENTS = 1
PAUSE = 0.1
"""Seconds between the commands of one player."""
Post = Callable[[httpx.Client, str, dict[str, str], Any], httpx.Response]
"""How a command is sent until it is answered by something else than a 503."""


def through(url: str) -> Post:
    """Send commands to one address, again under the same key where the answer is a 503."""

    def post(http: httpx.Client, path: str, headers: dict[str, str], body: Any) -> httpx.Response:
        for _ in range(100):
            answer = http.post(url + path, headers=headers, json=body)
            if answer.status_code != 503:
                return answer
            time.sleep(0.1)
        raise AssertionError(f"{url} answers with 503 only: {answer.text}")

    return post


def every_command_is_carried_out_once(url: str, post: Post, commands: int, meanwhile: Callable[[], None]) -> None:
    """Have players buy chips until something else is done and so many commands have been sent at least."""
    players = [Client.guest(url) for _ in range(PLAYERS)]
    tables = [player.open_table() for player in players]
    for player, table in zip(players, tables, strict=True):
        player.sit(table, buy_in=BOUGHT)
    over = Event()

    def send(number: int) -> Counter[int]:
        answered: Counter[int] = Counter()
        with httpx.Client(timeout=30, **PLAIN) as http:
            while not over.is_set() or answered.total() < commands // PLAYERS:
                headers = players[number].headers(uuid4().hex)
                answer = post(http, f"/api/tables/{tables[number]}/chips", headers, {"cents": CENTS})
                answered[answer.status_code] += 1
                time.sleep(PAUSE)
        return answered

    with ThreadPoolExecutor(PLAYERS) as crowd:
        sending = [crowd.submit(send, number) for number in range(PLAYERS)]
        try:
            meanwhile()
        finally:
            over.set()
        answered = [one.result() for one in sending]
    together = sum(answered, Counter[int]())
    assert set(together) == {200} and together.total() >= commands, together
    for player, table, count in zip(players, tables, answered, strict=True):
        (seat,) = player.look(table)["view"]["seats"]
        assert seat["stack"] == BOUGHT + count.total() * CENTS, "every command was carried out once"
        player.close()
