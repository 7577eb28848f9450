"""Seeds have an epoch: those of a coming round may be drawn anew, beside the ones that are not used any more."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def guards(dialect: str) -> dict[str, str]:
    """The triggers by name; of those of earlier versions, what is another now."""
    if dialect != "sqlite":
        return {}
    there = 'SELECT 1 FROM "seeds" WHERE "table" = NEW."table" AND round = NEW.round AND epoch = NEW.epoch'
    when = f'EXISTS (SELECT 1 FROM "seeds" WHERE rowid = NEW.rowid) OR EXISTS ({there})'
    made = {
        "no_update_of_seeds": "UPDATE ON seeds",
        "no_delete_of_seeds": "DELETE ON seeds",
        "no_replacing_in_seeds": f"INSERT ON seeds WHEN {when}",
    }
    refusal = "SELECT RAISE(ABORT, 'nothing in seeds is ever edited or deleted')"
    return {name: f"CREATE TRIGGER {name} BEFORE {event} BEGIN {refusal}; END" for name, event in made.items()}


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        op.add_column("seeds", sa.Column("epoch", sa.Integer, nullable=False, server_default="1"))
        op.alter_column("seeds", "epoch", server_default=None)
        op.drop_constraint("seeds_pkey", "seeds")
        op.create_primary_key("seeds_pkey", "seeds", ["table", "round", "epoch"])
        return
    op.create_table(
        "new_seeds",
        sa.Column("table", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("epoch", sa.Integer, primary_key=True),
        sa.Column("deck", sa.LargeBinary, nullable=False),
        sa.Column("shoe", sa.LargeBinary, nullable=False),
    )
    op.execute('INSERT INTO new_seeds SELECT "table", round, 1, deck, shoe FROM seeds')
    op.drop_table("seeds")
    op.rename_table("new_seeds", "seeds")
    for statement in guards("sqlite").values():
        op.execute(statement)
