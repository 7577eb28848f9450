"""The outermost middleware: checks of every request before a route sees it, and headers for every response."""

from __future__ import annotations

import asyncio
import re
import time
from functools import lru_cache
from secrets import token_hex
from traceback import extract_tb
from typing import Final
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse
from starlette.routing import Match, Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from croupier.floor.api.authorization import ACCOUNT, address_of, know, sent_token, session_of
from croupier.floor.api.rate_limit import Client, RateLimit
from croupier.floor.draining import CLOSE, Draining
from croupier.floor.json_log import log_line
from croupier.floor.metrics import Metrics
from croupier.floor.storage.database import sqlstate

LARGEST_BODY: Final = 64 * 1024
SLOWEST_BODY_SECONDS: Final = 10.0

HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'{live}; "
    "object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
"""What a page of ours may load, and where it may connect to: here, and nowhere else."""
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")
SAFE: Final = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing, and whose body nobody reads."""
REQUEST: Final = "croupier.request"
"""Where the scope of a request has the number that it is known by, in the log and to whoever asked."""
NOT_JSON: Final = "the body cannot be read: it should be JSON"
TOO_OFTEN: Final = "too many requests; wait a second"
UNCOUNTED: Final = ("/healthz", "/readyz", "/metrics")
"""Paths for those who watch over the machine: outside the rate limit and the request log."""


def problem(status: int, sentence: str) -> JSONResponse:
    """A response that says what is wrong."""
    return JSONResponse({"detail": sentence}, status_code=status)


def is_ours(path: str) -> bool:
    """Whether a path belongs to the API, and not to the web pages."""
    return path.startswith("/api/") or path in UNCOUNTED


def method_refused(request: Request) -> JSONResponse:
    """The answer to a method that a path does not have, with those that it has; or that there is no such path."""
    allowed = [method for method in METHODS if _takes(request, method)]
    if not allowed:
        return problem(404, "Not Found")
    response = problem(405, "Method Not Allowed")
    response.headers["allow"] = ", ".join([*allowed, "HEAD"] if "GET" in allowed else allowed)
    return response


def _takes(request: Request, method: str) -> bool:
    scope = dict(request.scope) | {"method": method, "root_path": ""}
    return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes if not isinstance(route, Mount))


class RequestGuard:
    """ASGI middleware: security headers, limits on bodies, origin check, rate limit, metrics and the request log."""

    def __init__(self, app: ASGIApp, rate_limit: RateLimit, metrics: Metrics, draining: Draining) -> None:
        self.app = app
        self.draining = draining
        self.rate_limit = rate_limit
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        method = scope["method"]
        connection = HTTPConnection(scope)
        scope[REQUEST] = token_hex(8)
        answer = _GuardedSend(connection, send, self.draining)
        if method == "HEAD" and is_ours(scope["path"]):
            # The server sends no body to whoever asked it for a head.
            scope = dict(scope) | {"method": "GET"}
        try:
            refusal = self._refusal(connection)
            if refusal is None and scope["method"] not in SAFE:
                refusal, body = await _whole_body(receive)
                receive = _again(body, receive)
            await (refusal or self.app)(scope, receive, answer)
        except asyncio.CancelledError:
            if answer.status:
                raise
            await problem(503, "the house is closing; ask again when it is open")(scope, receive, answer)
        except Exception as error:
            _journal_failure(scope, error)
            if answer.status:
                raise
            await problem(500, "something is wrong with the house; it has been written down")(scope, receive, answer)
        finally:
            path, seconds = _path(scope), time.perf_counter() - began
            self.metrics.request(method, path, answer.status, seconds)
            if path not in UNCOUNTED:
                log_line("request", method=method, path=path, status=answer.status, **_whose(scope, seconds))

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        scope[REQUEST] = token_hex(8)
        socket = WebSocket(scope, receive, send)
        refusal = self._refusal(socket)
        if refusal is not None:
            if refusal.status_code == 429:
                # A client is told the reason of a close only on a line that was opened; another site is told nothing.
                await socket.accept()
            await socket.close(1013, TOO_OFTEN)
            return
        try:
            await self.app(scope, receive, send)
        except Exception as error:
            _journal_failure(scope, error)
            raise
        finally:
            log_line("live line", path=_path(scope), **_whose(scope, time.perf_counter() - began))

    def _refusal(self, connection: HTTPConnection) -> JSONResponse | None:
        """The response to a request that is refused here, or None."""
        if connection.scope.get("method") not in SAFE and from_elsewhere(connection):
            return problem(403, "another site cannot act for you here")
        if connection.scope["path"] in UNCOUNTED:
            return None
        session = session_of(connection)
        if session is not None:
            know(connection, session[1])
        client: Client = ("address", address_of(connection)) if session is None else ("session", session[0])
        if not self.rate_limit.admit(client):
            return problem(429, TOO_OFTEN)
        return None


def from_elsewhere(connection: HTTPConnection) -> bool:
    """Whether a browser sends this on behalf of another site."""
    origin = connection.headers.get("origin")
    if origin is None or sent_token(connection) is not None:
        return False
    scheme = _SCHEMES.get(connection.scope["scheme"], "")
    return _origin(origin) != _origin(f"{scheme}://{connection.headers.get('host', '')}")


_SCHEMES: Final = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
_PORTS: Final = {"http": 80, "https": 443}


def _origin(url: str) -> tuple[str, str, int | None] | None:
    """Scheme, host and port, by which browsers tell sites apart; nothing that equals any, if it is not a site's."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname and parts.scheme in _PORTS else None


async def _whole_body(receive: Receive) -> tuple[JSONResponse | None, bytes]:
    """A request's body, or the answer to one that is too long, too long in coming, or not JSON."""
    body, more = b"", True
    try:
        async with asyncio.timeout(SLOWEST_BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] != "http.request":
                    return problem(408, "the connection was closed before the body had come"), b""
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > LARGEST_BODY:
                    return problem(413, f"a body has at most {LARGEST_BODY} bytes"), b""
    except TimeoutError:
        return problem(408, f"a body comes within {SLOWEST_BODY_SECONDS:.0f} seconds"), b""
    return (None, body) if not body or _is_json(body) else (problem(422, NOT_JSON), b"")


def _is_json(body: bytes) -> bool:
    try:
        msgspec.json.decode(body)
    except (ValueError, RecursionError):
        return False
    return True


def _again(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives a body that was read already."""
    read = False

    async def wrapped() -> Message:
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return wrapped


class _GuardedSend:
    """An ASGI `send` that adds the security headers to a response and keeps its status."""

    def __init__(self, connection: HTTPConnection, send: Send, draining: Draining) -> None:
        self.draining = draining
        scope = connection.scope
        always = security_headers(scope["scheme"], connection.headers.get("host", ""))
        private = _PRIVATE if scope["path"].startswith("/api/") else ()
        self.headers = (*always, *private, (b"x-request-id", scope[REQUEST].encode()))
        self.send = send
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            closing = (CLOSE,) if self.draining.begun else ()
            message["headers"] = [*message.get("headers", ()), *self.headers, *closing]
        await self.send(message)


_PRIVATE: Final = ((b"cache-control", b"no-store"),)
"""A response to one person must not be kept by a cache that serves others."""
_HOST: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[0-9a-zA-Z.-]+)(:[0-9]+)?")


@lru_cache(256)
def security_headers(scheme: str, host: str) -> tuple[tuple[bytes, bytes], ...]:
    """The headers of every response; live lines go to the host that was asked, and as safely."""
    live = f" {'wss' if scheme == 'https' else 'ws'}://{host}" if _HOST.fullmatch(host) else ""
    headers = HEADERS | {"content-security-policy": POLICY.format(live=live)}
    return tuple((name.encode(), value.encode()) for name, value in headers.items())


def _path(scope: Scope) -> str:
    """The path as the description has it: what stands in its places, and in the query, is not written down."""
    return scope["route"].path if "route" in scope else "other"


def _whose(scope: Scope, seconds: float) -> dict[str, str | int | float | None]:
    """Who asked, from where, and how long it took."""
    client = scope.get("client")
    return {
        "request": scope[REQUEST],
        "address": client[0] if client else None,
        "account": scope.get(ACCOUNT),
        "seconds": round(seconds, 6),
    }


def _journal_failure(scope: Scope, error: Exception) -> None:
    """Log that something failed, and where; not the message, which might hold a secret."""
    frames = extract_tb(error.__traceback__)
    where = f"{frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
    log_line(
        "failed",
        path=_path(scope),
        request=scope[REQUEST],
        kind=type(error).__name__,
        where=where,
        sqlstate=sqlstate(error),
    )
