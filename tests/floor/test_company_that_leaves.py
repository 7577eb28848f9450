"""Company that leaves: lines that drop, players who are away, tables of which nobody is left."""

from __future__ import annotations

import time
from random import Random
from threading import Thread

import httpx
import pytest
from sqlalchemy import select

from croupier.floor import money
from croupier.floor.entries import Sat, Withheld
from croupier.floor.fairness.verify import verify
from croupier.floor.storage.schema import holds
from croupier.floor.tables.house import REVEAL_SECONDS
from croupier.floor.tables.live_table import REST_SECONDS
from tests.floor.client import Client, Watcher
from tests.floor.conftest import KINDS, Clock, a_database, house_on
from tests.floor.insider import Insider
from tests.floor.open_house import OpenHouse
from tests.floor.test_words import BETS, at_table, entries, finish, transcript

pytestmark = pytest.mark.usefixtures("clock")
house = house_on(*KINDS)
MISSING = REVEAL_SECONDS + 1


def drop(clock: Clock, players: list[Client], table: int, stay: Client) -> Watcher:
    """Let the players bet, and the line of all but those who reveal drop until the time is over; a watcher's table."""
    for player in players:
        player.commit(table, BETS)
    watcher = stay.watch(table)
    watcher.hear()
    clock.forward(MISSING)
    while not any(entry["entry"] == "withheld" for entry in watcher.entries()):
        watcher.hear()
    watcher.close()
    return watcher


@pytest.mark.parametrize("clock_seconds", [0, 20])
def test_a_dropped_line_loses_no_bet_and_everybody_is_told_why(
    house: OpenHouse, clock: Clock, clock_seconds: int
) -> None:
    (ann, bob), table = at_table(house, 2, clock_seconds=clock_seconds)
    ann.commit(table, BETS)
    bob.commit(table, "bet ante=10 blind=10")
    ann.reveal(table)
    with ann.watch(table) as watcher:
        watcher.hear()
        clock.forward((clock_seconds or REVEAL_SECONDS) + 1)
        while not watcher.entries() or watcher.entries()[-1]["entry"] != "withheld":
            watcher.hear()
        told = watcher.messages[-1]["table"]
    assert watcher.entries()[-1]["seats"] == [2]
    assert watcher.entries()[-1]["reason"] == told["called_off"] == "the line of seat 2 was down"
    assert bob.look(table)["called_off"] == "your line was down"
    assert {seat["number"]: (seat["stack"], seat["bets"]) for seat in told["view"]["seats"]} == {
        1: (50_000, {}),
        2: (50_000, {}),
    }
    assert house.books.hold_states(table, 1) == {"released"} and house.books.balance(money.bets(table)) == 0
    for player, why in ((ann, "the line of seat 2 was down"), (bob, "your line was down")):
        (mine,) = player.get("/api/history").json()["rounds"]
        assert (mine["net"], mine["outcome"], mine["called_off"]) == (0, "released", why)
    checks = {check.name: check for check in verify(transcript(bob, table, 1)).checks}
    assert {check.verdict for check in checks.values()} == {"holds"}
    assert "the line of seat 2 was down" in checks["log"].found and "called off" in checks["words"].found
    late = bob.post(f"/api/tables/{table}/word", {"word": bob.word})
    assert late.status_code == 409 and "no word to reveal now" in late.json()["detail"]


def test_the_next_round_is_dealt_after_a_line_was_down(house: OpenHouse, clock: Clock) -> None:
    (ann, bob), table = at_table(house, 2)
    drop(clock, [ann, bob], table, ann)
    ann.start(table)
    assert ann.look(table)["called_off"] == ""
    for player in (ann, bob):
        player.commit(table, BETS)
    assert ann.reveal(table) and bob.reveal(table)
    told = finish([ann, bob], table)
    assert set(told.client_seeds) == {1, 2} and verify(told).holds


def test_whose_word_is_missing_twice_in_an_hour_leaves_with_their_chips_and_the_seat_rests(
    house: OpenHouse, clock: Clock
) -> None:
    """So nobody has more than two rounds an hour called off at a seat, however many accounts they have."""
    (ann, bob), table = at_table(house, 2)
    for again in (False, True):
        if again:
            ann.start(table)
        ann.commit(table, BETS)
        bob.commit(table, BETS)
        ann.reveal(table)
        clock.forward(MISSING)
        while not ann.look(table)["view"]["finished"]:
            time.sleep(0.01)
    assert [seat["number"] for seat in ann.look(table)["view"]["seats"]] == [1]
    assert bob.get("/api/me").json()["wallet"] == 100_000
    for newcomer in (bob, house.guest()):
        refused = newcomer.post(f"/api/tables/{table}/seat", {"seat": 2, "buy_in": 10_000})
        assert refused.status_code == 409 and "take another seat" in refused.json()["detail"]
    clock.forward(REST_SECONDS - 2)
    assert bob.post(f"/api/tables/{table}/seat", {"seat": 2, "buy_in": 10_000}).status_code == 409
    clock.forward(3)
    bob.sit(table, 2)


def test_whoever_plays_alone_is_waited_for_and_the_bet_comes_back(house: OpenHouse, clock: Clock) -> None:
    (ann,), table = at_table(house, 1, clock_seconds=20)
    ann.commit(table, BETS)
    clock.forward(10 * MISSING)
    time.sleep(0.1)
    assert ann.look(table)["words"]["awaited"] == [1] and ann.reveal(table)
    finish([ann], table)
    ann.start(table)
    ann.commit(table, BETS)
    clock.forward(3601)
    patience = time.monotonic() + 10
    while house.books.rows(select(holds.c.id).where(holds.c.state == "held")) and time.monotonic() < patience:
        time.sleep(0.01)
    newest, *_ = ann.get("/api/history").json()["rounds"]
    assert (newest["net"], newest["called_off"]) == (0, "your line was down")


def test_a_house_that_was_closed_waits_for_the_word_again_and_knows_who_missed_one(
    file_database: str, clock: Clock
) -> None:
    with OpenHouse(file_database) as house:
        (ann, bob), table = at_table(house, 2)
        drop(clock, [ann, bob], table, ann)
        ann.start(table)
        for player in (ann, bob):
            player.commit(table, BETS)
        ann.reveal(table)
        clock.forward(MISSING - 5)
    with OpenHouse(file_database) as house:
        back = house.client(ann.token)
        clock.forward(MISSING - 5)
        time.sleep(0.1)
        assert back.look(table)["words"]["awaited"] == [2], "a house that was closed gives the whole time again"
        clock.forward(10)
        while not back.look(table)["view"]["finished"]:
            time.sleep(0.01)
        assert [seat["number"] for seat in back.look(table)["view"]["seats"]] == [1]
        assert house.books.faults() == []


def late_word(houses: tuple[OpenHouse, OpenHouse], clock: Clock, wait: float) -> tuple[int, list[str]]:
    """A word that comes about when its time is over, at the other house: how it is answered, and the table's log."""
    one, other = houses
    (ann, bob), table = at_table(one, 2)
    far = other.client(bob.token)
    far.word = bob.word
    far.look(table)
    ann.commit(table, BETS)
    far.commit(table, BETS)
    ann.reveal(table)
    answers: list[httpx.Response] = []
    late = Thread(target=lambda: answers.append(far.post(f"/api/tables/{table}/word", {"word": far.word})))
    clock.forward(MISSING)
    time.sleep(wait)
    late.start()
    late.join()
    kinds = [type(entry).__name__ for entry in entries(one, table)]
    seen = [player.look(table) for player in (ann, far)]
    assert seen[0]["sequence"] == seen[1]["sequence"]
    stacks = {seat["stack"] for told in seen for seat in told["view"]["seats"]}
    assert stacks == ({50_000} if "Withheld" in kinds else {49_000})
    return answers[0].status_code, kinds


def test_a_late_word_and_the_end_of_the_time_agree_at_two_workers(request: pytest.FixtureRequest, clock: Clock) -> None:
    """Either the round is dealt with the word or it is called off; both houses say the same, and no bet is lost."""
    random = Random(10)
    for address in a_database("postgres", request):
        with OpenHouse(address) as one, OpenHouse(address) as other:
            for _ in range(12):
                said, kinds = late_word((one, other), clock, random.random() * 0.03)
                assert said in (200, 409)
                assert ("Withheld" in kinds) == (said == 409) == (kinds.count("Revealed") == 1)
            assert one.books.faults() == []


def test_an_insider_who_seats_somebody_where_a_word_was_missing_is_found_out(file_database: str, clock: Clock) -> None:
    with OpenHouse(file_database) as house:
        (ann, bob), table = at_table(house, 2)
        drop(clock, [ann, bob], table, ann)
        bob.do(f"/api/tables/{table}/leave")
        clock.forward(REST_SECONDS + 1)
        bob.sit(table, 2)

        def work(insider: Insider) -> None:
            missing, sat = insider.find(table, Withheld), insider.find(table, Sat, which=-1)
            insider.rewrite(table, sat.sequence, time=missing.time + 1_000_000)
            insider.chain(table)

        assert house.books.faults() == []
        Insider.at_work(house.books, work)
        assert any("in the hour after a word was missing there" in fault for fault in house.books.faults())
