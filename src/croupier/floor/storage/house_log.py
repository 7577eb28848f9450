"""The house's own log, hash-chained like a table's: who was given a part in running it, and epochs of its seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor.clock import now
from croupier.floor.hash_chain import START, draw_salt, link
from croupier.floor.storage.commands import Conflict
from croupier.floor.storage.schema import house_log


def enter(connection: Connection, actor: int | None, what: str, **facts: str | int) -> int:
    """Write a line, and give its time; two that would follow the same one cannot both be written."""
    newest = select(house_log.c.hash).order_by(house_log.c.id.desc()).limit(1)
    previous = connection.scalar(newest) or START
    moment, body, salt = now(), msgspec.json.encode(facts), draw_salt()
    row = {
        "time": moment,
        "actor": actor,
        "what": what,
        "body": body,
        "salt": salt,
        "previous": previous,
        "hash": link(previous, salt, moment, actor, what.encode(), body),
    }
    try:
        connection.execute(insert(house_log), row)
    except IntegrityError:
        raise Conflict("somebody else wrote in the house's log at the same moment; try again") from None
    return moment


async def epochs_begun(connection: AsyncConnection) -> set[int]:
    """The epochs in which the house drew its coming seeds anew; the first, in which it was opened, is none of them."""
    query = select(house_log.c.body).where(house_log.c.what == "epoch")
    bodies = (await connection.execute(query)).scalars()
    return {int(msgspec.json.decode(body)["epoch"]) for body in bodies}


async def lines(connection: AsyncConnection, after: int, limit: int) -> Sequence[Row[Any]]:
    """The house's log in order."""
    query = select(house_log).where(house_log.c.id > after).order_by(house_log.c.id).limit(limit)
    return (await connection.execute(query)).all()


async def check_house_log(connection: AsyncConnection) -> list[str]:
    """What is wrong with the chain: nothing, if each line follows the one before and says what was hashed."""
    wrong = []
    last = START
    for row in (await connection.execute(select(house_log).order_by(house_log.c.id))).all():
        if row.previous != last:
            wrong.append(f"the house's log: line {row.id} does not follow the one before it")
        if link(row.previous, row.salt, row.time, row.actor, row.what.encode(), row.body) != row.hash:
            wrong.append(f"the house's log: line {row.id} is not what was hashed: it has been edited")
        last = row.hash
    return wrong
