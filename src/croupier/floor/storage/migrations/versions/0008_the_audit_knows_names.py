"""The house's log says by name who was given a role, and from where on the audit is strict about times and limits."""

import sqlalchemy as sa
from alembic import op

from croupier.floor.storage import house_log

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    books = op.get_bind()
    staff = books.execute(sa.text("SELECT id, role, name FROM accounts WHERE role <> 'player' ORDER BY id")).all()
    for account, role, name in staff:
        house_log.enter(books, None, "role", account=account, role=role, name=name)
    if transfer := books.scalar(sa.text("SELECT max(id) FROM transfers")):
        command = books.scalar(sa.text("SELECT max(time) FROM commands")) or 0
        house_log.enter(books, None, "audited-from", transfer=transfer, command=command)
