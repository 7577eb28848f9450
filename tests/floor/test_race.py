"""Many at once, across several processes: exactly one wins, the rest are told so, and everybody sees the same."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import httpx
import pytest
from sqlalchemy import func, select

from croupier.floor import money
from croupier.floor.storage.schema import books, tables
from croupier.games import game_names
from tests.floor.books import Books
from tests.floor.client import ENOUGH, PLAIN, Client, Watcher
from tests.floor.conftest import a_database
from tests.floor.load import Load
from tests.floor.mortal_house import MortalHouse
from tests.floor.open_house import OpenHouse
from tests.floor.test_house import seated

Houses = tuple[OpenHouse, OpenHouse]


@pytest.fixture(scope="module")
def houses(request: pytest.FixtureRequest) -> Iterator[Houses]:
    """Two houses that serve the same tables from one PostgreSQL database."""
    for address in a_database("postgres", request):
        with OpenHouse(address) as one, OpenHouse(address) as other:
            yield one, other
            assert one.books.faults() == []


def at_once(requests: list[tuple[str, str, dict[str, Any] | None, str, str]]) -> list[httpx.Response]:
    """Send commands all at once: house, path, body, token and key of each."""

    async def send_all() -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=100)
        async with httpx.AsyncClient(timeout=30, limits=limits, **PLAIN) as http:

            async def send(url: str, path: str, body: dict[str, Any] | None, token: str, key: str) -> httpx.Response:
                headers = {"authorization": f"Bearer {token}", "idempotency-key": key}
                return await http.post(url + path, json=body, headers=headers)

            return await asyncio.gather(*(send(*request) for request in requests))

    return asyncio.run(send_all())


def statuses(answers: list[httpx.Response]) -> Counter[int]:
    """How often each status came."""
    return Counter(answer.status_code for answer in answers)


@pytest.mark.parametrize("game", game_names())
def test_one_of_many_answers_to_a_question_wins(houses: Houses, game: str) -> None:
    one, other = houses
    player, table = seated(one, game)
    player.bet(table)
    watchers = [house.guest().watch(table) for house in houses]
    began, _ = (watcher.hear()["sequence"] for watcher in watchers)
    decisions = 0
    while not (seen := player.look(table))["view"]["finished"]:
        requests = [
            (house.url, f"/api/tables/{table}/answers", {"answer": words, "seen": seen["sequence"]}, player.token, key)
            for words in seen["view"]["legal"][:3]
            for house in (one, other)
            for key in [uuid4().hex]
        ]
        answers = at_once(requests)
        assert statuses(answers) == {200: 1, 409: len(requests) - 1}, [answer.text for answer in answers]
        assert player.look(table)["sequence"] == seen["sequence"] + 1
        decisions += 1
    assert decisions
    for watcher in watchers:
        watcher.hear_up_to(began + decisions)
        assert heard(watcher) == list(range(began + 1, began + decisions + 1))
        watcher.close()


def test_a_command_sent_many_times_to_both_is_done_once(houses: Houses) -> None:
    one, other = houses
    player, table = seated(one, "draw-n-shoot-21")
    player.bet(table)
    player.answer(table, "raise-0")
    seen = player.look(table)
    assert "hit" in seen["view"]["legal"], "this seed deals a card that can be hit"
    request = f"/api/tables/{table}/answers", {"answer": "hit"}, player.token, uuid4().hex
    answers = at_once([(house.url, *request) for house in (one, other) for _ in range(6)])
    assert statuses(answers) == {200: 12} and len({answer.text for answer in answers}) == 1
    assert player.look(table)["sequence"] == seen["sequence"] + 1


def test_one_of_many_takes_the_seat(houses: Houses) -> None:
    one, other = houses
    table = one.guest().open_table()
    people = [house.guest() for house in (one, other) for _ in range(5)]
    body = {"seat": 1, "buy_in": 1_000}
    answers = at_once([(who.url, f"/api/tables/{table}/seat", body, who.token, uuid4().hex) for who in people])
    assert statuses(answers) == {200: 1, 409: 9}
    assert one.books.balance(money.stack(table, 1)) == 1_000


def test_one_round_is_opened_however_many_want_to(houses: Houses) -> None:
    one, other = houses
    player, table = seated(one)
    for number in range(1, 4):
        path = f"/api/tables/{table}/rounds"
        answers = at_once([(house.url, path, None, player.token, uuid4().hex) for house in (one, other) for _ in "123"])
        assert statuses(answers) == {200: 1, 409: 5}
        assert one.books.table(table).round_number == number
        player.answer(table, "pass")


def test_one_table_is_opened_for_one_key(houses: Houses) -> None:
    one, other = houses
    player = one.guest()
    before = one.books.one(select(func.count()).select_from(tables))
    request = "/api/tables", {"game": "big-draw", "name": "Once"}, player.token, uuid4().hex
    answers = at_once([(house.url, *request) for house in (one, other) for _ in "123"])
    assert statuses(answers) == {201: 6} and len({answer.json()["id"] for answer in answers}) == 1
    assert one.books.one(select(func.count()).select_from(tables)) == before + 1


def test_money_is_spent_once_at_many_tables(houses: Houses) -> None:
    """Ten tables want 30,000 cents each of a wallet that has 100,000."""
    one, other = houses
    player = one.guest()
    numbers = [player.open_table() for _ in range(10)]
    body = {"seat": 1, "buy_in": 30_000}
    requests = [
        ((one, other)[place % 2].url, f"/api/tables/{table}/seat", body, player.token, uuid4().hex)
        for place, table in enumerate(numbers)
    ]
    answers = at_once(requests)
    assert statuses(answers) == {200: 3, 409: 7}
    assert one.books.balance(money.wallet(player.id)) == 10_000


def test_a_wallet_is_refilled_once(houses: Houses) -> None:
    """Everybody reads the wallet while it is locked, so that whoever does not wait for the lock reads nothing in it."""
    one, other = houses
    player, table = seated(one, buy_in=95_000)
    player.start(table)
    player.answer(table, "bet ante=475 blind=475")
    for word in ("check", "check", "fold"):
        player.answer(table, word)
    path = "/api/wallet/refill"
    requests = [(house.url, path, None, player.token, uuid4().hex) for house in (one, other) for _ in "123"]
    lock = select(books.c.name).where(books.c.name == money.wallet(player.id)).with_for_update()

    async def refill() -> list[httpx.Response]:
        async with one.books.storage.engine.begin() as connection:
            await connection.execute(lock)
            answers = asyncio.create_task(asyncio.to_thread(at_once, requests))
            await asyncio.sleep(0.3)
        return await answers

    assert statuses(one.books.wait(refill())) == {200: 1, 409: 5}
    assert one.books.balance(money.wallet(player.id)) == 100_000
    assert one.books.balance(money.stack(table, 1)) == 0


def heard(watcher: Watcher) -> list[int]:
    """The numbers of the entries that somebody was told of, as they came."""
    return [entry["sequence"] for entry in watcher.entries()]


def play_on_both(houses: Houses, rounds: int, game: str = "on-the-draw") -> None:
    """Two players, one at each house, and watchers at both: all hear everything in the same order."""
    one, other = houses
    here, table = seated(one, game)
    there = other.guest()
    there.sit(table, 2)
    players = {1: here, 2: there}
    began = here.look(table)["sequence"]
    watchers = [client.watch(table) for house in houses for client in (house.guest(), house.client())]
    watchers += [player.watch(table) for player in players.values()]
    assert {watcher.hear()["sequence"] for watcher in watchers} == {began}, "everybody is there before anything happens"
    random = Random(game)
    for _ in range(rounds):
        random.choice((here, there)).start(table)
        while not (view := there.look(table)["view"])["finished"]:
            seat = random.choice(view["waiting"])
            own = players[seat].look(table)["view"]
            (stack,) = (each["stack"] for each in own["seats"] if each["number"] == seat)
            bet = "bet ante=5 blind=5" if stack >= ENOUGH else "pass"
            players[seat].answer(table, random.choice(own["legal"]) if own["legal"] else bet)
        last = max(here.look(table)["sequence"], there.look(table)["sequence"])
        for watcher in watchers:  # whoever does not listen for long is cut off
            watcher.hear_up_to(last)
    for watcher in watchers:
        assert heard(watcher) == list(range(began + 1, last + 1))
        watcher.close()
    assert len({str(watcher.entries()) for watcher in watchers[:4]}) == 1, "watchers saw different things"


def test_everybody_at_both_houses_hears_everything_in_order(houses: Houses) -> None:
    play_on_both(houses, rounds=3)


def test_a_house_that_lost_the_line_hears_what_it_missed(houses: Houses) -> None:
    one, other = houses
    here, table = seated(one)
    watcher = other.guest().watch(table)
    began = watcher.hear()["sequence"]
    for number in range(4):
        one.books.say(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        )
        here.play_round(table, Random(number))
    last = here.look(table)["sequence"]
    watcher.hear_up_to(last)
    assert heard(watcher) == list(range(began + 1, last + 1))
    watcher.close()


def test_a_house_whose_table_is_behind_catches_up_before_it_refuses(houses: Houses) -> None:
    """What it holds in memory may be old; the log decides."""
    one, other = houses
    player, table = seated(one)
    elsewhere = Client(other.url, player.token)
    elsewhere.look(table)
    player.start(table)
    assert elsewhere.answer(table, "bet ante=5 blind=5")["round"] == 1
    assert player.answer(table, "check")["round"] == 1
    assert elsewhere.look(table)["sequence"] == player.look(table)["sequence"]
    elsewhere.close()


def hammer(database: str, folder: Path, commands: int, kill_workers: int, seed: str) -> None:
    """A house of two worker processes under load, some of them killed in the middle of it."""
    load = Load("", game_names(), seed)

    async def play(house: MortalHouse) -> None:
        playing = asyncio.create_task(load.play_through())
        for _ in range(kill_workers):
            await load.play_on(commands)
            house.kill_a_worker(load.random)
        await load.play_on(commands)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)

    with MortalHouse(database, folder / "journal", workers=2) as house:
        load.url = house.url
        asyncio.run(load.sit_down())
        asyncio.run(play(house))
        asyncio.run(load.send_all_again(some=5))
        asyncio.run(load.finish())
    kept = Books(database)
    assert load.faults(kept) == []
    kept.close()


def test_two_workers_share_their_tables_and_one_may_die(shared_database: str, tmp_path: Path) -> None:
    hammer(shared_database, tmp_path, commands=60, kill_workers=1, seed="two workers")


def test_workers_go_with_the_house_so_that_it_can_be_opened_again(shared_database: str, tmp_path: Path) -> None:
    with MortalHouse(shared_database, tmp_path / "journal", workers=2) as house:
        while len(house.workers()) < 2:
            time.sleep(0.05)
        house.kill_the_first()
        house.open()


@pytest.mark.soak
def test_two_workers_share_their_tables_for_a_long_time(shared_database: str, tmp_path: Path) -> None:
    hammer(shared_database, tmp_path, commands=300, kill_workers=60, seed="a long night")


@pytest.mark.soak
@pytest.mark.parametrize("game", ["on-the-draw"])
def test_everybody_hears_everything_for_a_long_time(houses: Houses, game: str) -> None:
    for _ in range(10):
        play_on_both(houses, rounds=30, game=game)


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "workers"), [("sqlite", 1), ("postgres", 2)])
def test_a_crowded_house_keeps_every_cent_for_an_hour(
    kind: str, workers: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Crowd after crowd at one house: each plays for ten minutes, and then the books are checked."""

    async def play_for_a_while(load: Load) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(load.play_through(), 600)

    for database in a_database(kind, request):
        commands = 0
        with MortalHouse(database, tmp_path / "journal", workers=workers) as house:
            for crowd in range(6):
                load = Load(house.url, game_names(), f"crowd {crowd}")
                asyncio.run(load.sit_down())
                asyncio.run(play_for_a_while(load))
                asyncio.run(load.send_all_again(some=50))
                asyncio.run(load.finish())
                books = Books(database)
                assert load.faults(books) == [], f"crowd {crowd}"
                books.close()
                commands += load.acknowledged()
        print(f"{kind}: {commands:,} commands acknowledged, none lost")
