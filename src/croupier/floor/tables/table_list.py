"""The list of open tables: which stand on a page of it, without reading any table's log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, String, and_, case, cast, exists, func, literal, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor.storage.schema import accounts, books, closings, private_tables, rounds, seatings, tables


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which tables somebody wants to see: of a game, with words in their name or in that of somebody who sits there."""

    game: str = ""
    words: str = ""
    skip: int = 0
    limit: int = 100


async def listed_tables(connection: AsyncConnection, me: int | None, wanted: Wanted) -> tuple[Sequence[int], int]:
    """The numbers of the tables on a page, and how many there are on all.

    Where one sits comes first, then tables with people, and of each the newest. A private table stands in the list of
    those who opened it or sit there, and so does a table that was played at and of which nobody is left, unless its
    pot holds money.
    """
    seated = seatings.c.table == tables.c.id
    mine = exists().where(seated & (seatings.c.account == me))
    is_open = ~exists().where(closings.c.table == tables.c.id)
    private = exists().where(private_tables.c.table == tables.c.id)
    somebody = exists().where(seated & ~seatings.c.away)
    played = exists().where(rounds.c.table == tables.c.id)
    pot = exists().where((books.c.name == literal("pot:").concat(cast(tables.c.id, String))) & (books.c.balance > 0))
    shown = is_open & (mine | (tables.c.owner == me) | (~private & (somebody | ~played | pot)))
    if wanted.game:
        shown = shown & (tables.c.game == wanted.game)
    if wanted.words:
        shown = shown & _has(wanted.words)
    rank = case((mine, 0), (exists().where(seated), 1), else_=2)
    query = select(tables.c.id).where(shown).order_by(rank, tables.c.id.desc())
    numbers = (await connection.execute(query.offset(wanted.skip).limit(wanted.limit))).scalars().all()
    found = await connection.scalar(select(func.count()).select_from(tables).where(shown))
    return numbers, int(found or 0)


def _has(words: str) -> ColumnElement[bool]:
    there = and_(
        seatings.c.table == tables.c.id,
        accounts.c.id == seatings.c.account,
        func.lower(accounts.c.name).contains(words.lower(), autoescape=True),
    )
    return or_(func.lower(tables.c.name).contains(words.lower(), autoescape=True), exists().where(there))
