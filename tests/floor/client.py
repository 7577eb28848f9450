"""A real client of the house: it signs in, sits down and plays over HTTP, and follows a table over a WebSocket."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from random import Random
from typing import Any
from uuid import uuid4

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from croupier.floor.fairness.commit_reveal import word_commitment
from croupier.games import game_named, game_names
from croupier.table.game import Game
from croupier.table.placard import Placard

PLAIN: dict[str, Any] = {"trust_env": False, "verify": False}
"""No proxies, no certificates: the house is on this machine."""

ENOUGH = 10_000
"""Cents for any bets that a round may ask for."""

Heard = Callable[[bytes], None]
"""Somebody who is shown every byte that comes from the house."""


class Client:
    """Somebody with a session, or without one."""

    def __init__(self, url: str, token: str = "", heard: Heard = lambda said: None, timeout: float = 20.0) -> None:
        self.url = url
        self.heard = heard
        self.account: dict[str, Any] = {}
        self.http = httpx.Client(base_url=url, timeout=timeout, **PLAIN)
        self.token = token
        self.word = ""
        """What it commits to with its bets, and reveals by itself, at tables that take words."""
        if token:
            self.account = self.get("/api/me").json()["account"]

    @classmethod
    def guest(cls, url: str, heard: Heard = lambda said: None) -> Client:
        """A new guest with play money."""
        client = cls(url, heard=heard)
        signed_in = client.http.post("/api/guests").raise_for_status().json()
        client.http.cookies.clear()
        client.account, client.token = signed_in["account"], signed_in["token"]
        return client

    @property
    def id(self) -> int:
        """The account's number."""
        return int(self.account["id"])

    def headers(self, key: str | None = None) -> dict[str, str]:
        """What every request carries, and a key for those that do something."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return headers | ({"idempotency-key": key} if key else {})

    def get(self, path: str, **query: Any) -> httpx.Response:
        """Ask for something."""
        answer = self.http.get(path, params=query or None, headers=self.headers())
        self.heard(_everything(answer))
        return answer

    def post(self, path: str, body: Any = None, key: str | None = None) -> httpx.Response:
        """Send a command, under a new key unless one is given."""
        answer = self.http.post(path, json=body, headers=self.headers(key or uuid4().hex))
        self.heard(_everything(answer))
        return answer

    def do(self, path: str, body: Any = None) -> dict[str, Any]:
        """Send a command that is carried out."""
        key = uuid4().hex
        answer = _patiently(lambda: self.post(path, body, key))
        assert answer.is_success, f"{path} {body}: {answer.status_code} {answer.text}"
        done: dict[str, Any] = answer.json()
        return done

    def open_table(self, game: str = "on-the-draw", **terms: Any) -> int:
        """Open a table; its number."""
        return int(self.do("/api/tables", {"game": game, "name": f"{game} table", **terms})["id"])

    def sit(self, table: int, seat: int = 1, buy_in: int = 50_000) -> dict[str, Any]:
        """Take a seat."""
        return self.do(f"/api/tables/{table}/seat", {"seat": seat, "buy_in": buy_in})

    def start(self, table: int) -> dict[str, Any]:
        """Start a round."""
        return self.do(f"/api/tables/{table}/rounds")

    def answer(self, table: int, words: str) -> dict[str, Any]:
        """Bet or decide."""
        if not self.word or not words.startswith("bet") or not (seen := self.look(table))["takes_words"]:
            return self.do(f"/api/tables/{table}/answers", {"answer": words})
        done = self.commit(table, words, seen)
        self.reveal(table)
        return done

    def commit(self, table: int, bets: str, seen: dict[str, Any] | None = None) -> dict[str, Any]:
        """Bet, with a commitment to a word."""
        view = (seen or self.look(table))["view"]
        promised = word_commitment(table, view["round"], view["seat"], self.word)
        return self.do(f"/api/tables/{table}/answers", {"answer": bets, "commitment": promised})

    def reveal(self, table: int) -> bool:
        """Reveal the word if it is awaited; whether it was."""
        seen = self.look(table)
        if seen["words"] is None or seen["view"]["seat"] not in seen["words"]["awaited"]:
            return False
        self.do(f"/api/tables/{table}/word", {"word": self.word})
        return True

    def look(self, table: int) -> dict[str, Any]:
        """The table as this client sees it."""
        answer = _patiently(lambda: self.get(f"/api/tables/{table}"))
        assert answer.is_success, f"table {table}: {answer.status_code} {answer.text}"
        seen: dict[str, Any] = answer.json()
        return seen

    def play_round(self, table: int, random: Random, bets: str = "") -> None:
        """Start a round and play it to its end, alone or with automatic seats, on some bets unless they are given."""
        self.start(table)
        while not (view := self.look(table)["view"])["finished"]:
            assert view["seat"] in view["waiting"], view
            self.answer(table, bets if bets and view["betting"] else some_answer(view, random))

    def bet(self, table: int) -> None:
        """Start a round and put chips on every spot that takes them, the pot's too if it is open."""
        self.start(table)
        while not (view := self.look(table)["view"])["betting"]:
            self.answer(table, view["legal"][-1])
        self.answer(table, most_bets(view))

    def watch(self, table: int, after: int | None = None, **options: Any) -> Watcher:
        """Follow a table."""
        return Watcher(self.url, table, self.headers(), after, self.heard, **options)

    def close(self) -> None:
        """Go."""
        self.http.close()


class Watcher:
    """A live connection to a table."""

    def __init__(
        self, url: str, table: int, headers: dict[str, str], after: int | None, heard: Heard, **options: Any
    ) -> None:
        query = "" if after is None else f"?after={after}"
        path = options.pop("path", f"/api/tables/{table}/live{query}")
        address = url.replace("http", "ws", 1) + path
        self.heard = heard
        self._open = ExitStack()
        options = {"additional_headers": headers, "proxy": None, "compression": None, "max_size": None} | options
        self.socket: ClientConnection = self._open.enter_context(connect(address, **options))
        self.messages: list[dict[str, Any]] = []
        """Everything that was told, in order."""

    def hear(self, timeout: float = 10.0) -> dict[str, Any]:
        """The next message."""
        said = self.socket.recv(timeout, decode=False)
        self.heard(bytes(said))
        message: dict[str, Any] = json.loads(said)
        self.messages.append(message)
        return message

    def hear_up_to(self, sequence: int) -> dict[str, Any]:
        """Listen until an entry has been told of; the last message."""
        while not self.messages or self.messages[-1]["sequence"] < sequence:
            self.hear()
        return self.messages[-1]

    def entries(self) -> list[dict[str, Any]]:
        """Every entry that was told, in order."""
        return [entry for message in self.messages for entry in message["entries"]]

    def closed(self, timeout: float = 10.0) -> tuple[int, str]:
        """Listen until the house ends the connection; its code and reason."""
        while True:
            try:
                self.hear(timeout)
            except ConnectionClosed as ended:
                assert ended.rcvd is not None, "the line was cut without a word"
                return ended.rcvd.code, ended.rcvd.reason

    def close(self) -> None:
        """Stop watching."""
        self._open.close()

    def __enter__(self) -> Watcher:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def some_answer(view: dict[str, Any], random: Random) -> str:
    """Bets or a decision that a seat may answer with, from its own view; whoever has little left sits the round out."""
    if not view["betting"]:
        return str(random.choice(view["legal"]))
    (stack,) = (seat["stack"] for seat in view["seats"] if seat["number"] == view["seat"])
    if stack < ENOUGH:
        return "pass"
    bets = random.choice(BETS[view["game"]])
    return _with_pot(view, bets) if random.random() < 0.7 else bets


def most_bets(view: dict[str, Any]) -> str:
    """Bets on every spot of a table."""
    return _with_pot(view, BETS[view["game"]][0])


def _bets(game: type[Game[Any]]) -> list[str]:
    """Bets that a table takes on its usual terms: on every spot first; then on those that must be bet on, or on one."""
    placard = Placard()
    least = {
        spot.name: placard.limit(game, spot.equals or spot.name).least // 100
        for spot in game.spots
        if not spot.later and not spot.pot
    }
    required = [spot.name for spot in game.spots if spot.required]
    choices = [list(least), *([required] if required else [[name] for name in least])]
    return ["bet " + " ".join(f"{name}={least[name]}" for name in names) for names in choices]


BETS = {name: _bets(game_named(name)) for name in game_names()}


def _with_pot(view: dict[str, Any], bets: str) -> str:
    price = _pot_price(view)
    return f"{bets} cincy-pot={price // 100}" if price else bets


def _pot_price(view: dict[str, Any]) -> int:
    """What the pot would cost the player of this view, in cents; nothing, if there is none to join."""
    pot = view["pot"]
    if pot is None:
        return 0
    (player,) = (seat["player"] for seat in view["seats"] if seat["number"] == view["seat"])
    if pot["rounds"] == 0 or player in pot["in"]:
        return int(pot["price"])
    return int(pot["price_to_return"].get(player, pot["price_to_join"])) if "price_to_join" in pot else 0


def _patiently(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """Ask again, as long as the house says that it would answer later."""
    while (answer := ask()).status_code in (429, 503):
        time.sleep(float(answer.headers.get("retry-after", 0.2)))
    return answer


def _everything(answer: httpx.Response) -> bytes:
    """All that an answer says: its headers are heard as well."""
    headers = b"\n".join(name + b": " + value for name, value in answer.headers.raw)
    return headers + b"\n\n" + answer.content
