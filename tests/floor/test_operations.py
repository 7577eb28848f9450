"""What operators rely on: draining, rolling restarts, configuration, migrations by their owner, figures, notices."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any

import asyncpg
import httpx
import pytest
from sqlalchemy.exc import DBAPIError

from croupier.cli import carry_out
from croupier.cli.commands.operations import serve as serve_command
from croupier.errors import Refused
from croupier.floor.accounts import Accounts
from croupier.floor.storage.database import Storage, database_url, is_used_up, sqlstate
from tests.docs.blocks import blocks
from tests.docs.commands import lines
from tests.floor.client import PLAIN, Client
from tests.floor.mortal_house import CROUPIER, MortalHouse
from tests.floor.postgres import Postgres
from tests.floor.steady_load import every_command_is_carried_out_once
from tests.infrastructure import free_port, wait_until_ready


def served_with(words: list[str], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """How a house would be opened by a command line."""
    opened: dict[str, Any] = {}

    def open_doors(*given: Any) -> None:
        names = ("database", "data", "host", "port", "workers", "left_alone", "proxy", "after_restore", "drain")
        opened.update(zip(names, given, strict=True), pool=os.environ["CROUPIER_POOL"])

    monkeypatch.setattr("croupier.floor.server.serve", open_doors)
    monkeypatch.setenv("CROUPIER_POOL", "20")
    assert serve_command is not None and carry_out(["serve", *words]) == 0
    return opened


def test_a_flag_goes_before_the_environment_and_that_before_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f'port = 1\nhost = "::1"\nproxy = "10.0.0.1"\nleft-alone = 7\ndata = "{tmp_path / "books"}"\n')
    monkeypatch.delenv("CROUPIER_DATA", raising=False)
    monkeypatch.setenv("CROUPIER_HOST", "127.0.0.2")
    monkeypatch.setenv("CROUPIER_PORT", "2")
    opened = served_with(["--config", str(file), "--port", "3"], monkeypatch)
    assert (opened["port"], opened["host"], opened["proxy"], opened["left_alone"]) == (3, "127.0.0.2", "10.0.0.1", 7)
    assert opened["data"] == tmp_path / "books" and opened["drain"] == 5
    file.write_text("prot = 1\n")
    assert carry_out(["serve", "--config", str(file)]) == 2
    assert "says 'prot' (did you mean port?)" in capsys.readouterr().err


def test_a_role_without_rights_on_the_schema_serves_what_its_owner_migrated(
    postgres: Postgres,
    shared_database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = postgres.new_database()
    owner = postgres.address(name)
    clerk = owner.replace("postgres@", "clerk@")
    try:
        postgres.say("DROP ROLE IF EXISTS clerk")
        postgres.say("CREATE ROLE clerk LOGIN")
        storage = Storage(database_url(clerk, tmp_path), data=tmp_path)
        with pytest.raises(Refused, match=r"may not make tables.*`croupier migrate`"):
            asyncio.run(_closed(storage, storage.make_tables))
        words = ["migrate", "--database-url", owner, "--data", str(tmp_path), "--grant", "clerk"]
        assert carry_out(words) == carry_out(words) == 0
        said = capsys.readouterr().out
        assert "the books are made" in said and "there already" in said and "clerk may read and write them" in said
        storage = Storage(database_url(clerk, tmp_path), data=tmp_path)
        asyncio.run(_closed(storage, storage.make_tables))
        storage = Storage(database_url(clerk, tmp_path), data=tmp_path)
        asyncio.run(_closed(storage, lambda: Accounts(storage).register("Olga", "a long sentence of one's own")))
    finally:
        postgres.drop(name)
        postgres.say("DROP ROLE IF EXISTS clerk")


async def _closed(storage: Storage, work: Any) -> None:
    try:
        await work()
    finally:
        await storage.close()


def test_open_is_said_when_the_port_listens_and_a_stop_drains(tmp_path: Path) -> None:
    port = free_port()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(30)
        words = ["serve", "--data", str(tmp_path / "house"), "--port", str(port), "--drain", "2"]
        with (tmp_path / "journal").open("ab") as journal:
            house = subprocess.Popen(
                [*CROUPIER, *words],
                env=os.environ | {"NOTIFY_SOCKET": str(tmp_path / "notify")},
                stdout=journal,
                stderr=journal,
            )
        try:
            assert manager.recv(100) == b"READY=1"
            url = f"http://127.0.0.1:{port}"
            assert f"Croupier is open at {url}" in (tmp_path / "journal").read_text()
            with httpx.Client(base_url=url, **PLAIN) as http:
                assert http.get("/readyz").status_code == 200
                figures = http.get("/metrics").text
                for name in ("build_info{", "pool_size 20", "commit_seconds_count", 'money_cents{book="mint"}'):
                    assert f"croupier_{name}" in figures, name
                house.terminate()
                assert manager.recv(100) == b"STOPPING=1"
                unready = http.get("/readyz")
                assert unready.status_code == 503 and "draining" in unready.text
                assert unready.headers["connection"] == "close"
                assert http.post("/api/guests").is_success, "what still comes is answered"
            assert house.wait(timeout=20) in (0, -signal.SIGTERM)
        finally:
            if house.poll() is None:
                house.kill()
                house.wait()


def test_the_commands_for_the_first_host_open_a_house_on_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    (first,) = (block for block in blocks("docs/OPERATIONS.md") if block.text.startswith("createdb "))
    *prepare, serve = lines(first.text)
    beside = [Path(sys.executable).parent, *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    port = free_port()
    env = os.environ | {
        "PATH": os.pathsep.join([*map(str, beside), os.environ["PATH"]]),
        "PGHOST": str(postgres.socket_folder),
        "CROUPIER_DATA": str(tmp_path / "house"),
        "CROUPIER_PORT": str(port),
    }
    try:
        for command in prepare:
            user = {"PGUSER": "postgres"}
            done = subprocess.run(["bash", "-c", command], env=env | user, capture_output=True, text=True)
            assert done.returncode == 0, f"{command}: {done.stderr}"
        with (tmp_path / "journal").open("ab") as journal:
            house = subprocess.Popen(["bash", "-c", f"exec {serve}"], env=env, stdout=journal, stderr=journal)
        try:
            wait_until_ready(house, f"http://127.0.0.1:{port}", tmp_path / "journal")
            Client.guest(f"http://127.0.0.1:{port}").close()
        finally:
            house.kill()
            house.wait()
    finally:
        postgres.drop("croupier")
        postgres.say("DROP ROLE IF EXISTS croupier")


class Balanced:
    """Houses behind a balancer as deploy/ has it: who is not ready gets nothing, and a 503 is sent again."""

    def __init__(self, urls: list[str]) -> None:
        self.ready = list(urls)
        self.turns = count()
        self.over = Event()
        self.watching = Thread(target=self._watch, args=(urls,))
        self.watching.start()

    def _watch(self, urls: list[str]) -> None:
        with httpx.Client(timeout=5, **PLAIN) as http:
            while not self.over.wait(0.2):
                self.ready = [url for url in urls if self._is_ready(http, url)]

    def _is_ready(self, http: httpx.Client, url: str) -> bool:
        try:
            return http.get(f"{url}/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def close(self) -> None:
        """Stop asking who is ready."""
        self.over.set()
        self.watching.join()

    def post(self, http: httpx.Client, path: str, headers: dict[str, str], body: Any) -> httpx.Response:
        """A command, sent to the houses in turn until one answers it."""
        for _ in range(500):
            if ready := self.ready:
                answer = http.post(ready[next(self.turns) % len(ready)] + path, headers=headers, json=body)
                if answer.status_code != 503:
                    return answer
            time.sleep(0.1)
        raise AssertionError("no house answers")


@pytest.mark.parametrize("commands", [100, pytest.param(1000, marks=pytest.mark.confirm)])
def test_a_rolling_restart_of_two_workers_loses_no_command(shared_database: str, tmp_path: Path, commands: int) -> None:
    drain = 1 if commands == 100 else 5
    houses = [MortalHouse(shared_database, tmp_path / f"journal-{n}", options=f"--drain {drain}") for n in (1, 2)]
    with houses[0], houses[1]:
        balanced = Balanced([house.url for house in houses])

        def restart() -> None:
            for house in houses:
                house.restart()

        try:
            every_command_is_carried_out_once(houses[0].url, balanced.post, commands, restart)
        finally:
            balanced.close()


@pytest.mark.confirm
def test_the_workers_of_one_house_are_replaced_without_a_lost_command(shared_database: str, tmp_path: Path) -> None:
    with MortalHouse(shared_database, tmp_path / "journal", workers=2) as house:
        player = Client.guest(house.url)
        table = player.open_table()
        player.sit(table)
        before, answered = set(house.workers()), 0
        house.hang_up()
        deadline = time.monotonic() + 240
        while before & set(house.workers()) or answered < 300:
            assert time.monotonic() < deadline, "the workers are not replaced"
            player.do(f"/api/tables/{table}/chips", {"cents": 1})
            answered += 1
        (seat,) = player.look(table)["view"]["seats"]
        player.close()
        assert seat["stack"] == 50_000 + answered


def test_too_few_connections_are_told_at_the_door_and_to_who_asks(shared_database: str, tmp_path: Path) -> None:
    storage = Storage(database_url(shared_database, tmp_path), data=tmp_path)

    async def ask() -> tuple[str | None, str | None, str]:
        async with storage.reading() as connection:
            from sqlalchemy import text

            name = str(await connection.scalar(text("SELECT current_setting('application_name')")))
        found = await storage.few_connections(1), await storage.few_connections(1000), name
        await storage.close()
        return found

    enough, too_few, name = asyncio.run(ask())
    assert enough is None and too_few is not None
    assert too_few.startswith("1000 workers with --pool 20 may open 21000 connections, and PostgreSQL has ")
    assert name.startswith("croupier ")


def test_a_server_that_takes_no_more_clients_is_known_by_its_sqlstate(postgres: Postgres, tmp_path: Path) -> None:
    name = postgres.new_database()
    postgres.say("DROP ROLE IF EXISTS crowded")
    postgres.say("CREATE ROLE crowded LOGIN CONNECTION LIMIT 0")
    storage = Storage(database_url(postgres.address(name).replace("postgres@", "crowded@"), tmp_path), data=tmp_path)

    async def connect() -> None:
        async with storage.reading():
            pass

    try:
        with pytest.raises(DBAPIError) as refused:
            asyncio.run(_closed(storage, connect))
        assert sqlstate(refused.value) == "53300" and is_used_up(refused.value)
    finally:
        postgres.drop(name)
        postgres.say("DROP ROLE crowded")


@pytest.mark.confirm
def test_who_finds_all_connections_in_use_is_told_so_and_served_when_one_is_free(
    postgres: Postgres, shared_database: str, tmp_path: Path
) -> None:
    address = shared_database.replace("postgresql+asyncpg", "postgresql")

    async def all_taken(house: MortalHouse) -> list[httpx.Response]:
        books = await asyncpg.connect(address)
        try:
            async with books.transaction(), httpx.AsyncClient(base_url=house.url, timeout=60, **PLAIN) as http:
                await books.execute("LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE")
                waiting = [asyncio.create_task(http.post("/api/guests")) for _ in range(4)]
                answered, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                first = [one.result() for one in answered]
                await books.execute("COMMIT")
                await asyncio.gather(*waiting)
                return first
        finally:
            await books.close()

    with MortalHouse(shared_database, tmp_path / "journal", options="--pool 1") as house:
        refused = asyncio.run(all_taken(house))
        assert {answer.status_code for answer in refused} == {503}
        assert "all connections to the books are in use" in refused[0].json()["detail"]
        assert '"used_up":1' in house.journal.read_text().replace(" ", "")
        Client.guest(house.url).close()
