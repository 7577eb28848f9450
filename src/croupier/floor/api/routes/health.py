"""How the process is, for those who watch over the machine."""

from __future__ import annotations

import os
from hmac import compare_digest
from ipaddress import ip_address
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from croupier.floor.accounts import NotAllowed
from croupier.floor.api.authorization import house_of, sent_token
from croupier.floor.api.middleware import problem
from croupier.floor.api.responses import Health
from croupier.floor.api.struct_route import StructRoute, refused

METRICS_TOKEN: Final = "CROUPIER_METRICS_TOKEN"
_FORWARDED: Final = {"forwarded", "x-forwarded-for", "x-real-ip"}
"""What says that somebody asks through a proxy, and may be anywhere."""

router = APIRouter(tags=["health"], route_class=StructRoute)


@router.get("/healthz", summary="Whether the process lives")
async def healthz() -> Health:
    """It answers, so it does."""
    return Health("alive")


@router.get("/readyz", summary="Whether the house is open")
async def readyz(request: Request) -> Health | Response:
    """Whether the books can be reached, and written."""
    if request.app.state.draining.begun:
        return problem(503, "the house is draining: it answers what comes, and stops soon")
    if await request.app.state.readiness.open():
        return Health("open")
    return problem(503, "the books cannot be reached, or not be written")


@router.get(
    "/metrics",
    summary="Figures for Prometheus",
    response_description="Figures as text.",
    response_class=PlainTextResponse,
    responses=refused(403),
)
async def show_metrics(request: Request) -> Response:
    """Requests, latencies, tables and watchers: for whoever asks on this machine, or has the operator's token."""
    if not _may_see_figures(request):
        raise NotAllowed(f"figures are for this machine, and for those who send the token that is in {METRICS_TOKEN}")
    text = await request.app.state.metrics.text(house_of(request))
    return Response(text, media_type="text/plain; version=0.0.4")


def _may_see_figures(request: Request) -> bool:
    token = os.environ.get(METRICS_TOKEN, "")
    if token and compare_digest((sent_token(request) or "").encode(), token.encode()):
        return True
    if request.client is None or not _FORWARDED.isdisjoint(request.headers.keys()):
        return False
    try:
        address = ip_address(request.client.host)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
