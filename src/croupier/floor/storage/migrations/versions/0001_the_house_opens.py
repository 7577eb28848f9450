"""The house opens."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("guest", sa.Boolean(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "books",
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("may_owe", sa.Boolean(), nullable=False),
        sa.CheckConstraint("may_owe OR balance >= 0", name="no_wallet_below_zero"),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "commands",
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("account", "key"),
    )
    op.create_table(
        "house_log",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("previous", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["actor"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("hash"),
        sa.UniqueConstraint("previous", name="one_chain"),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("token"),
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sessions_account"), ["account"], unique=False)

    op.create_table(
        "tables",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("owner", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "holds",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("spot", sa.String(length=40), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("holds", schema=None) as batch_op:
        batch_op.create_index("holds_of_a_round", ["table", "round"], unique=False)

    op.create_table(
        "log",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("entry", sa.LargeBinary(), nullable=False),
        sa.Column("previous", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["actor"],
            ["accounts.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table", "sequence"),
    )
    with op.batch_alter_table("log", schema=None) as batch_op:
        batch_op.create_index("log_by_round", ["table", "round"], unique=False)

    op.create_table(
        "participants",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table", "round", "account"),
    )
    with op.batch_alter_table("participants", schema=None) as batch_op:
        batch_op.create_index("rounds_of_an_account", ["account", "time"], unique=False)

    op.create_table(
        "rounds",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(length=8), nullable=False),
        sa.Column("shoe_round", sa.Integer(), nullable=False),
        sa.Column("shoe_offset", sa.Integer(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=True),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table", "round"),
    )
    op.create_table(
        "seeds",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("deck", sa.LargeBinary(), nullable=False),
        sa.Column("shoe", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table", "round"),
    )
    op.create_table(
        "snapshots",
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table", "sequence"),
    )
    op.create_table(
        "transfers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("debit", sa.String(length=80), nullable=False),
        sa.Column("credit", sa.String(length=80), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("table", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.CheckConstraint("cents > 0", name="a_transfer_moves_something"),
        sa.ForeignKeyConstraint(
            ["credit"],
            ["books.name"],
        ),
        sa.ForeignKeyConstraint(
            ["debit"],
            ["books.name"],
        ),
        sa.ForeignKeyConstraint(
            ["table"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("transfers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_transfers_credit"), ["credit"], unique=False)
        batch_op.create_index(batch_op.f("ix_transfers_debit"), ["debit"], unique=False)
        batch_op.create_index("transfers_of_a_round", ["table", "round"], unique=False)
    op.execute("INSERT INTO books (name, balance, may_owe) VALUES ('mint', 0, true)")


def downgrade() -> None:
    with op.batch_alter_table("transfers", schema=None) as batch_op:
        batch_op.drop_index("transfers_of_a_round")
        batch_op.drop_index(batch_op.f("ix_transfers_debit"))
        batch_op.drop_index(batch_op.f("ix_transfers_credit"))

    op.drop_table("transfers")
    op.drop_table("snapshots")
    op.drop_table("seeds")
    op.drop_table("rounds")
    with op.batch_alter_table("participants", schema=None) as batch_op:
        batch_op.drop_index("rounds_of_an_account")

    op.drop_table("participants")
    with op.batch_alter_table("log", schema=None) as batch_op:
        batch_op.drop_index("log_by_round")

    op.drop_table("log")
    with op.batch_alter_table("holds", schema=None) as batch_op:
        batch_op.drop_index("holds_of_a_round")

    op.drop_table("holds")
    op.drop_table("tables")
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sessions_account"))

    op.drop_table("sessions")
    op.drop_table("house_log")
    op.drop_table("commands")
    op.drop_table("books")
    op.drop_table("accounts")
