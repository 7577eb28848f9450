"""Hearing from PostgreSQL what other processes did, so that everybody at a table sees it."""

from __future__ import annotations

import asyncio

import asyncpg
from sqlalchemy.engine import make_url

from croupier.floor.house import House
from croupier.floor.journal import journal
from croupier.floor.storage import CHANNEL


async def listen(database: str, house: House) -> None:
    """Follow the channel on which every process says what it wrote; if the line is cut, connect again."""
    address = make_url(database).set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            await _follow(address, house)
        except Exception as error:
            journal("listening interrupted", kind=type(error).__name__)
        await asyncio.sleep(0.2)


async def _follow(address: str, house: House) -> None:
    heard: asyncio.Queue[str | None] = asyncio.Queue()
    connection = await asyncpg.connect(address)
    try:
        await connection.add_listener(CHANNEL, lambda _, __, ___, payload: heard.put_nowait(str(payload)))
        connection.add_termination_listener(lambda _: heard.put_nowait(None))
        for number in {live.id for live in house.in_memory()} | house.subscribers.tables():
            await _catch_up(house, number)
        while (said := await heard.get()) is not None:
            table, _, sequence = said.partition(":")
            await _catch_up(house, int(table), int(sequence))
    finally:
        await connection.close(timeout=1)


async def _catch_up(house: House, table: int, at_least: int | None = None) -> None:
    """Follow one table; if it cannot be, the others still are."""
    try:
        await house.catch_up(table, at_least)
    except Exception as error:
        journal("table not followed", table=table, kind=type(error).__name__)
