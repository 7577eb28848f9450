"""People in every role who write down each byte that the house sends them, and somebody who knows what it may be.

What may be seen is worked out beside the house: every entry of the log is carried out again on a table of our own, and
`tests.contract.sight` says by the documents, not by the engine, whose eyes each card is for.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sqlalchemy import select

from croupier.floor.entries import Answered, Bought, Left, Opened, RoundOpened, Sat, read_entry
from croupier.floor.fairness.commit_reveal import RoundSeeds, mixed
from croupier.floor.storage.schema import commands, log, seeds
from croupier.games import game_named
from croupier.table.chance import Seeded
from croupier.table.events import WATCHER, Event, Shuffled
from croupier.table.placard import Placard
from croupier.table.round import Round
from tests.contract.sight import Auditor, WatchedTable, cards_named
from tests.floor.books import Books
from tests.floor.client import Client, Watcher, some_answer
from tests.floor.open_house import OpenHouse


class Mirror:
    """A table played again beside the house, entry by entry, with an auditor who knows each seat's sight."""

    def __init__(self, books: Books, table: int) -> None:
        self.books = books
        self.number = table
        self.sequence = 0
        self.round_number = 0
        self.round: Round | None = None
        self.shoe_round = 0
        self.auditors: dict[int, Auditor] = {}
        """Who knows what may have been seen in each round."""
        self._mixed: list[bytes] = []
        self._hashes: list[bytes] = []
        """Of the log's entries of the last round: whoever has them can try out which answers make them."""

    @property
    def playing(self) -> bool:
        """Whether a round is open."""
        return self.round is not None and not self.round.finished

    def follow(self) -> None:
        """Carry out what the log has that is new."""
        newer = (log.c.table == self.number) & (log.c.sequence > self.sequence)
        for row in self.books.rows(select(log).where(newer).order_by(log.c.sequence)):
            if row.round != self.round_number:
                self._hashes = []
            self._carry_out(read_entry(row.entry))
            self._hashes.append(row.hash)
            self.sequence = row.sequence

    def _carry_out(self, entry: Any) -> None:
        match entry:
            case Opened():
                paytables = tuple(words.paytable() for words in entry.paytables)
                game = game_named(entry.game).choose(entry.settings, custom=paytables)
                self.table = WatchedTable(game, Placard.from_json(entry.placard))
            case Sat(seat, player, _, cents):
                self.table.sit(seat, player, cents)
            case Bought(seat, cents):
                self.table.buy(seat, cents)
            case Left(seat):
                self.table.leave(seat)
            case RoundOpened(number):
                self._open_round(number)
            case Answered(seat, answer):
                assert self.round is not None
                self.round.act(seat, answer)

    def _open_round(self, number: int) -> None:
        auditor = self.auditors[number] = Auditor(self.table)
        self.round_number = number

        def watch(event: Event) -> None:
            auditor.follow(event)
            auditor.check_reason(event)
            if isinstance(event, Shuffled) and self.table.shoe.stock:
                self.shoe_round = number

        self.table.watch = watch
        drawn = self._drawn()[number]
        self._mixed = [mixed(seed, self.number, number, {}) for seed in (drawn.deck, drawn.shoe)]
        self.round = Round(self.table, *(Seeded(seed) for seed in self._mixed))

    def _drawn(self) -> dict[int, RoundSeeds]:
        rows = self.books.rows(select(seeds).where(seeds.c.table == self.number))
        return {row.round: self.books.storage.seal.open(row) for row in rows}

    def secrets(self) -> Iterator[bytes]:
        """Every seed and hash that must not be known now, in all ways a program might write it."""
        first = self.round_number if self.playing else self.round_number + 1
        for number, drawn in self._drawn().items():
            if number >= first:
                yield from _spellings(drawn.deck)
                yield from _spellings(drawn.shoe)
        if self.shoe_round:
            yield from _spellings(self._drawn()[self.shoe_round].shoe)
        if self.playing:
            for secret in self._mixed + self._hashes:
                yield from _spellings(secret)

    def may_have_seen(self, number: int, seat: int) -> set[str]:
        """The cards of a round that a seat may know."""
        return self.auditors[number].may_have_seen[seat] if number in self.auditors else set()


def _spellings(seed: bytes) -> tuple[bytes, ...]:
    plain, escaped = repr(seed)[2:-1].encode(), json.dumps(seed.decode("latin-1"))[1:-1].encode()
    bare64 = base64.b64encode(seed).rstrip(b"=")
    return (
        seed,
        seed.hex().encode(),
        seed.hex().upper().encode(),
        bare64,
        base64.urlsafe_b64encode(seed)[:-1],
        plain,
        escaped,
    )


@dataclass
class Listener:
    """Somebody in a role, with everything they were sent since it was last checked."""

    role: str
    client: Client
    seat: int = WATCHER
    watcher: Watcher | None = None
    heard: list[bytes] = field(default_factory=list)
    count: int = 0

    def hear(self, said: bytes) -> None:
        """Write down what was sent."""
        self.heard.append(said)
        self.count += len(said)


class Eavesdroppers:
    """A table with two players and an automatic seat, and somebody of every other role around it."""

    def __init__(self, house: OpenHouse, game: str, random: Random, settings: dict[str, str] | None = None) -> None:
        self.house = house
        self.random = random
        self.listeners: list[Listener] = []
        one, two = (self._listen("player", lambda heard: house.guest(heard=heard)) for _ in "12")
        self.table = one.client.open_table(game, automatic=[3], settings=settings or {})
        for seat, player in enumerate((one, two), start=1):
            player.client.sit(self.table, seat)
            player.seat = seat
        self.players = {1: one.client, 2: two.client}
        self._listen("watcher", lambda heard: house.guest(heard=heard))
        self._listen("passer-by", lambda heard: house.client(heard=heard))
        for role in ("dealer", "supervisor", "auditor"):
            self._listen(role, lambda heard, role=role: house.staff(role, heard=heard))  # type: ignore[misc]
        for listener in self.listeners:
            listener.watcher = listener.client.watch(self.table)
        self.mirror = Mirror(house.books, self.table)
        self._stored = 0
        """When the last stored answer that was looked at was given."""
        self.check()

    def _listen(self, role: str, come_in: Callable[[Callable[[bytes], None]], Client]) -> Listener:
        listener = Listener(role, None)  # type: ignore[arg-type]
        listener.client = come_in(listener.hear)
        listener.heard.clear()
        self.listeners.append(listener)
        return listener

    def close(self) -> None:
        """Everybody goes."""
        for listener in self.listeners:
            assert listener.watcher is not None
            listener.watcher.close()

    def play_round(self, looks: int) -> None:
        """One round, in which everybody asks for all they can think of after every move."""
        self.players[self.random.choice((1, 2))].start(self.table)
        self.look_around(looks)
        while not (view := self.players[1].look(self.table)["view"])["finished"]:
            seat = self.random.choice(view["waiting"])
            own = self.players[seat].look(self.table)["view"]
            self.check()
            self.players[seat].answer(self.table, some_answer(own, self.random))
            self.look_around(looks)
        self.check()

    def look_around(self, looks: int) -> None:
        """Everybody hears what happened and asks some questions, and all of it is checked."""
        self.mirror.follow()
        for listener in self.listeners:
            assert listener.watcher is not None
            listener.watcher.hear_up_to(self.mirror.sequence)
            for path in self.random.sample(self._questions(), looks):
                self._ask(listener.client, path)
            if listener.role in ("supervisor", "auditor"):
                self._ask(listener.client, f"/api/log?table={self.table}&form={self.random.choice(('json', 'csv'))}")
        self.check()

    def _questions(self) -> list[str]:
        table, number = f"/api/tables/{self.table}", self.mirror.round_number
        return [
            table,
            f"{table}/terms",
            f"{table}/rounds",
            f"{table}/rounds?form=csv",
            f"{table}/rounds/{number}",
            f"{table}/rounds/{number}/steps?seat=-1",
            f"{table}/rounds/{number}/steps?seat=1",
            f"{table}/rounds/{number + 1}",
            f"/api/log?table={self.table}",
            f"/api/log?table={self.table}&form=csv",
            f"/api/ledger?table={self.table}",
            "/api/house",
            "/api/house/log",
            "/api/log/check",
            "/api/tables",
            "/api/me",
            "/api/history",
            "/metrics",
            "POST /answers show me",
            "POST /answers hold",
            "POST /answers bet ante=5 blind=5",
            "POST /rounds",
            "POST /leave please",
        ]

    def _ask(self, client: Client, question: str) -> None:
        if not question.startswith("POST "):
            client.get(question)
            return
        _, path, *words = question.split(" ", 2)
        if path == "/leave" and client in self.players.values():
            return
        if path == "/rounds" and not self.mirror.playing:
            return
        if path == "/answers" and client in self.players.values() and words == ["bet ante=5 blind=5"]:
            return
        client.post(f"/api/tables/{self.table}{path}", {"answer": words[0]} if words else None)

    def check(self) -> None:
        """Nobody has been sent a card that is not for their eyes, or a seed before its time."""
        self.mirror.follow()
        secrets = list(self.mirror.secrets())
        for listener in self.listeners:
            for said in listener.heard:
                for secret in secrets:
                    assert secret not in said, f"a {listener.role} was sent a seed: {said!r}"
                self._check_cards(listener, said)
            listener.heard.clear()
        newer = commands.c.time >= self._stored
        stored = self.house.books.rows(select(commands.c.time, commands.c.answer).where(newer))
        assert not any(cards_named(row.answer.decode()) for row in stored), "a stored answer names a card"
        self._stored = max((row.time for row in stored), default=self._stored)

    def _check_cards(self, listener: Listener, said: bytes) -> None:
        """Whatever belongs to a round is held against that round; anything else may name only what is seen now."""
        body = said.rpartition(b"\n\n")[2] if said.startswith(b"date:") else said
        now = self.mirror.may_have_seen(self.mirror.round_number, listener.seat)
        try:
            message = json.loads(body)
        except ValueError:
            message = None
        if isinstance(message, dict) and "entries" in message:
            for entry in message["entries"]:
                allowed = self.mirror.may_have_seen(entry["round"], listener.seat)
                self._check(listener, json.dumps(entry), allowed)
            self._check_table(listener, message["table"])
        elif isinstance(message, dict) and "next_round" in message:
            self._check_table(listener, message)
        elif isinstance(message, dict) and ("record" in message or "steps" in message):
            number = message["round"]
            assert number < self.mirror.round_number or not self.mirror.playing, "an open round was recalled"
        elif isinstance(message, dict) and "rows" in message and "sequence" in str(message["rows"][:1]):
            for row in message["rows"]:
                assert row["round"] < self.mirror.round_number or not self.mirror.playing, (
                    "an open round's log was shown"
                )
        elif b"table,sequence,time" in body:
            for line in body.decode().splitlines()[1:]:
                number = int(line.split(",")[4])
                assert number < self.mirror.round_number or not self.mirror.playing, "an open round's log was shown"
        else:
            self._check(listener, body.decode(), now)

    def _check_table(self, listener: Listener, table: dict[str, Any]) -> None:
        """A table is held against the round it was in when it was shown: the next may have begun since."""
        self._check(listener, json.dumps(table), self.mirror.may_have_seen(table["next_round"] - 1, listener.seat))

    def _check(self, listener: Listener, text: str, allowed: set[str]) -> None:
        stolen = cards_named(text) - allowed
        assert not stolen, f"a {listener.role} at seat {listener.seat} was told of {sorted(stolen)} in {text}"
