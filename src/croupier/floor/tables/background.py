"""Background tasks of a serving process: clocks that run out, empty tables, sessions that end, checkpoints."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from croupier.floor.accounts import CHECKED_SECONDS, Accounts
from croupier.floor.json_log import log_line
from croupier.floor.storage.safekeeping.checkpoints import EVERY_SECONDS
from croupier.floor.tables.house import House

CLOCK_SECONDS: Final = 0.5
EMPTY_TABLES_SECONDS: Final = 10.0
ENDED_SESSIONS_SECONDS: Final = 3600.0


async def run_clocks(house: House) -> None:
    """Answer for players whose time is out, also where a table had to be read again."""
    await house.take_up()
    for number in house.overdue():
        await _tried("clock", partial(house.run_out_clock, number))


def begin(house: House, people: Accounts) -> list[asyncio.Task[None]]:
    """Start all tasks."""
    return [
        asyncio.create_task(every(CLOCK_SECONDS, "clocks", partial(run_clocks, house))),
        asyncio.create_task(every(EMPTY_TABLES_SECONDS, "tables left", house.end_left)),
        asyncio.create_task(every(CHECKED_SECONDS, "sessions", people.check_sessions)),
        asyncio.create_task(every(ENDED_SESSIONS_SECONDS, "ended sessions", people.forget_ended_sessions)),
        asyncio.create_task(every(EVERY_SECONDS, "checkpoint", house.checkpoints.make)),
    ]


async def every(seconds: float, name: str, task: Callable[[], Awaitable[None]]) -> None:
    """Do something again and again, with so many seconds between."""
    while True:
        await _tried(name, task)
        await asyncio.sleep(seconds)


async def _tried(name: str, task: Callable[[], Awaitable[None]]) -> None:
    """Do something that may fail without ending what comes after it."""
    try:
        await task()
    except Exception as error:
        log_line("task failed", task=name, kind=type(error).__name__)
