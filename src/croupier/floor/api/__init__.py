"""The house over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse, Response

from croupier import __version__
from croupier.errors import Refused
from croupier.floor.accounts import Accounts, NotAllowed, NotSignedIn
from croupier.floor.api import live, mathematics, people, recall, supervisor, tables
from croupier.floor.api.guards import Door, Pace, TooMany, problem
from croupier.floor.api.mathematics import Mathematicians
from croupier.floor.house import Conflict, House, UnknownTable
from croupier.floor.journal import journal
from croupier.floor.ledger import now
from croupier.floor.listen import listen
from croupier.floor.metrics import Metrics
from croupier.floor.storage import Storage

_STATUS = ((NotSignedIn, 401), (NotAllowed, 403), (UnknownTable, 404), (TooMany, 429), (Conflict, 409))


def create_app(database: str, pace: Pace | None = None, site: Path | None = None) -> FastAPI:
    """The house's application, with its books in the given database; `site` is the folder of the built web pages."""

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        storage = Storage(database)
        app.state.house = house = House(storage)
        app.state.accounts = Accounts(storage)
        app.state.mathematicians = Mathematicians()
        for number in await house.open_rounds():
            await house.table(number)
        chores = [asyncio.create_task(_watch_clocks(house))]
        if house.shared:
            chores.append(asyncio.create_task(listen(database, house)))
        yield
        for chore in chores:
            chore.cancel()
            with suppress(asyncio.CancelledError):
                await chore
        app.state.mathematicians.close()
        await storage.close()

    app = FastAPI(
        title="Croupier",
        version=__version__,
        description="Casino table games: tables in real time, an exact mathematician, and books that add up.",
        lifespan=running,
        docs_url="/api/docs",
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    metrics = app.state.metrics = Metrics()
    app.add_middleware(Door, pace=pace or Pace(burst=400, per_second=200))
    for router in (people.router, tables.router, live.router, recall.router, supervisor.router, mathematics.router):
        app.include_router(router)

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        status = next((status for kind, status in _STATUS if isinstance(error, kind)), 409)
        return problem(status, str(error))

    @app.exception_handler(RequestValidationError)
    async def misread(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        return problem(422, f"{'.'.join(map(str, first['loc']))}: {first['msg']}")

    @app.middleware("http")
    async def measured(request: Request, go_on):  # type: ignore[no-untyped-def]
        began = time.perf_counter()
        response: Response = await go_on(request)
        route = request.scope.get("route")
        path = route.path if route is not None else "other"
        metrics.request(request.method, path, response.status_code, time.perf_counter() - began)
        if path not in ("/healthz", "/readyz", "/metrics"):
            journal("request", method=request.method, path=path, status=response.status_code)
        return response

    @app.get("/healthz", tags=["health"], summary="Whether the process lives")
    async def healthz() -> dict[str, str]:
        """It answers, so it does."""
        return {"status": "alive"}

    @app.get("/readyz", tags=["health"], summary="Whether the house is open")
    async def readyz(request: Request) -> Response:
        """Whether the books can be reached."""
        try:
            async with request.app.state.house.storage.reading() as connection:
                await connection.execute(text("SELECT 1"))
        except (SQLAlchemyError, OSError):
            return problem(503, "the books cannot be reached")
        return JSONResponse({"status": "open"})

    @app.get("/metrics", tags=["health"], summary="Figures for Prometheus")
    async def show_metrics(request: Request) -> Response:
        """Requests, latencies, tables and watchers."""
        return Response(metrics.text(request.app.state.house), media_type="text/plain; version=0.0.4")

    if site is not None:
        _serve_pages(app, site)
    return app


def _serve_pages(app: FastAPI, site: Path) -> None:
    """The web pages; any path that is not the API's is the application's own."""
    from starlette.staticfiles import StaticFiles

    app.mount("/", StaticFiles(directory=site, html=True), name="site")


async def _watch_clocks(house: House) -> None:
    """Answer for players whose time is out."""
    while True:
        await asyncio.sleep(0.5)
        for number in house.overdue(now()):
            await house.run_out_clock(number)
