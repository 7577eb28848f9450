"""Company that leaves: lines that drop, players who are away, tables of which nobody is left."""

from __future__ import annotations

import time
from random import Random
from threading import Thread
from typing import Any

import httpx
import pytest

from croupier.floor import money
from croupier.floor.entries import Answered, Back, Sat, Withheld
from croupier.floor.fairness.verify import verify
from croupier.floor.tables.house import REVEAL_SECONDS
from croupier.floor.tables.live_table import REST_SECONDS, WAITED_FOR_SECONDS
from tests.floor.client import Client, Watcher
from tests.floor.conftest import KINDS, Clock, a_database, house_on
from tests.floor.insider import Insider
from tests.floor.open_house import OpenHouse
from tests.floor.test_clock import look_at
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
    for player in players:
        player.do(f"/api/tables/{table}/back")
    return watcher


def ended(player: Client, table: int) -> str:
    """Why a table has ended, once it has."""
    patience = time.monotonic() + 10
    while not (why := str(player.look(table)["closed"])) and time.monotonic() < patience:
        time.sleep(0.01)
    return why


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
    assert {name for name, check in checks.items() if check.verdict != "holds"} <= {"signature"}
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
            bob.do(f"/api/tables/{table}/back")
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
    look_at(house, table)
    clock.forward(3601)
    ended(ann, table)
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


def company(house: OpenHouse, players: int, **terms: Any) -> tuple[list[Client], int]:
    """Guests without words at a table, whose bets are asked for."""
    guests, table = at_table(house, players, **terms)
    for guest in guests:
        guest.word = ""
    return guests, table


def time_out(clock: Clock, stay: Client, table: int, seat: int, seconds: int = WAITED_FOR_SECONDS) -> dict[str, Any]:
    """Let the time of the decision pass; the table when the seat is away."""
    with stay.watch(table) as watcher:
        watcher.hear()
        clock.forward(seconds + 1)
        while seat not in watcher.messages[-1]["table"]["away"]:
            watcher.hear()
        told: dict[str, Any] = watcher.messages[-1]["table"]
    return told


@pytest.mark.parametrize("clock_seconds", [0, 20])
def test_after_one_time_out_nobody_waits_for_a_player_until_they_are_back(
    house: OpenHouse, clock: Clock, clock_seconds: int
) -> None:
    (ann, bob), table = company(house, 2, clock_seconds=clock_seconds)
    ann.answer(table, BETS)
    bob.answer(table, BETS)
    told = time_out(clock, bob, table, 1, clock_seconds or WAITED_FOR_SECONDS)
    assert told["away"] == [1] and told["view"]["waiting"] == [2]
    assert [house.guest().look(table)["away"], ann.look(table)["away"]] == [[1], [1]], "everybody sees it"
    while not bob.look(table)["view"]["finished"]:
        assert bob.look(table)["view"]["waiting"] == [2], "nobody waits for the first seat"
        bob.answer(table, bob.look(table)["view"]["legal"][0])
    said = [
        (entry.answer, entry.by) for entry in entries(house, table) if isinstance(entry, Answered) and entry.seat == 1
    ]
    assert said[1:] == [("check", "clock"), ("check", "absent"), ("fold", "absent")]

    bob.start(table)
    view = bob.look(table)["view"]
    assert view["waiting"] == [2], "the first seat is not dealt in"
    bob.answer(table, BETS)
    seats = {seat["number"]: seat for seat in bob.look(table)["view"]["seats"]}
    assert seats[1]["stack"] == 49_000 and not seats[1]["places"] and seats[2]["places"]
    finish([bob, bob], table)

    ann.do(f"/api/tables/{table}/back")
    assert ann.look(table)["away"] == []
    assert ann.post(f"/api/tables/{table}/back").status_code == 409
    bob.start(table)
    assert ann.look(table)["view"]["waiting"] == [1, 2]
    assert ann.answer(table, BETS)


def test_whoever_deals_is_back_and_so_is_whoever_says_so_in_the_middle_of_a_round(
    house: OpenHouse, clock: Clock
) -> None:
    (ann, bob), table = company(house, 2)
    ann.answer(table, BETS)
    bob.answer(table, BETS)
    time_out(clock, bob, table, 1)
    ann.do(f"/api/tables/{table}/back")
    bob.answer(table, "check")
    assert bob.look(table)["view"]["waiting"] == [1], "the second decision is hers again"
    time_out(clock, bob, table, 1)
    while not bob.look(table)["view"]["finished"]:
        bob.answer(table, bob.look(table)["view"]["legal"][0])
    ann.start(table)
    assert ann.look(table)["away"] == [] and ann.look(table)["view"]["waiting"] == [1, 2]


def test_whose_line_was_down_sits_out_until_they_are_back(house: OpenHouse, clock: Clock) -> None:
    (ann, bob), table = at_table(house, 2)
    for player in (ann, bob):
        player.commit(table, BETS)
    ann.reveal(table)
    time_out(clock, ann, table, 2, REVEAL_SECONDS)
    ann.start(table)
    assert ann.look(table)["view"]["waiting"] == [1] and ann.look(table)["clock_seconds"] == 0
    bob.do(f"/api/tables/{table}/back")
    assert bob.look(table)["away"] == []


def test_who_is_away_is_known_after_a_restart_and_from_a_snapshot(
    file_database: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.floor.tables.event_store.SNAPSHOT_EVERY", 1)
    with OpenHouse(file_database) as house:
        (ann, bob), table = company(house, 2)
        ann.answer(table, BETS)
        bob.answer(table, BETS)
        time_out(clock, bob, table, 1)
        while not bob.look(table)["view"]["finished"]:
            bob.answer(table, bob.look(table)["view"]["legal"][0])
    with OpenHouse(file_database) as house:
        assert house.client(bob.token).look(table)["away"] == [1]
        assert house.books.faults() == []


def test_the_table_of_a_guest_who_went_away_ends_and_the_chips_go_back(house: OpenHouse, clock: Clock) -> None:
    """Between two rounds, and in the middle of one, whose decisions take the default."""
    tables = {}
    for dealt in (False, True):
        (ann,), table = company(house, 1, automatic=[3])
        ann.answer(table, BETS)
        if not dealt:
            finish([ann], table)
        tables[ann] = table
    for table in tables.values():
        look_at(house, table)
    clock.forward(3601)
    for ann, table in tables.items():
        assert ended(ann, table) == "nobody was there"
        assert ann.get("/api/me").json()["wallet"] == 99_000
        assert table not in {listed["id"] for listed in ann.get("/api/tables", limit=500).json()["tables"]}


def test_a_table_of_which_nobody_is_left_is_not_in_the_lobby(house: OpenHouse, clock: Clock) -> None:
    (ann, bob), table = company(house, 2)
    for player in (ann, bob):
        player.answer(table, BETS)

    def listed(who: Client) -> bool:
        return table in {one["id"] for one in who.get("/api/tables", limit=500).json()["tables"]}

    stranger = house.guest()
    assert listed(stranger)
    time_out(clock, bob, table, 1)
    assert listed(stranger), "one is there"
    bob.do(f"/api/tables/{table}/leave")
    assert not listed(stranger) and listed(ann), "whose chips are there finds the way back"
    ann.do(f"/api/tables/{table}/back")
    assert listed(stranger)


def test_two_workers_agree_on_who_is_away(request: pytest.FixtureRequest, clock: Clock) -> None:
    for address in a_database("postgres", request):
        with OpenHouse(address) as one, OpenHouse(address) as other:
            (ann, bob), table = company(one, 2)
            far = other.client(bob.token)
            for player in (ann, far):
                player.answer(table, BETS)
            time_out(clock, far, table, 1)
            back = [
                Thread(target=house.client(ann.token).post, args=(f"/api/tables/{table}/back",))
                for house in (one, other)
            ]
            for press in back:
                press.start()
            for press in back:
                press.join()
            assert [type(entry) for entry in entries(one, table)].count(Back) == 1
            assert ann.look(table)["away"] == far.look(table)["away"] == []
            assert one.books.faults() == []
