"""Who is who: second factors, sessions that can be told apart, passwords that change, names that look alike."""

import sqlalchemy as sa
from alembic import op

from croupier.floor.names import skeleton

revision = "0007"
down_revision = "0006"

KEPT = ("id", "name", "guest", "created")
"""What stays of an account."""
_ONLY = "only_role_changes"


def guards(dialect: str) -> dict[str, str]:
    """The triggers by name; of those of earlier versions, what is another now."""
    if dialect == "sqlite":
        differs = " OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in ("rowid", *KEPT))
        refusal = "SELECT RAISE(ABORT, 'in accounts nothing but role and password ever changes')"
        return {_ONLY: f"CREATE TRIGGER {_ONLY} BEFORE UPDATE ON accounts WHEN {differs} BEGIN {refusal}; END"}
    only = "EXECUTE FUNCTION only_one_thing_changes('role and password')"
    return {_ONLY: f"CREATE TRIGGER {_ONLY} BEFORE UPDATE OF {', '.join(KEPT)} ON accounts FOR EACH STATEMENT {only}"}


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    dialect = op.get_bind().dialect.name
    op.add_column("sessions", sa.Column("began", sa.BigInteger))
    op.add_column("sessions", sa.Column("address", sa.String(45)))
    op.add_column("sessions", sa.Column("device", sa.String(120)))
    op.create_table(
        "second_factors",
        sa.Column("account", number, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("step", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("account", number, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    )
    op.create_table("write_probes", sa.Column("time", sa.BigInteger, primary_key=True))
    op.execute(f"DROP TRIGGER {_ONLY}" if dialect == "sqlite" else f"DROP TRIGGER {_ONLY} ON accounts")
    alike = op.create_table(
        "looks",
        sa.Column("account", number, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("skeleton", sa.String(200), nullable=False, index=True),
    )
    _fill(alike)
    for statement in guards(dialect).values():
        op.execute(statement)


def _fill(looks: sa.Table) -> None:
    accounts = sa.table("accounts", sa.column("id"), sa.column("name"), sa.column("guest", sa.Boolean))
    named = sa.select(accounts.c.id, accounts.c.name).where(sa.not_(accounts.c.guest))
    for number, name in op.get_bind().execute(named).all():
        op.get_bind().execute(sa.insert(looks), {"account": number, "skeleton": skeleton(name)[:200]})
