"""Looking things up in the books and the log: in order or newest first, page by page, and by words."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from croupier.floor import clock
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


def backwards(client: Client, path: str, key: str, number: str, limit: int = 2) -> list[dict[str, Any]]:
    """Everything there is, newest first, fetched a few at a time."""
    found: list[dict[str, Any]] = []
    while page := client.get(path, limit=limit, **({"before": found[-1][number]} if found else {})).json()[key]:
        assert len(page) <= limit and (not found or page[0][number] < found[-1][number]), "the same page again"
        found += page
    return found


def test_rounds_of_a_table_are_read_back_to_the_first(house: OpenHouse) -> None:
    player = house.guest()
    table = player.open_table("draw-n-shoot-21")
    player.sit(table, 1)
    for number in range(5):
        player.play_round(table, Random(number))
    found = backwards(player, f"/api/tables/{table}/rounds", "rounds", "round")
    assert [row["round"] for row in found] == [5, 4, 3, 2, 1]


def test_one_s_own_rounds_are_read_back_to_the_first_at_whatever_table_they_were(house: OpenHouse) -> None:
    player = house.guest()
    first, second = (player.open_table("draw-n-shoot-21") for _ in range(2))
    played = [first, first, second, first, second] * 5
    for table in (first, second):
        player.sit(table, 1, 40_000)
    for number, table in enumerate(played):
        player.play_round(table, Random(number))
    found = backwards(player, "/api/history", "rounds", "id", limit=10)
    assert [row["table"] for row in found] == played[::-1]
    assert [row["round"] for row in found if row["table"] == second] == list(range(played.count(second), 0, -1))


def test_one_s_own_rounds_are_in_the_order_of_play_when_the_clock_is_set_back(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = house.guest()
    table = player.open_table("draw-n-shoot-21")
    player.sit(table, 1)
    player.play_round(table, Random(1))
    now = clock.now
    with monkeypatch.context() as patch:
        patch.setattr(clock, "now", lambda: now() - 3_600_000_000)
        player.play_round(table, Random(2))
    rounds = player.get("/api/history").json()["rounds"]
    assert rounds[0]["time"] < rounds[1]["time"], "the clock was not set back"
    assert [row["round"] for row in rounds] == [2, 1]


def test_tables_are_found_however_many_were_opened_since(house: OpenHouse) -> None:
    player, supervisor = house.guest(), house.staff("supervisor")
    numbers = [player.open_table("big-draw") for _ in range(3)]
    found = [row["id"] for row in backwards(supervisor, "/api/house", "tables", "id")]
    assert found[:3] == numbers[::-1] and found[-1] == 1 and len(found) == len(set(found))
    listed: list[int] = []
    while page := player.get("/api/tables", limit=2, skip=len(listed)).json()["tables"]:
        listed += [row["id"] for row in page]
    assert {*numbers} <= {*listed} and len(listed) == len(set(listed)), "those with people come first"


def test_a_day_is_exported(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    player, auditor = house.guest(), house.staff("auditor")
    table = player.open_table("draw-n-shoot-21")
    player.sit(table, 1)
    for day in (30, 31):
        moment = int(datetime(2031, 1, day, 12, tzinfo=UTC).timestamp()) * 1_000_000
        with monkeypatch.context() as patch:
            patch.setattr(clock, "now", lambda moment=moment: moment)
            player.play_round(table, Random(day))
    the_day = {"since": "2031-01-31", "until": "2031-02-01"}
    of_table = f"/api/tables/{table}/rounds"
    assert [row["round"] for row in auditor.get(of_table, **the_day).json()["rounds"]] == [2]
    assert [row["round"] for row in player.get("/api/history", **the_day).json()["rounds"]] == [2]
    moved = auditor.get("/api/ledger", table=table, **the_day).json()["rows"]
    assert moved == [row for row in auditor.get("/api/ledger", table=table).json()["rows"] if row["round"] == 2]
    for path, number in ((of_table, 1), ("/api/ledger", len(moved))):
        as_csv = auditor.get(path, form="csv", table=table, **the_day).text
        assert len(list(csv.DictReader(io.StringIO(as_csv)))) == number > 0
    for since, rounds in (("2031-01-31T14:00:00+02:00", [2]), ("2031-01-31T14:00:00.000001+02:00", [])):
        assert [row["round"] for row in auditor.get(of_table, since=since).json()["rounds"]] == rounds
    refused = auditor.get(of_table, since="yesterday")
    assert refused.status_code == 422 and "2026-01-31" in refused.json()["detail"]


def test_the_ledger_is_told_as_far_as_it_is_settled(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    auditor, _ = house.staff("auditor"), house.guest()
    first, second, *_ = (row["id"] for row in auditor.get("/api/ledger").json()["rows"])

    async def only_the_first(_: object) -> int:
        return int(first)

    monkeypatch.setattr("croupier.floor.storage.house_ledger.last_settled", only_the_first)
    assert [row["id"] for row in auditor.get("/api/ledger").json()["rows"]] == [first] and second > first
