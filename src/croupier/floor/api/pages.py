"""The web pages, from the folder they were built into."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

NOT_BUILT: Final = "the web pages are not built, only the API is served; `python web/build.py` builds them"
_NOT_BUILT_PAGE: Final = f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Croupier</title>
<h1>Croupier</h1><p>The house is open, but {NOT_BUILT.replace("`", "")}.</p></html>
"""


def are_built(site: Path) -> bool:
    """Whether the pages are in the folder; a checkout of the sources is without them until they are built."""
    return (site / "index.html").is_file()


def add(app: FastAPI, site: Path) -> None:
    """Serve the pages, compressed, on every path that is not the API's; where there are none, one that says so."""
    if are_built(site):
        app.mount("/", GZipMiddleware(StaticFiles(directory=site, html=True)), name="site")
        return

    @app.get("/", include_in_schema=False)
    async def not_built() -> HTMLResponse:
        return HTMLResponse(_NOT_BUILT_PAGE, 503)
