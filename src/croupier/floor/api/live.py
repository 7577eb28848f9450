"""A live table over a WebSocket: the whole view first, then what happens, in order, each seat seeing its own."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Path, Query, WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from croupier.errors import Refused
from croupier.floor.api.guards import accounts_of, house_of, token_of
from croupier.floor.api.models import LARGEST
from croupier.floor.api.pace import Pace
from croupier.floor.sight import message
from croupier.floor.subscribers import Subscription

router = APIRouter()

SLOWEST_SECONDS = 10.0
"""How long a message may take to be sent before the reader is given up."""
STILL_SIGNED_IN_SECONDS = 30.0
"""How often it is checked that the session of a live connection has not ended."""
MOST_WATCHERS = 4000
"""Live connections that one process keeps."""

REFUSED, GOING_AWAY, TRY_LATER = 1008, 1001, 1013


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
    house = house_of(socket)
    if house.subscribers.count() >= MOST_WATCHERS:
        await socket.close(TRY_LATER, "the house is full; come back later")
        return
    try:
        token = token_of(socket)
        account = await accounts_of(socket).who(token) if token else None
        await house.table(table)
    except Refused as error:
        await socket.close(REFUSED, str(error)[:120])
        return
    await socket.accept()
    live = await (house.table(table) if after is None else house.table_since(table, after))
    subscription = Subscription(account.id if account else None, live.sequence)
    house.subscribers.add(table, subscription)
    first = message(live, subscription.seat(live), live.sequence if after is None else min(after, live.sequence))
    why = GOING_AWAY, ""
    try:
        await _send(socket, first)
        why = await _pump(socket, subscription)
    except (TimeoutError, WebSocketDisconnect, RuntimeError):
        why = TRY_LATER, "too slow: connect again and say what you saw last"
    finally:
        house.subscribers.remove(table, subscription)
        if WebSocketState.DISCONNECTED not in (socket.client_state, socket.application_state):
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(*why)


async def _pump(socket: WebSocket, subscription: Subscription) -> tuple[int, str]:
    """Send what comes until either side ends it; how it ended."""
    sending = asyncio.create_task(_send_all(socket, subscription))
    reading = asyncio.create_task(_refuse_talk(socket))
    watching = asyncio.create_task(_session_ends(socket))
    tasks = {sending, reading, watching}
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
    return TRY_LATER, "too slow: connect again and say what you saw last"


async def _refuse_talk(socket: WebSocket) -> tuple[int, str]:
    """Read until the client goes; a client that says more than a ping now and then is told that nothing is taken."""
    pings = Pace(burst=10, per_second=1)
    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return GOING_AWAY, ""
        if received.get("text") == "ping" and pings.admit("this one"):
            await _send(socket, '{"pong":true}')
            continue
        await _send(socket, '{"detail":"commands go over HTTP, each with its key"}')
        return REFUSED, "commands go over HTTP"


async def _session_ends(socket: WebSocket) -> tuple[int, str]:
    """Wait until the session is no more."""
    token = token_of(socket)
    while True:
        await asyncio.sleep(STILL_SIGNED_IN_SECONDS)
        if token:
            try:
                await accounts_of(socket).who(token)
            except Refused as error:
                return REFUSED, str(error)


async def _send(socket: WebSocket, words: str) -> None:
    async with asyncio.timeout(SLOWEST_SECONDS):
        await socket.send_text(words)
