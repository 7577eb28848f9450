"""The house's database: SQLite in a data folder, or PostgreSQL by its address."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

from asyncpg import InterfaceError as DriverError
from asyncpg import PostgresError
from filelock import FileLock, Timeout
from platformdirs import user_data_path
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from croupier.english import counted
from croupier.errors import Refused
from croupier.floor.storage.definitions import make_tables, refuse_other
from croupier.floor.storage.keys.house_signer import HouseSigner
from croupier.floor.storage.keys.seed_seal import SeedSeal
from croupier.floor.storage.postgres import checked, connect
from croupier.floor.storage.safekeeping.rollback_mark import MARK, RollbackMark
from croupier.floor.storage.schema import books_schema
from croupier.floor.storage.writer import Writer

T = TypeVar("T")

DATA: Final = "CROUPIER_DATA"
"""Where processes are told the data folder."""
CHECKPOINTS: Final = "CROUPIER_CHECKPOINTS"
"""Where to keep checkpoints, if not beside the books."""
POOL: Final = "CROUPIER_POOL"
POOL_SIZE: Final = 20
POOL_SECONDS: Final = 10.0
"""How long somebody waits for a connection before they are told that all are in use."""
NO_CONNECTION: Final = ("53300", "57P03")
"""PostgreSQL has too many clients, or does not take any now."""
NO_RIGHT: Final = "42501"
OUT_OF_REACH: Final = (OperationalError, InterfaceError, PoolTimeout, PostgresError, DriverError, OSError)
"""What is raised when the database does not answer, or not in time."""


def database_url(given: str | None, data_folder: Path) -> str:
    """The address of the database, with the driver that speaks to it; without one, a file in the data folder."""
    if given is None:
        try:
            data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if data_folder.stat().st_mode & 0o077:
                with suppress(PermissionError):
                    data_folder.chmod(0o700)
        except OSError as error:
            raise Refused(f"{data_folder} cannot be the folder for the house's books: {error.strerror}") from None
        url = URL.create("sqlite", database=str(data_folder / "house.sqlite"))
    else:
        url = _read(given)
    name = url.drivername.split("+")[0]
    if name in ("postgresql", "postgres"):
        url = checked(url.set(drivername="postgresql+asyncpg"))
    elif name == "sqlite":
        if url.host or url.query or url.database in (None, "", ":memory:"):
            raise Refused(f"{given!r} is not the address of a SQLite file; write sqlite:///file and no more")
        url = url.set(drivername="sqlite+aiosqlite")
    else:
        raise Refused(f"the house keeps its books in SQLite or PostgreSQL, not in {name!r}")
    return url.render_as_string(hide_password=False)


def _read(given: str) -> URL:
    try:
        return make_url(given)
    except (ArgumentError, ValueError):
        shown = re.sub("(://[^:/@]*):.*@", r"\1:***@", given)
        raise Refused(
            f"{shown!r} is not a database address; write postgresql://user@host/name or sqlite:///file"
        ) from None


def existing_database(given: str | None, data_folder: Path) -> str:
    """The address of a database that is there already; nothing is made where there is none."""
    if given is None and not data_folder.is_dir():
        raise Refused(f"there is no house in {data_folder}; give its --data folder or its --database-url")
    url = database_url(given, data_folder)
    file = _file(make_url(url))
    if file is not None and not file.is_file():
        raise Refused(f"there is no house in {file}; give its --data folder or its --database-url")
    return url


def reason(error: Exception) -> str:
    """What a database says is wrong, in one line."""
    said = str(getattr(error, "orig", None) or error).splitlines()
    return said[0] if said else type(error).__name__


def sqlstate(error: BaseException) -> str | None:
    """The five characters by which PostgreSQL says what kind of error it is."""
    for each in (error, getattr(error, "orig", None), error.__cause__):
        state = getattr(each, "sqlstate", None)
        if isinstance(state, str):
            return state
    return None


def is_used_up(error: BaseException) -> bool:
    """Whether there is no connection left: in the pool of this process, or for it on the server."""
    return isinstance(error, PoolTimeout) or sqlstate(error) in NO_CONNECTION


def pool_size() -> int:
    """How many connections a process keeps to its books, besides the one that it listens on."""
    return int(os.environ.get(POOL) or POOL_SIZE)


@contextmanager
def open_alone(url: str) -> Iterator[None]:
    """Keep every other house off a SQLite file while this one is open: they would not hear of each other's doings.

    The lock is on a file beside the books, and ends with the process however it ends.
    """
    file = _file(make_url(url))
    with nullcontext() if file is None else _lock(file):
        yield


def _lock(file: Path) -> AbstractContextManager[object]:
    try:
        return FileLock(f"{file.resolve()}.lock", mode=0o600, fallback_to_soft=False).acquire(timeout=0)
    except Timeout:
        raise Refused(f"a house with its books in {file} is open already; to open several, use PostgreSQL") from None
    except OSError as error:
        raise Refused(f"the books cannot be opened: {error.strerror} ({error.filename})") from None


def _file(url: URL) -> Path | None:
    """The file of a SQLite address."""
    return Path(url.database or "") if url.drivername.startswith("sqlite") else None


def _keep_to_oneself(file: Path) -> None:
    """A SQLite file that no other user of the machine can read; what SQLite puts beside it has the same mode."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        for kept in (file, *(Path(f"{file}-{name}") for name in ("wal", "shm"))):
            if kept.exists() and kept.stat().st_mode & 0o077:
                kept.chmod(0o600)
    except OSError as error:
        raise Refused(f"the books cannot be opened: {error.strerror} ({file})") from None


class Storage:
    """The house's database, to read from and to write to, or to look at only.

    Beside it, not in it, are the house's keys, its checkpoints, and the mark of what was written last: for SQLite next
    to the file, for PostgreSQL in the data folder.
    """

    def __init__(self, url: str, to_look_at: bool = False, data: Path | None = None) -> None:
        self.url = url
        address = make_url(url)
        file = _file(address)
        self.is_sqlite = file is not None
        data = data or Path(os.environ.get(DATA) or user_data_path("croupier"))
        self.seal = SeedSeal(data / "house.key" if file is None else Path(f"{file}.key"), may_make=not to_look_at)
        signing = data / "house.signing-key" if file is None else Path(f"{file}.signing-key")
        self.signer = HouseSigner(signing, may_make=not to_look_at)
        self.checkpoint_file = _beside(address, data, CHECKPOINTS, "checkpoints")
        self.mark = RollbackMark(_beside(address, data, MARK, "mark"))
        self._is_known = False
        # Values are kept out of error messages: a statement that fails may have a seed among them.
        self.pool_size = pool_size()
        engine = partial(
            create_async_engine,
            hide_parameters=True,
            pool_size=self.pool_size,
            max_overflow=0,
            pool_timeout=POOL_SECONDS,
        )
        if file is None:
            self.engine: AsyncEngine = engine(address.set(query={}), async_creator=partial(connect, address))
            # What is read together is of one moment, as it is in SQLite.
            self._for_reading = self.engine.execution_options(isolation_level="REPEATABLE READ")
            self.writer = Writer(self.engine, self.mark)
            return
        self.engine = self._for_reading = engine(_untouched(file) if to_look_at else address)
        _configure(self.engine.sync_engine, "BEGIN", _set_up_to_look if to_look_at else _set_up)
        if to_look_at:
            self.writer = Writer(self.engine, self.mark)
            return
        _keep_to_oneself(file)
        engine_to_write = create_engine(address.set(drivername="sqlite"), hide_parameters=True)
        # A writer takes the lock at once, so that two processes wait for each other rather than fail.
        _configure(engine_to_write, "BEGIN IMMEDIATE", _set_up)
        self.writer = Writer(engine_to_write, self.mark)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection that reads all of one moment; books of another schema are refused first."""
        if not self._is_known:
            async with self._for_reading.connect() as connection:
                await connection.run_sync(refuse_other)
            self._is_known = True
        async with self._for_reading.connect() as connection:
            yield connection

    async def make_tables(self) -> bool:
        """Make the tables in an empty database and return True; refuse books of another schema."""
        try:
            return await self.writer.write(make_tables)
        except (SQLAlchemyError, *OUT_OF_REACH) as error:
            if sqlstate(error) == NO_RIGHT:
                raise Refused(
                    f"this role may not make tables ({reason(error)}); run `croupier migrate` as the owner of the "
                    "database, with --grant for this role"
                ) from None
            raise Refused(f"the books cannot be opened: {reason(error)}") from None

    async def grant(self, role: str) -> None:
        """Let a PostgreSQL role read and write the books, which are in one schema, and no more."""
        async with self.engine.begin() as connection:
            schema = str(await connection.scalar(text("SELECT current_schema()")))
            for words in (
                f'GRANT USAGE ON SCHEMA "{schema}" TO "{role}"',
                f'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "{schema}" TO "{role}"',
                f'GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA "{schema}" TO "{role}"',
                f'REVOKE INSERT, UPDATE, DELETE ON "{schema}".{books_schema.name} FROM "{role}"',
            ):
                await connection.execute(text(words))

    async def few_connections(self, workers: int) -> str | None:
        """What is wrong where all workers together may want more connections than the server has for them."""
        if self.is_sqlite:
            return None
        allowed = "current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int"
        async with self.reading() as connection:
            free = int(await connection.scalar(text(f"SELECT {allowed}")) or 0)
        wanted = workers * (self.pool_size + 1)
        if wanted <= free:
            return None
        return (
            f"{counted(workers, 'worker')} with --pool {self.pool_size} may open {wanted} connections, and PostgreSQL "
            f"has {free}; lower --pool to {max(1, free // workers - 1)}, or raise max_connections"
        )

    async def close(self) -> None:
        """Let all connections go."""
        await self.writer.close()
        self.mark.close()
        await self.engine.dispose()


def _beside(address: URL, data: Path, name: str, kind: str) -> Path:
    """Where a file about these books is: where the environment says, or beside them."""
    if said := os.environ.get(name):
        return Path(said)
    if (file := _file(address)) is not None:
        return Path(f"{file}.{kind}")
    where = address.set(password=None).render_as_string()
    return data / f"house-{sha256(where.encode()).hexdigest()[:12]}.{kind}"


def _untouched(file: Path) -> URL:
    """The address of a file that is only read.

    SQLite reads through an index beside the file, and whoever may write takes it away at the end. Where it can make
    none the file is read as it lies, which is right if nothing has been written that is not yet in it.
    """
    file = file.resolve()
    recent, index = (Path(f"{file}-{name}") for name in ("wal", "shm"))
    query = {"uri": "true", "mode": "ro" if recent.exists() else "rw"}
    if not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)):
        if not recent.exists() or recent.stat().st_size == 0:
            query |= {"mode": "ro", "immutable": "1"}
        elif not index.exists():
            raise Refused(f"what was written last is in {recent}; copy both files to where you may write, and look")
    return URL.create("sqlite+aiosqlite", database=file.as_uri(), query=query)


def _configure(engine: Engine, begin: str, set_up: Callable[[Any, Any], None]) -> None:
    """Set how an engine's connections to SQLite are set up, and how their transactions begin."""
    event.listen(engine, "connect", set_up)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))


def _set_up(connection: Any, _: Any) -> None:
    """Write-ahead logging, every commit on the disk before it is acknowledged, and foreign keys that hold."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _set_up_to_look(connection: Any, _: Any) -> None:
    """Nothing is changed, and words that are no words can be read: whoever checks the books must see all of them."""
    connection.isolation_level = None
    connection.cursor().execute("PRAGMA query_only=ON")
    connection.driver_connection.text_factory = partial(str, encoding="utf-8", errors="replace")
