"""A live table over a WebSocket: the whole view first, then what happens, in order, each seat seeing its own."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Path, Query, WebSocket, WebSocketDisconnect
from sqlalchemy.exc import DBAPIError
from starlette.websockets import WebSocketState

from croupier.errors import Refused
from croupier.floor.accounts import CHECKED_SECONDS, SESSION_ENDED, Account
from croupier.floor.api.authorization import accounts_of, address_of, house_of, know, token_of
from croupier.floor.api.connection_limits import ConnectionLimits
from croupier.floor.api.rate_limit import RateLimit, TooMany
from croupier.floor.api.requests import LARGEST
from croupier.floor.storage.database import OUT_OF_REACH
from croupier.floor.tables.seat_messages import message
from croupier.floor.tables.subscribers import Subscription

router = APIRouter()

SLOWEST_SECONDS = 10.0
"""How long a message may take to be sent before the reader is given up."""
REFUSED, GOING_AWAY, TRY_LATER = 1008, 1001, 1013
UNINVITED = "the link to this table is no longer good; ask for the new one"
TOO_SLOW = TRY_LATER, "too slow: connect again and say what you saw last"


@router.websocket("/api/tables/{table}/live")
async def live_table(
    socket: WebSocket,
    table: Annotated[int, Path(ge=1, le=LARGEST)],
    after: Annotated[int | None, Query(ge=0, le=LARGEST)] = None,
) -> None:
    """Follow a table. With `after`, the number of the last entry seen, what was missed comes first.

    Without a session it is watched as everybody sees it. Nothing is taken from the client; commands go over HTTP, where
    each has its key.
    """
    # A client is told the reason of a close only on a line that was opened.
    await socket.accept()
    why = GOING_AWAY, ""
    try:
        token = token_of(socket)
        account = await accounts_of(socket).who(token, CHECKED_SECONDS) if token else None
        if account is not None:
            know(socket, account)
        lines: ConnectionLimits = socket.app.state.lines
        with lines.hold(address_of(socket), account):
            why = await _follow(socket, table, after, account)
    except TooMany as error:
        why = TRY_LATER, str(error)
    except Refused as error:
        why = REFUSED, str(error)
    except (DBAPIError, *OUT_OF_REACH):
        why = TRY_LATER, "the books cannot be reached; connect again and say what you saw last"
    finally:
        if WebSocketState.DISCONNECTED not in (socket.client_state, socket.application_state):
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(why[0], why[1][:120])


async def _follow(socket: WebSocket, table: int, after: int | None, account: Account | None) -> tuple[int, str]:
    """Tell what was missed and what happens, until either side ends it; how it ended."""
    house = house_of(socket)
    await house.table_for(table, account)
    live = await (house.table(table) if after is None else house.table_since(table, after))
    if not house.invitations.lets_in(live, account):
        raise Refused(UNINVITED)
    invite = None if house.invitations.needs_no_link(live, account) else live.invite
    subscription = Subscription(account.id if account else None, live.sequence, invite)
    house.subscribers.add(table, subscription)
    first = message(live, subscription.seat(live), live.sequence if after is None else min(after, live.sequence))
    try:
        await _send(socket, first)
        return await _pump(socket, subscription)
    except (TimeoutError, WebSocketDisconnect, RuntimeError):
        return TOO_SLOW
    finally:
        house.subscribers.remove(table, subscription)


async def _pump(socket: WebSocket, subscription: Subscription) -> tuple[int, str]:
    """Send what comes until either side ends it; how it ended."""
    tasks = {asyncio.create_task(_send_all(socket, subscription)), asyncio.create_task(_refuse_talk(socket))}
    if token := token_of(socket):
        tasks.add(asyncio.create_task(_session_ends(socket, token)))
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return done.pop().result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _send_all(socket: WebSocket, subscription: Subscription) -> tuple[int, str]:
    while (words := await subscription.queue.get()) is not None:
        await _send(socket, words)
    return (REFUSED, UNINVITED) if subscription.uninvited else TOO_SLOW


async def _refuse_talk(socket: WebSocket) -> tuple[int, str]:
    """Read until the client goes; a client that says more than a ping now and then is told that nothing is taken."""
    pings = RateLimit(burst=10, per_second=1)
    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return GOING_AWAY, ""
        if received.get("text") == "ping" and pings.admit(("line", 0)):
            await _send(socket, '{"pong":true}')
            continue
        await _send(socket, '{"detail":"commands go over HTTP, each with its key"}')
        return REFUSED, "commands go over HTTP"


async def _session_ends(socket: WebSocket, token: str) -> tuple[int, str]:
    """Wait until the session is no more."""
    await accounts_of(socket).ended(token)
    return REFUSED, SESSION_ENDED


async def _send(socket: WebSocket, words: str) -> None:
    async with asyncio.timeout(SLOWEST_SECONDS):
        await socket.send_text(words)
