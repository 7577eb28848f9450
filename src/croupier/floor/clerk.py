"""The one writer of a SQLite file: whatever is waiting is written together and put on the disk once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]
"""Statements to be carried out in one transaction."""

TOGETHER = 200
"""The most that is written in one transaction."""


@dataclass(slots=True)
class _Waiting:
    work: Work[Any]
    done: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None


class Clerk:
    """Takes work in the order it comes.

    A file is flushed to the disk in milliseconds, however much was written to it. So while one transaction is flushed,
    work gathers; then all of it becomes the next. Each piece has a savepoint of its own and fails alone, and nobody is
    answered before the flush.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[_Waiting] = []
        self._writing: asyncio.Task[None] | None = None

    async def write(self, work: Work[T]) -> T:
        """Carry work out; it is on the disk when this returns, and if it fails it left no trace."""
        waiting = _Waiting(work, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        result: T = await waiting.done
        return result

    async def close(self) -> None:
        """Finish what was begun."""
        if self._writing is not None:
            await self._writing

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                together, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
                await self._write(together)
        finally:
            self._writing = None

    async def _write(self, together: list[_Waiting]) -> None:
        try:
            async with self._engine.begin() as connection:
                for waiting in together:
                    await self._carry_out(connection, waiting)
        except Exception as error:
            for waiting in together:
                waiting.error = error
        for waiting in together:
            with suppress(asyncio.InvalidStateError):
                if waiting.error is not None:
                    waiting.done.set_exception(waiting.error)
                else:
                    waiting.done.set_result(waiting.result)

    async def _carry_out(self, connection: AsyncConnection, waiting: _Waiting) -> None:
        savepoint = await connection.begin_nested()
        try:
            waiting.result = await waiting.work(connection)
        except Exception as error:
            await savepoint.rollback()
            waiting.error = error
        else:
            await savepoint.commit()
