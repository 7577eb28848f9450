"""The example of a client plays every game; over a line that breaks it loses nothing and pays nothing twice."""

from __future__ import annotations

import re
import socket
import threading
from collections import Counter
from contextlib import suppress
from random import Random

import pytest
from examples.player import Player

from croupier.games import game_names
from tests.floor.client import BETS
from tests.floor.conftest import house_on
from tests.floor.open_house import OpenHouse

START = 100_000
SETTLED = re.compile(r"round (\d+): event=settled seat=1 spot=(\S+) result=(\S+) stake=(\d+) won=(\d+)")


house = house_on("sqlite")


class BadLine:
    """A line to a house on which most connections break while something is on its way to the client."""

    def __init__(self, house: str, seed: int) -> None:
        self.port = int(house.rsplit(":", 1)[1])
        self.random = Random(seed)
        self.broken = 0
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            breaks_at = self.random.choice((0, 0, 1, 2, 1000))
            threading.Thread(target=self._carry, args=(client, breaks_at), daemon=True).start()

    def _carry(self, client: socket.socket, breaks_at: int) -> None:
        with client, socket.create_connection(("127.0.0.1", self.port)) as house:
            threading.Thread(target=_pour, args=(client, house, 10**9), daemon=True).start()
            if _pour(house, client, breaks_at):
                self.broken += 1


def _pour(source: socket.socket, target: socket.socket, breaks_at: int) -> bool:
    """Carry what comes until the line ends; whether it was broken before that."""
    try:
        for number, said in enumerate(iter(lambda: source.recv(65536), b"")):
            if number == breaks_at:
                return True
            target.sendall(said)
    except OSError:
        pass
    finally:
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
    return False


def play(url: str, game: str, rounds: int, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, ...]]:
    """What was settled, in order, after the wallet was found to hold it to the cent."""
    player = Player(url, game)
    player.follow(BETS[game][0].removeprefix("bet "), rounds)
    player.send(f"{player.table}/leave")
    settled = SETTLED.findall(capsys.readouterr().out)
    won = sum({"win": int(won), "lose": -int(stake), "push": 0}[result] for *_, result, stake, won in settled)
    assert player.get("/api/me")["wallet"] == START + won
    return settled


@pytest.mark.parametrize("game", game_names())
def test_the_example_plays_every_game(house: OpenHouse, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert {round for round, *_ in play(house.url, game, 2, capsys)} == {"1", "2"}


def test_over_a_bad_line_everything_is_heard_once_and_paid_once(
    house: OpenHouse, capsys: pytest.CaptureFixture[str]
) -> None:
    line = BadLine(house.url, 3)
    with line.listening:
        settled = play(line.url, "on-the-draw", 5, capsys)
    assert line.broken > 10
    told = Counter((round, spot) for round, spot, *_ in settled)
    assert {spot for _, spot in told} == {"ante", "blind", "trips", "play"}
    assert set(told.values()) == {1} and all(told[str(round), "ante"] for round in range(1, 6))
