"""A server to be measured, in a process of its own: `python -m bench._server house|bare DATABASE PORT`."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import time_ns

import uvicorn
from fastapi import FastAPI, Request
from pydantic import BaseModel
from sqlalchemy import BigInteger, Column, Connection, Integer, LargeBinary, MetaData, Table, insert

from croupier.floor.api import create_app
from croupier.floor.api.rate_limit import RateLimit
from croupier.floor.connection_slots import ConnectionSlots
from croupier.floor.http_limits import SLOTS
from croupier.floor.server import UVICORN, set_aside
from croupier.floor.storage.database import Storage

rows = Table(
    "bare_rows",
    MetaData(),
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("time", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
)


class Said(BaseModel):
    """A body like that of an answer at a table."""

    answer: str


def bare(database: str) -> FastAPI:
    """The least that a server with a database can do: read a body, insert one row, answer when it is on the disk."""

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[dict[str, ConnectionSlots]]:
        app.state.storage = storage = Storage(database)
        async with storage.engine.begin() as connection:
            await connection.run_sync(rows.metadata.create_all)
        yield {SLOTS: ConnectionSlots()}
        await storage.close()

    app = FastAPI(lifespan=running, openapi_url=None)

    @app.post("/rows")
    async def add(request: Request, said: Said) -> dict[str, int]:
        storage: Storage = request.app.state.storage

        def work(connection: Connection) -> int:
            made = connection.execute(insert(rows), {"time": time_ns() // 1000, "body": said.answer.encode()})
            assert made.inserted_primary_key is not None
            return int(made.inserted_primary_key[0])

        return {"id": await storage.writer.write(work)}

    @app.get("/healthz")
    async def healthz() -> dict[str, str]:
        return {"status": "alive"}

    return app


def house(database: str) -> FastAPI:
    """The house, without a pace: here everybody asks as fast as they can."""
    app = create_app(database, RateLimit(burst=10**9, per_second=1e9))
    set_aside()
    return app


if __name__ == "__main__":
    kind, address, port = sys.argv[1:]
    uvicorn.run({"house": house, "bare": bare}[kind](address), host="127.0.0.1", port=int(port), **UVICORN)
