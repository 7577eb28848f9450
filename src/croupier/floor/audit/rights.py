"""What was allowed: whether whoever made an entry of a table's log might, by their seat and by their role then."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from itertools import accumulate, pairwise
from operator import itemgetter

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.chips import dollars
from croupier.errors import InvariantError
from croupier.floor.clock import A_DAY, A_MINUTE
from croupier.floor.entries import (
    Answered,
    Back,
    Bought,
    Closed,
    Corrected,
    Entry,
    Leaving,
    Left,
    Paused,
    Proposed,
    Renamed,
    Renaming,
    Resumed,
    Revealed,
    RoundOpened,
    Sat,
    SeedsRedrawn,
    Voided,
    Withheld,
)
from croupier.floor.storage.schema import accounts, closings, house_log, tables
from croupier.floor.tables.account_limits import (
    CORRECTED_ALONE,
    MOST_CORRECTED,
    TABLES_EACH,
    VOIDED_ALONE,
    Deed,
    at_stake,
    day_is_passed,
)
from croupier.floor.tables.live_table import LiveTable, default_answer


class PeopleLines:
    """Who was given which role and name, and when, by the house's log."""

    def __init__(self) -> None:
        self._given: dict[int, list[tuple[int, str]]] = defaultdict(lambda: [(-A_DAY, "player")])
        self._names: dict[int, str] = {}
        self.named: dict[int, list[tuple[int, _Named]]] = defaultdict(list)
        """The names that accounts took, in their order."""
        self._now: dict[int, str] = {}
        self.alone: defaultdict[tuple[int, type[Deed]], list[tuple[int, Deed]]] = defaultdict(list)
        """By supervisor and kind, what they did without a second signature, and when."""

    async def read(self, connection: AsyncConnection) -> list[str]:
        """Read the log; whose role or name is not what it says. Without a line there is a player."""
        query = select(house_log).where(house_log.c.what.in_(("role", "named"))).order_by(house_log.c.id)
        for line in (await connection.execute(query)).all():
            with suppress(msgspec.MsgspecError):
                if line.what == "role":
                    role = msgspec.json.decode(line.body, type=_RoleGiven)
                    self._given[role.account].append((line.time, role.role))
                    self._names[role.account] = role.name
                else:
                    named = msgspec.json.decode(line.body, type=_Named, strict=False)
                    self.named[named.account].append((line.time, named))
                    self._names[named.account] = named.name
        wrong = []
        people = select(accounts.c.id, accounts.c.name, accounts.c.role, accounts.c.guest).order_by(accounts.c.id)
        for number, name, role, guest in (await connection.execute(people)).all():
            self._now[number] = name
            if role != (given := self._given[number][-1][1]):
                wrong.append(f"account {number} is a {role}; the house's log made it a {given}")
            if (called := self._names.get(number)) and name != called:
                wrong.append(f"account {number} is called {name!r}; the house's log has it as {called!r}")
            if number in self.named and guest != self.named[number][-1][1].guest:
                wrong.append(f"account {number} is {'a' if guest else 'no'} guest; the house's log has it otherwise")
        return wrong

    async def check_names(self, answered: Set[tuple[int, int]]) -> list[str]:
        """What is wrong with the names that were taken: each follows the one before, by a command of its owner."""
        wrong, taken = [], set[tuple[int, int]]()
        for account, lines in self.named.items():
            taken |= {(account, time) for time, _ in lines}
            wrong += [
                f"account {account} took a name as {then.was!r}; it was called {before.name!r}"
                for (_, before), (_, then) in pairwise(lines)
                if then.was != before.name
            ]
        wrong += [
            f"account {account} was named at {time} by no command of its own" for account, time in taken - answered
        ]
        wrong += [
            f"account {account} was answered a name at {time} that the house's log does not have"
            for account, time in answered - taken
        ]
        return wrong

    def check_days(self) -> list[str]:
        """Return who did more alone within a day than one supervisor may, by the logs of the tables."""
        wrong = []
        for (account, kind), done in self.alone.items():
            done.sort(key=itemgetter(0))
            first = 0
            for place, (time, _) in enumerate(done):
                while done[first][0] < time - A_DAY:
                    first += 1
                if day_is_passed((deed for _, deed in done[first : place + 1]), kind):
                    what = f"{kind.__name__.lower()} more in the day before {time} than one supervisor may alone"
                    wrong.append(f"account {account} {what}")
                    break
        return wrong

    def names(self, account: int, time: int) -> Set[str]:
        """The names that an account had about then, give or take the steps of a clock in a day."""
        lines = self.named.get(account)
        if not lines:
            return {self._now[account]} if account in self._now else set()
        return _about([(-A_DAY, lines[0][1].was), *((at, line.name) for at, line in lines)], time)

    def roles(self, account: int | None, time: int) -> Set[str]:
        """The roles that an account had about then."""
        return set() if account is None else _about(self._given[account], time)


def _about(lines: Sequence[tuple[int, str]], time: int) -> Set[str]:
    """What lines with their times say for a time, give or take the steps of a clock in a day."""
    first = bisect_right([given for given, _ in lines], time - A_DAY) - 1
    return {said for given, said in lines[max(first, 0) :] if given <= time + A_DAY}


class _Named(msgspec.Struct):
    account: int
    was: str
    name: str
    guest: bool


class _RoleGiven(msgspec.Struct):
    account: int
    role: str
    name: str


def wrong_by(live: LiveTable, entry: Entry, actor: int | None, roles: Set[str]) -> Iterator[str]:
    """What was not allowed about an entry, at the table as it was before it."""
    match entry:
        case Sat(seat, _, account, _):
            if account is not None and account != actor:
                yield f"seats account {account}, and was made by {_who(actor)}"
            elif account is not None and "player" not in roles:
                yield f"seats account {account}, which was no player"
        case Bought(seat) | Leaving(seat) | Back(seat) | Revealed(seat):
            yield from _by_its_player(live, seat, actor)
        case Left(seat):
            if seat not in live.leaving and actor is not None and "supervisor" not in roles:
                yield from _by_its_player(live, seat, actor)
        case Answered():
            yield from _wrong_answer(live, entry, actor)
        case RoundOpened():
            if actor is None or (live.seat_of(actor) is None and not roles & {"dealer", "supervisor"}):
                yield f"opens a round for {_who(actor)}, who neither sat there nor ran the house"
        case Withheld() | SeedsRedrawn() | Renaming() | Renamed():
            had_to_wait = isinstance(entry, Renamed) and live.renaming.get(entry.seat) == entry.player
            if actor is not None and not had_to_wait:
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
    elif entry.by == "absent" and seat not in live.leaving | live.away:
        yield f"answers for seat {seat} as for one who is away or leaves, which it does not"


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
    if not isinstance(entry, Corrected | Voided):
        raise InvariantError("neither a correction nor a void")
    if isinstance(entry, Corrected) and entry.account == actor:
        yield f"is corrected by {_who(actor)} for themselves"
    if (proposed := live.proposals.get(entry.proposal or 0)) is not None and proposed.by == actor:
        yield f"is signed by {_who(actor)}, who proposed it"


def beyond_limits(live: LiveTable, entry: Entry) -> Iterator[str]:
    """What one supervisor may not do alone, or nobody at all."""
    match entry:
        case Corrected(_, cents) if abs(cents) > MOST_CORRECTED:
            yield f"corrects {dollars(abs(cents))}; {dollars(MOST_CORRECTED)} is the most"
        case Corrected(_, cents, proposal=None) if abs(cents) > CORRECTED_ALONE:
            yield f"corrects {dollars(abs(cents))} with one signature"
        case Voided(proposal=None) if at_stake(live) > VOIDED_ALONE:
            yield f"calls off {dollars(at_stake(live))} with one signature"


async def check_open_tables(connection: AsyncConnection) -> list[str]:
    """Return who had more tables open at once than one account may; clocks may differ by a minute."""
    opened = select(tables.c.owner, tables.c.created, closings.c.time).where(tables.c.owner.is_not(None))
    steps: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for owner, created, closed in (await connection.execute(opened.select_from(tables.outerjoin(closings)))).all():
        steps[owner] += [(created, 1), *([] if closed is None else [(closed - A_MINUTE, -1)])]
    most = {owner: max(accumulate(step for _, step in sorted(some))) for owner, some in sorted(steps.items())}
    return [f"account {owner} had {many} tables open at once" for owner, many in most.items() if many > TABLES_EACH]


def _who(account: int | None) -> str:
    return "nobody" if account is None else f"account {account}"
