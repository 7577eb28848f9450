"""What somebody may not see is not in what they are sent: every byte to every role, in rounds of every game."""

from __future__ import annotations

import asyncio
import threading
from random import Random

import pytest
from sqlalchemy import select

from croupier.floor.fairness.commit_reveal import commitment
from croupier.floor.storage.commands import Conflict
from croupier.floor.storage.schema import seeds
from croupier.floor.tables import event_store
from croupier.games import game_names
from tests.contract.sight import cards_named
from tests.floor.conftest import KINDS, ONE_IN_A_HURRY, a_database, house_on
from tests.floor.eavesdropper import Eavesdroppers, Mirror
from tests.floor.open_house import PASSWORD, OpenHouse
from tests.floor.test_house import seated

house = house_on(*ONE_IN_A_HURRY)


@pytest.mark.parametrize("game", game_names())
def test_nobody_is_sent_a_card_or_a_seed_before_its_time(house: OpenHouse, game: str) -> None:
    around = Eavesdroppers(house, game, Random(game))
    for _ in range(2):
        around.play_round(looks=2)
    around.close()
    assert min(listener.count for listener in around.listeners) > 10_000, "somebody was sent next to nothing"


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", game_names())
def test_nobody_is_sent_a_card_or_a_seed_in_hundreds_of_rounds(
    game: str, kind: str, request: pytest.FixtureRequest
) -> None:
    for address in a_database(kind, request):
        with OpenHouse(address) as house:
            for evening in range(10):
                around = Eavesdroppers(house, game, Random(f"{game} {evening}"))
                for _ in range(20):
                    around.play_round(looks=1)
                around.close()
            assert house.books.faults() == []


def test_players_do_see_their_own_cards(house: OpenHouse) -> None:
    """The check above would pass on a house that shows nothing."""
    around = Eavesdroppers(house, "cincinnati-stud", Random(1))
    around.players[1].start(around.table)
    for seat in (1, 2):
        around.players[seat].answer(around.table, "bet ante=5 blind=5")
    around.mirror.follow()
    for seat in (1, 2):
        seen = cards_named(around.players[seat].get(f"/api/tables/{around.table}").text)
        assert len(seen) == 6 and seen == around.mirror.may_have_seen(1, seat)
    around.check()
    around.close()


def test_the_check_finds_a_card_that_is_told_to_the_wrong_seat(house: OpenHouse) -> None:
    around = Eavesdroppers(house, "cincinnati-stud", Random(2))
    around.players[1].start(around.table)
    for seat in (1, 2):
        around.players[seat].answer(around.table, "bet ante=5 blind=5")
    around.check()
    passer_by = next(listener for listener in around.listeners if listener.role == "passer-by")
    passer_by.hear(around.players[1].get(f"/api/tables/{around.table}").content)
    with pytest.raises(AssertionError, match="was told of"):
        around.check()
    passer_by.heard[:] = [next(around.mirror.secrets()).hex().encode()]
    with pytest.raises(AssertionError, match="was sent a seed"):
        around.check()
    around.close()


def test_whoever_takes_a_seat_does_not_see_what_it_saw_before(house: OpenHouse) -> None:
    """A hand that was folded unseen stays so, also for the next player of that seat who asks for what was missed."""
    first, table = seated(house, "cincinnati-stud")
    first.start(table)
    first.answer(table, "bet ante=5 blind=5")
    mine = cards_named(first.get(f"/api/tables/{table}").text)
    first.answer(table, "fold")
    first.do(f"/api/tables/{table}/leave")
    mirror = Mirror(house.books, table)
    mirror.follow()
    second = house.guest()
    second.sit(table, 1)
    with second.watch(table, after=0) as watcher:
        told = watcher.hear()
    assert len(told["entries"]) == told["sequence"], "all entries are told"
    seen = cards_named(str(told))
    assert seen <= mirror.may_have_seen(1, 0) and mine - seen


def test_what_is_read_back_from_the_log_is_seen_only_by_those_who_saw_it(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is read from a snapshot that does not say since when its players sit there."""
    monkeypatch.setattr(event_store, "SNAPSHOT_EVERY", 1)
    first, table = seated(house, "cincinnati-stud")
    other, second = house.guest(), house.guest()
    other.sit(table, 2)
    mine = {}
    for number, player in ((1, first), (2, second)):
        player.start(table)
        for somebody in (player, other):
            somebody.answer(table, "bet ante=5 blind=5")
        mine[number] = cards_named(player.get(f"/api/tables/{table}").text)
        for somebody in (player, other):
            somebody.answer(table, "fold")
        if player is first:
            first.do(f"/api/tables/{table}/leave")
            second.sit(table, 1)
    mirror = Mirror(house.books, table)
    mirror.follow()
    assert second.post(f"/api/tables/{table}/chips", {"cents": 90_000_000}).status_code == 409
    with second.watch(table, after=0) as watcher:
        told = watcher.hear()
    assert len(told["entries"]) == told["sequence"], "all entries are told"
    seen = {number: cards_named(str([e for e in told["entries"] if e["round"] == number])) for number in (1, 2)}
    assert seen[1] <= mirror.may_have_seen(1, 0) and mine[1] - seen[1]
    assert mine[2] <= seen[2] <= mirror.may_have_seen(2, 1)


def test_no_view_is_given_of_a_command_that_may_yet_fail(house: OpenHouse) -> None:
    """Otherwise a player could see the next card of the shoe and then, the command having failed, not take it."""
    player, table = seated(house, "draw-n-shoot-21")
    player.bet(table)
    before = player.look(table)
    storage = house.app.state.house.storage
    true_commit, writing, go_on = storage.writer.commit, threading.Event(), threading.Event()

    async def failing(batch: object) -> None:
        writing.set()
        await asyncio.to_thread(go_on.wait, 20)
        raise Conflict("the disk is full")

    storage.writer.commit = failing
    try:
        answers: list[int] = []
        raising = house.client(player.token)
        move = threading.Thread(
            target=lambda: answers.append(
                raising.post(f"/api/tables/{table}/answers", {"answer": before["view"]["legal"][0]}).status_code
            )
        )
        move.start()
        assert writing.wait(20)
        seen: list[dict[str, object]] = []
        looker = house.client(player.token)
        look = threading.Thread(target=lambda: seen.append(looker.look(table)))
        look.start()
        look.join(0.3)
        go_on.set()
        move.join()
        look.join()
    finally:
        storage.writer.commit = true_commit
    assert answers == [409] and seen == [before] and player.look(table) == before


def test_the_log_of_an_open_round_is_shown_when_it_is_over(house: OpenHouse) -> None:
    """Its words tell what is held, and so do its hashes and salts: there are few hands to try them on."""
    player, table = seated(house, "big-draw")
    player.play_round(table, Random(6))
    player.bet(table)
    pat = player.look(table)["view"]["legal"][0]
    house.staff("supervisor").do(f"/api/tables/{table}/pause", {"reason": "while it is open"})
    for role in ("supervisor", "auditor"):
        overseer = house.staff(role)  # type: ignore[arg-type]
        rows = overseer.get("/api/log", table=table).json()["rows"]
        assert {row["round"] for row in rows} == {0, 1}
        assert rows[-1]["sequence"] < player.look(table)["sequence"]
    player.answer(table, pat)
    rows = house.staff("auditor").get("/api/log", table=table).json()["rows"]
    assert [row["sequence"] for row in rows] == list(range(1, player.look(table)["sequence"] + 1))
    assert pat in rows[-1]["entry"]


def test_a_voided_round_does_not_show_the_cards_to_come(house: OpenHouse) -> None:
    """The shoe whose cards were seen is put away; the seed of one that is in use is never told."""
    player, table = seated(house, "draw-n-shoot-21")
    player.play_round(table, Random(1))
    player.bet(table)
    house.staff("supervisor").do(f"/api/tables/{table}/void", {"reason": "a card fell to the floor"})
    player.start(table)
    kept = house.books.rows(select(seeds).where(seeds.c.table == table))
    drawn = {row.round: house.books.storage.seal.open(row) for row in kept}
    told = house.staff("auditor").get(f"/api/tables/{table}/rounds/2").text
    assert drawn[2].deck.hex() in told and drawn[3].shoe.hex() not in told and drawn[3].deck.hex() not in told
    first = house.staff("auditor").get(f"/api/tables/{table}/rounds/1").json()
    assert first["shoe_seed"] == drawn[1].shoe.hex(), "the shoe that was put away can be told"


def test_an_open_shoe_is_not_told_until_it_is_played_out(house: OpenHouse) -> None:
    player, table = seated(house, "draw-n-shoot-21")
    for number in range(3):
        player.play_round(table, Random(number))
    auditor = house.staff("auditor")
    shuffled = house.books.rows(select(seeds.c.shoe).where((seeds.c.table == table) & (seeds.c.round == 1)))[0].shoe
    for number in range(1, 4):
        told = auditor.get(f"/api/tables/{table}/rounds/{number}")
        assert told.status_code == 200 and shuffled.hex() not in told.text


def test_the_journal_has_no_cards_and_no_secrets(file_database: str, capfd: pytest.CaptureFixture[str]) -> None:
    with OpenHouse(file_database) as house:
        player, table = seated(house, "big-draw")
        for number in range(2):
            player.play_round(table, Random(number))
        player.post(f"/api/tables/{table}/answers", {"answer": "hold As Ks"})
        named = house.guest()
        named.post("/api/me/account", {"name": "Ann Other", "password": PASSWORD})
        named.http.post("/api/sessions", json={"name": "Ann Other", "password": "wrong " + PASSWORD})
        supervisor = house.staff("supervisor")
        supervisor.get("/api/log", table=table)
        drawn = house.books.rows(select(seeds))
    said = "".join(capfd.readouterr())
    assert said.count('"what":"request"') > 10
    assert cards_named(said) == set()
    for secret in (
        PASSWORD,
        player.token,
        supervisor.token,
        *(house.books.storage.seal.open(row).deck.hex() for row in drawn),
    ):
        assert secret not in said


def test_a_seed_shown_before_its_round_is_only_its_hash(house: OpenHouse) -> None:
    player, table = seated(house)
    promised = player.look(table)["commitments"]
    player.play_round(table, Random(4))
    told = player.get(f"/api/tables/{table}/rounds/1").json()
    assert told["deck_commitment"] == promised["deck"] and told["shoe_commitment"] == promised["shoe"]
    assert commitment(bytes.fromhex(told["deck_seed"])) == promised["deck"]
