"""Hearing from PostgreSQL what other processes did, so that everybody at a table sees it."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
from sqlalchemy.engine import make_url

from croupier.floor.house import CHANNEL, House
from croupier.floor.journal import journal


async def listen(database: str, house: House) -> None:
    """Follow the channel on which every process says what it wrote; if the line is cut, connect again."""
    address = make_url(database).set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            await _follow(address, house)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            journal("listening interrupted", kind=type(error).__name__)
            await asyncio.sleep(1)


async def _follow(address: str, house: House) -> None:
    heard: asyncio.Queue[int | None] = asyncio.Queue()
    connection = await asyncpg.connect(address)

    def hear(_: Any, __: int, ___: str, payload: object) -> None:
        heard.put_nowait(int(str(payload).partition(":")[0]))

    try:
        await connection.add_listener(CHANNEL, hear)
        connection.add_termination_listener(lambda _: heard.put_nowait(None))
        for live in house.in_memory():
            await house.catch_up(live.id)
        while (table := await heard.get()) is not None:
            await house.catch_up(table)
    finally:
        await connection.close(timeout=1)
