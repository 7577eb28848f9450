"""Whoever writes to a table's log is heard by every process, when it is committed and not before."""

from alembic import op

revision = "0003"
down_revision = "0002"


def guards(dialect: str) -> dict[str, str]:
    """The triggers by name."""
    name = "the_log_has_grown"
    event = f"AFTER INSERT ON log FOR EACH ROW EXECUTE FUNCTION {name}()"
    return {} if dialect == "sqlite" else {name: f"CREATE TRIGGER {name} {event}"}


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        return
    op.execute(
        """CREATE FUNCTION the_log_has_grown() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM pg_notify('croupier_tables', NEW."table" || ':' || NEW.sequence);
            RETURN NULL;
        END $$"""
    )
    for statement in guards("postgresql").values():
        op.execute(statement)
