"""The pit keeps sums for pages of many days, and what was bet as shoes ran out; so all tables are counted again."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_ACCOUNT: dict[str, Any] = {"account": _KEY}
_BET: dict[str, Any] = {"wager": sa.String(80), "stake": sa.BigInteger()}
_RANKS = "23456789TJQKA"
_WAGERS, _PEOPLE = ("rounds", "handle", "won"), ("rounds", "decisions", "clocked", "voided")
_COUNTED: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "pit_bets": ("hour", _BET, _WAGERS),
    "pit_wagers_by_day": ("day", _ACCOUNT | _BET, _WAGERS),
    "pit_people_by_day": ("day", _ACCOUNT, _PEOPLE),
    "pit_shoes": (
        "hour",
        _ACCOUNT | {"wager": sa.String(80), "shoe": sa.BigInteger()},
        ("rounds", "staked", *(f"left_{rank}" for rank in _RANKS), *(f"staked_{rank}" for rank in _RANKS)),
    ),
}


def upgrade() -> None:
    for name, (period, keys, counts) in _COUNTED.items():
        op.create_table(
            name,
            sa.Column(period, sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("table", _KEY, sa.ForeignKey("tables.id"), primary_key=True),
            *(sa.Column(key, kind, primary_key=True, autoincrement=False) for key, kind in keys.items()),
            *(sa.Column(count, sa.BigInteger, nullable=False) for count in counts),
        )
        if "account" in keys:
            op.create_index(f"{name}_of_an_account", name, ["account", period])
    op.execute(
        'INSERT INTO pit_uncounted ("table") SELECT id FROM tables WHERE id NOT IN (SELECT "table" FROM pit_uncounted)'
    )
