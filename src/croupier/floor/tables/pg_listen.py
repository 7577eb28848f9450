"""Hearing from PostgreSQL what other processes did, so that everybody at a table sees it."""

from __future__ import annotations

import asyncio
from typing import Final

from sqlalchemy.engine import URL, make_url

from croupier.floor.json_log import log_line
from croupier.floor.storage.postgres import connect
from croupier.floor.tables.house import House

CHANNEL: Final = "croupier_tables"
"""Where PostgreSQL tells every process which table's log has grown, and to which entry: `7:120`."""


async def listen(database: str, house: House) -> None:
    """Follow the channel on which every process says what it wrote; if the line is cut, connect again."""
    address = make_url(database)
    while True:
        try:
            await _follow(address, house)
        except Exception as error:
            log_line("listening interrupted", kind=type(error).__name__)
        await asyncio.sleep(0.2)


async def _follow(address: URL, house: House) -> None:
    grown: dict[int, int] = {}
    """Tables whose log has grown, each to the newest entry that was heard of."""
    woken = asyncio.Event()

    def hear(*said: object) -> None:
        table, sequence = map(int, str(said[-1]).split(":"))
        grown[table] = sequence
        woken.set()

    connection = await connect(address)
    try:
        await connection.add_listener(CHANNEL, hear)
        connection.add_termination_listener(lambda _: woken.set())
        for number in {live.id for live in house.in_memory()} | house.subscribers.tables():
            await _catch_up(house, number)
        house.hearing.set()
        while not connection.is_closed():
            await woken.wait()
            woken.clear()
            while grown:
                table = next(iter(grown))
                await _catch_up(house, table, grown.pop(table))
    finally:
        house.hearing.clear()
        await connection.close(timeout=1)


async def _catch_up(house: House, table: int, at_least: int | None = None) -> None:
    """Follow one table; if it cannot be, the others still are."""
    try:
        await house.catch_up(table, at_least)
    except Exception as error:
        log_line("table not followed", table=table, kind=type(error).__name__)
