"""Nothing is edited or deleted: the database itself refuses it."""

from alembic import op

revision = "0002"
down_revision = "0001"

WRITTEN_ONCE = ("tables", "log", "seeds", "rounds", "participants", "transfers", "commands", "house_log")
"""Tables whose rows stay as they were written."""


def guards(dialect: str) -> dict[str, str]:
    """The triggers by name."""
    if dialect == "sqlite":
        made = {
            f"no_{verb.lower()}_of_{table}": _sqlite_trigger(f'{verb} ON "{table}"', table)
            for table in WRITTEN_ONCE
            for verb in ("UPDATE", "DELETE")
        }
        made["no_delete_of_holds"] = _sqlite_trigger("DELETE ON holds", "holds")
        made["an_ended_hold_stays"] = _sqlite_trigger("UPDATE ON holds WHEN OLD.state <> 'held'", "holds")
    else:
        made = {
            f"{table}_stays": _postgres_trigger(f'UPDATE OR DELETE OR TRUNCATE ON "{table}" FOR EACH STATEMENT')
            for table in WRITTEN_ONCE
        }
        made["holds_stay"] = _postgres_trigger("DELETE OR TRUNCATE ON holds FOR EACH STATEMENT")
        made["an_ended_hold_stays"] = _postgres_trigger("UPDATE ON holds FOR EACH ROW WHEN (OLD.state <> 'held')")
    return {name: f"CREATE TRIGGER {name} {event}" for name, event in made.items()}


def upgrade() -> None:
    dialect = op.get_bind().dialect.name
    if dialect != "sqlite":
        op.execute(
            """CREATE FUNCTION nothing_is_edited() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                RAISE EXCEPTION 'nothing in % is ever edited or deleted', TG_TABLE_NAME;
            END $$"""
        )
    for statement in guards(dialect).values():
        op.execute(statement)


def _sqlite_trigger(event: str, table: str) -> str:
    return f"BEFORE {event} BEGIN SELECT RAISE(ABORT, 'nothing in {table} is ever edited or deleted'); END"


def _postgres_trigger(event: str) -> str:
    return f"BEFORE {event} EXECUTE FUNCTION nothing_is_edited()"
