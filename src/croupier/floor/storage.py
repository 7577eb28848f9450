"""The house's database: SQLite in a data folder, or PostgreSQL by its address."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from asyncpg import PostgresError
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from croupier.errors import Refused
from croupier.floor.clerk import Clerk
from croupier.floor.desk import Desk, Work, carry_out
from croupier.floor.sheet import Sheet, write_sheets
from croupier.floor.versions import bring_up

T = TypeVar("T")

OUT_OF_REACH: Final = (OperationalError, InterfaceError, PoolTimeout, PostgresError, OSError)
"""What is raised when the database does not answer, or not in time."""


def database_url(given: str | None, data_folder: Path) -> str:
    """The address of the database, with the driver that speaks to it; without one, a file in the data folder."""
    if given is None:
        try:
            data_folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refused(f"{data_folder} cannot be the folder for the house's books: {error.strerror}") from None
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


def existing_database(given: str | None, data_folder: Path) -> str:
    """The address of a database that is there already; nothing is made where there is none."""
    if given is None and not data_folder.is_dir():
        raise Refused(f"there is no house in {data_folder}; give its --data folder or its --database-url")
    url = database_url(given, data_folder)
    file = make_url(url).database
    if url.startswith("sqlite") and not (file and Path(file).is_file()):
        raise Refused(f"there is no house in {file}; give its --data folder or its --database-url")
    return url


class Storage:
    """The house's database, to read from and to write to."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        # Values are kept out of error messages: a statement that fails may have a seed among them.
        self.engine: AsyncEngine = create_async_engine(url, hide_parameters=True, pool_size=20, max_overflow=0)
        self._for_reading = self.engine
        self._desk: Desk | None = None
        self._clerk = Clerk(self._write_sheets)
        if self.is_sqlite:
            writer = create_engine(make_url(url).set(drivername="sqlite"), hide_parameters=True)
            _teach(self.engine.sync_engine, "BEGIN")
            # A writer takes the lock at once, so that two processes wait for each other rather than fail.
            _teach(writer, "BEGIN IMMEDIATE")
            self._desk = Desk(writer)
        else:
            # What is read together is of one moment, as it is in SQLite.
            self._for_reading = self.engine.execution_options(isolation_level="REPEATABLE READ")

    async def write(self, work: Work[T]) -> T:
        """Carry work out in one transaction: when this returns it is on the disk, and if it fails it left no trace."""
        if self._desk is not None:
            return await self._desk.write(work)
        async with self.engine.begin() as connection:
            return await connection.run_sync(carry_out, work)

    async def enter(self, sheet: Sheet) -> None:
        """Write a sheet down, with others that are waiting; all of it is on the disk when this returns, or none."""
        await self._clerk.enter(sheet)

    async def _write_sheets(self, sheets: Sequence[Sheet]) -> None:
        await self.write(lambda pen: write_sheets(pen, sheets))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read by; all that is read is of one moment."""
        async with self._for_reading.connect() as connection:
            yield connection

    async def migrate(self) -> None:
        """Bring the database's tables to this version of the house."""
        try:
            await self._bring_up_to_date()
        except (SQLAlchemyError, OSError) as error:
            reason = str(getattr(error, "orig", error)).splitlines()[0]
            raise Refused(f"the books cannot be opened: {reason}") from None

    async def _bring_up_to_date(self) -> None:
        if self._desk is not None:
            await self._desk.alone(bring_up)
            return
        async with self.engine.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(8021)"))
            await connection.run_sync(bring_up)

    async def close(self) -> None:
        """Let all connections go."""
        await self._clerk.close()
        if self._desk is not None:
            self._desk.close()
        await self.engine.dispose()


def _teach(engine: Engine, begin: str) -> None:
    """Teach an engine SQLite's manners: how a connection is set up, and how a transaction begins."""
    event.listen(engine, "connect", _sqlite_manners)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))


def _sqlite_manners(connection: Any, _: Any) -> None:
    """Write-ahead logging, every commit on the disk before it is acknowledged, and foreign keys that hold."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
