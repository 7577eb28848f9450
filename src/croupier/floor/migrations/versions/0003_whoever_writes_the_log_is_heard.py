"""Whoever writes to a table's log is heard by every process, when it is committed and not before."""

from alembic import op

revision = "0003"
down_revision = "0002"


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
    op.execute("CREATE TRIGGER the_log_has_grown AFTER INSERT ON log FOR EACH ROW EXECUTE FUNCTION the_log_has_grown()")


def downgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION the_log_has_grown() CASCADE")
