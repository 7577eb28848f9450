"""Whether the house is open: its books answer and take what is written, and what other processes write is heard."""

from __future__ import annotations

import asyncio
from typing import Final

from sqlalchemy import Connection, text, update
from sqlalchemy.exc import DBAPIError

from croupier.floor.money import MINT
from croupier.floor.storage.database import OUT_OF_REACH
from croupier.floor.storage.schema import books
from croupier.floor.tables.house import House

SECONDS: Final = 3.0
"""How long the books may take to answer."""


class Readiness:
    """Asks the books, one question at a time: books that do not answer would be asked more and more."""

    def __init__(self, house: House) -> None:
        self.troubled = False
        """Whether somebody was turned away because the books could not be reached, and nothing was written since."""
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
            if self.troubled:
                await self._storage.write(_nothing_new)
                self.troubled = False
            async with self._storage.reading() as connection:
                await connection.execute(text("SELECT 1"))
            await self._hearing.wait()
        except (DBAPIError, *OUT_OF_REACH):
            return False
        return True


def _nothing_new(connection: Connection) -> None:
    """Write what is there already: a full disk can be read, but not written."""
    connection.execute(update(books).where(books.c.name == MINT).values(balance=books.c.balance))
