"""Connections that say too little or too much: each has a slot, and a request's head some seconds and bytes to come."""

from __future__ import annotations

import asyncio
import socket
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from croupier.floor.connection_slots import ConnectionSlots, Slot

SLOTS: Final = "slots"
"""Where the state of an application that was started has the slots of its connections."""
HEAD_SECONDS: Final = 10.0
HEAD_BYTES: Final = 64 * 1024
REST_BYTES: Final = 4 * 1024 * 1024
"""What may still come of a body that was answered before it had come in."""
TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Patience(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """HTTP for clients that come to the point: the wait begins with the connection, or with a request's first byte."""

    _wait: asyncio.TimerHandle | None = None
    _slot: Slot | None = None
    _heard = 0
    """Bytes since the last head ended that are no part of a body."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        # A listening socket shared by processes says no protocol, and asyncio then lets small answers wait for others.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        slots: ConnectionSlots = self.app_state[SLOTS]
        self._slot = slots.take(self.client or ("unknown", id(self)), self._is_idle, transport.abort)
        if self._slot is None:
            transport.abort()
        else:
            self._begin()

    def data_received(self, data: bytes) -> None:
        before: Any = self.cycle
        answered = before is None or before.response_complete
        in_a_body = before is not None and before.more_body
        if self._wait is None and answered:
            self._begin()
        super().data_received(data)
        if self.cycle is not before or self.transport.get_protocol() is not self:
            self._end()
        elif not in_a_body:
            self._count(data, HEAD_BYTES, TOO_LONG)
        elif answered:
            self._count(data, REST_BYTES)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        if self._slot is not None:
            self.app_state[SLOTS].release(self._slot)
        super().connection_lost(exc)

    def _is_idle(self) -> bool:
        """Whether nobody waits for an answer: no request was made, or only a part of one."""
        cycle: Any = self.cycle
        answered = cycle is None or cycle.response_complete or cycle.more_body
        return answered and self.transport.get_protocol() is self

    def _count(self, data: bytes, most: int, refusal: bytes = b"") -> None:
        self._heard += len(data)
        if self._heard > most and not self.transport.is_closing():
            self.transport.write(refusal)
            self.transport.close()

    def _begin(self) -> None:
        self._wait = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _end(self) -> None:
        self._heard = 0
        if self._wait is not None:
            self._wait.cancel()
            self._wait = None


class LiveProtocol(AutoWebSocketsProtocol):  # type: ignore[misc, valid-type]
    """A WebSocket, which has the slot of the connection that asked for it."""

    def connection_lost(self, exc: Exception | None) -> None:
        self.app_state[SLOTS].release_peer(self.client)
        super().connection_lost(exc)
