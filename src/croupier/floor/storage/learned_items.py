"""What people have learned, kept with their accounts as the coach's pages noted it; the house reads none of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import Connection, delete, insert, select

from croupier.floor.storage.schema import progress

Kind = Literal["decision", "round", "speed", "lesson"]
MOST: Final = 2000
"""Of each kind, how many an account has: the newest."""


class LearnedItem(msgspec.Struct, frozen=True):
    """A decision that was taken, a round that was played, the best of a speed drill, or a lesson that was opened."""

    kind: Kind
    key: str
    """What tells it from others of its kind; noted again under the same key, it is replaced."""
    time: int
    """When it was, in milliseconds since 1970, by the clock of whoever noted it."""
    body: dict[str, Any]
    """What was noted."""


def note(connection: Connection, account: int, items: Sequence[LearnedItem]) -> None:
    """Keep items of an account, in place of those with the same keys, and of each kind no more than `MOST`."""
    newest = {(item.kind, item.key): item for item in items}
    for kind in sorted({item.kind for item in items}):
        own = (progress.c.account == account) & (progress.c.kind == kind)
        noted = [item for item in newest.values() if item.kind == kind]
        connection.execute(delete(progress).where(own & progress.c.key.in_([item.key for item in noted])))
        connection.execute(insert(progress), [_row(account, item) for item in sorted(noted, key=lambda one: one.key)])
        beyond = select(progress.c.key).where(own).order_by(progress.c.time.desc(), progress.c.key).offset(MOST)
        if too_many := connection.execute(beyond.limit(MOST)).scalars().all():
            connection.execute(delete(progress).where(own & progress.c.key.in_(too_many)))


def _row(account: int, item: LearnedItem) -> dict[str, Any]:
    return {
        "account": account,
        "kind": item.kind,
        "key": item.key,
        "time": item.time,
        "body": msgspec.json.encode(item.body),
    }


def items_of(connection: Connection, account: int) -> list[LearnedItem]:
    """All that an account has, the oldest first."""
    query = select(progress).where(progress.c.account == account).order_by(progress.c.time, progress.c.key)
    rows = connection.execute(query).all()
    return [LearnedItem(row.kind, row.key, row.time, msgspec.json.decode(row.body)) for row in rows]


def forget(connection: Connection, account: int) -> int:
    """Delete all that an account has; how much it was."""
    return connection.execute(delete(progress).where(progress.c.account == account)).rowcount
