"""Time: decision clocks, players who leave in the middle, rounds left alone, a house that closes and opens."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor import money
from croupier.floor.entries import Answered, read_entry
from croupier.floor.storage.schema import holds, log, rounds
from croupier.floor.tables import event_store
from croupier.games import game_named, game_names
from tests.floor.client import Client, Watcher
from tests.floor.conftest import ONE_IN_A_HURRY, Clock, house_on
from tests.floor.open_house import OpenHouse
from tests.floor.test_house import seated

CLOCK = 30
HOUR = 3600
pytestmark = pytest.mark.usefixtures("clock")
house = house_on(*ONE_IN_A_HURRY)


def look_at(house: OpenHouse, table: int) -> None:
    """Wait until the house has seen the table as it is."""
    length, patience = house.books.log_length(table), time.monotonic() + 10
    while house.app.state.house._still.get(table, (0, 0))[0] != length and time.monotonic() < patience:
        time.sleep(0.01)


def answers(house: OpenHouse, table: int, by: str) -> list[str]:
    """What was answered at a table by the clock, or for somebody absent."""
    of_table = select(log.c.entry).where(log.c.table == table).order_by(log.c.sequence)
    entries = [read_entry(row.entry) for row in house.books.rows(of_table)]
    return [entry.answer for entry in entries if isinstance(entry, Answered) and entry.by == by]


def run_out(clock: Clock, watcher: Watcher) -> dict[str, object]:
    """Let the time of the decision pass; the table as it is afterwards."""
    clock.forward(CLOCK + 1)
    seen: dict[str, object] = watcher.hear()["table"]["view"]
    return seen


@pytest.mark.parametrize("game", game_names())
def test_the_clock_answers_what_puts_no_more_at_risk(house: OpenHouse, clock: Clock, game: str) -> None:
    """Check, fold, stand pat; and the game goes on though nobody says a word."""
    player, table = seated(house, game, clock_seconds=CLOCK)
    player.bet(table)
    (mine,) = player.look(table)["view"]["seats"]
    with player.watch(table) as watcher:
        view = watcher.hear()["table"]["view"]
        while not view["finished"]:
            view = run_out(clock, watcher)
    said = answers(house, table, "clock")
    assert len(said) == 1, "who has let their time pass once is away"
    said += answers(house, table, "absent")
    stands_pat = [answer for answer in said if answer.startswith("hold ") and len(answer.split()) == 6]
    assert said and set(said) <= {"check", "fold", "stand", "raise-0", *stands_pat}
    bets = house.books.rows(select(holds).where((holds.c.table == table) & (holds.c.round == 1)))
    pots = {spot.name for spot in game_named(game).spots if spot.pot}
    laid = sum(row.cents for row in bets if row.spot not in pots)
    assert laid == sum(mine["bets"].values()), "the clock put chips on the table"


def test_a_player_who_places_no_bet_in_time_sits_the_round_out(house: OpenHouse, clock: Clock) -> None:
    player, table = seated(house, clock_seconds=CLOCK)
    other = house.guest()
    other.sit(table, 2)
    player.start(table)
    player.answer(table, "bet ante=5 blind=5")
    with other.watch(table) as watcher:
        watcher.hear()
        run_out(clock, watcher)
    assert answers(house, table, "clock") == ["pass"]
    seats = {seat["number"]: seat for seat in player.look(table)["view"]["seats"]}
    assert "hand" in seats[1]["places"] and seats[2]["places"] == {} and seats[2]["stack"] == 50_000


def test_the_clock_starts_again_with_every_answer(house: OpenHouse, clock: Clock) -> None:
    player, table = seated(house, clock_seconds=CLOCK)
    player.bet(table)
    for word in ("check", "check"):
        clock.forward(CLOCK - 10)
        player.answer(table, word)
    clock.forward(CLOCK - 10)
    player.answer(table, "fold")
    assert answers(house, table, "clock") == []


def test_what_else_is_done_at_a_table_does_not_stop_the_clock(house: OpenHouse, clock: Clock) -> None:
    """A player who could stop it by doing something else could keep everybody waiting for ever."""
    player, table = seated(house, clock_seconds=CLOCK)
    player.bet(table)
    for _ in range(3):
        clock.forward(CLOCK // 2 - 4)
        house.staff("supervisor").do(f"/api/tables/{table}/pause", {"reason": "wait for me"})
    with player.watch(table) as watcher:
        watcher.hear()
        if not answers(house, table, "clock"):
            watcher.hear()
    assert answers(house, table, "clock") == ["check"]


def test_a_command_that_fails_does_not_stop_the_clock(house: OpenHouse, clock: Clock) -> None:
    """What a failed command leaves in memory is dropped; the table is read again though nobody asks for it."""
    player, table = seated(house, clock_seconds=CLOCK)
    player.bet(table)
    with player.watch(table) as watcher:
        watcher.hear()
        for _ in "twice":
            again = house.staff("supervisor").post(
                f"/api/tables/{table}/pause", {"reason": "wait for me"}, "one key for all"
            )
            assert again.is_success
        watcher.hear()
        run_out(clock, watcher)
    assert answers(house, table, "clock") == ["check"]


def test_clocks_run_when_the_books_could_not_be_read_at_first(
    file_database: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with OpenHouse(file_database) as house:
        player, table = seated(house, clock_seconds=CLOCK)
        player.bet(table)
    named, asked = event_store.tables_in_play, []

    async def not_at_first(connection: AsyncConnection) -> list[int]:
        asked.append(connection)
        if len(asked) < 3:
            raise OSError("the books are away")
        return await named(connection)

    monkeypatch.setattr(event_store, "tables_in_play", not_at_first)
    with OpenHouse(file_database) as house:
        patience = time.monotonic() + 20
        while len(asked) < 3 and time.monotonic() < patience:
            time.sleep(0.01)
        house.client(player.token).look(table)
        clock.forward(CLOCK + 1)
        while not answers(house, table, "clock") and time.monotonic() < patience:
            time.sleep(0.01)
        assert answers(house, table, "clock") == ["check"] and len(asked) == 3


def test_a_table_of_one_without_a_clock_waits(house: OpenHouse, clock: Clock) -> None:
    patient, table = seated(house)
    patient.bet(table)
    timed, other = seated(house, clock_seconds=CLOCK)
    timed.bet(other)
    with timed.watch(other) as watcher:
        watcher.hear()
        run_out(clock, watcher)
    assert answers(house, other, "clock") == ["check"] and answers(house, table, "clock") == []


def test_an_answer_after_the_clock_has_answered_is_refused(house: OpenHouse, clock: Clock) -> None:
    player, table = seated(house, clock_seconds=CLOCK)
    player.bet(table)
    with player.watch(table) as watcher:
        seen = watcher.hear()["sequence"]
        run_out(clock, watcher)
    late = player.post(f"/api/tables/{table}/answers", {"answer": "check", "seen": seen})
    assert late.status_code == 409 and "answered for since" in late.json()["detail"]


def play_on(player: Client, table: int) -> dict[str, object]:
    """Answer as little as possible until the round is over; the table then."""
    while not (view := player.look(table)["view"])["finished"]:
        player.answer(table, view["legal"][0])
    return dict(view)


def test_whoever_leaves_in_the_middle_is_played_out_and_goes_with_their_chips(house: OpenHouse) -> None:
    player, table = seated(house)
    stays = house.guest()
    stays.sit(table, 2)
    player.start(table)
    for somebody in (player, stays):
        somebody.answer(table, "bet ante=5 blind=5")
    player.do(f"/api/tables/{table}/leave")
    assert player.post(f"/api/tables/{table}/leave").status_code == 409
    view = play_on(stays, table)
    assert [seat["number"] for seat in view["seats"]] == [2]  # type: ignore[attr-defined]
    assert answers(house, table, "absent") == ["check", "check", "fold"]
    (mine,) = player.get("/api/history").json()["rounds"]
    assert mine["net"] == -1_000
    assert player.get("/api/me").json()["wallet"] == 99_000


def test_a_round_voided_under_a_leaver_lets_them_go_with_everything(house: OpenHouse) -> None:
    player, table = seated(house)
    stays = house.guest()
    stays.sit(table, 2)
    stays.start(table)
    player.answer(table, "bet ante=5 blind=5")
    player.do(f"/api/tables/{table}/leave")
    house.staff("supervisor").do(f"/api/tables/{table}/void", {"reason": "a misdeal"})
    assert player.get("/api/me").json()["wallet"] == 100_000


def test_whoever_is_away_comes_back_to_the_same_cards(house: OpenHouse) -> None:
    player, table = seated(house, automatic=[2])
    player.bet(table)
    with player.watch(table) as watcher:
        before = watcher.hear()["table"]
    with player.watch(table) as watcher:
        assert watcher.hear()["table"] == before
    assert player.look(table) == before


@pytest.mark.parametrize("game", game_names())
def test_a_round_left_alone_is_played_out_and_settled(house: OpenHouse, clock: Clock, game: str) -> None:
    """Whoever bets, sees the hand and goes away loses what a player who gives up loses."""
    player, table = seated(house, game)
    player.bet(table)
    with player.watch(table) as watcher:
        watcher.hear()
        look_at(house, table)
        clock.forward(HOUR + 1)
        told = watcher.hear()
    answered = [entry["by"] for entry in told["entries"] if entry["entry"] == "answered"]
    assert told["table"]["view"]["finished"] and answered[0] == "clock" and set(answered[1:]) <= {"absent"}
    assert told["table"]["closed"] or told["table"]["view"]["pot"]
    assert house.books.hold_states(table, 1) == {"settled"}
    ended = select(rounds.c.outcome).where(rounds.c.table == table)
    assert [row.outcome for row in house.books.rows(ended)] == ["settled"]


def test_nobody_ends_above_where_they_began_by_leaving_bad_hands(database: str, clock: Clock) -> None:
    """Twelve tables, of which those with a bad hand are left alone: what was bet on them is lost."""
    with OpenHouse(database) as house:
        player = house.guest()
        tables = [player.open_table() for _ in range(12)]
        for table in tables:
            player.sit(table, 1, 5_000)
            player.start(table)
            player.answer(table, "bet ante=5 blind=5")
        for table in tables:
            look_at(house, table)
        clock.forward(HOUR + 1)
        patience = time.monotonic() + 20
        while house.books.rows(select(holds.c.id).where(holds.c.state == "held")) and time.monotonic() < patience:
            time.sleep(0.02)
        assert house.books.balance(money.wallet(player.id)) == 100_000 - 12 * 1_000
        assert house.books.faults() == []


def test_one_idle_seat_does_not_call_off_the_round_of_the_others(house: OpenHouse, clock: Clock) -> None:
    """Also a table opened without a clock has one where others wait."""
    player, table = seated(house)
    other = house.guest()
    other.sit(table, 2)
    player.start(table)
    for somebody in (player, other):
        somebody.answer(table, "bet ante=5 blind=5")
    other_seen = other.look(table)
    assert 0 < other_seen["seconds_left"] <= other_seen["clock_seconds"]
    with other.watch(table) as watcher:
        watcher.hear()
        clock.forward(other_seen["clock_seconds"] + 1)
        assert watcher.hear()["table"]["view"]["waiting"] == [2]
        while not (view := watcher.messages[-1]["table"]["view"])["finished"]:
            other.answer(table, view["legal"][-1])
            watcher.hear()
    assert answers(house, table, "clock") == ["check"]
    assert answers(house, table, "absent") == ["check", "fold"]
    assert house.books.hold_states(table, 1) == {"settled"}


@pytest.mark.parametrize("seconds", [400 * 24 * HOUR, -24 * HOUR])
def test_a_step_of_the_wall_clock_ends_nothing(house: OpenHouse, clock: Clock, seconds: int) -> None:
    """Neither a decision nor a round nor a login."""
    player, table = seated(house, clock_seconds=CLOCK)
    alone, other = seated(house)
    for somebody, where in ((player, table), (alone, other)):
        somebody.bet(where)
    clock.step(seconds)
    try:
        time.sleep(0.1)
        assert player.look(table)["view"]["finished"] is False
        assert answers(house, table, "clock") == answers(house, other, "clock") == []
        house.app.state.accounts._sessions.clear()
        assert player.get("/api/me").status_code == 200
        with player.watch(table) as watcher:
            watcher.hear()
            run_out(clock, watcher)
        assert answers(house, table, "clock") == ["check"]
    finally:
        clock.step(-seconds)


def test_an_open_round_goes_on_where_it_was_when_the_house_opens_again(database: str) -> None:
    with OpenHouse(database) as house:
        player, table = seated(house, automatic=[2, 3])
        player.bet(table)
        player.answer(table, "check")
        before = player.look(table)
    with OpenHouse(database) as house:
        again = house.client(player.token)
        assert again.look(table) == before
        again.answer(table, "check")
        assert house.books.faults() == []


def test_a_house_that_was_closed_gives_players_their_time_again(file_database: str, clock: Clock) -> None:
    with OpenHouse(file_database) as house:
        player, table = seated(house, clock_seconds=CLOCK)
        player.bet(table)
    clock.forward(10 * CLOCK)
    with OpenHouse(file_database) as house:
        again = house.client(player.token)
        with again.watch(table) as watcher:
            watcher.hear()
            clock.forward(CLOCK - 10)
            again.answer(table, "check")
            assert answers(house, table, "clock") == []
            watcher.hear()
            run_out(clock, watcher)
        assert answers(house, table, "clock") == ["check"]
