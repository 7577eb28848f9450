"""How the process is, for those who watch over the machine."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from croupier.floor.api.authorization import house_of
from croupier.floor.api.middleware import problem
from croupier.floor.api.responses import Health
from croupier.floor.api.struct_route import StructRoute

router = APIRouter(tags=["health"], route_class=StructRoute)


@router.get("/healthz", summary="Whether the process lives")
async def healthz() -> Health:
    """It answers, so it does."""
    return Health("alive")


@router.get("/readyz", summary="Whether the house is open")
async def readyz(request: Request) -> Health | Response:
    """Whether the books can be reached."""
    if await request.app.state.readiness.open():
        return Health("open")
    return problem(503, "the books cannot be reached")


@router.get(
    "/metrics",
    summary="Figures for Prometheus",
    response_description="Figures as text.",
    response_class=PlainTextResponse,
)
async def show_metrics(request: Request) -> Response:
    """Requests, latencies, tables and watchers."""
    text = await request.app.state.metrics.text(house_of(request))
    return Response(text, media_type="text/plain; version=0.0.4")
