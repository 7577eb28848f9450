"""What supervisors do over HTTP: pause or close a table, call a round off, settle a dispute."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from fastapi import APIRouter, Request

from croupier.errors import Refused
from croupier.floor.accounts import Account, NotAllowed
from croupier.floor.api.authorization import Commander, Supervisor, house_of
from croupier.floor.api.requests import CallOff, Correction, Reason, Signature
from croupier.floor.api.responses import Done
from croupier.floor.api.routes.table_commands import TableId, carried_out
from croupier.floor.api.struct_route import StructRoute
from croupier.floor.entries import Corrected, Entry, Paused, Proposed, Resumed, Voided
from croupier.floor.storage.commands import Conflict
from croupier.floor.tables.account_limits import Deed, NeedsSignature, is_for_two
from croupier.floor.tables.live_table import LiveTable
from croupier.floor.tables.past_rounds import seat_in_round

router = APIRouter(prefix="/api", tags=["house"], route_class=StructRoute)


@router.post("/tables/{table}/pause", summary="Pause a table")
async def pause(request: Request, table: TableId, body: Reason, by: Supervisor) -> Done:
    """No new round is dealt; the open one is played to its end."""
    return await carried_out(request, table, by, lambda live: [Paused(body.reason)])


@router.post("/tables/{table}/resume", summary="Resume a table")
async def resume(request: Request, table: TableId, by: Supervisor) -> Done:
    """The table deals again."""

    def plan(live: LiveTable) -> list[Entry]:
        if not live.paused:
            raise Refused(f"table {live.id} is not paused")
        return [Resumed()]

    return await carried_out(request, table, by, plan)


@router.post("/tables/{table}/close", summary="Close a table")
async def close(request: Request, table: TableId, body: Reason, by: Supervisor) -> Done:
    """End a table between rounds: everybody goes with their chips, and it leaves the lobby.

    A raked pot that holds money stays for new players, and its table with it.
    """
    return await carried_out(request, table, by, lambda live: live.closing(body.reason))


@router.post("/tables/{table}/void", summary="Call off the open round")
async def void(request: Request, table: TableId, body: CallOff, by: Supervisor) -> Done:
    """Everything is put back as it was before the round, and every bet released.

    Where much is at stake, or after many such rounds in a day, it is only proposed: another supervisor must sign it.
    """

    def deed(live: LiveTable) -> Voided:
        _stands_apart(live, by.me)
        if live.open_round is not None and body.round not in (None, live.round_number):
            raise Conflict(f"round {body.round} is over; round {live.round_number} is being played")
        return Voided(live.round_number, body.reason)

    return await _done_or_proposed(request, table, by, deed)


@router.post("/tables/{table}/corrections", summary="Settle a dispute")
async def correct(request: Request, table: TableId, body: Correction, by: Supervisor) -> Done:
    """A counter-entry between the house and a player's wallet, with its reason; nothing is edited.

    A large one, or one after others of the same day, is only proposed: another supervisor must sign it.
    """
    found = await seat_in_round(house_of(request), table, body.round, body.account)

    def deed(live: LiveTable) -> Corrected:
        _stands_apart(live, by.me)
        if body.account == by.me.id:
            raise NotAllowed("nobody settles a dispute of their own")
        if found is None:
            raise Refused(f"account {body.account} did not bet in a round {body.round} that is over at table {live.id}")
        return Corrected(body.account, body.cents, body.round, body.reason)

    return await _done_or_proposed(request, table, by, deed)


@router.post("/tables/{table}/signatures", summary="Sign what another supervisor proposes")
async def sign(request: Request, table: TableId, body: Signature, by: Supervisor) -> Done:
    """The second signature under a correction or a void, which is then carried out."""

    def plan(live: LiveTable) -> list[Entry]:
        _stands_apart(live, by.me)
        proposed = live.proposals.get(body.proposal)
        if proposed is None:
            waiting = ", ".join(map(str, live.proposals)) or "none"
            raise Refused(f"entry {body.proposal} of table {live.id} waits for no signature; waiting: {waiting}")
        if proposed.by == by.me.id:
            raise NotAllowed("the second signature is somebody else's")
        if isinstance(proposed.deed, Corrected) and proposed.deed.account == by.me.id:
            raise NotAllowed("nobody settles a dispute of their own")
        return [msgspec.structs.replace(proposed.deed, proposal=body.proposal)]

    return await carried_out(request, table, by, plan)


async def _done_or_proposed(request: Request, table: int, by: Commander, deed: Callable[[LiveTable], Deed]) -> Done:
    """Have a deed carried out, or proposed if one supervisor may not do it, or has done too much in the day."""

    def plan(live: LiveTable) -> list[Entry]:
        wanted = deed(live)
        return [Proposed(by.me.id, wanted) if is_for_two(live, wanted) else wanted]

    try:
        return await carried_out(request, table, by, plan)
    except NeedsSignature:
        return await carried_out(request, table, by, lambda live: [Proposed(by.me.id, deed(live))])


def _stands_apart(live: LiveTable, me: Account) -> None:
    """Refuse somebody who was made a supervisor while they sat here: they would judge their own bets."""
    if live.seat_of(me.id) is not None:
        raise NotAllowed(f"you sit at table {live.id}; somebody who does not must decide this")
