"""A program with another behaviour version of a game refuses its tables and rounds by the name of their program."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from uuid import uuid4

import pytest

from croupier.build import full_version
from croupier.errors import Refused
from croupier.floor.accounts import Accounts
from croupier.floor.audit.house_audit import audit
from croupier.floor.entries import Answered, Entry, Sat
from croupier.floor.fairness.transcript import Transcript
from croupier.floor.fairness.verify import verify
from croupier.floor.storage.commands import Command
from croupier.floor.storage.database import Storage, database_url
from croupier.floor.tables.house import House
from croupier.floor.tables.past_rounds import load_transcript
from croupier.games import game_named
from croupier.table.game import Release
from tests.floor.evening import opened

NAME = "on-the-draw"


async def one_round(storage: Storage) -> Transcript:
    """Open a table and play a round at it."""
    house = House(storage)
    account = (await Accounts(storage).guest()).account
    await house.open_table(Command(account.id, "open", b"open"), opened(NAME, {}, []), 1_000_000)

    async def do(entry: Entry) -> None:
        await house.do(1, Command(1, uuid4().hex), lambda _: [entry])

    await do(Sat(1, account.name, account.id, 50_000))
    await do((await house.table(1)).next_round())
    while (round := (await house.table(1)).open_round) is not None:
        ((seat, decision),) = round.waiting.items()
        await do(Answered(seat, "bet ante=5 blind=5" if decision is None else decision.default.name, "player"))
    return await load_transcript(house, 1, 1)


def test_a_table_and_its_rounds_are_refused_once_the_behaviour_version_has_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = game_named(NAME)
    made_by = f"Croupier {full_version()} made it with behaviour version {kind.behaviour} of {NAME}"

    async def evening() -> None:
        storage = Storage(database_url(None, tmp_path))
        await storage.make_tables()
        try:
            told = await one_round(storage)
            assert told.record is not None and told.record.release == Release(full_version(), kind.behaviour)
            assert verify(told).holds
            found = await audit(storage)
            assert found.wrong == [] and found.behaviours == {NAME: {kind.behaviour: 1}}
            monkeypatch.setattr(kind, "behaviour", kind.behaviour + 1)
            with pytest.raises(Refused, match=re.escape(made_by)):
                await House(storage).table(1)
            wrong = (await audit(storage)).wrong
            assert wrong and all(made_by in what for what in wrong)
            checks = {check.name: check for check in verify(told).checks}
            assert checks["deal"].verdict == "fails" and made_by in checks["deal"].found
        finally:
            await storage.close()

    asyncio.run(evening())
