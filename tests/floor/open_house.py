"""A house that is open in this process, on a port of its own, with its real connections and its real books."""

from __future__ import annotations

import socket
import threading
from pathlib import Path
from typing import Any

import uvicorn

from croupier.floor.accounts import Role
from croupier.floor.api import create_app
from croupier.floor.api.rate_limit import RateLimit
from croupier.floor.connection_slots import ConnectionSlots
from croupier.floor.server import UVICORN
from tests.floor.books import Books
from tests.floor.client import Client

PASSWORD = "correct horse battery staple"


class OpenHouse:
    """Clients come in by `guest` and `staff`; whoever has gone in is sent away at the end."""

    def __init__(
        self,
        database: str,
        rate_limit: RateLimit | None = None,
        left_alone_seconds: int = 3600,
        send_buffer: int = 0,
        site: Path | None = None,
        slots: ConnectionSlots | None = None,
        **server: Any,
    ) -> None:
        self.database = database
        self.unhurried = rate_limit is None
        self.slots = ConnectionSlots() if slots is None else slots
        self.app = create_app(database, rate_limit or RateLimit(10**6, 10**6), site, left_alone_seconds, self.slots)
        self.server = uvicorn.Server(uvicorn.Config(self.app, lifespan="on", **UVICORN | server))
        self.books = Books(database)
        self._socket = socket.create_server(("127.0.0.1", 0))
        if send_buffer:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self._socket]})
        self._clients: list[Client] = []
        self._staff: dict[Role, str] = {}

    def __enter__(self) -> OpenHouse:
        self._thread.start()
        while not self.server.started:
            assert self._thread.is_alive(), "the house did not open"
            self._thread.join(0.005)
        if self.unhurried:
            limits = self.app.state.sign_in_limits
            limits.passwords.burst = limits.accounts.burst = 10**6
        return self

    def __exit__(self, *_: object) -> None:
        for client in self._clients:
            client.close()
        self.server.should_exit = True
        self._thread.join()
        self._socket.close()
        self.books.close()

    def guest(self, **options: Any) -> Client:
        """A new guest with play money."""
        return self._let_in(Client.guest(self.url, **options))

    def client(self, token: str = "", **options: Any) -> Client:
        """Somebody with this token, or with none."""
        return self._let_in(Client(self.url, token, **options))

    def staff(self, role: Role, **options: Any) -> Client:
        """Somebody who runs the house, or looks at it."""
        if role not in self._staff:
            self._staff[role] = self.books.sign_up(f"Robin {role}", PASSWORD, role)
        return self.client(self._staff[role], **options)

    def _let_in(self, client: Client) -> Client:
        self._clients.append(client)
        return client
