"""The pit keeps how far neighbours' cards spoke for players' choices."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "pit_shown",
        sa.Column("hour", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table", _KEY, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("account", _KEY, primary_key=True, autoincrement=False),
        sa.Column("choices", sa.BigInteger, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
    )
    op.create_index("pit_shown_of_an_account", "pit_shown", ["account", "hour"])
