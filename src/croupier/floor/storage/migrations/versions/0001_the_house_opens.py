"""The house opens."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

Serial = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", Serial, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False, unique=True),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("password", sa.Text),
        sa.Column("guest", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "books",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.Column("may_owe", sa.Boolean, nullable=False),
        sa.CheckConstraint("may_owe OR balance >= 0", name="no_wallet_below_zero"),
    )
    op.create_table(
        "commands",
        sa.Column("account", Serial, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("key", sa.String(80), primary_key=True),
        sa.Column("fingerprint", sa.LargeBinary, nullable=False),
        sa.Column("answer", sa.LargeBinary, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "house_log",
        sa.Column("id", Serial, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("actor", Serial),
        sa.Column("what", sa.String(40), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("previous", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["actor"], ["accounts.id"]),
        sa.UniqueConstraint("hash"),
        sa.UniqueConstraint("previous", name="one_chain"),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("account", Serial, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.create_table(
        "tables",
        sa.Column("id", Serial, primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("owner", Serial, sa.ForeignKey("accounts.id")),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "holds",
        sa.Column("id", Serial, primary_key=True),
        sa.Column("table", Serial, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("account", Serial, nullable=False),
        sa.Column("spot", sa.String(40), nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"]),
        sa.ForeignKeyConstraint(["table"], ["tables.id"]),
    )
    op.create_index("holds_of_a_round", "holds", ["table", "round"])
    op.create_table(
        "log",
        sa.Column("table", Serial, primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("actor", Serial),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("entry", sa.LargeBinary, nullable=False),
        sa.Column("previous", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["actor"], ["accounts.id"]),
        sa.ForeignKeyConstraint(["table"], ["tables.id"]),
    )
    op.create_index("log_by_round", "log", ["table", "round"])
    op.create_table(
        "participants",
        sa.Column("table", Serial, primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("account", Serial, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("net", sa.BigInteger, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"]),
        sa.ForeignKeyConstraint(["table"], ["tables.id"]),
    )
    op.create_index("rounds_of_an_account", "participants", ["account", "time"])
    op.create_table(
        "rounds",
        sa.Column("table", Serial, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("opened", sa.Integer, nullable=False),
        sa.Column("closed", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(8), nullable=False),
        sa.Column("shoe_round", sa.Integer, nullable=False),
        sa.Column("shoe_offset", sa.Integer, nullable=False),
        sa.Column("record", sa.LargeBinary),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "seeds",
        sa.Column("table", Serial, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("deck", sa.LargeBinary, nullable=False),
        sa.Column("shoe", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("table", Serial, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "transfers",
        sa.Column("id", Serial, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("debit", sa.String(80), nullable=False),
        sa.Column("credit", sa.String(80), nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("table", Serial),
        sa.Column("round", sa.Integer),
        sa.CheckConstraint("cents > 0", name="a_transfer_moves_something"),
        sa.ForeignKeyConstraint(["credit"], ["books.name"]),
        sa.ForeignKeyConstraint(["debit"], ["books.name"]),
        sa.ForeignKeyConstraint(["table"], ["tables.id"]),
    )
    op.create_index("ix_transfers_credit", "transfers", ["credit"])
    op.create_index("ix_transfers_debit", "transfers", ["debit"])
    op.create_index("transfers_of_a_round", "transfers", ["table", "round"])
    op.execute("INSERT INTO books (name, balance, may_owe) VALUES ('mint', 0, true)")
