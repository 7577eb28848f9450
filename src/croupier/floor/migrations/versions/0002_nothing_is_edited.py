"""Nothing is edited or deleted: the database itself refuses it."""

from alembic import op

revision = "0002"
down_revision = "0001"

WRITTEN_ONCE = ("tables", "log", "seeds", "rounds", "participants", "transfers", "commands", "house_log")
"""Tables whose rows stay as they were written."""


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for table in WRITTEN_ONCE:
            for verb in ("UPDATE", "DELETE"):
                op.execute(_sqlite_trigger(f"no_{verb.lower()}_of_{table}", f'{verb} ON "{table}"', table))
        op.execute(_sqlite_trigger("no_delete_of_holds", "DELETE ON holds", "holds"))
        op.execute(_sqlite_trigger("an_ended_hold_stays", "UPDATE ON holds WHEN OLD.state <> 'held'", "holds"))
        return
    op.execute(
        """CREATE FUNCTION nothing_is_edited() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'nothing in % is ever edited or deleted', TG_TABLE_NAME;
        END $$"""
    )
    for table in WRITTEN_ONCE:
        op.execute(_postgres_trigger(f"{table}_stays", f'UPDATE OR DELETE OR TRUNCATE ON "{table}" FOR EACH STATEMENT'))
    op.execute(_postgres_trigger("holds_stay", "DELETE OR TRUNCATE ON holds FOR EACH STATEMENT"))
    op.execute(_postgres_trigger("an_ended_hold_stays", "UPDATE ON holds FOR EACH ROW WHEN (OLD.state <> 'held')"))


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for table in WRITTEN_ONCE:
            for verb in ("update", "delete"):
                op.execute(f"DROP TRIGGER no_{verb}_of_{table}")
        op.execute("DROP TRIGGER no_delete_of_holds")
        op.execute("DROP TRIGGER an_ended_hold_stays")
        return
    op.execute("DROP FUNCTION nothing_is_edited() CASCADE")


def _sqlite_trigger(name: str, event: str, table: str) -> str:
    refusal = f"nothing in {table} is ever edited or deleted"
    return f"CREATE TRIGGER {name} BEFORE {event} BEGIN SELECT RAISE(ABORT, '{refusal}'); END"


def _postgres_trigger(name: str, event: str) -> str:
    return f"CREATE TRIGGER {name} BEFORE {event} EXECUTE FUNCTION nothing_is_edited()"
