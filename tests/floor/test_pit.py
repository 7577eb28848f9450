"""The pit: what it counts is what the ledger and the log say, and nothing is counted twice."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select

from croupier.floor import clock, money
from croupier.floor.api.kept_answers import printed_answer
from croupier.floor.pit.figures import first_hour
from croupier.floor.storage.pit_counts import SUMS
from croupier.floor.storage.schema import (
    pit_people,
    pit_tables,
    pit_wagers,
    rounds,
)
from croupier.floor.tables.account_limits import CORRECTED_ALONE
from croupier.games import game_named, game_names
from tests.floor.client import Client
from tests.floor.open_house import PASSWORD, OpenHouse
from tests.floor.test_house import seated

NOON = 12 - datetime.now(UTC).hour
"""How far ahead clocks are where it is noon: no day of the pit ends there while a test runs."""


def played(house: OpenHouse, game: str, number: int = 3) -> tuple[Client, int]:
    """A guest who has played some rounds beside an automatic seat."""
    player, table = seated(house, game, automatic=[2])
    for seed in range(number):
        player.play_round(table, Random(seed))
    return player, table


def win_of(house: OpenHouse, table: int) -> int:
    """What the pit says that the house has won at a table, with its pots and corrections."""
    of_wagers = select(func.coalesce(func.sum(pit_wagers.c.won), 0)).where(pit_wagers.c.table == table)
    beside = select(func.sum(pit_tables.c.pot_win - pit_tables.c.corrected)).where(pit_tables.c.table == table)
    return int(house.books.one(of_wagers)) + int(house.books.one(beside) or 0)


def test_what_the_pit_counts_is_what_the_ledger_says(house: OpenHouse) -> None:
    """Of all games, with automatic seats, pots, a correction and a round that is called off."""
    sam = house.staff("supervisor")
    for game in game_names():
        player, table = played(house, game)
        sam.do(f"/api/tables/{table}/corrections", {"account": player.id, "round": 1, "cents": 700, "reason": "a chip"})
        player.start(table)
        sam.do(f"/api/tables/{table}/void", {"reason": "a card was exposed"})
        player.do(f"/api/tables/{table}/leave")
        assert win_of(house, table) == house.books.balance(money.house(table)), game
        counted = ("rounds", "voids", "corrected")
        sums = [func.sum(pit_tables.c[count]).label(count) for count in counted]
        # The hour may end while this runs: what is counted then is in two rows.
        (kept,) = house.books.rows(select(*sums).where(pit_tables.c.table == table))
        settled = select(func.count()).where((rounds.c.table == table) & (rounds.c.outcome == "settled"))
        assert (kept.rounds, kept.voids, kept.corrected) == (house.books.one(settled), 1, 700)
        people = house.books.rows(select(pit_people).where(pit_people.c.table == table))
        assert {row.account for row in people} == {player.id}
        assert sum(row.rounds for row in people) <= kept.rounds and sum(row.decisions for row in people) > 0


def test_a_day_of_the_pit_ends_between_two_rounds(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """One round in the last second of a gaming day, and one in the first of the next."""
    _, first = first_hour("2027-01-02", 0)
    moment = (first * 3600 - 1) * clock.SECOND
    monkeypatch.setattr(clock, "now", lambda: moment)
    player, table = played(house, "on-the-draw", 1)
    moment += clock.SECOND
    player.play_round(table, Random(2))
    kept = select(pit_tables.c.hour, pit_tables.c.rounds).where(pit_tables.c.table == table).order_by(pit_tables.c.hour)
    assert [tuple(row) for row in house.books.rows(kept)] == [(first - 1, 1), (first, 1)]
    ivy = house.staff("auditor")
    wins = []
    for day in ("2027-01-01", "2027-01-02"):
        (told,) = [each for each in ivy.get(f"/api/pit?day={day}").json()["tables"] if each["id"] == table]
        assert told["figures"]["rounds"] == 1
        wins.append(told["figures"]["win"])
    won = select(func.sum(pit_wagers.c.won)).where(pit_wagers.c.table == table)
    assert sum(wins) == house.books.one(won), "without the pot"
    assert win_of(house, table) == house.books.balance(money.house(table))


def test_the_audit_counts_again(house: OpenHouse) -> None:
    _, table = played(house, "on-the-draw", 1)
    for column in ("handle", "won", "rounds"):
        house.books.say(f'UPDATE pit_wagers SET "{column}" = "{column}" + 1 WHERE "table" = {table}')
        (fault,) = {fault.split(":")[0] for fault in house.books.faults()}
        assert fault == f"table {table}"
        house.books.say(f'UPDATE pit_wagers SET "{column}" = "{column}" - 1 WHERE "table" = {table}')
    for _, sums in SUMS:
        house.books.say(f'UPDATE {sums.name} SET rounds = rounds + 1 WHERE "table" = {table}')
        assert house.books.faults(), sums.name
        house.books.say(f'UPDATE {sums.name} SET rounds = rounds - 1 WHERE "table" = {table}')


def test_the_pit_tells_what_tables_and_players_bring_beside_what_they_should(house: OpenHouse) -> None:
    player, table = played(house, "three-card-draw", 4)
    ivy = house.staff("auditor")
    told = ivy.get("/api/pit", ahead=NOON).json()
    (found,) = [each for each in told["tables"] if each["id"] == table]
    figures = found["figures"]
    bets = house.books.rows(select(pit_wagers).where(pit_wagers.c.table == table))
    assert (figures["rounds"], figures["drop"]) == (4, 50_000) and found["is_open"]
    assert figures["win"] == sum(row.won for row in bets) and figures["handle"] == sum(row.handle for row in bets)
    edges = {name: Fraction(bet["expected_value"]) for name, bet in analysis("three-card-draw")["bets"].items()}
    theoretical = sum(-edges[row.wager] * row.stake * row.rounds for row in bets)
    assert figures["theoretical"] == pytest.approx(float(theoretical)), "by the exact mathematics"
    assert figures["low"] is figures["high"] is figures["chance_below"] is None, "of four rounds nothing can be said"
    assert found["owed"] == house.books.balance(money.stack(table, 1)), "automatic seats play with nobody's money"
    for key in ("rounds", "win", "handle", "drop"):
        for lines in (told["games"], told["shifts"], ivy.get("/api/pit/days", days=3, ahead=NOON).json()["days"]):
            assert sum(line[key] for line in lines) == told["all"][key], "nothing is counted twice"
    rated = {each["account"]: each for each in ivy.get("/api/pit/players", ahead=NOON).json()["players"]}
    mine = [row for row in bets if row.account == player.id]
    assert rated[player.id]["handle"] == sum(row.handle for row in mine)
    assert rated[player.id]["theoretical"] == pytest.approx(
        float(sum(-edges[row.wager] * row.stake * row.rounds for row in mine))
    )
    assert house.guest().get("/api/pit").status_code == 403
    assert ivy.get("/api/pit?day=yesterday").status_code == 422


def analysis(game: str) -> dict[str, Any]:
    """A game's figures as they ship with the program."""
    return json.loads(printed_answer(game_named(game)(), "1", strategies=False) or "")


def test_what_waits_for_a_second_signature_is_listed_until_it_is_signed(house: OpenHouse) -> None:
    player, table = played(house, "on-the-draw", 1)
    sam = house.staff("supervisor")
    asked = {"account": player.id, "round": 1, "cents": CORRECTED_ALONE + 1, "reason": "the royal was not paid"}
    number = sam.do(f"/api/tables/{table}/corrections", asked)["proposal"]
    (told,) = [each for each in sam.get("/api/proposals").json()["proposals"] if each["table"] == table]
    assert (told["proposal"], told["cents"], told["account"], told["reason"]) == (
        number,
        CORRECTED_ALONE + 1,
        player.id,
        "the royal was not paid",
    )
    other = house.client(house.books.sign_up("Robin Hart", PASSWORD, "supervisor"))
    other.do(f"/api/tables/{table}/signatures", {"proposal": number})
    assert [each for each in sam.get("/api/proposals").json()["proposals"] if each["table"] == table] == []
