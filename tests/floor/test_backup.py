"""Backup and restore: a house copied while it is played in, put back, and never dealing again what was told before."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.engine import make_url

from croupier.cli import carry_out
from croupier.errors import Refused
from croupier.floor.entries import SeedsRedrawn, read_entry
from croupier.floor.storage.database import Storage, database_url
from croupier.floor.storage.schema import house_log, log
from croupier.floor.tables import seed_epochs
from tests.floor.books import Books
from tests.floor.client import Client
from tests.floor.conftest import a_database
from tests.floor.open_house import OpenHouse
from tests.floor.postgres import Postgres

GAMES = ("draw-n-shoot-21", "on-the-draw")


def signing_key_of(database: str) -> Path:
    """The file with the key of a house's receipts."""
    return Storage(database).signer.file


def key_of(database: str) -> Path:
    """The file with the key of a house's seeds."""
    return Storage(database, to_look_at=make_url(database).drivername.startswith("postgres")).seal.file


def given(database: str) -> str:
    """The address as somebody types it."""
    return database.replace("+aiosqlite", "").replace("+asyncpg", "")


def told(player: Client, tables: list[int]) -> set[str]:
    """The seeds that the house has told of the rounds after the second."""
    rounds = [player.get(f"/api/tables/{table}/rounds/{number}").json() for table in tables for number in range(3, 6)]
    return {round[name] for round in rounds for name in ("deck_seed", "shoe_seed")} - {None}


def test_the_drill(database: str, request: pytest.FixtureRequest, tmp_path: Path, capsys: Any) -> None:
    """A house is backed up in the middle of rounds, goes on, is lost, and put back: nothing told is dealt again."""
    file = tmp_path / "copy.sqlite"
    with OpenHouse(database) as house:
        player = house.guest()
        tables = [player.open_table(game, automatic=[2]) for game in GAMES]
        for table in tables:
            player.sit(table)
            player.play_round(table, Random(table))
            player.bet(table)
        stacks = [player.look(table)["view"]["seats"][0]["stack"] for table in tables]
        assert carry_out(["backup", str(file), "--database-url", given(database)]) == 0
        assert "2 finished rounds, everything is in order" in capsys.readouterr().out
        assert file.stat().st_mode & 0o777 == 0o600 and [path.name for path in tmp_path.iterdir()] == ["copy.sqlite"]
        assert carry_out(["backup", str(file), "--database-url", given(database)]) == 2
        for table in tables:
            while not (view := player.look(table)["view"])["finished"]:
                player.answer(table, view["legal"][0])
            for _ in range(3):
                player.play_round(table, Random(5))
        lost = told(player, tables)
        promised = {player.look(table)["commitments"]["deck"] for table in tables}
    kind = "sqlite" if "sqlite" in database else "postgres"
    for new in a_database(kind, request):
        if kind == "sqlite":
            Path(make_url(new).database or "").unlink()
            capsys.readouterr()
            assert carry_out(["restore", str(file), "--database-url", given(new)]) == 2
            assert re.fullmatch(r"croupier: .*there is no key in .*\n", capsys.readouterr().err)
            for key, other in ((key_of(database), key_of(new)), (signing_key_of(database), signing_key_of(new))):
                shutil.copy(key, other)
        assert carry_out(["restore", str(file), "--database-url", given(new)]) == 0
        assert carry_out(["restore", str(file), "--database-url", given(new)]) == 2, "there is a house there now"
        with OpenHouse(new) as restored:
            back = restored.client(player.token)
            for table, stack in zip(tables, stacks, strict=True):
                view = back.look(table)["view"]
                assert view["finished"] and view["seats"][0]["stack"] > stack, "the open round was called off"
                for _ in range(3):
                    back.play_round(table, Random(5))
            assert lost and not lost & told(back, tables)
            assert not promised & {back.look(table)["commitments"]["deck"] for table in tables}
            shoe = back.get(f"/api/tables/{tables[0]}/rounds/3").json()["record"]["before"]["shoe_left"]
            assert shoe == 0, "cards of the shoe may have been seen"
            _check_logs(restored, tables, back)
            assert restored.books.faults() == []


def _check_logs(restored: OpenHouse, tables: list[int], back: Client) -> None:
    """The logs say what was done, and why."""
    for table in tables:
        entries = [read_entry(row.entry) for row in restored.books.rows(select(log).where(log.c.table == table))]
        (redrawn,) = [entry for entry in entries if isinstance(entry, SeedsRedrawn)]
        assert redrawn.epoch == 2
        assert back.get(f"/api/tables/{table}/rounds/2").json()["outcome"] == "released"
    lines = restored.books.rows(select(house_log.c.what, house_log.c.body).order_by(house_log.c.id))
    assert [row.what for row in lines if row.what.startswith("epoch")] == ["epoch", "epoch-begun"]


def a_copy(database: str, request: pytest.FixtureRequest) -> Callable[[], None]:
    """Copy the database as it is; what puts the copy in its place, as an operator would behind the house's back."""
    name = make_url(database).database or ""
    if "sqlite" in database:
        kept = f"{name}.kept"
        shutil.copy(name, kept)
        return lambda: shutil.move(kept, name)
    server: Postgres = request.getfixturevalue("postgres")
    kept = server.new_database(like=name)

    def put_back() -> None:
        server.drop(name)
        server.say(f'ALTER DATABASE "{kept}" RENAME TO "{name}"')

    return put_back


def prepared(database: str, after_restore: bool = False) -> None:
    """Make the books ready, as `serve` does."""

    async def prepare() -> None:
        storage = Storage(database)
        try:
            await seed_epochs.make_ready(storage, after_restore)
        finally:
            await storage.close()

    asyncio.run(prepare())


def test_books_that_were_rolled_back_are_noticed_and_dealt_from_only_after_a_restore(
    database: str, request: pytest.FixtureRequest
) -> None:
    with OpenHouse(database) as house:
        player = house.guest()
        table = player.open_table("on-the-draw")
        player.sit(table)
        player.play_round(table, Random(1))
        promised = player.look(table)["commitments"]["deck"]
    prepared(database)
    roll_back = a_copy(database, request)
    with OpenHouse(database) as house:
        house.client(player.token).play_round(table, Random(1))
    prepared(database)
    roll_back()
    with pytest.raises(Refused, match=r"rolled back: entry \d+ of table \d+, .*--after-restore"):
        prepared(database)
    prepared(database, after_restore=True)
    prepared(database)
    with OpenHouse(database) as house:
        back = house.client(player.token)
        assert back.look(table)["commitments"]["deck"] != promised
        back.play_round(table, Random(1))
        assert house.books.faults() == []


def test_a_house_whose_key_is_missing_is_not_opened_and_gets_no_other(database: str, tmp_path: Path) -> None:
    with OpenHouse(database) as house:
        house.guest().open_table("on-the-draw")
    key = key_of(database)
    kept = shutil.move(key, tmp_path / "key")
    try:
        with pytest.raises(Refused, match=r"there is no key in .*CROUPIER_SEED_KEY"):
            prepared(database)
        assert not key.exists()
    finally:
        shutil.move(kept, key)
    prepared(database)


def test_an_epoch_that_was_begun_when_the_house_stopped_is_gone_on_with(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with OpenHouse(database) as house:
        player = house.guest()
        tables = [player.open_table("on-the-draw") for _ in range(3)]
        promised = [player.look(table)["commitments"]["deck"] for table in tables]
    true, done = seed_epochs.House.do, []

    async def dies(*asked: Any) -> Any:
        if len(done) == 1:
            raise SystemExit
        done.append(asked)
        return await true(*asked)

    with monkeypatch.context() as patch:
        patch.setattr(seed_epochs.House, "do", dies)
        with pytest.raises(SystemExit):
            prepared(database, after_restore=True)
    prepared(database)
    with OpenHouse(database) as house:
        now = [house.client(player.token).look(table)["commitments"]["deck"] for table in tables]
        assert not set(now) & set(promised)
        assert house.books.faults() == []


def test_the_command_does_not_open_books_that_were_rolled_back(file_database: str) -> None:
    with OpenHouse(file_database) as house:
        house.guest().open_table("on-the-draw")
        (player := house.guest()).sit(1)
    Path(f"{make_url(file_database).database}.mark").write_text(f"table 1 entry 99 hash {'0' * 64}\n")
    words = ("serve", "--database-url", given(file_database), "--port", "0")
    opened = subprocess.run([sys.executable, "-m", "croupier", *words], capture_output=True, text=True, timeout=60)
    assert opened.returncode == 2 and opened.stderr.count("\n") == 1 and "entry 99 of table 1" in opened.stderr
    assert player.id


def test_nobody_else_on_the_machine_can_read_the_books(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    before = os.umask(0o022)
    try:
        (folder / "house.sqlite").touch(mode=0o644)
        address = database_url(None, folder)
        Books.build(address)
        with OpenHouse(address) as house:
            player = house.guest()
            table = player.open_table("on-the-draw")
            modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
            player.sit(table)
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {"house.sqlite", "house.sqlite-wal", "house.sqlite.key"} <= modes.keys()
    assert set(modes.values()) == {0o600}, modes
    assert database_url(None, tmp_path / "new") and (tmp_path / "new").stat().st_mode & 0o777 == 0o700
