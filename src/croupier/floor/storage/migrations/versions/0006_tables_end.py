"""Tables end: which are closed is kept beside the list of tables, in which nothing is edited."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def guards(dialect: str) -> dict[str, str]:
    """The triggers by name."""
    if dialect == "sqlite":
        there = "EXISTS (SELECT 1 FROM closings WHERE {0} = NEW.{0})"
        known = " OR ".join(there.format(key) for key in ("rowid", '"table"'))
        made = {
            "no_update_of_closings": "UPDATE ON closings",
            "no_delete_of_closings": "DELETE ON closings",
            "no_replacing_in_closings": f"INSERT ON closings WHEN {known}",
        }
        never = "BEGIN SELECT RAISE(ABORT, 'nothing in closings is ever edited or deleted'); END"
        return {name: f"CREATE TRIGGER {name} BEFORE {event} {never}" for name, event in made.items()}
    event = "BEFORE UPDATE OR DELETE OR TRUNCATE ON closings FOR EACH STATEMENT"
    return {"closings_stays": f"CREATE TRIGGER closings_stays {event} EXECUTE FUNCTION nothing_is_edited()"}


def upgrade() -> None:
    op.create_table(
        "closings",
        sa.Column(
            "table", sa.BigInteger().with_variant(sa.Integer, "sqlite"), sa.ForeignKey("tables.id"), primary_key=True
        ),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
    for statement in guards(op.get_bind().dialect.name).values():
        op.execute(statement)
