"""The house's database: SQLite in a data folder, or PostgreSQL by its address."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from croupier.errors import Refused


def database_url(given: str | None, data_folder: Path) -> str:
    """The address of the database, with the driver that speaks to it; without one, a file in the data folder."""
    if given is None:
        data_folder.mkdir(parents=True, exist_ok=True)
        return f"sqlite+aiosqlite:///{data_folder / 'house.sqlite'}"
    try:
        url = make_url(given)
    except ArgumentError:
        raise Refused(
            f"{given!r} is not a database address; write postgresql://user@host/name or sqlite:///file"
        ) from None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    name = url.drivername.split("+")[0]
    if name not in drivers:
        raise Refused(f"the house keeps its books in SQLite or PostgreSQL, not in {name!r}")
    return url.set(drivername=drivers[name]).render_as_string(hide_password=False)


class Storage:
    """A connection pool to the house's database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        options: dict[str, Any] = (
            {} if self.is_sqlite else {"pool_size": 10, "max_overflow": 10, "pool_pre_ping": False}
        )
        self.engine: AsyncEngine = create_async_engine(url, **options)
        if self.is_sqlite:
            event.listen(self.engine.sync_engine, "connect", _sqlite_manners)
            event.listen(self.engine.sync_engine, "begin", _sqlite_begin)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is committed at the end, or leaves no trace."""
        async with self.engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read by."""
        async with self.engine.connect() as connection:
            yield connection

    async def migrate(self) -> None:
        """Bring the database's tables to this version of the house."""
        async with self.engine.begin() as connection:
            await connection.run_sync(_upgrade)

    async def close(self) -> None:
        """Let all connections go."""
        await self.engine.dispose()


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _sqlite_manners(connection: Any, _: Any) -> None:
    """Write-ahead logging, every commit on the disk before it is acknowledged, and foreign keys that hold."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _sqlite_begin(connection: Any) -> None:
    """Take the writer's lock at once, so that two writers wait for each other rather than fail."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
