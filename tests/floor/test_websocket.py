"""A live table: the whole view first, then every entry in order; whoever comes back hears what was missed."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier.floor.accounts import TRUSTED_SECONDS
from croupier.floor.api import connection_limits
from croupier.floor.api.rate_limit import RateLimit
from croupier.floor.api.requests import LARGEST
from croupier.floor.api.routes import live_line
from croupier.floor.storage.keys.seed_seal import SeedSeal
from croupier.floor.storage.schema import sessions
from croupier.floor.tables import event_store
from croupier.floor.tables import house as floor_house
from croupier.floor.tables.live_table import RECENT, LiveTable
from tests.floor.client import Client
from tests.floor.conftest import ONE_IN_A_HURRY, house_on
from tests.floor.open_house import OpenHouse
from tests.floor.test_house import seated

house = house_on(*ONE_IN_A_HURRY)


def test_the_whole_table_comes_first_and_then_what_happens_in_order(house: OpenHouse) -> None:
    player, table = seated(house, automatic=[2])
    with player.watch(table) as watcher:
        first = watcher.hear()
        assert first["entries"] == [] and first["table"] == player.look(table)
        for number in range(3):
            player.play_round(table, Random(number))
        last = player.look(table)
        watcher.hear_up_to(last["sequence"])
        told = [entry["sequence"] for entry in watcher.entries()]
        assert told == list(range(first["sequence"] + 1, last["sequence"] + 1))
        assert watcher.messages[-1]["table"] == last


def test_whoever_comes_back_hears_what_was_missed(house: OpenHouse) -> None:
    player, table = seated(house, automatic=[2])
    with player.watch(table) as always:
        always.hear()
        player.play_round(table, Random(1))
        seen = always.hear_up_to(player.look(table)["sequence"])["sequence"]
        player.play_round(table, Random(2))
        last = player.look(table)["sequence"]
        always.hear_up_to(last)
    with player.watch(table, after=seen) as back:
        missed = back.hear()
    assert missed["sequence"] == last
    assert missed["entries"] == [entry for entry in always.entries() if entry["sequence"] > seen]


@pytest.mark.parametrize("after", [None, 10**6])
def test_whoever_has_seen_nothing_that_was_gets_the_table_as_it_is(house: OpenHouse, after: int | None) -> None:
    player, table = seated(house)
    with player.watch(table, after=after) as watcher:
        first = watcher.hear()
    assert first["entries"] == [] and first["table"] == player.look(table)


def play_and_hear(player: Client, table: int, entries: int) -> list[dict[str, Any]]:
    """Play until there have been so many entries; all of them as they were told when they were made."""
    with player.watch(table) as always:
        always.hear()
        while len(always.entries()) < entries:
            player.play_round(table, Random(3))
            always.hear_up_to(player.look(table)["sequence"])
        return always.entries()


def test_entries_that_a_table_has_forgotten_are_read_from_its_log(house: OpenHouse) -> None:
    player, table = seated(house, automatic=list(range(2, 10)))
    heard = play_and_hear(player, table, entries=RECENT + 10)
    with player.watch(table, after=heard[0]["sequence"]) as back:
        missed = back.hear()
        player.start(table)
        following = back.hear()["entries"][0]
    assert missed["entries"] == heard[1:] and missed["left_out"] == 0
    assert following["sequence"] == missed["sequence"] + 1


def test_what_was_read_back_is_kept_for_whoever_asks_again(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """To read it back again and again would keep those who play from playing; a few tables at a time have it."""
    loaded, load = [], event_store.load

    async def counted(connection: AsyncConnection, seal: SeedSeal, number: int, **asked: int) -> LiveTable:
        loaded.append(number)
        return await load(connection, seal, number, **asked)

    def read_back(player: Client, table: int) -> bool:
        """Whether it had to be, for somebody who comes after a command."""
        loaded.clear()
        player.do(f"/api/tables/{table}/chips", {"cents": 100})
        with player.watch(table, after=0) as back:
            assert back.hear()["left_out"] == 0
        return table in loaded

    monkeypatch.setattr(event_store, "load", counted)
    monkeypatch.setattr(floor_house, "READ_BACK", 1)
    tables = [seated(house, automatic=list(range(2, 10))) for _ in range(2)]
    for player, table in tables:
        play_and_hear(player, table, entries=RECENT + 10)
    asked = [tables[number] for number in (0, 0, 0, 1, 1, 0)]
    assert [read_back(*one) for one in asked] == [True, False, False, True, False, True]


def test_a_refused_command_does_not_make_a_table_forget(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read again from its snapshot, which may be of its last entry."""
    monkeypatch.setattr(event_store, "SNAPSHOT_EVERY", 1)
    player, table = seated(house, automatic=[2])
    heard = play_and_hear(player, table, entries=10)
    with player.watch(table) as always:
        always.hear()
        assert player.post(f"/api/tables/{table}/chips", {"cents": 90_000_000}).status_code == 409
        with player.watch(table, after=heard[0]["sequence"]) as back:
            missed = back.hear()
        player.start(table)
        entry = always.hear()["entries"][0]
    assert missed["entries"] == heard[1:] and missed["left_out"] == 0
    assert entry["sequence"] == missed["sequence"] + 1


def test_whoever_was_away_too_long_is_told_how_much_is_left_out(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (event_store, floor_house):
        monkeypatch.setattr(module, "MOST_MISSED", RECENT + 5)
    player, table = seated(house, automatic=list(range(2, 10)))
    heard = play_and_hear(player, table, entries=RECENT + 10)
    with player.watch(table, after=0) as watcher:
        first = watcher.hear()
    assert first["entries"] == heard[-RECENT - 5 :] and first["table"] == player.look(table)
    assert first["left_out"] == first["sequence"] - RECENT - 5


@pytest.fixture
def deaf_houses(shared_database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[OpenHouse, OpenHouse]]:
    """Two processes on one database, neither of which is told what the other does."""

    async def deaf(*_: object) -> None:
        """Hear nothing."""

    monkeypatch.setattr("croupier.floor.tables.pg_listen._catch_up", deaf)
    with OpenHouse(shared_database) as one, OpenHouse(shared_database) as other:
        yield one, other


def test_whoever_comes_back_to_another_process_is_not_told_less_than_they_know(
    deaf_houses: tuple[OpenHouse, OpenHouse],
) -> None:
    one, other = deaf_houses
    player, table = seated(one)
    elsewhere = other.client(player.token)
    before = elsewhere.look(table)["sequence"]
    known = player.start(table)["sequence"]
    assert before < known
    with elsewhere.watch(table, after=known) as back:
        first = back.hear()
        assert (first["sequence"], first["entries"]) == (known, [])
        elsewhere.answer(table, "bet ante=5 blind=5")
        assert [entry["sequence"] for entry in back.hear()["entries"]] == [known + 1]


def test_whoever_watches_hears_what_was_done_before_a_snapshot_of_another_process(
    deaf_houses: tuple[OpenHouse, OpenHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_store, "SNAPSHOT_EVERY", 1)
    one, other = deaf_houses
    player, table = seated(one)
    elsewhere = other.client(player.token)
    with elsewhere.watch(table) as watcher:
        began = watcher.hear()["sequence"]
        player.play_round(table, Random(1))
        last = elsewhere.start(table)["sequence"]
        watcher.hear_up_to(last)
    assert [entry["sequence"] for entry in watcher.entries()] == list(range(began + 1, last + 1))


def test_a_watcher_who_sits_down_sees_as_a_player_from_then_on(house: OpenHouse) -> None:
    owner, table = seated(house, "cincinnati-stud")
    other = house.guest()
    with other.watch(table) as watcher:
        assert watcher.hear()["table"]["view"]["seat"] == 0
        other.sit(table, 2)
        assert watcher.hear()["table"]["view"]["seat"] == 2
        owner.start(table)
        owner.answer(table, "bet ante=5 blind=5")
        other.answer(table, "bet ante=5 blind=5")
        view = watcher.hear_up_to(owner.look(table)["sequence"])["table"]["view"]
    seats = {seat["number"]: seat["places"] for seat in view["seats"]}
    assert "??" not in seats[2]["hand"] and set(seats[1]["hand"]) == {"??"}


@pytest.mark.parametrize(
    "words",
    [
        '{"answer": "fold", "seat": 1}',
        '{"entry": "answered", "seat": 1, "answer": "fold", "by": "player"}',
        "",
        "ping ping",
        b"\x00\xff",
        "♠" * 100,
    ],
)
def test_a_client_that_talks_is_told_that_commands_go_over_http(house: OpenHouse, words: str | bytes) -> None:
    player, table = seated(house)
    player.bet(table)
    before = player.look(table)
    with player.watch(table) as watcher:
        watcher.hear()
        watcher.socket.send(words)
        code, _ = watcher.closed()
    assert code == 1008 and "commands go over HTTP" in str(watcher.messages[-1])
    assert player.look(table) == before


def test_a_message_that_is_too_large_ends_the_connection(house: OpenHouse) -> None:
    player, table = seated(house)
    with player.watch(table) as watcher:
        watcher.hear()
        watcher.socket.send("x" * 5000)
        code, _ = watcher.closed()
    assert code == 1009


def test_a_ping_is_answered_but_not_any_number_of_them(house: OpenHouse) -> None:
    player, table = seated(house)
    with player.watch(table) as watcher:
        watcher.hear()
        began = monotonic()
        with suppress(ConnectionClosed):
            for _ in range(40):
                watcher.socket.send("ping")
        code, _ = watcher.closed()
        most = 11 + monotonic() - began
    *pongs, refusal = watcher.messages[1:]
    assert all(message == {"pong": True} for message in pongs) and 10 <= len(pongs) <= most
    assert code == 1008 and "commands go over HTTP" in refusal["detail"]


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/api/tables/0/live", "table must be at least 1"),
        ("/api/tables/x/live", "table must be a whole number"),
        ("/api/tables/{table}/live?after=x", "after must be a whole number"),
        ("/api/tables/{table}/live?after=-1", "after must be at least 0"),
        ("/api/tables/" + "9" * 30 + "/live", f"table must be at most {LARGEST}"),
    ],
)
def test_a_connection_that_makes_no_sense_is_closed_with_the_reason(house: OpenHouse, path: str, sentence: str) -> None:
    player, table = seated(house)
    with player.watch(table, path=path.replace("{table}", str(table))) as watcher:
        assert watcher.closed() == (1008, sentence)


@pytest.mark.parametrize(
    ("path", "headers", "sentence"),
    [
        ("/api/tables/1000000/live", {}, "there is no table 1000000"),
        ("/api/tables/{table}/live", {"authorization": "Bearer nobody"}, "this session has ended; sign in again"),
        ("/api/tables/{table}/live", {"cookie": "croupier_session=nobody"}, "this session has ended; sign in again"),
    ],
)
def test_a_connection_that_may_not_be_is_closed_with_the_reason(
    house: OpenHouse, path: str, headers: dict[str, str], sentence: str
) -> None:
    player, table = seated(house)
    where = path.replace("{table}", str(table))
    with player.watch(table, path=where, additional_headers=headers) as watcher:
        assert watcher.closed() == (1008, sentence) and watcher.messages == []


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/api/nowhere", {}),
        ("/api/tables/{table}/live", {"origin": "https://evil.example"}),
        ("/api/tables/{table}/live", {"origin": "https://evil.example", "authorization": "Basic eDp5"}),
    ],
)
def test_a_connection_from_elsewhere_or_to_nowhere_is_refused(
    house: OpenHouse, path: str, headers: dict[str, str]
) -> None:
    player, table = seated(house)
    cookie = {"cookie": f"croupier_session={player.token}"}
    with pytest.raises(InvalidStatus) as refused:
        player.watch(table, path=path.replace("{table}", str(table)), additional_headers=headers | cookie)
    assert refused.value.response.status_code == 403


def test_a_page_of_the_house_may_connect_with_its_cookie(house: OpenHouse) -> None:
    player, table = seated(house)
    headers = {"origin": house.url, "cookie": f"croupier_session={player.token}"}
    with player.watch(table, additional_headers=headers) as watcher:
        assert watcher.hear()["table"]["view"]["seat"] == 1


@pytest.mark.parametrize("where", ["here", "elsewhere", "by its time"])
def test_a_connection_ends_with_its_session(house: OpenHouse, where: str) -> None:
    player, table = seated(house)
    with player.watch(table) as watcher, house.client().watch(table) as without:
        watcher.hear()
        if where == "here":
            player.http.delete("/api/sessions", headers=player.headers())
        elif where == "elsewhere":
            house.books.say_it(delete(sessions).where(sessions.c.account == player.id))
        else:
            house.books.end_by_time(player.id)
        soon = 1.0 if where == "here" else TRUSTED_SECONDS
        assert watcher.closed(timeout=soon) == (1008, "this session has ended; sign in again")
        without.hear()
        house.guest().sit(table, 2)
        assert without.hear()["entries"], "a line without a session goes on"


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [("MOST", "the house is full"), ("FROM_AN_ADDRESS", "from one address"), ("FOR_AN_ACCOUNT", "the most for you")],
)
def test_a_line_too_many_is_closed_with_the_reason(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, limit: str, sentence: str
) -> None:
    player, table = seated(house)
    wait_until_nobody_watches(house)
    monkeypatch.setattr(connection_limits, limit, 2)
    for _ in range(2):
        with player.watch(table) as one, player.watch(table) as two:
            assert one.hear() == two.hear()
            with player.watch(table) as third:
                code, why = third.closed()
                assert code == 1013 and sentence in why and third.messages == []
            with house.client().watch(table) as somebody:
                if limit == "FOR_AN_ACCOUNT":
                    assert somebody.hear()["table"]
                else:
                    assert somebody.closed()[0] == 1013
        wait_until_nobody_watches(house)


def wait_until_nobody_watches(house: OpenHouse) -> None:
    """Wait until every line that was closed at one end is closed at the other."""
    enough = monotonic() + 10
    while house.app.state.lines.count():
        assert monotonic() < enough, "a line that was closed is still counted"
        sleep(0.01)


def test_whoever_connects_too_often_is_told_so(file_database: str) -> None:
    with OpenHouse(file_database, RateLimit(burst=3, per_second=0.001)) as house:
        stranger = house.client()
        for _ in range(3):
            stranger.get("/api/me")
        with stranger.watch(1) as watcher:
            assert watcher.closed() == (1013, "too many requests; wait a second")


def test_a_reader_that_does_not_read_is_let_go_and_the_others_go_on(
    file_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its messages pile up to a limit; then the connection ends, and it may come back and say what it saw last."""
    monkeypatch.setattr(live_line, "SLOWEST_SECONDS", 0.5)
    with OpenHouse(file_database, send_buffer=4096) as house:
        player, table = seated(house, automatic=[2, 3, 4, 5, 6])
        silent = _silent_reader(house, table)
        with player.watch(table) as quick:
            quick.hear()
            for number in range(100):
                player.play_round(table, Random(number))
                quick.hear_up_to(player.look(table)["sequence"])
                if house.app.state.house.subscribers.count() == 1:
                    break
            else:
                pytest.fail("a reader that does not read is kept for ever")
        silent.close()


def _silent_reader(house: OpenHouse, table: int) -> socket.socket:
    """A connection that asks for a live table, with a small window, and never reads."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", int(house.url.rpartition(":")[2])))
    line.sendall(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n".encode()
    )
    return line


def test_a_watcher_without_a_session_sees_what_everybody_sees(house: OpenHouse) -> None:
    player, table = seated(house, "three-card-draw")
    player.bet(table)
    with house.client().watch(table) as watcher:
        (seat,) = watcher.hear()["table"]["view"]["seats"]
    assert set(seat["places"]["hand"]) == {"??"}
