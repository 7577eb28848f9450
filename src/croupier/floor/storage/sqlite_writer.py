"""The one writer of a SQLite file: a thread that carries out one transaction after another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")

Work = Callable[[Connection], T]
"""Statements to be carried out in one transaction."""


class SqliteWriter:
    """A file has one writer at a time: transactions wait here in the order they come, without a lock of the file."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")

    async def write(self, work: Work[T]) -> T:
        """Carry work out; it is on the disk when this returns, and if it fails it left no trace."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, work)

    def _transaction(self, work: Work[T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    def close(self) -> None:
        """Finish what was begun."""
        self._thread.shutdown()
        self._engine.dispose()
