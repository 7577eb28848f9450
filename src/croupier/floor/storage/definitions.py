"""The definitions of the books: made in an empty database, refused if of another schema, compared with a scratch copy.

Definitions are tables with their checks, indexes and triggers; in PostgreSQL also functions, rules, and whether
triggers and row security are on. Those of extensions are left out.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from sqlalchemy import Connection, create_engine, insert, inspect, select, text

from croupier import __version__
from croupier.errors import Refused
from croupier.floor.money import MINT
from croupier.floor.storage.guards import guards
from croupier.floor.storage.schema import SCHEMA, books, books_schema, metadata

Definitions = dict[str, str]
"""By kind and name."""


def make_tables(connection: Connection) -> bool:
    """Make the books' tables in an empty database and return True; refuse tables of another schema."""
    if connection.dialect.name == "postgresql":
        # Of several programs that open an empty database one makes the tables.
        connection.execute(text("SELECT pg_advisory_xact_lock(8021)"))
    if _ours(connection):
        refuse_other(connection)
        return False
    _build(connection)
    return True


def refuse_other(connection: Connection) -> None:
    """Refuse a database without books, or with books of another schema."""
    names = _ours(connection)
    if not names:
        raise Refused("there are no books in this database; `croupier migrate` makes them")
    rows = [] if books_schema.name not in names else connection.execute(select(books_schema)).all()
    if len(rows) != 1:
        raise Refused(f"the tables in this database are not books of schema {SCHEMA}, which this program reads")
    (row,) = rows
    if row.number != SCHEMA:
        raise Refused(
            f"the books are of schema {row.number}, written by croupier {row.program}; "
            f"this is croupier {__version__}, which reads schema {SCHEMA}"
        )


def _ours(connection: Connection) -> set[str]:
    """Return the names of the books' tables that a database has."""
    return metadata.tables.keys() & inspect(connection).get_table_names()


def _build(connection: Connection) -> None:
    metadata.create_all(connection, checkfirst=False)
    for statement in guards(connection.dialect.name):
        connection.exec_driver_sql(statement)
    connection.execute(insert(books), {"name": MINT, "balance": 0, "may_owe": True})
    connection.execute(insert(books_schema), {"number": SCHEMA, "program": __version__})


def wrong_definitions(connection: Connection) -> list[str]:
    """Return what is missing, foreign or different in a database, compared with one made anew."""
    if connection.dialect.name == "sqlite":
        standing, expected = _in_sqlite(connection), _of_sqlite()
    else:
        standing, expected = _in_postgres(connection), _of_postgres(connection)
    return [
        *(f"the {name} is missing" for name in sorted(expected.keys() - standing.keys())),
        *(f"there is a {name}, which is not the house's" for name in sorted(standing.keys() - expected.keys())),
        *(
            f"the {name} is not what it was made: {standing[name]}"
            for name in sorted(expected.keys() & standing.keys())
            if expected[name] != standing[name]
        ),
    ]


def _in_sqlite(connection: Connection) -> Definitions:
    """Return the definitions in a SQLite file, without SQLite's own."""
    query = text("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    return {f"{kind} {name}": f"{table} {_in_line(sql)}" for kind, name, table, sql in connection.execute(query).all()}


@cache
def _of_sqlite() -> Definitions:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        _build(connection)
        made = _in_sqlite(connection)
    engine.dispose()
    return made


def _in_postgres(connection: Connection) -> Definitions:
    """Return the definitions in the schema that the house's tables are in."""
    rows = connection.execute(_POSTGRES).all()
    schema = connection.scalar(text("SELECT current_schema()"))
    return {f"{kind} {name}": _in_line(told.replace(f"{schema}.", "")) for kind, name, told in rows}


_made: Final[dict[int, Definitions]] = {}
"""By the version of the server, which words definitions in its own way."""


def _of_postgres(connection: Connection) -> Definitions:
    """Return the definitions of books made anew, in a schema that nobody else sees and that is rolled back."""
    version = int(connection.scalar(text("SHOW server_version_num")) or 0)
    if version not in _made:
        attempt = connection.begin_nested()
        try:
            connection.execute(text("CREATE SCHEMA croupier_as_made"))
            connection.execute(text("SET LOCAL search_path = croupier_as_made"))
            _build(connection)
            _made[version] = _in_postgres(connection)
        finally:
            attempt.rollback()
    return _made[version]


def _in_line(told: str | None) -> str:
    return " ".join((told or "").split())


_POSTGRES: Final = text(
    """
    SELECT 'trigger', tgname::text, CASE tgenabled WHEN 'O' THEN '' WHEN 'A' THEN '' ELSE 'off ' END
        || pg_get_triggerdef(t.oid, true)
    FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
    WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
    UNION ALL
    SELECT 'function', proname::text, concat_ws(' ', prokind, lanname, prosecdef, proconfig::text,
        pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), prosrc)
    FROM pg_proc p JOIN pg_language l ON l.oid = prolang WHERE pronamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
    UNION ALL
    SELECT 'constraint', relname::text || '.' || conname, pg_get_constraintdef(k.oid, true) || CASE WHEN convalidated
        AND NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgconstraint = k.oid AND tgenabled NOT IN ('O', 'A'))
        THEN '' ELSE ' off' END
    FROM pg_constraint k JOIN pg_class c ON c.oid = conrelid
    WHERE relnamespace = current_schema()::regnamespace AND contype <> 'n'
    UNION ALL
    SELECT 'index', relname::text, pg_get_indexdef(c.oid) FROM pg_class c
    WHERE relkind = 'i' AND relnamespace = current_schema()::regnamespace
    UNION ALL
    SELECT 'rule', tablename::text || '.' || rulename, definition FROM pg_rules WHERE schemaname = current_schema()
    UNION ALL
    SELECT 'table', relname::text, concat_ws(' ', relkind,
        CASE WHEN relrowsecurity OR relforcerowsecurity THEN 'row security:' END,
        string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod),
            CASE WHEN attnotnull THEN 'not null' END, pg_get_expr(adbin, adrelid)), ', ' ORDER BY attname))
    FROM pg_class c JOIN pg_attribute a ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped
    LEFT JOIN pg_attrdef d ON adrelid = c.oid AND adnum = attnum
    WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND relnamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = c.oid AND deptype = 'e')
    GROUP BY relname, relkind, relrowsecurity, relforcerowsecurity
    UNION ALL
    SELECT 'setting', 'session_replication_role of ' || coalesce(datname, 'all databases') || ' and ' ||
        coalesce(rolname, 'all'), array_to_string(setconfig, ', ')
    FROM pg_db_role_setting LEFT JOIN pg_database d ON d.oid = setdatabase LEFT JOIN pg_roles r ON r.oid = setrole
    WHERE setconfig::text LIKE '%session_replication_role%' AND setdatabase IN
        (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
    """
)
