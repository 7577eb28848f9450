"""Triggers that keep the books: no row is edited, deleted or replaced, except in the columns that may change.

PostgreSQL also notifies every process of each entry of a table's log, when the transaction commits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlalchemy import Table, UniqueConstraint

from croupier.english import listed
from croupier.floor.storage import schema

MAY_CHANGE: Final[dict[Table, tuple[str, ...]]] = {
    schema.books_schema: (),
    schema.accounts: ("name", "role", "password", "guest"),
    schema.tables: (),
    schema.closings: (),
    schema.log: (),
    schema.snapshots: (),
    schema.seeds: (),
    schema.rounds: (),
    schema.participants: (),
    schema.books: ("balance",),
    schema.transfers: (),
    schema.holds: ("state",),
    schema.commands: (),
    schema.house_log: (),
}
"""The tables whose rows stay, and the columns of them that may change."""

_RENAMED: Final = "(NEW.name <> OLD.name OR NEW.guest <> OLD.guest)"
_BY_THE_LOG: Final = "in accounts a name changes only as the last line of the house log says"


def guards(dialect: str) -> Iterator[str]:
    """Yield the statements that make the triggers of a database."""
    yield from _sqlite_guards() if dialect == "sqlite" else _postgres_guards()


def _never(table: Table) -> str:
    return f"nothing in {table.name} is ever edited or deleted"


def _only(table: Table) -> str:
    return f"in {table.name} nothing but {listed(MAY_CHANGE[table])} ever changes"


def _in_the_log(account: str, name: str) -> str:
    """The condition that the newest line of the house's log gives the account its new name."""
    newest = "id = (SELECT max(id) FROM house_log) AND what = 'named'"
    return f"EXISTS (SELECT 1 FROM house_log WHERE {newest} AND {account} = NEW.id AND {name} = NEW.name)"


def _sqlite_guards() -> Iterator[str]:
    for table, may in MAY_CHANGE.items():
        yield _sqlite_guard(f"no_delete_of_{table.name}", f'DELETE ON "{table.name}"', _never(table))
        # REPLACE deletes rows without firing the triggers on DELETE, so an insert must not find its key taken.
        there = " OR ".join(_is_there(table, key) for key in (["rowid"], *_keys(table)))
        yield _sqlite_guard(f"no_replacing_in_{table.name}", f'INSERT ON "{table.name}" WHEN {there}', _never(table))
        if may:
            fixed = ("rowid", *(column.name for column in table.columns if column.name not in may))
            differs = " OR ".join(f'NEW."{name}" IS NOT OLD."{name}"' for name in fixed)
            yield _sqlite_guard(f"no_update_of_{table.name}", f'UPDATE ON "{table.name}" WHEN {differs}', _only(table))
        else:
            yield _sqlite_guard(f"no_update_of_{table.name}", f'UPDATE ON "{table.name}"', _never(table))
    ended = "UPDATE ON holds WHEN OLD.state <> 'held'"
    yield _sqlite_guard("an_ended_hold_stays", ended, _never(schema.holds))
    said = _in_the_log("json_extract(CAST(body AS TEXT), '$.account')", "json_extract(CAST(body AS TEXT), '$.name')")
    renamed = f"UPDATE ON accounts WHEN {_RENAMED} AND (NEW.guest > OLD.guest OR NOT {said})"
    yield _sqlite_guard("a_name_changes_by_the_log", renamed, _BY_THE_LOG)


def _sqlite_guard(name: str, event: str, refusal: str) -> str:
    return f"CREATE TRIGGER {name} BEFORE {event} BEGIN SELECT RAISE(ABORT, '{refusal}'); END"


def _keys(table: Table) -> Iterator[list[str]]:
    """Yield the columns of each key of a table, except one that is SQLite's rowid."""
    if table.autoincrement_column is None:
        yield [column.name for column in table.primary_key]
    # A set: sorted, so that every process generates the same words.
    yield from sorted([*unique.columns.keys()] for unique in table.constraints if isinstance(unique, UniqueConstraint))


def _is_there(table: Table, key: list[str]) -> str:
    same = " AND ".join(f'"{name}" = NEW."{name}"' for name in key)
    return f'EXISTS (SELECT 1 FROM "{table.name}" WHERE {same})'


def _postgres_guards() -> Iterator[str]:
    yield _postgres_function("refuse", "RAISE EXCEPTION '%', TG_ARGV[0];")
    for table, may in MAY_CHANGE.items():
        if may:
            fixed = ", ".join(f'"{column.name}"' for column in table.columns if column.name not in may)
            yield _postgres_guard(f"no_delete_of_{table.name}", "DELETE OR TRUNCATE", table, _never(table))
            yield _postgres_guard(f"no_update_of_{table.name}", f"UPDATE OF {fixed}", table, _only(table))
        else:
            every = "UPDATE OR DELETE OR TRUNCATE"
            yield _postgres_guard(f"no_change_of_{table.name}", every, table, _never(table))
    yield (
        "CREATE TRIGGER an_ended_hold_stays BEFORE UPDATE ON holds FOR EACH ROW WHEN (OLD.state <> 'held') "
        f"EXECUTE FUNCTION refuse('{_never(schema.holds)}')"
    )
    body = "convert_from(body, 'UTF8')::json"
    said = _in_the_log(f"({body} ->> 'account')::bigint", f"{body} ->> 'name'")
    yield _postgres_function(
        "a_name_is_in_the_log",
        f"IF (NEW.guest AND NOT OLD.guest) OR NOT {said} THEN RAISE EXCEPTION '{_BY_THE_LOG}'; END IF; RETURN NEW;",
    )
    yield (
        f"CREATE TRIGGER a_name_changes_by_the_log BEFORE UPDATE ON accounts FOR EACH ROW WHEN ({_RENAMED}) "
        "EXECUTE FUNCTION a_name_is_in_the_log()"
    )
    yield _postgres_function(
        "the_log_has_grown",
        "PERFORM pg_notify('croupier_tables', NEW.\"table\" || ':' || NEW.sequence); RETURN NULL;",
    )
    yield "CREATE TRIGGER the_log_has_grown AFTER INSERT ON log FOR EACH ROW EXECUTE FUNCTION the_log_has_grown()"


def _postgres_function(name: str, body: str) -> str:
    return f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$"


def _postgres_guard(name: str, event: str, table: Table, refusal: str) -> str:
    on = f'BEFORE {event} ON "{table.name}" FOR EACH STATEMENT'
    return f"CREATE TRIGGER {name} {on} EXECUTE FUNCTION refuse('{refusal}')"
