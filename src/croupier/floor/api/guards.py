"""Who is asking, how often, and from where: what stands before every request."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import Depends, Header, Request, WebSocket
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.errors import Refused
from croupier.floor.accounts import Account, Accounts, NotAllowed, NotSignedIn, Role
from croupier.floor.house import Command, House

COOKIE: Final = "croupier_session"
LARGEST_BODY: Final = 64 * 1024

HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "content-security-policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
}


class TooMany(Refused):
    """More requests than the house takes from one client."""


def house_of(connection: HTTPConnection) -> House:
    """The house that serves this request."""
    house: House = connection.app.state.house
    return house


def accounts_of(connection: HTTPConnection) -> Accounts:
    """The people that this house knows."""
    people: Accounts = connection.app.state.accounts
    return people


def token_of(connection: HTTPConnection) -> str | None:
    """The session's token: from the header of a program, or the cookie of a page."""
    header = connection.headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return header[7:].strip()
    return connection.cookies.get(COOKIE)


async def signed_in(request: Request) -> Account:
    """Whoever is asking; a request without a session is refused."""
    token = token_of(request)
    if not token:
        raise NotSignedIn("sign in first: POST /api/guests makes a guest with play money")
    account = await accounts_of(request).who(token)
    request.state.account = account
    return account


Me = Annotated[Account, Depends(signed_in)]


def role(*allowed: Role) -> Callable[[Account], Awaitable[Account]]:
    """A guard that lets only these roles through."""

    async def guard(me: Me) -> Account:
        if me.role not in allowed:
            raise NotAllowed(f"that is for {' and '.join(allowed)}s; you are signed in as a {me.role}")
        return me

    return guard


Supervisor = Annotated[Account, Depends(role("supervisor"))]
Overseer = Annotated[Account, Depends(role("supervisor", "auditor"))]


async def keyed_command(
    request: Request,
    me: Me,
    idempotency_key: Annotated[
        str,
        Header(min_length=8, max_length=80, description="A key of the client's own making, new for every command."),
    ],
) -> Command:
    """The command of a request, with the key that makes sending it twice harmless."""
    if me.role == "auditor":
        raise NotAllowed("an auditor sees everything and changes nothing")
    return Command(me.id, idempotency_key, request.url.path.encode() + b"\n" + await request.body())


Keyed = Annotated[Command, Depends(keyed_command)]


class Pace:
    """A leaky bucket for each client: so many requests at once, so many a second in the long run."""

    def __init__(self, burst: int, per_second: float, clients: int = 10_000) -> None:
        self.burst = burst
        self.per_second = per_second
        self.clients = clients
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def admit(self, client: str, cost: float = 1.0) -> bool:
        """Whether this client may go on now."""
        moment = time.monotonic()
        level, last = self._buckets.pop(client, (0.0, moment))
        level = max(0.0, level - (moment - last) * self.per_second)
        admitted = level + cost <= self.burst
        self._buckets[client] = (level + cost if admitted else level, moment)
        if len(self._buckets) > self.clients:
            self._buckets.popitem(last=False)
        return admitted


def client_of(connection: HTTPConnection) -> str:
    """What tells clients apart for the pace: their session, or where they come from."""
    return token_of(connection) or (connection.client.host if connection.client else "unknown")


def from_elsewhere(connection: HTTPConnection) -> bool:
    """Whether a browser sends this on behalf of another site."""
    origin = connection.headers.get("origin")
    if origin is None or "authorization" in connection.headers:
        return False
    return urlsplit(origin).netloc != connection.headers.get("host")


class Door:
    """The outermost guard: security headers, no large bodies, no other site's requests, a steady pace."""

    def __init__(self, app: ASGIApp, pace: Pace) -> None:
        self.app = app
        self.pace = pace

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        connection: HTTPConnection = WebSocket(scope, receive, send) if scope["type"] == "websocket" else Request(scope)
        refusal = self.refusal(connection, scope)
        if refusal is not None:
            if isinstance(connection, WebSocket):
                await connection.close(1008, bytes(refusal.body).decode()[:120])
            else:
                refusal.headers.update(HEADERS)
                await refusal(scope, receive, send)
            return
        await self.app(scope, _limited(receive), _with_headers(send))

    def refusal(self, connection: HTTPConnection, scope: Scope) -> Response | None:
        """The answer to a request that goes no further, if it does not."""
        safe = scope["type"] == "http" and scope["method"] in ("GET", "HEAD", "OPTIONS")
        if not safe and from_elsewhere(connection):
            return problem(403, "another site cannot act for you here")
        length = connection.headers.get("content-length", "0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            return problem(413, f"a body has at most {LARGEST_BODY} bytes")
        watching = scope["path"] in ("/healthz", "/readyz", "/metrics")
        if not watching and not self.pace.admit(client_of(connection)):
            return problem(429, "too many requests; wait a second")
        return None


def _limited(receive: Receive) -> Receive:
    """Stops a body that is longer than it said."""
    read = 0

    async def wrapped() -> Message:
        nonlocal read
        message = await receive()
        if message["type"] == "http.request":
            read += len(message.get("body", b""))
            if read > LARGEST_BODY:
                raise Refused(f"a body has at most {LARGEST_BODY} bytes")
        return message

    return wrapped


def _with_headers(send: Send) -> Send:
    extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *extra]
        await send(message)

    return wrapped


def problem(status: int, sentence: str) -> JSONResponse:
    """An answer that says what is wrong."""
    return JSONResponse({"detail": sentence}, status_code=status)
