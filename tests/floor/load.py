"""Players who never rest: each remembers every command it sent, what was answered, and what was never answered."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import httpx
from sqlalchemy import select

from croupier.floor.storage.schema import commands, log
from tests.floor.books import Books
from tests.floor.client import PLAIN, some_answer

JSON = {"content-type": "application/json"}


def refuse_unready(answer: httpx.Response) -> None:
    """Take a house that cannot reach its books for one that has not answered: the same command is to be sent again."""
    if answer.status_code == 503:
        raise httpx.ReadError(answer.text)


@dataclass(frozen=True)
class Sent:
    """A command as it was sent."""

    path: str
    key: str
    body: str


@dataclass
class Player:
    """Somebody at a table."""

    name: str
    token: str
    account: int
    random: Random
    table: int = 0
    acknowledged: dict[Sent, dict[str, Any]] = field(default_factory=dict)
    refused: list[Sent] = field(default_factory=list)
    unanswered: list[Sent] = field(default_factory=list)
    _numbers: count[int] = field(default_factory=count)

    async def send(self, http: httpx.AsyncClient, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        """Send a command under a key of its own."""
        words = "" if body is None else json.dumps(body)
        return await self.send_again(http, Sent(path, f"{self.name}-{next(self._numbers):06}", words))

    async def send_again(self, http: httpx.AsyncClient, sent: Sent) -> httpx.Response:
        """Send a command, perhaps not for the first time, and remember what became of it."""
        self.unanswered.append(sent)
        headers = {"authorization": f"Bearer {self.token}", "idempotency-key": sent.key}
        while (answer := await http.post(sent.path, content=sent.body, headers=headers | JSON)).status_code == 429:
            await asyncio.sleep(0.2)
        refuse_unready(answer)
        self.unanswered.remove(sent)
        if answer.is_success:
            known = self.acknowledged.setdefault(sent, answer.json())
            assert known == answer.json(), f"{sent} was answered {known} and then {answer.json()}"
        else:
            assert answer.status_code == 409, f"{sent}: {answer.status_code} {answer.text}"
            self.refused.append(sent)
        return answer

    async def view(self, http: httpx.AsyncClient) -> dict[str, Any]:
        """The table as this player sees it."""
        headers = {"authorization": f"Bearer {self.token}"}
        while (answer := await http.get(f"/api/tables/{self.table}", headers=headers)).status_code == 429:
            await asyncio.sleep(0.2)
        refuse_unready(answer)
        assert answer.is_success, answer.text
        seen: dict[str, Any] = answer.json()["view"]
        return seen

    async def move(self, http: httpx.AsyncClient, start: bool = True) -> bool:
        """Do whatever there is to do at the table; False if there is nothing."""
        view = await self.view(http)
        if view["finished"]:
            if start:
                await self.send(http, f"/api/tables/{self.table}/rounds")
            return start
        if view["seat"] not in view["waiting"]:
            return False
        await self.send(http, f"/api/tables/{self.table}/answers", {"answer": some_answer(view, self.random)})
        return True


class Load:
    """Players at some tables, two at each with an automatic seat between them."""

    def __init__(self, url: str, games: list[str], seed: str) -> None:
        self.url = url
        self.games = games
        self.random = Random(seed)
        self.players: list[Player] = []

    def client(self) -> httpx.AsyncClient:
        """Connections to the house."""
        limits = httpx.Limits(max_connections=100)
        return httpx.AsyncClient(base_url=self.url, timeout=30, limits=limits, **PLAIN)

    async def sit_down(self) -> None:
        """Open the tables and take the seats."""
        async with self.client() as http:
            for game in self.games:
                two = [await self._come_in(http) for _ in "12"]
                terms = {"game": game, "name": game, "automatic": [2]}
                table = (await two[0].send(http, "/api/tables", terms)).json()["id"]
                two[0].acknowledged.clear()
                for seat, player in zip((1, 3), two, strict=True):
                    player.table = table
                    await player.send(http, f"/api/tables/{table}/seat", {"seat": seat, "buy_in": 90_000})

    async def _come_in(self, http: httpx.AsyncClient) -> Player:
        guest = (await http.post("/api/guests")).raise_for_status().json()
        http.cookies.clear()
        number = len(self.players)
        random = Random(f"{self.random.random()}")
        player = Player(f"player-{number}", guest["token"], guest["account"]["id"], random)
        self.players.append(player)
        return player

    def acknowledged(self) -> int:
        """How many commands have been answered as carried out."""
        return sum(len(player.acknowledged) for player in self.players)

    async def play_on(self, commands: int) -> None:
        """Wait while others play, until so many more commands have been carried out."""
        target = self.acknowledged() + commands
        while self.acknowledged() < target:
            await asyncio.sleep(0.002)

    async def play(self) -> None:
        """Everybody plays until the house is gone."""
        async with self.client() as http:
            await asyncio.gather(*(self._play_on(http, player) for player in self.players))

    async def _play_on(self, http: httpx.AsyncClient, player: Player) -> None:
        try:
            while True:
                if not await player.move(http):
                    await asyncio.sleep(0.005)
        except httpx.TransportError:
            return

    async def play_through(self) -> None:
        """Everybody plays, and goes on when a connection is cut."""

        async def play_on(player: Player) -> None:
            while True:
                async with self.client() as http:
                    await self._play_on(http, player)

        await asyncio.gather(*(play_on(player) for player in self.players))

    async def send_all_again(self, some: int) -> None:
        """Send everything that was never answered, and some of what was; nothing is done twice."""
        async with self.client() as http:
            for player in self.players:
                for sent in list(player.unanswered):
                    player.unanswered.remove(sent)
                    await player.send_again(http, sent)
                known = list(player.acknowledged)
                for sent in known[-some:]:
                    assert (await player.send_again(http, sent)).is_success

    async def finish(self) -> None:
        """Play every open round to its end."""
        async with self.client() as http:
            waiting = {player.table for player in self.players}
            while waiting:
                for player in self.players:
                    await player.move(http, start=False)
                    if (await player.view(http))["finished"]:
                        waiting.discard(player.table)

    def faults(self, books: Books) -> list[str]:
        """What the books do not have that was acknowledged, or have twice, or have although it was refused."""
        wrong = books.faults()
        kept = {(row.account, row.key) for row in books.rows(select(commands.c.account, commands.c.key))}
        entries = books.rows(select(log.c.table, log.c.sequence, log.c.actor))
        actors = {(row.table, row.sequence): row.actor for row in entries}
        for player in self.players:
            for sent, answer in player.acknowledged.items():
                if (player.account, sent.key) not in kept:
                    wrong.append(f"{sent} was acknowledged and is lost")
                if actors.get((answer["table"], answer["sequence"])) != player.account:
                    wrong.append(f"{sent} was acknowledged with {answer}, which is not {player.name}'s")
            for sent in player.refused:
                if sent not in player.acknowledged and (player.account, sent.key) in kept:
                    wrong.append(f"{sent} was refused and is in the books")
            mine = [answer["sequence"] for answer in player.acknowledged.values()]
            if len(set(mine)) != len(mine):
                wrong.append(f"two commands of {player.name} were answered with one entry")
        return wrong
