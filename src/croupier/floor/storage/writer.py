"""The one way into the books: transactions one after another, and group commit for the batches of many tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import perf_counter
from typing import Final, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncEngine

from croupier.floor.storage.safekeeping.rollback_mark import RollbackMark
from croupier.floor.storage.schema import log
from croupier.floor.storage.write_batch import WriteBatch, write_batches

T = TypeVar("T")

MOST_TOGETHER: Final = 200
"""The most batches that are written in one transaction."""
Work = Callable[[Connection], T]
"""Statements to be carried out in one transaction."""


class Writer:
    """Writes to the books: to PostgreSQL by a connection of the pool, to a SQLite file by one thread.

    A SQLite file has one writer at a time: transactions wait for the thread in the order they come, without a lock of
    the file.

    Batches are written in the order they come, many in one transaction: while one is being put on the disk, what comes
    next gathers for the one after it. To put a transaction on the disk takes milliseconds, however little is in it, and
    a statement costs nearly the same for one row as for many. If one of the batches cannot be written none of them is:
    then each is tried alone, and fails alone. Nobody is answered before their batch is on the disk.
    """

    def __init__(self, engine: Engine | AsyncEngine, mark: RollbackMark) -> None:
        self._engine = engine
        self._mark = mark
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._waiting: list[tuple[WriteBatch, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None
        self.committed: Callable[[float, int], None] = lambda seconds, batches: None
        """Called after every group commit with the seconds that it took and the number of batches."""

    async def write(self, work: Work[T]) -> T:
        """Carry work out in one transaction: when this returns it is on the disk, and if it fails it left no trace."""
        if isinstance(self._engine, Engine):
            return await asyncio.get_running_loop().run_in_executor(self._thread, _transaction, self._engine, work)
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def commit(self, batch: WriteBatch) -> None:
        """Write a batch, with others that are waiting; it is on the disk when this returns, or left no trace."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((batch, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        await done

    async def close(self) -> None:
        """Finish what was begun."""
        if self._writing is not None:
            await self._writing
        self._thread.shutdown()
        if isinstance(self._engine, Engine):
            self._engine.dispose()

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                together, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
                await self._write_together(together)
        finally:
            self._writing = None

    async def _write_together(self, together: list[tuple[WriteBatch, asyncio.Future[None]]]) -> None:
        error: Exception | None = None
        try:
            await self._write_batches([batch for batch, _ in together])
        except Exception as failure:
            if len(together) > 1:
                for one in together:
                    await self._write_together([one])
                return
            error = failure
        for _, done in together:
            with suppress(asyncio.InvalidStateError):
                if error is None:
                    done.set_result(None)
                else:
                    done.set_exception(error)

    async def _write_batches(self, batches: Sequence[WriteBatch]) -> None:
        start = perf_counter()
        await self.write(lambda connection: write_batches(connection, batches))
        self.committed(perf_counter() - start, len(batches))
        if written := batches[-1].rows[log]:
            self._mark.note(written[-1])


def _transaction(engine: Engine, work: Work[T]) -> T:
    with engine.begin() as connection:
        return work(connection)
