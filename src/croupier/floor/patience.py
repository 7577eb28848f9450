"""Connections that say little: a client has some seconds for the head of a request, and then the line is free again."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEAD_SECONDS: Final = 10.0


class Patience(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """HTTP for clients that come to the point: the wait begins with the connection, or with a request's first byte."""

    _wait: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._begin()

    def data_received(self, data: bytes) -> None:
        before: Any = self.cycle
        if self._wait is None and (before is None or before.response_complete):
            self._begin()
        super().data_received(data)
        if self.cycle is not before or self.transport.get_protocol() is not self:
            self._end()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        super().connection_lost(exc)

    def _begin(self) -> None:
        self._wait = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _end(self) -> None:
        if self._wait is not None:
            self._wait.cancel()
            self._wait = None
