"""Whether the house says that it is open only when it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor.storage.database import Storage
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


def test_a_process_that_does_not_hear_the_others_is_not_open(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.floor.readiness.SECONDS", 0.2)
    with OpenHouse(shared_database) as house:
        while ready(house) == 503:
            pass
        listening = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        with monkeypatch.context() as patch:
            patch.setattr("croupier.floor.tables.pg_listen.connect", None)
            house.books.rows(text(f"SELECT pg_terminate_backend(pid) {listening}"))  # type: ignore[arg-type]
            while ready(house) == 200:
                pass
        while ready(house) == 503:
            pass


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
