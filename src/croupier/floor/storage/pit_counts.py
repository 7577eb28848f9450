"""The pit's counts in the database: added to in the transaction that writes what they count."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from sqlalchemy import Table

from croupier.floor.storage.schema import (
    pit_bets,
    pit_people,
    pit_people_by_day,
    pit_tables,
    pit_wagers,
    pit_wagers_by_day,
)

KEPT: Final = (pit_tables, pit_wagers, pit_people, pit_bets, pit_wagers_by_day, pit_people_by_day)
"""In the order in which all processes write them."""
SUMS: Final = (
    (pit_wagers, pit_bets),
    (pit_wagers, pit_wagers_by_day),
    (pit_people, pit_people_by_day),
)
"""What is counted, and what is kept added up, so that pages of many days read little."""

PitCounts = defaultdict[Table, defaultdict[tuple[Any, ...], Counter[str]]]
"""By table of the database and by key, what is to be added to each column."""


def no_counts() -> PitCounts:
    """Nothing has been counted."""
    return defaultdict(lambda: defaultdict(Counter))


def with_sums(counts: PitCounts) -> PitCounts:
    """Counts and their sums."""
    whole = no_counts() | counts
    for of, into in SUMS:
        if of in counts:
            names, sums = _key(into), whole[into]
            for key, more in counts[of].items():
                named = dict(zip(_key(of), key, strict=True))
                named["day"] = named["hour"] // 24
                sums[tuple(named[name] for name in names)].update(more)
    return whole


def rows_to_add(counted: Iterable[PitCounts]) -> dict[Table, list[dict[str, Any]]]:
    """What is to be added to the counts that are kept, always in the same order."""
    together = no_counts()
    for counts in counted:
        for table, lines in counts.items():
            for key, more in lines.items():
                together[table][key].update(more)
    if not together:
        return {}
    together = with_sums(together)
    return {table: [_row(table, key, together[table][key]) for key in sorted(together[table])] for table in KEPT}


@cache
def _key(table: Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.primary_key)


@cache
def _columns(table: Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.columns if not column.primary_key)


def _row(table: Table, key: tuple[Any, ...], counts: Counter[str]) -> dict[str, Any]:
    return dict(zip(_key(table), key, strict=True)) | {column: counts[column] for column in _columns(table)}
