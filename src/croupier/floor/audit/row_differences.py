"""The rows that a table's log makes, compared with those that are stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

from sqlalchemy import Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.errors import InvariantError
from croupier.floor.storage.pit_counts import KEPT
from croupier.floor.storage.schema import (
    closings,
    holds,
    participants,
    private_tables,
    rounds,
    seatings,
    tables,
    transfers,
)

Row = Mapping[str, Any]
Made = tuple[int, Row]
"""An entry of the log, and a row that it makes."""

CALLED: Final[dict[Table, str]] = {
    tables: "its place in the list of tables",
    private_tables: "its place among the private tables",
    closings: "its place among the closed tables",
    seatings: "seat {seat}",
    rounds: "round {round}",
    participants: "account {account} in round {round}",
    transfers: "transfer {id}",
    holds: "bet {id}",
}
"""The tables of the database that follow from logs, and the words for a row of each; the pit's counts follow too."""
NUMBERED: Final = (transfers, holds)
"""Those whose rows are told apart only by their order."""
MOST_TOLD: Final = 3
"""The most differences that are told of one table of the database."""


async def differences(
    connection: AsyncConnection, number: int, made: Mapping[Table, Sequence[Made]], to_the_end: bool
) -> list[str]:
    """Return how the rows of one table differ from those that its log makes.

    A log that could not be followed to its end makes no more than the rows that it has made so far.
    """
    wrong = []
    for table in (*CALLED, *KEPT):
        expected = made.get(table, ())
        owner = tables.c.id if table is tables else table.c.table
        query = select(table).where(owner == number).order_by(*table.primary_key)
        stored = [dict(row._mapping) for row in (await connection.execute(query)).all()]
        pairs = _in_order(expected, stored) if table in NUMBERED else _by_key(table, expected, stored)
        found = [said for one, row in pairs if one or to_the_end for said in _told(table, one, row)]
        wrong += found[:MOST_TOLD]
        if len(found) > MOST_TOLD:
            wrong.append(f"{len(found) - MOST_TOLD} more differences of this kind are in {table.name}")
    return wrong


def _in_order(expected: Sequence[Made], stored: Sequence[Row]) -> Iterator[tuple[Made | None, Row | None]]:
    """Pair the rows that lie between equal beginnings and equal ends, by their place."""
    first, last = 0, 0
    shorter = min(len(expected), len(stored))
    while first < shorter and _are_equal(expected[first], stored[first]):
        first += 1
    while last < shorter - first and _are_equal(expected[-1 - last], stored[-1 - last]):
        last += 1
    ours, theirs = expected[first : len(expected) - last], stored[first : len(stored) - last]
    return zip_longest(ours, theirs)


def _are_equal(one: Made, row: Row) -> bool:
    return all(row[column] == value for column, value in one[1].items())


def _by_key(table: Table, expected: Sequence[Made], stored: Sequence[Row]) -> Iterator[tuple[Made | None, Row | None]]:
    names = [column.name for column in table.primary_key]
    ours = {tuple(one[1][name] for name in names): one for one in expected}
    theirs = {tuple(row[name] for name in names): row for row in stored}
    yield from ((ours.get(key), theirs.get(key)) for key in ours | theirs)


def _told(table: Table, one: Made | None, row: Row | None) -> Iterator[str]:
    if one is None:
        if row is None:
            raise InvariantError("a row that was there is gone")
        yield f"{_called(table, row, whole=True)} is written down, but the log does not make it"
        return
    entry, expected = one
    if row is None:
        yield f"{_called(table, expected, whole=True)}, which entry {entry} makes, is not written down"
        return
    what = _called(table, row)
    for column, value in expected.items():
        if row[column] == value:
            continue
        if isinstance(value, bytes):
            yield f"{what}: its {column} is not what the log makes: it has been edited"
        else:
            yield f"{what}: {column} is {value} by the log (entry {entry}), {row[column]} as written down"


def _called(table: Table, row: Row, whole: bool = False) -> str:
    """Return the words for a row; where only the order tells rows apart, with all that is in it."""
    key = ", ".join(f"{column.name} {row.get(column.name)}" for column in table.primary_key if column.name != "table")
    words = CALLED.get(table, f"{table.name} of {key}").format_map({"id": ""} | dict(row)).strip()
    if not whole or table not in NUMBERED:
        return words
    facts = ", ".join(f"{name} {value}" for name, value in row.items() if name not in ("id", "table") and value)
    return f"{words} ({facts})"
