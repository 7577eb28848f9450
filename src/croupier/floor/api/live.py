"""A live table over a WebSocket: the whole view first, then what happens, in order, each seat seeing its own."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from croupier.errors import Refused
from croupier.floor.api.guards import accounts_of, house_of, token_of
from croupier.floor.subscribers import Subscription, message

router = APIRouter()

SLOWEST_SECONDS = 10
"""How long a message may take to be sent before the reader is given up."""


@router.websocket("/api/tables/{table}/live")
async def live_table(socket: WebSocket, table: int, after: int = -1) -> None:
    """Follow a table. With `after`, the number of the last entry seen, what was missed comes first.

    Without a session it is watched as everybody sees it. Nothing is taken from the client; commands go over HTTP, where
    each has its key.
    """
    house = house_of(socket)
    try:
        token = token_of(socket)
        account = await accounts_of(socket).who(token) if token else None
        live = await house.table(table)
    except Refused as error:
        await socket.close(1008, str(error)[:120])
        return
    await socket.accept()
    seat = (live.seat_of(account.id) if account else None) or 0
    subscription = Subscription(seat, account.id if account else None)
    house.subscribers.add(table, subscription)
    missed = [done for done in live.recent if done.sequence > after] if 0 <= after <= live.sequence else []
    complete = missed and missed[0].sequence == after + 1
    try:
        await _send(socket, message(live, missed if complete else [], seat))
        await _pump(socket, subscription)
    finally:
        house.subscribers.remove(table, subscription)
        if socket.client_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(1013, "too slow: connect again and say what you saw last")


async def _pump(socket: WebSocket, subscription: Subscription) -> None:
    """Send what comes until either side ends it."""
    reading = asyncio.create_task(_refuse_talk(socket))
    try:
        while True:
            coming = asyncio.ensure_future(subscription.queue.get())
            done, _ = await asyncio.wait({coming, reading}, return_when=asyncio.FIRST_COMPLETED)
            if reading in done:
                coming.cancel()
                return
            words = coming.result()
            if words is None:
                return
            await _send(socket, words)
    except (TimeoutError, WebSocketDisconnect, RuntimeError):
        return
    finally:
        reading.cancel()


async def _refuse_talk(socket: WebSocket) -> None:
    """Read until the client goes; a client that talks is told that nothing is taken here."""
    try:
        while True:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            if received.get("text") == "ping":
                await _send(socket, b'{"pong":true}')
                continue
            await _send(socket, msgspec.json.encode({"detail": "commands go over HTTP, each with its key"}))
            await socket.close(1008)
            return
    except (WebSocketDisconnect, RuntimeError, TimeoutError):
        return


async def _send(socket: WebSocket, words: bytes) -> None:
    await asyncio.wait_for(socket.send_text(words.decode()), SLOWEST_SECONDS)
