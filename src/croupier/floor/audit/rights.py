"""What was allowed: whether whoever made an entry of a table's log might, by their seat and by their role then."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Set
from contextlib import suppress

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.chips import dollars
from croupier.floor.clock import A_DAY
from croupier.floor.entries import (
    Answered,
    Bought,
    ClientSeed,
    Closed,
    Corrected,
    Entry,
    Expired,
    Leaving,
    Left,
    Paused,
    Proposed,
    Resumed,
    Revealed,
    RoundOpened,
    Sat,
    SeedsRedrawn,
    Voided,
    Withheld,
)
from croupier.floor.storage.schema import accounts, house_log
from croupier.floor.tables.live_table import LiveTable, default_answer
from croupier.floor.tables.staff_deeds import CORRECTED_ALONE, MOST_CORRECTED, VOIDED_ALONE, at_stake


class StaffLines:
    """Who was given which role and when, by the house's log."""

    def __init__(self) -> None:
        self._given: dict[int, list[tuple[int, str]]] = defaultdict(lambda: [(-A_DAY, "player")])
        self._names: dict[int, str] = {}

    async def read(self, connection: AsyncConnection) -> list[str]:
        """Read the log; whose role or name is not what it says. Without a line there is a player."""
        query = select(house_log.c.time, house_log.c.body).where(house_log.c.what == "role").order_by(house_log.c.id)
        for time, body in (await connection.execute(query)).all():
            with suppress(msgspec.MsgspecError):
                line = msgspec.json.decode(body, type=_RoleGiven)
                self._given[line.account].append((time, line.role))
                self._names[line.account] = line.name or self._names.get(line.account, "")
        wrong = []
        people = select(accounts.c.id, accounts.c.name, accounts.c.role).order_by(accounts.c.id)
        for number, name, role in (await connection.execute(people)).all():
            if role != (given := self._given[number][-1][1]):
                wrong.append(f"account {number} is a {role}; the house's log made it a {given}")
            if (called := self._names.get(number)) and name != called:
                wrong.append(f"account {number} is called {name!r}; the house's log gave {called!r} its role")
        return wrong

    def roles(self, account: int | None, time: int) -> Set[str]:
        """The roles that an account had about then, give or take the steps of a clock in a day."""
        if account is None:
            return set()
        lines = self._given[account]
        first = bisect_right([given for given, _ in lines], time - A_DAY) - 1
        return {role for given, role in lines[max(first, 0) :] if given <= time + A_DAY}


class _RoleGiven(msgspec.Struct):
    account: int
    role: str
    name: str = ""


def wrong_by(live: LiveTable, entry: Entry, actor: int | None, roles: Set[str]) -> Iterator[str]:
    """What was not allowed about an entry, at the table as it was before it."""
    match entry:
        case Sat(seat, _, account, _):
            if account is not None and account != actor:
                yield f"seats account {account}, and was made by {_who(actor)}"
            elif account is not None and "player" not in roles:
                yield f"seats account {account}, which was no player"
        case Bought(seat) | Leaving(seat) | Revealed(seat) | ClientSeed(seat):
            yield from _by_its_player(live, seat, actor)
        case Left(seat):
            if seat not in live.leaving and actor is not None and "supervisor" not in roles:
                yield from _by_its_player(live, seat, actor)
        case Answered():
            yield from _wrong_answer(live, entry, actor)
        case RoundOpened():
            if actor is None or (live.seat_of(actor) is None and not roles & {"dealer", "supervisor"}):
                yield f"opens a round for {_who(actor)}, who neither sat there nor ran the house"
        case Withheld() | Expired() | SeedsRedrawn():
            if actor is not None:
                yield f"is the house's own doing, and was made by {_who(actor)}"
        case Closed():
            if actor is not None and "supervisor" not in roles:
                yield f"closes the table for {_who(actor)}, who was no supervisor"
        case Paused() | Resumed() | Voided() | Corrected() | Proposed():
            yield from _wrong_deed(live, entry, actor, roles)


def _by_its_player(live: LiveTable, seat: int, actor: int | None) -> Iterator[str]:
    if actor is None or live.accounts.get(seat) != actor:
        yield f"is for seat {seat} of {_who(live.accounts.get(seat))}, and was made by {_who(actor)}"


def _wrong_answer(live: LiveTable, entry: Answered, actor: int | None) -> Iterator[str]:
    """Players answer for themselves, the clock and the absent say what puts no more at risk."""
    seat, round = entry.seat, live.open_round
    default = default_answer(round, seat) if round is not None and seat in round.waiting else entry.answer
    if entry.by == "player":
        yield from _by_its_player(live, seat, actor)
    elif entry.by == "automatic":
        if seat in live.accounts:
            yield f"answers automatically for seat {seat} of {_who(live.accounts[seat])}"
    elif entry.by not in ("clock", "absent") or entry.answer != default:
        yield f"answers {entry.answer!r} for seat {seat} by {entry.by!r}, which would have said {default!r}"
    elif entry.by == "clock" and actor is not None:
        yield f"is the clock's answer for seat {seat}, and was made by {_who(actor)}"
    elif entry.by == "absent" and seat not in live.leaving:
        yield f"answers for seat {seat} as for one who leaves, which it does not"


def _wrong_deed(live: LiveTable, entry: Entry, actor: int | None, roles: Set[str]) -> Iterator[str]:
    what = type(entry).__name__.lower()
    if "supervisor" not in roles:
        yield f"is {what} by {_who(actor)}, who was no supervisor"
    if isinstance(entry, Paused | Resumed):
        return
    if actor is not None and live.seat_of(actor) is not None:
        yield f"is {what} by {_who(actor)}, who sat at the table"
    if isinstance(entry, Proposed):
        if entry.by != actor:
            yield f"is proposed by {_who(entry.by)}, and was made by {_who(actor)}"
        return
    assert isinstance(entry, Corrected | Voided)
    if isinstance(entry, Corrected) and entry.account == actor:
        yield f"is corrected by {_who(actor)} for themselves"
    if (proposed := live.proposals.get(entry.proposal or 0)) is not None and proposed.by == actor:
        yield f"is signed by {_who(actor)}, who proposed it"


def beyond_limits(live: LiveTable, entry: Entry) -> Iterator[str]:
    """What one supervisor may not do alone, or nobody at all."""
    match entry:
        case Corrected(_, cents) if abs(cents) > MOST_CORRECTED:
            yield f"corrects {dollars(abs(cents))}; {dollars(MOST_CORRECTED)} is the most"
        case Corrected(_, cents, proposal=msgspec.UNSET) if abs(cents) > CORRECTED_ALONE:
            yield f"corrects {dollars(abs(cents))} with one signature"
        case Voided(proposal=msgspec.UNSET) if at_stake(live) > VOIDED_ALONE:
            yield f"calls off {dollars(at_stake(live))} with one signature"


def _who(account: int | None) -> str:
    return "nobody" if account is None else f"account {account}"
