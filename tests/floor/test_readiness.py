"""Whether the house says that it is open only when it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor.storage import Storage
from tests.floor.open_house import OpenHouse


def ready(house: OpenHouse) -> int:
    """What `/readyz` answers."""
    return house.client().get("/readyz").status_code


def test_books_that_can_be_read_but_not_written_are_not_open(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: Any) -> None:
        raise OperationalError("COMMIT", None, Exception("database or disk is full"))

    with monkeypatch.context() as patch:
        patch.setattr(Storage, "write", full)
        assert house.client().post("/api/guests").status_code == 503
        assert ready(house) == 503
    assert ready(house) == 200
    assert not house.app.state.readiness.troubled


def test_books_that_do_not_answer_keep_nobody_waiting(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    @asynccontextmanager
    async def never(self: Storage) -> AsyncIterator[AsyncConnection]:
        asked.append(self)
        while still:
            await asyncio.sleep(0.01)
        async with house.app.state.house.storage.reading() as connection:
            yield connection

    still = True
    monkeypatch.setattr("croupier.floor.readiness.SECONDS", 0.1)
    with monkeypatch.context() as patch:
        patch.setattr(house.app.state.readiness, "_storage", type("Hung", (), {"reading": never})())
        assert [ready(house) for _ in range(3)] == [503, 503, 503]
        still = False
    assert len(asked) == 1, "one question at a time"
    monkeypatch.setattr("croupier.floor.readiness.SECONDS", 10)
    while ready(house) == 503:
        pass
