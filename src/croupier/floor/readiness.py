"""Whether the house is open: its books answer and take what is written, and what other processes write is heard."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Final

from sqlalchemy import Connection, delete, insert, text
from sqlalchemy.exc import DBAPIError

from croupier.floor.clock import now
from croupier.floor.storage.database import OUT_OF_REACH
from croupier.floor.storage.schema import write_probes
from croupier.floor.tables.house import House

SECONDS: Final = 3.0
"""How long the books may take to answer."""
WRITTEN_SECONDS: Final = 2.0
"""How long books that could be written are not tried again: a full disk can still be read."""


class Readiness:
    """Asks the books, one question at a time: books that do not answer would be asked more and more."""

    def __init__(self, house: House) -> None:
        self.troubled = False
        """Whether somebody was turned away because the books could not be reached, and nothing was written since."""
        self._written = float("-inf")
        self._storage = house.storage
        self._hearing = house.hearing
        self._asking: asyncio.Task[bool] | None = None

    async def open(self) -> bool:
        """Whether the books answer in time."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        await asyncio.wait({self._asking}, timeout=SECONDS)
        return self._asking.done() and self._asking.result()

    async def _ask(self) -> bool:
        try:
            async with self._storage.reading() as connection:
                await connection.execute(text("SELECT 1"))
            if self.troubled or monotonic() - self._written > WRITTEN_SECONDS:
                await self._storage.writer.write(_probe)
                self.troubled, self._written = False, monotonic()
            await self._hearing.wait()
        except (DBAPIError, *OUT_OF_REACH):
            return False
        return True


def _probe(connection: Connection) -> None:
    """Write what was not there, for nothing is put on the disk where nothing changes."""
    connection.execute(delete(write_probes))
    connection.execute(insert(write_probes), {"time": now()})
