"""The house over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from croupier import __version__
from croupier.errors import Refused
from croupier.floor.accounts import Accounts, NotAllowed, NotSignedIn
from croupier.floor.api import pages
from croupier.floor.api.authorization import Misread
from croupier.floor.api.connection_limits import ConnectionLimits
from croupier.floor.api.middleware import NOT_JSON, RequestGuard, is_ours, method_refused, problem
from croupier.floor.api.openapi_docs import describe
from croupier.floor.api.pit_theory import PitTheory
from croupier.floor.api.rate_limit import RateLimit, TooMany
from croupier.floor.api.routes import (
    calculations,
    dealer_school,
    health,
    lab_questions,
    learning_record,
    live_line,
    oversight,
    people,
    pit,
    round_recall,
    supervisor,
    table_commands,
)
from croupier.floor.api.solver_pool import Interrupted, SolverPool
from croupier.floor.api.validation import worded
from croupier.floor.connection_slots import ConnectionSlots
from croupier.floor.draining import Draining
from croupier.floor.http_limits import SLOTS
from croupier.floor.json_log import log_line
from croupier.floor.metrics import Metrics
from croupier.floor.readiness import Readiness
from croupier.floor.second_factor import Waits
from croupier.floor.storage.database import OUT_OF_REACH, Storage, is_used_up, sqlstate
from croupier.floor.tables import background
from croupier.floor.tables.event_store import Unknown
from croupier.floor.tables.house import LEFT_ALONE_SECONDS, House
from croupier.floor.tables.pg_listen import listen

_STATUS = (
    (NotSignedIn, 401),
    (NotAllowed, 403),
    (Unknown, 404),
    (Misread, 422),
    (TooMany, 429),
    (Waits, 429),
    (Interrupted, 503),
    (Refused, 409),
)

ROUTERS = tuple(
    part.router
    for part in (
        table_commands,
        live_line,
        people,
        learning_record,
        round_recall,
        supervisor,
        oversight,
        pit,
        calculations,
        lab_questions,
        dealer_school,
        health,
    )
)
"""Routes are tried in this order; what is asked for most comes first."""


def create_app(
    database: str,
    rate_limit: RateLimit | None = None,
    site: Path | None = None,
    left_alone_seconds: int = LEFT_ALONE_SECONDS,
    slots: ConnectionSlots | None = None,
    draining: Draining | None = None,
) -> FastAPI:
    """The house's application, with its books in the given database; `site` is the folder of the built web pages."""

    held = ConnectionSlots() if slots is None else slots
    drain = Draining(0) if draining is None else draining

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[dict[str, ConnectionSlots]]:
        storage = Storage(database)
        storage.writer.committed = metrics.commit
        app.state.house = house = House(storage, left_alone_seconds)
        app.state.accounts = Accounts(storage)
        app.state.lines = ConnectionLimits(held.most * 4 // 5)
        app.state.readiness = Readiness(house)
        app.state.solvers = SolverPool()
        app.state.pit_theory = PitTheory(app.state.solvers)
        app.state.sign_in_limits = people.SignInLimits()
        tasks = [asyncio.create_task(metrics.keep(house)), *background.begin(house, app.state.accounts)]
        if house.shared:
            tasks.append(asyncio.create_task(listen(database, house)))
        house.told = metrics.command
        drain.listen()
        try:
            yield {SLOTS: held}
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            app.state.solvers.close()
            await storage.close()

    app = FastAPI(
        title="Croupier",
        version=__version__,
        lifespan=running,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.metrics = metrics = Metrics()
    app.state.draining = drain
    limit = rate_limit or RateLimit(burst=400, per_second=200)
    app.add_middleware(RequestGuard, rate_limit=limit, metrics=metrics, draining=drain)
    for router in ROUTERS:
        app.include_router(router)
    _handle_errors(app)
    routes = [route for router in ROUTERS for route in router.routes]
    app.openapi = cache(lambda: describe(app, routes))  # type: ignore[method-assign]
    if site is not None:
        pages.add(app, site)
    return app


def _handle_errors(app: FastAPI) -> None:
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
        used_up = is_used_up(error)
        log_line("books out of reach", kind=type(error).__name__, sqlstate=sqlstate(error), used_up=int(used_up))
        if used_up:
            return problem(503, "all connections to the books are in use; send it again with the same key")
        return problem(503, "the books cannot be reached; send the same command with the same key again")

    for kind in (DBAPIError, *OUT_OF_REACH):
        app.add_exception_handler(kind, no_books)
