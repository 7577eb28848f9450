"""The pit counts rounds, bets and people by the hour; tables that were played at before are counted from their logs."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_COUNTED: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "pit_tables": (
        {},
        ("rounds", "voids", "seats", "pairs", "drop", "cashed", "pot_wagers", "pot_win", "corrected"),
    ),
    "pit_wagers": (
        {"account": _KEY, "wager": sa.String(80), "stake": sa.BigInteger()},
        ("rounds", "handle", "won"),
    ),
    "pit_people": ({"account": _KEY}, ("rounds", "decisions", "clocked", "voided")),
}


def upgrade() -> None:
    for name, (keys, counts) in _COUNTED.items():
        op.create_table(
            name,
            sa.Column("hour", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("table", _KEY, sa.ForeignKey("tables.id"), primary_key=True),
            *(sa.Column(key, kind, primary_key=True, autoincrement=False) for key, kind in keys.items()),
            *(sa.Column(count, sa.BigInteger, nullable=False) for count in counts),
        )
        if "account" in keys:
            op.create_index(f"{name}_of_an_account", name, ["account", "hour"])
    op.create_table(
        "pit_uncounted", sa.Column("table", _KEY, sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False)
    )
    op.execute('INSERT INTO pit_uncounted ("table") SELECT id FROM tables')
