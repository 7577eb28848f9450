"""Where the books are written: statements of one piece of work after another, in one transaction each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, CursorResult, Engine

T = TypeVar("T")


class Pen(Protocol):
    """What the books are written with: a connection in a transaction."""

    async def execute(self, statement: Any, parameters: Any = None) -> CursorResult[Any]:
        """Carry out a statement."""
        ...

    async def scalar(self, statement: Any, parameters: Any = None) -> Any:
        """The first value that a query finds."""
        ...


Work = Callable[[Pen], Awaitable[T]]
"""Statements to be carried out in one transaction; it waits for nothing but them."""


class SqliteWriter:
    """The one place where a SQLite file is written, in a thread of its own.

    A file has one writer at a time. Here work waits its turn in the order it comes, and once it is at the desk none of
    its statements has to cross from one thread to another.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="desk")

    async def write(self, work: Work[T]) -> T:
        """Carry work out; it is on the disk when this returns, and if it fails it left no trace."""
        return await self.alone(lambda connection: carry_out(connection, work))

    async def alone(self, work: Callable[[Connection], T]) -> T:
        """Carry out work that wants the connection itself."""

        def in_a_transaction() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._thread, in_a_transaction)

    def close(self) -> None:
        """Finish what was begun."""
        self._thread.shutdown()
        self._engine.dispose()


class _OpenBook:
    """A connection whose answers are there as soon as they are awaited."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute(self, statement: Any, parameters: Any = None) -> CursorResult[Any]:
        result: CursorResult[Any] = self._connection.execute(statement, parameters)
        return result

    async def scalar(self, statement: Any, parameters: Any = None) -> Any:
        return self._connection.scalar(statement, parameters)


def carry_out(connection: Connection, work: Work[T]) -> T:
    """Carry work out on a connection that answers at once, so that no statement waits for a turn of the loop."""
    coroutine = work(_OpenBook(connection))
    assert isinstance(coroutine, Coroutine)
    try:
        coroutine.send(None)
    except StopIteration as finished:
        result: T = finished.value
        return result
    raise AssertionError("work on the books waits for nothing but the books")
