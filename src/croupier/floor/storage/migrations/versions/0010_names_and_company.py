"""Names that change by the house's log, private tables and who was let in, who sits where, and what people learned."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_ONLY = "only_role_changes"
_NAMED = "a_name_changes_by_the_log"
_REFUSAL = "in accounts nothing but role and password ever changes"
_BY_THE_LOG = f"{_REFUSAL}, and a name only as the last line of the house log says"
_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def guards(dialect: str) -> dict[str, str]:
    """The triggers by name; of those of earlier versions, what is another now."""
    renamed = "(NEW.name <> OLD.name OR NEW.guest <> OLD.guest)"
    if dialect == "sqlite":
        differs = " OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in ("rowid", "id", "created"))
        said = _said("json_extract(CAST(body AS TEXT), '$.account')", "json_extract(CAST(body AS TEXT), '$.name')")
        refuse = "BEGIN SELECT RAISE(ABORT, '{}'); END"
        return {
            _ONLY: f"CREATE TRIGGER {_ONLY} BEFORE UPDATE ON accounts WHEN {differs} {refuse.format(_REFUSAL)}",
            _NAMED: f"CREATE TRIGGER {_NAMED} BEFORE UPDATE ON accounts "
            f"WHEN {renamed} AND (NEW.guest > OLD.guest OR NOT {said}) {refuse.format(_BY_THE_LOG)}",
        }
    only = "EXECUTE FUNCTION only_one_thing_changes('role and password')"
    return {
        _ONLY: f"CREATE TRIGGER {_ONLY} BEFORE UPDATE OF id, created ON accounts FOR EACH STATEMENT {only}",
        _NAMED: f"CREATE TRIGGER {_NAMED} BEFORE UPDATE ON accounts FOR EACH ROW "
        f"WHEN {renamed} EXECUTE FUNCTION a_name_is_in_the_log()",
    }


def _said(account: str, name: str) -> str:
    """Whether the newest line of the house's log gives the account its new name."""
    newest = "id = (SELECT max(id) FROM house_log) AND what = 'named'"
    return f"EXISTS (SELECT 1 FROM house_log WHERE {newest} AND {account} = NEW.id AND {name} = NEW.name)"


def upgrade() -> None:
    books = op.get_bind()
    dialect = books.dialect.name
    for name, columns in {
        "private_tables": (sa.Column("table", _KEY, sa.ForeignKey("tables.id"), primary_key=True),),
        "admissions": (
            sa.Column("table", _KEY, sa.ForeignKey("tables.id"), primary_key=True),
            sa.Column("account", _KEY, sa.ForeignKey("accounts.id"), primary_key=True),
            sa.Column("invite", sa.String(64), nullable=False),
        ),
        "seatings": (
            sa.Column("table", _KEY, sa.ForeignKey("tables.id"), primary_key=True),
            sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("account", _KEY, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        ),
        "progress": (
            sa.Column("account", _KEY, sa.ForeignKey("accounts.id"), primary_key=True),
            sa.Column("kind", sa.String(12), primary_key=True),
            sa.Column("key", sa.String(80), primary_key=True),
            sa.Column("time", sa.BigInteger, nullable=False),
            sa.Column("body", sa.LargeBinary, nullable=False),
        ),
    }.items():
        op.create_table(name, *columns)
    _let_looks_be_several()
    _seat()
    op.execute(f"DROP TRIGGER {_ONLY}" if dialect == "sqlite" else f"DROP TRIGGER {_ONLY} ON accounts")
    if dialect != "sqlite":
        said = _said(
            "(convert_from(body, 'UTF8')::json ->> 'account')::bigint", "convert_from(body, 'UTF8')::json ->> 'name'"
        )
        op.execute(
            f"""CREATE FUNCTION a_name_is_in_the_log() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF (NEW.guest AND NOT OLD.guest) OR NOT {said} THEN
                    RAISE EXCEPTION '{_BY_THE_LOG}';
                END IF;
                RETURN NEW;
            END $$"""
        )
    for statement in guards(dialect).values():
        op.execute(statement)


def _let_looks_be_several() -> None:
    """An account's former names stay its own, so that nobody else is taken for it."""
    op.drop_index("ix_looks_skeleton", "looks")
    op.rename_table("looks", "looks_of_one_name")
    op.create_table(
        "looks",
        sa.Column("account", _KEY, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("skeleton", sa.String(200), nullable=False, index=True),
        sa.PrimaryKeyConstraint("account", "skeleton", name="a_look_of_an_account"),
    )
    op.execute("INSERT INTO looks (account, skeleton) SELECT account, skeleton FROM looks_of_one_name")
    op.drop_table("looks_of_one_name")


def _seat() -> None:
    """Who sits at tables that have not ended, by their logs."""
    books, seated = op.get_bind(), dict[tuple[int, int], int]()
    entries = 'SELECT "table", entry FROM log WHERE "table" NOT IN (SELECT "table" FROM closings)'
    for table, entry in books.execute(sa.text(f'{entries} ORDER BY "table", sequence')):
        if b'"sat"' in bytes(entry) or b'"left"' in bytes(entry):
            told = json.loads(bytes(entry))
            if told["entry"] == "sat" and told["account"] is not None:
                seated[table, told["seat"]] = told["account"]
            elif told["entry"] == "left":
                seated.pop((table, told["seat"]), None)
    for (table, seat), account in seated.items():
        books.execute(
            sa.text('INSERT INTO seatings ("table", seat, account) VALUES (:table, :seat, :account)'),
            {"table": table, "seat": seat, "account": account},
        )
