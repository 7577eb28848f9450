"""What one account may do: counted in the transaction that does it, and again by the audit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

import msgspec
from sqlalchemy import Connection, func, select, tuple_

from croupier.chips import dollars
from croupier.errors import Refused
from croupier.floor import clock, money
from croupier.floor.accounts import NotAllowed
from croupier.floor.entries import Corrected, Proposed, Sat, Voided, read_entry
from croupier.floor.storage import house_ledger as ledger
from croupier.floor.storage.commands import hold_accounts
from croupier.floor.storage.schema import accounts, closings, commands, house_log, log, tables
from croupier.floor.storage.write_batch import Limit
from croupier.floor.tables.live_table import Applied, LiveTable

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
TABLES_EACH: Final = 100
"""Open tables of one account."""
MOST_WALLET: Final = 10**13
"""The most that somebody may have in their wallet and still sit down, in cents."""
_PLACES_AT_ONCE: Final = 1000

Deed = Corrected | Voided


class NeedsSignature(Refused):
    """One supervisor has done so much alone in a day that another must sign this."""


def limit_of(applied: Sequence[Applied], account: int | None, moment: int) -> Limit | None:
    """Return the limit that a command at a table spends from, or None."""
    if account is None or not applied:
        return None
    entry = applied[0].entry
    if isinstance(entry, Sat):
        paid = sum(move.cents for move in applied[0].transfers if move.debit == money.wallet(account))
        return Limit(account, partial(_check_wallet, account, paid))
    if isinstance(entry, Corrected | Voided | Proposed):
        alone = entry if isinstance(entry, Corrected | Voided) and entry.proposal is None else None
        return Limit(account, partial(_check_deed, account, alone, moment))
    return None


def _check_wallet(account: int, paid: int, connection: Connection, role: str) -> None:
    if ledger.balance(connection, money.wallet(account)) + paid > MOST_WALLET:
        raise Refused(f"whoever has more than {dollars(MOST_WALLET)} has won enough")


def _check_deed(account: int, alone: Deed | None, moment: int, connection: Connection, role: str) -> None:
    """Refuse what is no supervisor's any more, and what passes the day's limit of one; the deed is written already."""
    if role != "supervisor":
        raise NotAllowed(f"that is for supervisors; your role is {role}")
    if alone is not None and day_is_passed(deeds(connection, account, moment - clock.A_DAY), type(alone)):
        raise NeedsSignature("that is more than one supervisor does in a day; another must sign it")


def day_is_passed(done: Iterable[Deed], kind: type[Deed]) -> bool:
    """Return True if the deeds of one kind and day without a second signature are too many for one supervisor."""
    alone = [deed for deed in done if isinstance(deed, kind) and deed.proposal is None]
    if kind is Voided:
        return len(alone) > VOIDS_A_DAY
    return sum(abs(deed.cents) for deed in alone if isinstance(deed, Corrected)) > CORRECTED_A_DAY


def deeds(connection: Connection, account: int, since: int) -> list[Deed]:
    """Return the corrections and voids that an account has made since a moment, found by its commands."""
    asked = select(commands.c.answer).where((commands.c.account == account) & (commands.c.time >= since))
    answers = (msgspec.json.decode(answer, type=_Place) for answer in connection.execute(asked).scalars())
    places = sorted({(told.table, told.round) for told in answers})
    found: list[Deed] = []
    for start in range(0, len(places), _PLACES_AT_ONCE):
        there = tuple_(log.c.table, log.c.round).in_(places[start : start + _PLACES_AT_ONCE])
        done = select(log.c.entry).where(there & (log.c.actor == account) & (log.c.time >= since))
        entries = map(read_entry, connection.execute(done).scalars())
        found += [entry for entry in entries if isinstance(entry, Corrected | Voided)]
    return found


class _Place(msgspec.Struct):
    table: int = 0
    round: int = 0


def check_tables(connection: Connection, account: int) -> None:
    """Refuse an account that has as many open tables as it may; others of its tables wait for this transaction."""
    hold_accounts(connection, [account])
    owned = select(func.count()).where((tables.c.owner == account) & tables.c.id.not_in(select(closings.c.table)))
    if (connection.scalar(owned) or 0) >= TABLES_EACH:
        raise Refused(f"you have {TABLES_EACH} open tables; that is the most for one account")


def is_for_two(live: LiveTable, deed: Deed) -> bool:
    """Return True if a deed takes two supervisors whatever one has done today; refuse what two may not do either."""
    if isinstance(deed, Voided):
        return at_stake(live) > VOIDED_ALONE
    if abs(deed.cents) > MOST_CORRECTED:
        raise Refused(f"a correction is {dollars(MOST_CORRECTED)} at most, not {dollars(abs(deed.cents))}")
    return abs(deed.cents) > CORRECTED_ALONE


def at_stake(live: LiveTable) -> int:
    """The cents on the betting spots of the open round."""
    seats = live.table.seats.values() if live.open_round else ()
    return sum(sum(seat.bets.values()) for seat in seats)


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


def rates(connection: Connection, since: int) -> list[StaffRate]:
    """Return what everybody who was ever given a role has done since a moment."""
    given = connection.execute(select(house_log.c.body).where(house_log.c.what == "role")).scalars()
    staff = {msgspec.json.decode(body, type=_RoleOf).account for body in given}
    people = select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(staff)).order_by(accounts.c.id)
    return [_rate(number, name, deeds(connection, number, since)) for number, name in connection.execute(people).all()]


class _RoleOf(msgspec.Struct):
    account: int


def _rate(account: int, name: str, done: list[Deed]) -> StaffRate:
    corrected = [deed.cents for deed in done if isinstance(deed, Corrected)]
    paid, taken = (sum(cents * way for cents in corrected if cents * way > 0) for way in (1, -1))
    signed = sum(deed.proposal is not None for deed in done)
    return StaffRate(account, name, len(corrected), paid, taken, len(done) - len(corrected), signed)
