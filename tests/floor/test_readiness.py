"""Whether the house says that it is open only when it is."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor.storage.database import Storage
from croupier.floor.storage.writer import Writer
from tests.floor.open_house import OpenHouse


def ready(house: OpenHouse) -> int:
    """What `/readyz` answers."""
    return house.client().get("/readyz").status_code


def test_books_that_can_be_read_but_not_written_are_not_open(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: Any) -> None:
        raise OperationalError("COMMIT", None, Exception("database or disk is full"))

    with monkeypatch.context() as patch:
        patch.setattr(Writer, "write", full)
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

    async def never_mind(*_: Any) -> None:
        """What is written when it answers again is not asked here."""

    still = True
    monkeypatch.setattr("croupier.floor.readiness.SECONDS", 0.1)
    with monkeypatch.context() as patch:
        patch.setattr(
            house.app.state.readiness, "_storage", type("Hung", (), {"reading": never, "write": never_mind})()
        )
        assert [ready(house) for _ in range(3)] == [503, 503, 503]
        still = False
    assert len(asked) == 1, "one question at a time"
    monkeypatch.setattr("croupier.floor.readiness.SECONDS", 10)
    while ready(house) == 503:
        pass


@contextmanager
def full_disk(house: OpenHouse) -> Iterator[None]:
    """While nothing more can be written: no file of this process grows, or PostgreSQL says that its disk is full."""
    if house.books.storage.is_sqlite:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        return
    full = "BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END"
    house.books.say(f"CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $${full}$$")
    house.books.say("CREATE TRIGGER full_disk BEFORE INSERT ON write_probes EXECUTE FUNCTION full_disk()")
    try:
        yield
    finally:
        house.books.say("DROP FUNCTION full_disk CASCADE")


def test_a_house_with_a_full_disk_is_not_open_before_anybody_finds_out(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.floor.readiness.WRITTEN_SECONDS", 0.0)
    with OpenHouse(database) as house:
        while ready(house) == 503:
            pass
        with full_disk(house):
            assert ready(house) == 503
        assert ready(house) == 200
