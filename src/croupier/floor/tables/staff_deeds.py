"""Corrections and voids by supervisor, added up."""

from __future__ import annotations

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor.entries import Corrected, Voided
from croupier.floor.storage.schema import accounts, house_log
from croupier.floor.tables.limits import deeds


class StaffRate(msgspec.Struct, frozen=True):
    """What a supervisor has done with other people's money in some time."""

    account: int
    name: str
    corrections: int = 0
    paid: int = 0
    """Cents from the house to players."""
    taken: int = 0
    """Cents from players to the house."""
    voids: int = 0
    signed: int = 0
    """Of these, how many had a second signature."""


async def rates(connection: AsyncConnection, since: int) -> list[StaffRate]:
    """What everybody who was ever given a role has done since a moment."""
    given = (await connection.execute(select(house_log.c.body).where(house_log.c.what == "role"))).scalars()
    staff = {msgspec.json.decode(body, type=_RoleOf).account for body in given}
    people = select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(staff)).order_by(accounts.c.id)
    return [
        rate(person.id, person.name, await connection.run_sync(deeds, person.id, since))
        for person in (await connection.execute(people)).all()
    ]


class _RoleOf(msgspec.Struct):
    account: int


def rate(account: int, name: str, done: list[Corrected | Voided]) -> StaffRate:
    """A supervisor's deeds added up."""
    corrected = [deed.cents for deed in done if isinstance(deed, Corrected)]
    return StaffRate(
        account,
        name,
        len(corrected),
        sum(cents for cents in corrected if cents > 0),
        -sum(cents for cents in corrected if cents < 0),
        len(done) - len(corrected),
        sum(deed.proposal is not None for deed in done),
    )
