"""The pit's counts in the database: added to in the transaction that writes what they count."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Table, delete, insert
from sqlalchemy.dialects import postgresql, sqlite

from croupier.floor.storage.schema import (
    pit_bets,
    pit_people,
    pit_people_by_day,
    pit_shoes,
    pit_shown,
    pit_shown_by_day,
    pit_tables,
    pit_wagers,
    pit_wagers_by_day,
)

COUNTED: Final = (pit_tables, pit_wagers, pit_people, pit_shoes, pit_bets, pit_wagers_by_day, pit_people_by_day)
"""What follows from the log alone."""
KEPT: Final = (*COUNTED, pit_shown_by_day)
"""In the order in which all processes write them."""
SUMS: Final = (
    (pit_wagers, pit_bets),
    (pit_wagers, pit_wagers_by_day),
    (pit_people, pit_people_by_day),
    (pit_shown, pit_shown_by_day),
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
        sums: defaultdict[tuple[Any, ...], Counter[str]] = defaultdict(Counter)
        for key, more in counts[of].items():
            named = {column.name: part for column, part in zip(of.primary_key, key, strict=True)}
            named["day"] = named["hour"] // 24
            sums[tuple(named[column.name] for column in into.primary_key)].update(more)
        whole[into] = sums
    return whole


def add_counts(connection: Connection, counted: Sequence[PitCounts]) -> None:
    """Add counts to those that are kept, always in the same order."""
    counted = list(map(with_sums, counted))
    for table in KEPT:
        together: defaultdict[tuple[Any, ...], Counter[str]] = defaultdict(Counter)
        for counts in counted:
            for key, more in counts[table].items():
                together[key].update(more)
        if together:
            statement = _ADD[connection.dialect.name, table.name]
            connection.execute(statement, [_row(table, key, together[key]) for key in sorted(together)])


def replace_counts(connection: Connection, number: int, counts: PitCounts) -> None:
    """Put the counts of one table of the house in place of those that are kept."""
    counts = with_sums(counts)
    for table in COUNTED:
        connection.execute(delete(table).where(table.c.table == number))
        rows = [_row(table, key, counts[table][key]) for key in sorted(counts[table])]
        if rows:
            connection.execute(insert(table), rows)


def differing(kept: PitCounts, counted: PitCounts) -> list[str]:
    """Where counts that are kept are not those that were counted; sums of scores are held against kept scores."""
    counted = with_sums(counted | {pit_shown: kept[pit_shown]})
    return [
        f"{table.name} has {dict(kept[table][key])} for {key}; the log makes {dict(counted[table][key])}"
        for table in KEPT
        for key in sorted(kept[table].keys() | counted[table].keys())
        if _of_some(kept[table][key]) != _of_some(counted[table][key])
    ]


def _of_some(counts: Counter[str]) -> dict[str, int]:
    return {column: count for column, count in counts.items() if count}


def kept_counts(rows: Iterable[tuple[Table, Any]]) -> PitCounts:
    """Counts as they are kept, from the rows of their tables."""
    counts = no_counts()
    for table, row in rows:
        told = row._mapping
        key = tuple(told[column.name] for column in table.primary_key)
        counts[table][key] = Counter({column: told[column] for column in _columns(table)})
    return counts


def _columns(table: Table) -> list[str]:
    return [column.name for column in table.columns if not column.primary_key]


def _row(table: Table, key: tuple[Any, ...], counts: Counter[str]) -> dict[str, Any]:
    names = (column.name for column in table.primary_key)
    return dict(zip(names, key, strict=True)) | {column: counts[column] for column in _columns(table)}


def _adding(dialect: str, table: Table) -> Any:
    new = (sqlite if dialect == "sqlite" else postgresql).insert(table)
    more = {column: table.c[column] + new.excluded[column] for column in _columns(table)}
    return new.on_conflict_do_update(index_elements=[column.name for column in table.primary_key], set_=more)


_ADD: Final = {(dialect, table.name): _adding(dialect, table) for dialect in ("sqlite", "postgresql") for table in KEPT}
