"""Limits are counted where they are spent: however many commands come at once, on one worker or two, none is passed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select

from croupier.floor import money
from croupier.floor.accounts import Accounts
from croupier.floor.storage.schema import tables
from croupier.floor.tables import account_limits
from tests.floor.client import Client
from tests.floor.conftest import KINDS, a_database
from tests.floor.open_house import PASSWORD, OpenHouse
from tests.floor.test_house import seated
from tests.floor.test_race import at_once

Request = tuple[str, dict[str, Any] | None]


@pytest.fixture(params=KINDS)
def houses(request: pytest.FixtureRequest) -> Iterator[list[OpenHouse]]:
    """One house on SQLite, two on one PostgreSQL database."""
    for address in a_database(request.param, request):
        with OpenHouse(address) as one:
            if request.param == "sqlite":
                yield [one]
            else:
                with OpenHouse(address) as other:
                    # A house builds its routes at the first request, which two in one process must not do at once.
                    _ = one.guest(), other.guest()
                    yield [one, other]


def sent(houses: list[OpenHouse], client: Client, requests: list[Request]) -> list[dict[str, Any]]:
    """Send commands of one account to all houses at once, and again until the table has not moved; what was done."""
    done: list[dict[str, Any]] = []
    left = [(path, body, uuid4().hex) for path, body in requests]
    while left:
        urls = cycle(house.url for house in houses)
        answers = at_once([(next(urls), path, body, client.token, key) for path, body, key in left])
        done += [answer.json() for answer in answers if answer.is_success]
        again = [answer.status_code == 409 and "changed while" in answer.text for answer in answers]
        left = [request for request, repeat in zip(left, again, strict=True) if repeat]
    return done


def lost_rounds(house: OpenHouse, many: int) -> list[tuple[int, int]]:
    """Tables, and at each somebody who has lost a round."""
    found = []
    for _ in range(many):
        player, table = seated(house, "three-card-draw")
        player.start(table)
        player.answer(table, "bet ante=5")
        player.answer(table, "fold")
        found.append((table, player.id))
    return found


def correction(table: int, account: int, cents: int) -> Request:
    """A correction in favour of a player."""
    body = {"account": account, "round": 1, "cents": cents, "reason": "as the player says"}
    return f"/api/tables/{table}/corrections", body


def test_corrections_sent_at_once_stay_within_a_day(houses: list[OpenHouse]) -> None:
    one, supervisor = houses[0], houses[0].staff("supervisor")
    disputes = lost_rounds(one, 5)
    asked = [correction(*disputes[number % 5], account_limits.CORRECTED_ALONE) for number in range(40)]
    done = sent(houses, supervisor, asked)
    assert len(done) == 40
    carried_out = [answer for answer in done if not answer.get("proposal")]
    assert len(carried_out) == account_limits.CORRECTED_A_DAY // account_limits.CORRECTED_ALONE
    paid = sum(one.books.balance(money.wallet(account)) - 50_000 for _, account in disputes)
    assert paid == account_limits.CORRECTED_A_DAY
    assert one.books.faults() == []


def test_rounds_called_off_at_once_stay_within_a_day(houses: list[OpenHouse], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(account_limits, "VOIDS_A_DAY", 3)
    one, supervisor = houses[0], houses[0].staff("supervisor")
    open_rounds = [seated(one, "three-card-draw") for _ in range(9)]
    for player, table in open_rounds:
        player.bet(table)
    done = sent(
        houses, supervisor, [(f"/api/tables/{table}/void", {"reason": "a misdeal"}) for _, table in open_rounds]
    )
    assert len(done) == 9 and sum(not answer.get("proposal") for answer in done) == 3
    assert sum(one.books.hold_states(table, 1) == {"released"} for _, table in open_rounds) == 3
    assert one.books.faults() == []


def test_tables_opened_at_once_are_no_more_than_an_account_may_have(
    houses: list[OpenHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account_limits, "TABLES_EACH", 3)
    one, player = houses[0], houses[0].guest()
    opening = {"game": "big-draw", "name": "One of many"}
    done = sent(houses, player, [("/api/tables", opening)] * 12)
    assert len(done) == 3 == len(one.books.rows(select(tables.c.id).where(tables.c.owner == player.id)))
    assert one.books.faults() == []


def test_nobody_sits_down_at_many_tables_beyond_what_a_wallet_may_hold(
    houses: list[OpenHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wallet that is too full by one table's chips is too full at whichever of them it buys in."""
    one, player = houses[0], houses[0].guest()
    numbers = [player.open_table() for _ in range(6)]
    sitting_down: list[Request] = [(f"/api/tables/{table}/seat", {"seat": 1, "buy_in": 10_000}) for table in numbers]
    monkeypatch.setattr(account_limits, "MOST_WALLET", 99_999)
    assert sent(houses, player, sitting_down) == []
    assert one.books.balance(money.wallet(player.id)) == 100_000
    monkeypatch.setattr(account_limits, "MOST_WALLET", 100_000)
    assert len(sent(houses, player, sitting_down)) == 6


def test_somebody_who_is_no_supervisor_any_more_moves_no_money(houses: list[OpenHouse]) -> None:
    """Also while another process still takes their session for good."""
    one = houses[0]
    (dispute,) = lost_rounds(one, 1)
    former = one.client(one.books.sign_up("Fay Former", PASSWORD, "supervisor"))
    one.books.wait(Accounts(one.books.storage).set_role("Fay Former", "dealer"))
    refused = former.post(*correction(*dispute, 500))
    assert refused.status_code == 403 and "your role is dealer" in refused.json()["detail"]
    assert one.books.faults() == []


def test_limits_that_were_passed_are_found_by_the_audit(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenHouse(database) as house:
        supervisor, player = house.staff("supervisor"), house.guest()
        ((table, account),) = lost_rounds(house, 1)
        with monkeypatch.context() as unlimited:
            for name in ("CORRECTED_A_DAY", "VOIDS_A_DAY", "TABLES_EACH"):
                unlimited.setattr(account_limits, name, 10**9)
            for _ in range(5):
                supervisor.do(*correction(table, account, account_limits.CORRECTED_ALONE))
            number = player.open_table()
            player.open_table()
            player.sit(number)
            for _ in "123":
                player.bet(number)
                supervisor.do(f"/api/tables/{number}/void", {"reason": "a misdeal"})
        monkeypatch.setattr(account_limits, "VOIDS_A_DAY", 2)
        monkeypatch.setattr("croupier.floor.audit.rights.TABLES_EACH", 1)
        monkeypatch.setattr("croupier.floor.audit.play_money.MOST_WALLET", 99_999)
        monkeypatch.setattr("croupier.floor.audit.play_money.A_MINUTE", -1)
        wrong = house.books.faults()
        who = supervisor.id
        for said in (
            f"account {who} corrected more in the day before",
            f"account {who} voided more in the day before",
            f"account {player.id} had 2 tables open at once",
            f"buys in from wallet:{player.id}, which has 100000 cents",
        ):
            assert any(said in what for what in wrong), (said, wrong)


def test_a_day_of_deeds_is_a_day_wherever_it_begins(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was corrected a day ago counts no more, neither for the house nor for the audit."""
    monkeypatch.setattr(account_limits, "VOIDS_A_DAY", 1)
    with OpenHouse(database) as house:
        supervisor, (player, table) = house.staff("supervisor"), seated(house, "three-card-draw")

        def void() -> Any:
            player.bet(table)
            return supervisor.do(f"/api/tables/{table}/void", {"reason": "a misdeal"}).get("proposal")

        assert not void()
        monkeypatch.setattr("croupier.floor.clock.A_DAY", 0)
        assert not void()
        monkeypatch.setattr("croupier.floor.audit.rights.A_DAY", 0)
        assert house.books.faults() == []
