"""A house is upgraded in the middle of a table's life: every round is dealt, audited and verified by its own rules."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from sqlalchemy import select

from croupier import __version__
from croupier.errors import Refused
from croupier.floor.accounts import Accounts
from croupier.floor.audit.house_audit import HouseAudit, audit
from croupier.floor.entries import Answered, Entry, Opened, RoundOpened, Sat, read_entry
from croupier.floor.fairness.transcript import Transcript
from croupier.floor.fairness.verify import verify
from croupier.floor.storage.commands import Command
from croupier.floor.storage.database import Storage, database_url
from croupier.floor.storage.schema import log
from croupier.floor.tables import event_store
from croupier.floor.tables.house import House
from croupier.floor.tables.live_table import LiveTable
from croupier.floor.tables.past_rounds import load_transcript
from croupier.table.game import Game, Newer, Release
from croupier.table.record import behaviour_of
from tests.careful_game import NAME, careful_game
from tests.floor.evening import opened

TRIPS = "bet ante=5 blind=5 trips=5"
PLAIN = "bet ante=5 blind=5"


@pytest.fixture
def kind(tmp_path: Path) -> Iterator[type[Game[Any]]]:
    with careful_game(tmp_path) as game:
        yield game


@pytest.fixture(params=[True, False], ids=["names-releases", "from-before-they-were-named"])
def names_releases(request: pytest.FixtureRequest) -> bool:
    """Whether the old program wrote down what dealt its rounds."""
    return bool(request.param)


class Program:
    """A house that runs until the program is exchanged."""

    def __init__(self, folder: Path) -> None:
        self.storage = Storage(database_url(None, folder))
        self.house = House(self.storage)
        self.life, self.commands = uuid4().hex, 0

    async def do(self, entry: Entry) -> None:
        self.commands += 1
        await self.house.do(1, Command(1, f"{self.life}-{self.commands}"), lambda _: [entry])

    async def open_round(self) -> None:
        await self.do((await self.house.table(1)).next_round())

    async def play_on(self) -> None:
        while (round := (await self.house.table(1)).open_round) is not None:
            ((seat, decision),) = round.waiting.items()
            await self.do(Answered(seat, PLAIN if decision is None else decision.default.name, "player"))


def run(folder: Path, play: Any) -> Any:
    """One life of the program."""

    async def live() -> Any:
        program = Program(folder)
        await program.storage.make_tables()
        try:
            return await play(program)
        finally:
            await program.storage.close()

    working: Coroutine[Any, Any, Any] = live()
    return asyncio.run(working)


async def first_program(program: Program) -> None:
    """Open a table, play a round with Trips, and leave a second one in the middle."""
    account = (await Accounts(program.storage).guest()).account
    table = opened(NAME, {"play_multiples": "2,2,1"}, [])
    await program.house.open_table(Command(account.id, "open", b"open"), table, 1_000_000)
    await program.do(Sat(1, account.name, account.id, 50_000))
    for _ in range(2):
        await program.play_on()
        await program.open_round()
        await program.do(Answered(1, TRIPS, "player"))


async def second_program(program: Program) -> None:
    """Finish the round that was open."""
    await program.play_on()


async def look(program: Program) -> tuple[HouseAudit, list[Transcript], list[Entry]]:
    """What an audit finds, every round, and every entry of the log."""
    live = await program.house.table(1)
    transcripts = [await load_transcript(program.house, 1, number) for number in range(1, live.round_number + 1)]
    async with program.storage.reading() as connection:
        written = (await connection.execute(select(log.c.entry).order_by(log.c.sequence))).scalars().all()
    return await audit(program.storage), transcripts, [read_entry(entry) for entry in written]


def without_releases(patch: pytest.MonkeyPatch) -> None:
    """Write logs as the program did before it named what opens a table and deals a round."""
    named = LiveTable.next_round
    patch.setattr(LiveTable, "next_round", lambda live: msgspec.structs.replace(named(live), release=msgspec.UNSET))
    patch.setattr(Game, "release", msgspec.UNSET)


def test_every_round_is_dealt_under_the_version_that_opened_it(
    kind: type[Game[Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names_releases: bool
) -> None:
    monkeypatch.setattr(event_store, "SNAPSHOT_EVERY", 1)
    with pytest.MonkeyPatch.context() as patch:
        if not names_releases:
            without_releases(patch)
        run(tmp_path, first_program)
    monkeypatch.setattr(kind, "behaviour", 2)
    run(tmp_path, second_program)
    found, transcripts, entries = run(tmp_path, look)
    assert found.wrong == [] and found.behaviours == {NAME: {1: 2}}
    said = Release(__version__, 1) if names_releases else msgspec.UNSET
    assert {entry.release for entry in entries if isinstance(entry, Opened | RoundOpened)} == {said}
    for told in transcripts:
        assert told.record is not None and told.record.release == said
        assert {check.verdict for check in verify(told).checks} == {"holds"}


def test_a_new_round_is_dealt_by_the_new_rules(
    kind: type[Game[Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def new_table(program: Program) -> None:
        account = (await Accounts(program.storage).guest()).account
        await program.house.open_table(Command(account.id, "open", b"open"), opened(NAME, {}, []), 1_000_000)
        await program.do(Sat(1, account.name, account.id, 50_000))
        await program.open_round()
        await program.do(Answered(1, TRIPS, "player"))
        await program.play_on()

    async def upgraded(program: Program) -> None:
        await program.open_round()
        with pytest.raises(Refused, match="Trips is not taken since"):
            await program.do(Answered(1, TRIPS, "player"))
        await program.do(Answered(1, PLAIN, "player"))
        await program.play_on()

    run(tmp_path, new_table)
    monkeypatch.setattr(kind, "behaviour", 2)
    run(tmp_path, upgraded)
    found, transcripts, _ = run(tmp_path, look)
    assert found.wrong == [] and found.behaviours == {NAME: {1: 1, 2: 1}}
    assert [behaviour_of(told.record.release) for told in transcripts] == [1, 2]
    assert all(verify(told).holds for told in transcripts)
    lie = msgspec.structs.replace(transcripts[1].record, release=Release(__version__, 1))
    checks = {check.name: check for check in verify(msgspec.structs.replace(transcripts[1], record=lie)).checks}
    assert checks["log"].verdict == "fails" and "release" in checks["log"].found
    monkeypatch.setattr(kind, "behaviour", 1)
    with pytest.raises(Newer, match="which is newer than this program"):
        verify(transcripts[1])
    (wrong,) = run(tmp_path, lambda program: audit(program.storage)).wrong
    assert "which is newer than this program" in wrong


def test_a_table_whose_settings_are_not_taken_any_more_deals_no_new_round(
    kind: type[Game[Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, first_program)
    monkeypatch.setattr(kind, "behaviour", 2)

    async def go_on(program: Program) -> None:
        await program.play_on()
        with pytest.raises(Refused, match="3x or more since behaviour version 2"):
            await program.open_round()

    run(tmp_path, go_on)
    assert run(tmp_path, look)[0].wrong == []
