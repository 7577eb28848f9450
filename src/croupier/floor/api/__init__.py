"""The house over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response

from croupier import __version__
from croupier.errors import Refused
from croupier.floor.accounts import Accounts, NotAllowed, NotSignedIn
from croupier.floor.api import math_responses, responses
from croupier.floor.api.authorization import Misread
from croupier.floor.api.connection_limits import ConnectionLimits
from croupier.floor.api.middleware import NOT_JSON, Door, is_ours, method_refused, problem
from croupier.floor.api.openapi_docs import Responses, describe, refused, told
from croupier.floor.api.rate_limit import Pace, TooMany
from croupier.floor.api.routes import (
    calculations,
    live_line,
    oversight,
    people,
    round_recall,
    supervisor,
    table_commands,
)
from croupier.floor.api.routes.calculations import Interrupted, Mathematicians
from croupier.floor.api.validation import worded
from croupier.floor.entries import Opened
from croupier.floor.fairness.transcript import Transcript
from croupier.floor.json_log import log_line
from croupier.floor.metrics import Metrics
from croupier.floor.readiness import Readiness
from croupier.floor.storage.database import OUT_OF_REACH, Storage
from croupier.floor.tables import background
from croupier.floor.tables.event_store import Unknown
from croupier.floor.tables.house import LEFT_ALONE_SECONDS, House
from croupier.floor.tables.pg_listen import listen
from croupier.floor.tables.seat_messages import LiveMessage, TableSeen

_STATUS = (
    (NotSignedIn, 401),
    (NotAllowed, 403),
    (Unknown, 404),
    (Misread, 422),
    (TooMany, 429),
    (Interrupted, 503),
    (Refused, 409),
)

_TOLD = (
    *(kind for kind in vars(responses).values() if isinstance(kind, type) and kind.__module__ == responses.__name__),
    *math_responses.KINDS,
    math_responses.GamesTold,
    Opened,
    TableSeen,
    LiveMessage,
    Transcript,
)


def create_app(
    database: str,
    pace: Pace | None = None,
    site: Path | None = None,
    left_alone_seconds: int = LEFT_ALONE_SECONDS,
) -> FastAPI:
    """The house's application, with its books in the given database; `site` is the folder of the built web pages."""

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        storage = Storage(database)
        app.state.house = house = House(storage, left_alone_seconds)
        app.state.accounts = Accounts(storage)
        app.state.lines = ConnectionLimits()
        app.state.readiness = Readiness(house)
        app.state.mathematicians = Mathematicians()
        app.state.paces = people.Paces()
        tasks = [asyncio.create_task(metrics.keep(house)), *background.begin(house, app.state.accounts)]
        if house.shared:
            tasks.append(asyncio.create_task(listen(database, house)))
        yield
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        app.state.mathematicians.close()
        await storage.close()

    app = FastAPI(
        title="Croupier",
        version=__version__,
        lifespan=running,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    metrics = Metrics()
    app.add_middleware(Door, pace=pace or Pace(burst=400, per_second=200), metrics=metrics)
    # Routes are tried in this order; what is asked for most comes first.
    for part in (table_commands, live_line, people, round_recall, supervisor, oversight, calculations):
        app.include_router(part.router)
    _say_what_is_wrong(app)
    _tell_how_it_is(app, metrics)
    _describe_itself(app)
    if site is not None:
        _serve_pages(app, site)
    return app


def _say_what_is_wrong(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refuse(request: Request, error: Refused) -> JSONResponse:
        return problem(next(status for kind, status in _STATUS if isinstance(error, kind)), str(error))

    @app.exception_handler(RequestValidationError)
    async def misread(request: Request, error: RequestValidationError) -> JSONResponse:
        return problem(422, worded(error.errors()[0]))

    @app.exception_handler(WebSocketRequestValidationError)
    async def misread_on_a_line(socket: WebSocket, error: WebSocketRequestValidationError) -> None:
        # A client is told the reason of a close only on a line that was opened.
        await socket.accept()
        await socket.close(live_line.REFUSED, worded(error.errors()[0])[:120])

    @app.exception_handler(HTTPException)
    async def not_served(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 400:
            return problem(422, NOT_JSON)
        if error.status_code in (404, 405) and is_ours(request.scope["path"]):
            return method_refused(request)
        response = problem(error.status_code, str(error.detail))
        response.headers.update(error.headers or {})
        return response

    async def no_books(request: Request, error: Exception) -> JSONResponse:
        # An error of the database that belongs to no statement is about the connection to it.
        connected = isinstance(error, DBAPIError) and error.statement is not None and not error.connection_invalidated
        if connected and not isinstance(error, OUT_OF_REACH):
            raise error
        app.state.readiness.troubled = True
        log_line("books out of reach", kind=type(error).__name__)
        return problem(503, "the books cannot be reached; send the same command with the same key again")

    for kind in (DBAPIError, *OUT_OF_REACH):
        app.add_exception_handler(kind, no_books)


def _tell_how_it_is(app: FastAPI, metrics: Metrics) -> None:
    @app.get("/healthz", tags=["health"], summary="Whether the process lives", responses=told(responses.Health))
    async def healthz() -> Response:
        """It answers, so it does."""
        return responses.encoded(responses.Health("alive"))

    @app.get("/readyz", tags=["health"], summary="Whether the house is open", responses=told(responses.Health))
    async def readyz(request: Request) -> Response:
        """Whether the books can be reached."""
        if await request.app.state.readiness.open():
            return responses.encoded(responses.Health("open"))
        return problem(503, "the books cannot be reached")

    as_text: Responses = {200: {"description": "Figures as text."}}

    @app.get(
        "/metrics",
        tags=["health"],
        summary="Figures for Prometheus",
        responses=as_text | refused(),
        response_class=PlainTextResponse,
    )
    async def show_metrics(request: Request) -> Response:
        """Requests, latencies, tables and watchers."""
        return Response(await metrics.text(request.app.state.house), media_type="text/plain; version=0.0.4")


def _describe_itself(app: FastAPI) -> None:
    described: dict[str, Any] = {}

    def openapi() -> dict[str, Any]:
        if not described:
            described.update(describe(app, _TOLD))
        return described

    app.openapi = openapi  # type: ignore[method-assign]


def _serve_pages(app: FastAPI, site: Path) -> None:
    """The web pages, compressed; any path that is not the API's is the application's own."""
    from starlette.middleware.gzip import GZipMiddleware
    from starlette.staticfiles import StaticFiles

    app.mount("/", GZipMiddleware(StaticFiles(directory=site, html=True)), name="site")
