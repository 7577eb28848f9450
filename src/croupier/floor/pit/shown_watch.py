"""Hours that are over, scored by what neighbours' cards had to say for players' choices, from the rounds' records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from croupier.errors import Refused
from croupier.floor import clock
from croupier.floor.pit.shown_scores import RoundPlayed, ShownScore
from croupier.floor.storage.database import Storage
from croupier.floor.storage.pit_counts import add_counts, no_counts
from croupier.floor.storage.schema import participants, pit_shown, pit_tables, rounds, tables
from croupier.table.record import Record

EVERY_SECONDS: Final = 300.0
DAYS: Final = 7
"""How far back hours are scored that have not been."""
AN_HOUR: Final = 3600 * clock.SECOND
MOST_HOURS: Final = 24
"""Hours of one table that are scored together."""
NOBODY: Final = 0
"""The account of the row that says that an hour has been scored."""

Scorer = Callable[[bytes, str], Awaitable[bytes]]
"""Rounds as JSON and the name of their game, to scores as JSON: `score_rounds`, wherever it is worked out."""


async def score_hours(storage: Storage, score: Scorer) -> None:
    """Score what is over and has not been scored, the latest first."""
    now = clock.now() // AN_HOUR
    known = select(pit_shown.c.hour).where(
        (pit_shown.c.hour == pit_tables.c.hour) & (pit_shown.c.table == pit_tables.c.table)
    )
    due = (
        select(pit_tables.c.hour, pit_tables.c.table, tables.c.game)
        .join(tables, tables.c.id == pit_tables.c.table)
        .where((pit_tables.c.hour >= now - 24 * DAYS) & (pit_tables.c.hour < now) & ~known.exists())
        .order_by(pit_tables.c.hour.desc())
    )
    async with storage.reading() as connection:
        rows = (await connection.execute(due)).all()
    hours: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for hour, table, game in rows:
        hours[table, game].append(hour)
    for (table, game), pending in hours.items():
        for start in range(0, len(pending), MOST_HOURS):
            some = pending[start : start + MOST_HOURS]
            try:
                scores = await _scores(storage, table, game, some, score)
            except Refused:
                continue  # it took too long or too many questions wait: it is tried again
            await storage.write(lambda books, table=table, some=some, scores=scores: _keep(books, table, some, scores))  # type: ignore[misc]


async def _scores(storage: Storage, table: int, game: str, hours: Collection[int], score: Scorer) -> list[ShownScore]:
    """The scores of a table in some hours."""
    played = await _played(storage, table, hours)
    if not played:
        return []
    return msgspec.json.decode(await score(msgspec.json.encode(played), game), type=list[ShownScore])


async def _played(storage: Storage, table: int, hours: Collection[int]) -> list[RoundPlayed]:
    """The rounds of these hours in which two people or more took part."""
    within = rounds.c.time.between(min(hours) * AN_HOUR, (max(hours) + 1) * AN_HOUR - 1)
    of_table = (rounds.c.table == table) & within & (rounds.c.outcome == "settled")
    same = (participants.c.table == rounds.c.table) & (participants.c.round == rounds.c.round)
    seated = select(rounds.c.round, participants.c.seat, participants.c.account).join_from(rounds, participants, same)
    people: defaultdict[int, dict[int, int]] = defaultdict(dict)
    async with storage.reading() as connection:
        for number, seat, account in await connection.execute(seated.where(of_table)):
            people[number][seat] = account
        several = [number for number, accounts in people.items() if len(accounts) > 1]
        if not several:
            return []
        kept = await connection.execute(select(rounds.c.round, rounds.c.record, rounds.c.time).where(of_table))
        return [
            RoundPlayed(time // AN_HOUR, msgspec.json.decode(record, type=Record), people[number])
            for number, record, time in kept
            if record and number in several and time // AN_HOUR in hours
        ]


def _keep(books: Connection, table: int, hours: Collection[int], scores: Collection[ShownScore]) -> None:
    """Keep scores, and add those to their sums that no other process has kept meanwhile."""
    lines: list[dict[str, Any]] = [
        {"hour": hour, "table": table, "account": NOBODY, "choices": 0, "score": 0} for hour in hours
    ]
    lines += [{"table": table} | msgspec.structs.asdict(each) for each in scores]
    insert = (sqlite if books.dialect.name == "sqlite" else postgresql).insert(pit_shown)
    counts = no_counts()
    for row in books.execute(insert.on_conflict_do_nothing().returning(pit_shown), lines):
        if row.account != NOBODY:
            counts[pit_shown][row.hour, row.table, row.account].update(choices=row.choices, score=row.score)
    add_counts(books, counts)
