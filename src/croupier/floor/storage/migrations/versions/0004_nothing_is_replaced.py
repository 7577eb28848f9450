"""Nothing is replaced under its own key, and of books, bets and people only what must change does.

SQLite carries out REPLACE as a deletion that no trigger for deletions hears of. So whoever inserts is asked whether a
row has that key already, or that place in the file.
"""

from collections.abc import Iterator

from alembic import op

revision = "0004"
down_revision = "0003"

KEYS = {
    "accounts": ("name",),
    "tables": (),
    "log": ('"table", sequence',),
    "snapshots": ('"table", sequence',),
    "seeds": ('"table", round',),
    "rounds": ('"table", round',),
    "participants": ('"table", round, account',),
    "books": ("name",),
    "transfers": (),
    "holds": (),
    "commands": ("account, key",),
    "house_log": ("hash", "previous"),
}
"""What a row is known by, besides its place in the file."""

KEPT = {
    "accounts": ("role", ("id", "name", "password", "guest", "created")),
    "books": ("balance", ("name", "may_owe")),
    "holds": ("state", ("id", '"table"', "round", "account", "spot", "cents")),
}
"""Tables of which one column changes, which it is, and those that do not."""


def guards(dialect: str) -> dict[str, str]:
    """The triggers by name."""
    if dialect == "sqlite":
        return dict(_sqlite_guards())
    never = "EXECUTE FUNCTION nothing_is_edited()"
    made = {
        "snapshots_stay": f"BEFORE UPDATE OR DELETE OR TRUNCATE ON snapshots FOR EACH STATEMENT {never}",
        "accounts_stay": f"BEFORE DELETE OR TRUNCATE ON accounts FOR EACH STATEMENT {never}",
        "books_stay": f"BEFORE DELETE OR TRUNCATE ON books FOR EACH STATEMENT {never}",
    }
    for table, (changes, kept) in KEPT.items():
        only = f"EXECUTE FUNCTION only_one_thing_changes('{changes}')"
        made[f"only_{changes}_changes"] = f"BEFORE UPDATE OF {', '.join(kept)} ON {table} FOR EACH STATEMENT {only}"
    return {name: f"CREATE TRIGGER {name} {event}" for name, event in made.items()}


def upgrade() -> None:
    dialect = op.get_bind().dialect.name
    if dialect != "sqlite":
        op.execute(
            """CREATE FUNCTION only_one_thing_changes() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                RAISE EXCEPTION 'in % nothing but % ever changes', TG_TABLE_NAME, TG_ARGV[0];
            END $$"""
        )
    for statement in guards(dialect).values():
        op.execute(statement)


def _sqlite_guards() -> Iterator[tuple[str, str]]:
    for table, keys in KEYS.items():
        there = " OR ".join(_is_there(table, key) for key in ("rowid", *keys))
        yield _sqlite_guard(f"no_replacing_in_{table}", f'INSERT ON "{table}" WHEN {there}', _never(table))
    for table in ("accounts", "books", "snapshots"):
        yield _sqlite_guard(f"no_delete_of_{table}", f"DELETE ON {table}", _never(table))
    yield _sqlite_guard("no_update_of_snapshots", "UPDATE ON snapshots", _never("snapshots"))
    for table, (changes, kept) in KEPT.items():
        differs = " OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in ("rowid", *kept))
        refusal = f"in {table} nothing but {changes} ever changes"
        yield _sqlite_guard(f"only_{changes}_changes", f"UPDATE ON {table} WHEN {differs}", refusal)


def _is_there(table: str, key: str) -> str:
    same = " AND ".join(f"{column} = NEW.{column}" for column in key.split(", "))
    return f'EXISTS (SELECT 1 FROM "{table}" WHERE {same})'


def _never(table: str) -> str:
    return f"nothing in {table} is ever edited or deleted"


def _sqlite_guard(name: str, event: str, refusal: str) -> tuple[str, str]:
    return name, f"CREATE TRIGGER {name} BEFORE {event} BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
