"""What a supervisor did with other people's money: corrections and voids, alone or with a second signature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.chips import dollars
from croupier.errors import Refused
from croupier.floor import clock
from croupier.floor.entries import Corrected, Proposed, Voided, read_entry
from croupier.floor.storage.schema import accounts, commands, house_log, log
from croupier.floor.tables.live_table import LiveTable

CORRECTED_ALONE: Final = 50_000
"""The largest correction that one supervisor makes alone, in cents."""
MOST_CORRECTED: Final = 1_000_000
"""The largest that two make."""
VOIDED_ALONE: Final = 100_000
"""The most that may be at stake in a round that one supervisor calls off alone, in cents."""
CORRECTED_A_DAY: Final = 200_000
"""What one supervisor corrects in a day, up and down together, without a second signature, in cents."""
VOIDS_A_DAY: Final = 20
"""Rounds that one supervisor calls off in a day without a second signature."""


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


async def deeds(connection: AsyncConnection, account: int, since: int) -> list[Corrected | Voided]:
    """The corrections and voids that an account has made since a moment, by the commands for them."""
    asked = select(commands.c.answer, commands.c.time).where(
        (commands.c.account == account) & (commands.c.time >= since)
    )
    found: list[Corrected | Voided] = []
    for answer, time in (await connection.execute(asked)).all():
        told = msgspec.json.decode(answer, type=_Place)
        done = (log.c.table == told.table) & (log.c.round == told.round) & (log.c.actor == account)
        for entry in (await connection.execute(select(log.c.entry).where(done & (log.c.time == time)))).scalars():
            deed = read_entry(entry)
            if isinstance(deed, Corrected | Voided):
                found.append(deed)
    return found


class _Place(msgspec.Struct):
    table: int = 0
    round: int = 0


async def rates(connection: AsyncConnection, since: int) -> list[StaffRate]:
    """What everybody who was ever given a role has done since a moment."""
    given = (await connection.execute(select(house_log.c.body).where(house_log.c.what == "role"))).scalars()
    staff = {msgspec.json.decode(body, type=_RoleOf).account for body in given}
    people = select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(staff)).order_by(accounts.c.id)
    return [
        rate(person.id, person.name, await deeds(connection, person.id, since))
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


def alone_or_proposed(
    live: LiveTable, deed: Corrected | Voided, by: int, done: list[Corrected | Voided]
) -> Iterator[Any]:
    """The deed itself, if one supervisor may do it who has done so much alone today, or else its proposal."""
    alone = [past for past in done if past.proposal is None]
    if isinstance(deed, Corrected):
        if abs(deed.cents) > MOST_CORRECTED:
            raise Refused(f"a correction is {dollars(MOST_CORRECTED)} at most, not {dollars(abs(deed.cents))}")
        today = sum(abs(past.cents) for past in alone if isinstance(past, Corrected)) + abs(deed.cents)
        too_much = abs(deed.cents) > CORRECTED_ALONE or today > CORRECTED_A_DAY
    else:
        too_much = at_stake(live) > VOIDED_ALONE or sum(isinstance(past, Voided) for past in alone) >= VOIDS_A_DAY
    yield Proposed(by, deed) if too_much else deed


def at_stake(live: LiveTable) -> int:
    """The cents on the betting spots of the open round."""
    seats = live.table.seats.values() if live.open_round else ()
    return sum(sum(seat.bets.values()) for seat in seats)


def a_day_ago() -> int:
    """The moment from which a day's deeds are counted."""
    return clock.now() - clock.A_DAY
