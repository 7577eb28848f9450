"""The pit keeps how far neighbours' cards spoke for players' choices by the day too."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "pit_shown_by_day",
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table", _KEY, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("account", _KEY, primary_key=True, autoincrement=False),
        sa.Column("choices", sa.BigInteger, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
    )
    op.create_index("pit_shown_by_day_of_an_account", "pit_shown_by_day", ["account", "day"])
    op.execute(
        'INSERT INTO pit_shown_by_day SELECT hour / 24, "table", account, sum(choices), sum(score) FROM pit_shown'
        ' WHERE account > 0 GROUP BY hour / 24, "table", account'
    )
