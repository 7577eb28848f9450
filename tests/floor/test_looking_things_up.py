"""Looking things up in the books and the log: in order or newest first, page by page, and by words."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.floor.client import Client
from tests.floor.open_house import OpenHouse


def pages(client: Client, path: str, number: str, **query: Any) -> list[dict[str, Any]]:
    """Everything there is, fetched two at a time."""
    found: list[dict[str, Any]] = []
    while page := client.get(path, limit=2, after=found[-1][number] if found else 0, **query).json()["rows"]:
        assert len(page) <= 2
        found += page
    return found


def a_table_with_rounds(house: OpenHouse) -> int:
    player = house.guest()
    table = player.open_table("draw-n-shoot-21")
    player.sit(table, 1)
    for number in range(2):
        player.play_round(table, Random(number))
    return table


def test_the_ledger_is_read_in_pages_from_either_end(house: OpenHouse) -> None:
    table = a_table_with_rounds(house)
    auditor = house.staff("auditor")
    oldest_first = pages(auditor, "/api/ledger", "id", table=table)
    assert [row["id"] for row in oldest_first] == sorted(row["id"] for row in oldest_first)
    assert len(oldest_first) > 4
    assert pages(auditor, "/api/ledger", "id", table=table, newest=True) == oldest_first[::-1]


def test_the_log_is_read_in_pages_from_either_end(house: OpenHouse) -> None:
    table = a_table_with_rounds(house)
    auditor = house.staff("auditor")
    oldest_first = pages(auditor, "/api/log", "sequence", table=table)
    assert [row["sequence"] for row in oldest_first] == list(range(1, house.books.log_length(table) + 1))
    assert pages(auditor, "/api/log", "sequence", table=table, newest=True) == oldest_first[::-1]


def test_words_are_found_in_the_log_however_far_behind_the_first_page_they_are(house: OpenHouse) -> None:
    table = a_table_with_rounds(house)
    auditor = house.staff("auditor")
    (second,) = auditor.get("/api/log", table=table, contains='"round":2', limit=1).json()["rows"]
    assert second["sequence"] > 2 and '"entry":"round-opened"' in second["entry"]
    answers = pages(auditor, "/api/log", "sequence", table=table, contains='"entry":"answered"')
    assert len(answers) >= 4 and all('"entry":"answered"' in row["entry"] for row in answers)
    assert not pages(auditor, "/api/log", "sequence", table=table, contains="no such words")
