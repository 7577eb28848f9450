"""Rows that every command at a table writes: the statements are put into words once, and sent as they are from then on.

PostgreSQL is sent the rows of many tables in one statement, column by column: each statement is a way there and back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Final

from sqlalchemy import Connection, Delete, Dialect, Table, Update
from sqlalchemy.dialects import postgresql

Row = Mapping[str, Any]
_POSTGRES: Final[Dialect] = postgresql.dialect()  # type: ignore[no-untyped-call]


def insert_rows(connection: Connection, rows: Mapping[Table, Sequence[Row]], adding: Collection[Table] = ()) -> None:
    """Insert rows, all of a table having the same columns; in tables where they are added, to those that are there."""
    shapes = tuple((table, tuple(some[0]), table in adding) for table, some in rows.items() if some)
    if connection.dialect.name == "postgresql":
        if shapes:
            columns = tuple([row[name] for row in rows[table]] for table, names, _ in shapes for name in names)
            connection.exec_driver_sql(_all_at_once(shapes), columns)
        return
    for table, names, adds in shapes:
        places = ", ".join("?" * len(names))
        words = _insertion(table, names, adds, f"VALUES ({places})")
        connection.exec_driver_sql(words, [tuple(row[name] for name in names) for row in rows[table]])


def change_rows(connection: Connection, statement: Update | Delete, rows: Sequence[Row]) -> None:
    """Carry a statement out for every row, whose values are those that it leaves open."""
    if rows:
        words, values = _in_words(statement, connection.dialect)
        connection.exec_driver_sql(words, [values(row) for row in rows])


@lru_cache(maxsize=256)
def _all_at_once(shapes: tuple[tuple[Table, tuple[str, ...], bool], ...]) -> str:
    places, parts = count(1), []
    for table, names, adds in shapes:
        types = (table.c[name].type.compile(_POSTGRES) for name in names)
        columns = ", ".join(f"${next(places)}::{type}[]" for type in types)
        parts.append(f"to_{table.name} AS ({_insertion(table, names, adds, f'SELECT * FROM unnest({columns})')})")
    return f"WITH {', '.join(parts)} SELECT"


@lru_cache(maxsize=256)
def _insertion(table: Table, names: tuple[str, ...], adds: bool, source: str) -> str:
    words = f"INSERT INTO {table.name} ({_quoted(names)}) {source}"
    if adds:
        key = [column.name for column in table.primary_key]
        more = (f'"{name}" = {table.name}."{name}" + excluded."{name}"' for name in names if name not in key)
        words += f" ON CONFLICT ({_quoted(key)}) DO UPDATE SET {', '.join(more)}"
    return words


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


@lru_cache(maxsize=256)
def _in_words(statement: Update | Delete, dialect: Dialect) -> tuple[str, Callable[[Row], tuple[Any, ...]]]:
    """The words of a statement for a database, and a row's values in the order of their places."""
    compiled = statement.compile(dialect=dialect)
    places, fixed = compiled.positiontup or (), compiled.params
    return str(compiled), lambda row: tuple(row.get(name, fixed[name]) for name in places)
