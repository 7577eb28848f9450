"""Older books are opened: open rounds are played on, all rounds verify, and the audit finds nothing wrong."""

from __future__ import annotations

import asyncio
import json
import lzma
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import pytest

from tests.before.evening import PASSWORD, play, play_on
from tests.before.kept import KEPT, unpacked
from tests.before.served import CROUPIER, make_account, served, signed_in
from tests.cli.terminal import croupier
from tests.floor.client import Client
from tests.floor.postgres import IN_A_HURRY, postgres_server

HOUSES = KEPT / "houses"
OPEN: dict[str, dict[str, int]] = json.loads((HOUSES / "open.json").read_text("utf-8"))
"""The tables of each house on which a round was left open, by what they are for."""


CURRENT = ["sqlite-0004", "postgres-0004"]
STILL_OLDER = [pytest.param(name, marks=pytest.mark.confirm) for name in sorted(OPEN.keys() - set(CURRENT))]


@pytest.fixture(params=[*CURRENT, *STILL_OLDER])
def books(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, list[str]]]:
    """The name of an older house, and its books as commands name them."""
    name: str = request.param
    if name.startswith("sqlite"):
        unpacked(HOUSES / f"{name}.sqlite.xz", tmp_path).rename(tmp_path / "house.sqlite")
        yield name, ["--data", str(tmp_path)]
    else:
        dump = lzma.decompress((HOUSES / f"{name}.sql.xz").read_bytes()).decode()
        with postgres_server(*IN_A_HURRY) as server:
            address = server.address(server.new_database())
            asyncio.run(_restore(address, dump))
            yield name, ["--database-url", address, "--data", str(tmp_path)]


def test_an_older_house_opens_plays_on_and_is_in_order(books: tuple[str, list[str]], tmp_path: Path) -> None:
    name, words = books
    random = Random(name)
    with served(*words) as url, ExitStack() as clients:
        code, *_ = make_account("Robin", PASSWORD, "supervisor", *words)
        ann, bob, robin = (
            clients.enter_context(closing(signed_in(url, who, PASSWORD, code))) for who in ("Ann", "Bob", "Robin")
        )
        before = _rounds(robin)
        tables = OPEN[name]
        assert not any(robin.look(tables[which])["view"]["finished"] for which in ("shared", "shoe"))
        play_on(tables["shared"], [ann, bob], random)
        play_on(tables["shoe"], [ann], random)
        deadline = time.monotonic() + 60
        while not robin.look(tables["clock"])["view"]["finished"]:
            assert time.monotonic() < deadline, "the clock does not answer for a player who is gone"
            time.sleep(0.1)
        for table in tables.values():
            assert robin.look(table)["view"]["finished"]
        play(tables["shared"], [ann, bob], random, 2)
        play(tables["shoe"], [ann], random, 2)
        after = _rounds(robin)
        played = {table: len(rows) - len(before[table]) for table, rows in after.items() if table != tables["clock"]}
        assert {table: rounds for table, rounds in played.items() if rounds} == {tables["shared"]: 3, tables["shoe"]: 3}
        assert [row["outcome"] for row in after[tables["clock"]]] == ["settled"], "its clock may run out at once"
        for table, rows in after.items():
            assert rows[len(rows) - len(before[table]) :] == before[table], "what is over stays as it was"
            for row in rows:
                _verify(robin, table, row["round"], tmp_path)
        assert robin.get("/api/log/check").json()["wrong"] == []
        epochs = [line["facts"] for line in robin.get("/api/house/log").json()["rows"] if line["what"] == "epoch"]
        assert len(epochs) == 1 and '"why":"sealed"' in epochs[0], "coming seeds that lay open are drawn anew"
    audit = subprocess.run([*CROUPIER, "audit-log", *words, "--json"], capture_output=True, text=True)
    assert audit.returncode == 0, audit.stdout + audit.stderr


def _rounds(robin: Client) -> dict[int, list[dict[str, Any]]]:
    """Every finished round of every table, newest first."""
    tables = [table["id"] for table in robin.get("/api/house").json()["tables"]]
    return {table: robin.get(f"/api/tables/{table}/rounds", limit=1000).json()["rounds"] for table in tables}


def _verify(robin: Client, table: int, number: int, folder: Path) -> None:
    """Export a round, and check it without the house."""
    file = folder / f"{table}-{number}.json"
    file.write_bytes(robin.get(f"/api/tables/{table}/rounds/{number}").raise_for_status().content)
    verified = croupier("verify", file)
    assert verified.status == 0, verified.out + verified.err


async def _restore(address: str, dump: str) -> None:
    connection = await asyncpg.connect(address)
    try:
        await connection.execute(dump)
    finally:
        await connection.close()
