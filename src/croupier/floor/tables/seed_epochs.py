"""Coming seeds drawn anew under a new epoch, after a restore.

The house's log says that an epoch begins before any table does, and that it has begun when all have: a house that
stopped in between goes on with it when it is opened.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, func, select

from croupier.errors import Refused
from croupier.floor.entries import Entry, SeedsRedrawn
from croupier.floor.fairness.commit_reveal import RoundSeeds
from croupier.floor.storage import house_log
from croupier.floor.storage.commands import Command
from croupier.floor.storage.database import Storage
from croupier.floor.storage.keys.house_signer import check_signer, note_key
from croupier.floor.storage.keys.seed_seal import check_key
from croupier.floor.storage.schema import house_log as lines
from croupier.floor.storage.schema import seeds, tables
from croupier.floor.tables.house import House
from croupier.floor.tables.live_table import LiveTable


class EpochLine(msgspec.Struct, frozen=True):
    """What the house's log has of an epoch."""

    epoch: int
    last_table: int
    """The newest table when it began; those opened later draw their seeds in it anyway."""


async def make_ready(storage: Storage, after_restore: bool) -> None:
    """Refuse books that were rolled back, unless that is known; see that no seed is dealt that others may know."""
    async with storage.reading() as connection:
        await check_key(connection, storage.seal.file)
        storage.seal.check()
        await check_signer(connection, storage.signer.file)
    # Another house may write meanwhile: the mark is read before the moment at which the books are looked at.
    async with storage.reading() as connection:
        missing = await storage.mark.missing(connection)
    if missing and not after_restore:
        raise Refused(
            f"these books have been rolled back: {missing}, which was written last by the mark in {storage.mark.file}, "
            "is not in them; if they were restored from a copy, open with --after-restore, which calls open rounds "
            "off and draws all coming seeds anew"
        )
    await storage.writer.write(lambda connection: note_key(connection, storage.signer))
    if after_restore:
        storage.mark.forget()
        await storage.writer.write(begin)
    await go_on(storage)


def begin(connection: Connection) -> None:
    """Write down that a new epoch begins."""
    newest = select(lines.c.body).where(lines.c.what == "epoch").order_by(lines.c.id.desc()).limit(1)
    body = connection.scalar(newest)
    epoch = 2 if body is None else msgspec.json.decode(body, type=EpochLine).epoch + 1
    last_table = connection.scalar(select(func.max(tables.c.id))) or 0
    house_log.enter(connection, None, "epoch", epoch=epoch, last_table=last_table)


async def go_on(storage: Storage) -> None:
    """Draw the coming seeds of every table anew that has not done so in the newest epoch."""
    async with storage.reading() as connection:
        newest = select(lines.c.what, lines.c.body).where(lines.c.what.in_(("epoch", "epoch-begun")))
        line = (await connection.execute(newest.order_by(lines.c.id.desc()).limit(1))).first()
        if line is None or line.what == "epoch-begun":
            return
        begun = msgspec.json.decode(line.body, type=EpochLine)
        done = select(seeds.c.table).where(seeds.c.epoch == begun.epoch)
        left = select(tables.c.id).where((tables.c.id <= begun.last_table) & tables.c.id.not_in(done))
        numbers = (await connection.execute(left.order_by(tables.c.id))).scalars().all()
    house = House(storage)

    def plan(live: LiveTable) -> list[Entry]:
        drawn = live.next_seeds = RoundSeeds.draw()
        return [SeedsRedrawn(begun.epoch, drawn.commitments.deck, drawn.commitments.shoe)]

    for number in numbers:
        await house.do(number, Command(None), plan)
        house.forget(number)
    await storage.writer.write(lambda connection: house_log.enter(connection, None, "epoch-begun", epoch=begun.epoch))
