"""An evening at a house of its own: a table of every game played at with fixed seeds, in a temporary database."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random

import pytest

from croupier.conformance.random_players import random_answer, random_bets
from croupier.floor.accounts import Account, Accounts
from croupier.floor.entries import (
    Answered,
    Bought,
    Corrected,
    Entry,
    Leaving,
    Left,
    Opened,
    Paused,
    Resumed,
    Revealed,
    Sat,
    Voided,
)
from croupier.floor.fairness.commit_reveal import RoundSeeds, word_commitment
from croupier.floor.fairness.transcript import Transcript
from croupier.floor.storage.commands import Command
from croupier.floor.storage.database import Storage, database_url
from croupier.floor.tables import event_store
from croupier.floor.tables.house import House
from croupier.floor.tables.live_table import LiveTable
from croupier.floor.tables.past_rounds import load_transcript
from croupier.games import game_named, game_names
from croupier.table.decisions import write_bets
from croupier.table.placard import Placard
from croupier.table.record import paytable_words
from croupier.table.settings import as_words

SHOE_GAME = "draw-n-shoot-21"


@dataclass(frozen=True)
class Evening:
    """What is left of it: the tables by game, and every finished round as it was told when the evening was over."""

    tables: dict[str, int]
    transcripts: dict[tuple[str, int], Transcript]
    told: list[tuple[int, Transcript]]
    """What was told of the shoe table's rounds in the course of the evening, and after which round."""

    def rounds(self, game: str) -> list[Transcript]:
        """The finished rounds of a game's table."""
        return [transcript for (name, _), transcript in self.transcripts.items() if name == game]


class Player:
    """Somebody who plays at a table of the house by random numbers."""

    def __init__(self, house: House, account: Account, table: int, random: Random, supervisor: Account) -> None:
        self.house = house
        self.supervisor = supervisor
        self.account = account
        self.table = table
        self.random = random
        self.word = ""
        """What it commits to with its next bets, and reveals."""
        self._keys = count()

    async def do(self, plan: Callable[[LiveTable], Sequence[Entry]]) -> None:
        """Send a command."""
        await self._send(self.account.id, plan)

    async def supervise(self, *entries: Entry) -> None:
        """Have the supervisor do something."""
        await self._send(self.supervisor.id, lambda _: entries)

    async def _send(self, by: int | None, plan: Callable[[LiveTable], Sequence[Entry]]) -> None:
        await self.house.do(self.table, Command(by, f"{self.table}-{next(self._keys)}"), plan)

    async def open_round(self) -> None:
        """Start a round under the seeds that were committed to."""

        def opening(live: LiveTable) -> list[Entry]:
            return [live.next_round()]

        await self.do(opening)

    async def answer(self) -> None:
        """Bet or decide, whatever the round waits for."""
        round = (await self.house.table(self.table)).open_round
        assert round is not None
        ((seat, decision),) = round.waiting.items()
        if decision is not None:
            said = random_answer(decision, self.random)
        else:
            said = write_bets(random_bets(round, seat, self.random))
            # The table understands cents that nobody needed to write, and keeps the bet without them.
            said = re.sub(r"=(\d+)( |$)", r"=\1.00\2", said, count=1)
        if decision is not None or said == "pass" or not self.word:
            await self.do(lambda _: [Answered(seat, said, "player")])
            return
        word, self.word = self.word, ""
        number = (await self.house.table(self.table)).round_number
        promised = word_commitment(self.table, number, seat, word)
        await self.do(lambda _: [Answered(seat, said, "player", promised)])
        await self.do(lambda _: [Revealed(seat, word)])

    async def play_on(self) -> None:
        """Play the open round to its end."""
        while (await self.house.table(self.table)).open_round is not None:
            await self.answer()


def opened(game: str, settings: dict[str, str], automatic: list[int]) -> Opened:
    """A table of a game, as its opening is written down."""
    chosen = game_named(game).choose(settings)
    paytables = [paytable_words(paytable) for paytable in chosen.paytables.values()]
    return Opened(
        f"{game} table",
        game,
        as_words(chosen.settings),
        paytables,
        Placard().to_json(),
        30,
        automatic,
        "mint",
        chosen.release,
    )


def played(folder: Path, shoe_rounds: int = 22) -> Evening:
    """An evening at a new house whose books are in this folder."""

    async def play() -> Evening:
        storage = Storage(database_url(None, folder))
        await storage.make_tables()
        await storage.close()
        return await play_an_evening(storage.url, shoe_rounds=shoe_rounds)

    return asyncio.run(play())


async def play_an_evening(database: str, rounds: int = 4, shoe_rounds: int = 22) -> Evening:
    """Play at a table of every game, with all that can happen at one; the one-deck shoe runs out again and again."""
    storage = Storage(database)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(event_store, "SNAPSHOT_EVERY", 2)
        numbers = count()
        patch.setattr(RoundSeeds, "draw", lambda: RoundSeeds(_fixed(next(numbers)), _fixed(next(numbers))))
        try:
            return await _play(House(storage), Accounts(storage), rounds, shoe_rounds)
        finally:
            await storage.close()


def _fixed(number: int) -> bytes:
    return sha256(b"evening 3 %d" % number).digest()


async def _play(house: House, people: Accounts, rounds: int, shoe_rounds: int) -> Evening:
    evening = Evening({}, {}, [])
    games = sorted(game_names(), key=lambda name: name != SHOE_GAME)
    *players, supervisor = [(await people.guest()).account for _ in (*games, "the supervisor")]
    for account in players:
        await people.set_role(account.name, "dealer")
    await people.set_role(supervisor.name, "supervisor")
    for game, account in zip(games, players, strict=True):
        shoe = game == SHOE_GAME
        opening = opened(game, {"decks": "1"} if shoe else {}, list(range(2, 8)) if shoe else [2, 3])
        table = await house.open_table(Command(account.id, f"open {game}", b"open"), opening, 1_000_000)
        player = Player(house, account, table, Random(game), supervisor)
        await player.do(lambda _, who=account: [Sat(1, who.name, who.id, 50_000)])  # type: ignore[misc]
        last = shoe_rounds if shoe else rounds
        for number in range(1, last + 1):
            await _one_round(player, game, number)
            if shoe:
                for past in range(max(1, number - 3), number + 1):
                    evening.told.append((number, await load_transcript(house, table, past)))
        evening.tables[game] = table
        for number in range(1, last + 1):
            evening.transcripts[game, number] = await load_transcript(house, table, number)
    return evening


async def _one_round(player: Player, game: str, number: int) -> None:
    """A round, with what happens before and in it by its number."""
    account = player.account
    if number == 2:
        player.word = "seven white rabbits ♠"
        await player.do(lambda _: [Bought(1, 10_000)])
        await player.supervise(Paused("a spilled drink"))
        await player.supervise(Resumed())
    await player.open_round()
    if number == 3:
        await player.answer()
        if (await player.house.table(player.table)).open_round is not None:
            await player.supervise(Voided(3, "a misdeal"))
            await player.supervise(Corrected(account.id, -500, 2, "paid twice"))
            return
    if number == 4:
        await player.do(lambda _: [Leaving(1)])
        await player.play_on()
        await player.do(lambda _: [Sat(1, account.name, account.id, 20_000)])
        if game != SHOE_GAME:
            live = await player.house.table(player.table)
            await player.supervise(Left(2, live.table.seat(2).stack))
        return
    await player.play_on()
