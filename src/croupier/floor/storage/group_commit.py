"""Group commit: while one transaction is being put on the disk, what comes next gathers for the one after it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

from croupier.floor.storage.write_batch import WriteBatch

MOST_TOGETHER: Final = 200
"""The most batches that are written in one transaction."""

Write = Callable[[Sequence[WriteBatch]], Awaitable[None]]


class GroupCommit:
    """Writes batches in the order they come, many in one transaction.

    To put a transaction on the disk takes milliseconds, however little is in it, and a statement costs nearly the same
    for one row as for many. If one of the batches cannot be written none of them is: then each is tried alone, and
    fails alone. Nobody is answered before their batch is on the disk.
    """

    def __init__(self, write: Write) -> None:
        self._write = write
        self._waiting: list[tuple[WriteBatch, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def commit(self, batch: WriteBatch) -> None:
        """Write a batch; it is on the disk when this returns, and if it fails it left no trace."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((batch, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        await done

    async def close(self) -> None:
        """Finish what was begun."""
        if self._writing is not None:
            await self._writing

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
            await self._write([batch for batch, _ in together])
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
