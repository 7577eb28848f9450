"""Tables end: nobody sits there, the last of a pot leaves, a supervisor closes one."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import delete, insert, select

from croupier.floor import money
from croupier.floor.entries import PotCollected, read_entry
from croupier.floor.storage.schema import closings, log
from croupier.floor.tables.house import EMPTY_SECONDS
from tests.floor.client import Client
from tests.floor.conftest import Clock
from tests.floor.open_house import OpenHouse
from tests.floor.test_house import seated

pytestmark = pytest.mark.usefixtures("clock")


def lobby(client: Client) -> set[int]:
    """The tables that are listed."""
    return {table["id"] for table in client.get("/api/tables", limit=500).json()["tables"]}


def wait_a_while(clock: Clock, house: OpenHouse, table: int) -> bool:
    """Let the time of an empty table pass; whether it has ended."""
    time.sleep(0.1)
    clock.forward(EMPTY_SECONDS + 1)
    for _ in range(20):
        time.sleep(0.02)
        if table not in lobby(house.guest()):
            return True
    return False


def collected(house: OpenHouse, table: int) -> list[int]:
    """The pots that the house has taken, in cents."""
    entries = house.books.rows(select(log.c.entry).where(log.c.table == table).order_by(log.c.sequence))
    return [entry.cents for row in entries if isinstance(entry := read_entry(row.entry), PotCollected)]


def opened_pot(house: OpenHouse, game: str, players: list[Client]) -> int:
    """A table whose pot these players have opened, and which nobody has won."""
    table = players[0].open_table(game)
    for seat, player in enumerate(players, start=1):
        player.sit(table, seat)
    for _ in range(20):
        players[0].start(table)
        for player in players:
            player.answer(table, f"bet ante=5 blind=5 cincy-pot={price(player, table)}")
        while not (view := players[0].look(table)["view"])["finished"]:
            (seat,) = view["waiting"]
            players[seat - 1].answer(table, players[seat - 1].look(table)["view"]["legal"][0])
        if house.books.balance(money.pot(table)):
            return table
    raise AssertionError("every pot was won")


def price(player: Client, table: int) -> str:
    """What the pot costs, in dollars."""
    return str(player.look(table)["view"]["pot"]["price"] // 100)


def test_an_empty_table_closes_after_a_while_and_leaves_the_lobby(house: OpenHouse, clock: Clock) -> None:
    player, table = seated(house, automatic=[2, 3])
    player.do(f"/api/tables/{table}/leave")
    assert table in lobby(player)
    assert wait_a_while(clock, house, table)
    assert player.look(table)["closed"] == "nobody was there"
    assert player.look(table)["view"]["seats"] == [], "the chips of automatic seats go back"
    late = player.post(f"/api/tables/{table}/seat", {"seat": 1, "buy_in": 5_000})
    assert late.status_code == 409 and "is closed" in late.json()["detail"]


def test_the_wall_clock_closes_no_table(house: OpenHouse, clock: Clock) -> None:
    player = house.guest()
    table = player.open_table()
    time.sleep(0.1)
    clock.step(30 * EMPTY_SECONDS)
    time.sleep(0.1)
    clock.step(-30 * EMPTY_SECONDS)
    assert table in lobby(player)


@pytest.mark.rule("CS-P11")
def test_a_carryover_pot_whose_last_participant_leaves_is_collected_at_once(house: OpenHouse) -> None:
    """And it locks nobody out: the next wager opens a new pot."""
    first, second = house.guest(), house.guest()
    table = opened_pot(house, "cincinnati-stud", [first, second])
    held = house.books.balance(money.pot(table))
    third = house.guest()
    third.sit(table, 3)
    first.do(f"/api/tables/{table}/leave")
    assert house.books.balance(money.pot(table)) == held, "one is still in it"
    second.do(f"/api/tables/{table}/leave")
    assert house.books.balance(money.pot(table)) == 0 and collected(house, table) == [held]
    third.start(table)
    third.answer(table, "bet ante=5 blind=5 cincy-pot=5")
    assert house.books.balance(money.pot(table)) == 500


@pytest.mark.rule("OTD-P7")
def test_a_raked_pot_that_holds_money_keeps_its_table_open(house: OpenHouse, clock: Clock) -> None:
    players = [house.guest(), house.guest()]
    table = opened_pot(house, "on-the-draw", players)
    for player in players:
        player.do(f"/api/tables/{table}/leave")
    assert not wait_a_while(clock, house, table)
    told = house.staff("supervisor").post(f"/api/tables/{table}/close", {"reason": "the evening is over"})
    assert told.status_code == 409 and "OTD-P7" in told.json()["detail"]


def test_a_supervisor_closes_a_table_and_everybody_goes_with_their_chips(house: OpenHouse) -> None:
    player, table = seated(house, "cincinnati-stud")
    supervisor, reason = house.staff("supervisor"), {"reason": "the evening is over"}
    player.start(table)
    player.answer(table, "bet ante=5 blind=5")
    assert player.post(f"/api/tables/{table}/close", reason).status_code == 403
    assert supervisor.post(f"/api/tables/{table}/close", reason).status_code == 409, "a round is being played"
    player.answer(table, "fold")
    supervisor.do(f"/api/tables/{table}/close", reason)
    assert player.get("/api/me").json()["wallet"] == 99_000
    assert table not in lobby(player) and player.look(table)["closed"] == reason["reason"]
    assert supervisor.post(f"/api/tables/{table}/close", reason).status_code == 409


def test_closed_tables_do_not_count_among_those_an_account_may_open(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.floor.tables.account_limits.TABLES_EACH", 1)
    player = house.guest()
    table = player.open_table()
    another = {"game": "big-draw", "name": "another"}
    assert player.post("/api/tables", another).status_code == 409
    house.staff("supervisor").do(f"/api/tables/{table}/close", {"reason": "not needed"})
    player.do("/api/tables", another)


def test_a_table_cannot_be_closed_behind_the_logs_back(file_database: str) -> None:
    """The list of closed tables is guarded, and held against the log."""
    with OpenHouse(file_database) as house:
        table = house.guest().open_table()
        house.books.say_it(insert(closings).values(table=table, sequence=1, time=1))
        assert any("closed tables" in fault for fault in house.books.faults())
        with pytest.raises(Exception, match="nothing in closings is ever edited"):
            house.books.say_it(delete(closings))
