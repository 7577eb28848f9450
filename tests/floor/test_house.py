"""Running a table: keys, dealers who start rounds, supervisors who pause, void and correct; nothing is ever edited."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from croupier.floor import money
from croupier.floor.accounts import Accounts
from croupier.floor.audit.house_audit import audit
from croupier.floor.storage.keys.house_signer import Receipt
from croupier.floor.storage.safekeeping.checkpoints import Checkpoint, Checkpoints
from croupier.floor.storage.schema import rounds
from croupier.games import game_names
from tests.floor.client import Client
from tests.floor.open_house import PASSWORD, OpenHouse


def seated(house: OpenHouse, game: str = "on-the-draw", buy_in: int = 50_000, **terms: object) -> tuple[Client, int]:
    """A guest at seat 1 of a new table."""
    player = house.guest()
    table = player.open_table(game, **terms)
    player.sit(table, 1, buy_in)
    return player, table


@pytest.mark.parametrize("game", game_names())
def test_every_game_is_played_and_every_chip_accounted_for(house: OpenHouse, game: str) -> None:
    player, table = seated(house, game, automatic=[2])
    for number in range(3):
        player.play_round(table, Random(number))
    (mine,) = (seat for seat in player.look(table)["view"]["seats"] if seat["number"] == 1)
    assert house.books.balance(money.stack(table, 1)) == mine["stack"]
    assert house.books.hold_states(table, 1) <= {"settled"}
    player.do(f"/api/tables/{table}/leave")
    net = sum(round["net"] for round in player.get("/api/history").json()["rounds"])
    assert player.get("/api/me").json()["wallet"] == 100_000 + net


def test_commands_are_answered_with_receipts_and_a_checkpoint_tells_nothing_of_an_open_round(house: OpenHouse) -> None:
    player = house.guest()
    table = player.open_table("on-the-draw")
    receipts = [player.sit(table, 1, 20_000), player.start(table), player.answer(table, "bet ante=5 blind=5")]
    told = [Receipt.read(answer["receipt"]) for answer in receipts]
    assert [one.sequence for one in told if one] == [answer["sequence"] for answer in receipts]
    made = Checkpoints(house.books.storage)
    house.books.wait(made.make())
    assert made.newest is not None and made.newest.tables[table].place == receipts[0]["sequence"]
    kept = msgspec.convert(player.get("/api/checkpoint").json(), Checkpoint, str_keys=True, strict=False)
    assert kept.is_signed and kept.key == made.newest.key
    assert house.books.wait(audit(house.books.storage, [kept, made.newest, *filter(None, told)])).wrong == []


def test_a_command_sent_twice_is_done_once_and_answered_twice(house: OpenHouse) -> None:
    player, table = seated(house, "draw-n-shoot-21")
    player.bet(table)
    player.answer(table, "raise-0")
    length = house.books.log_length(table)
    first = player.post(f"/api/tables/{table}/answers", {"answer": "hit"}, key="hit once only")
    again = player.post(f"/api/tables/{table}/answers", {"answer": "hit"}, key="hit once only")
    assert first.status_code == again.status_code == 200 and first.json() == again.json()
    assert house.books.log_length(table) == length + 1
    assert house.books.times_done(player.id, "hit once only") == 1


def test_a_key_cannot_be_used_for_another_command(house: OpenHouse) -> None:
    player, table = seated(house)
    body = {"cents": 500}
    assert player.post(f"/api/tables/{table}/chips", body, key="some chips").status_code == 200
    other = player.post(f"/api/tables/{table}/chips", {"cents": 600}, key="some chips")
    assert other.status_code == 409 and "another command" in other.json()["detail"]
    elsewhere = player.post(f"/api/tables/{table}/rounds", body, key="some chips")
    assert elsewhere.status_code == 409
    assert house.books.balance(money.stack(table, 1)) == 50_500


def test_two_people_may_use_the_same_key(house: OpenHouse) -> None:
    one, table = seated(house)
    other = house.guest()
    assert one.post(f"/api/tables/{table}/chips", {"cents": 500}, key="the same key").status_code == 200
    assert other.post(f"/api/tables/{table}/seat", {"seat": 2, "buy_in": 500}, key="the same key").status_code == 200


def test_a_table_is_opened_once_for_one_key(house: OpenHouse) -> None:
    player = house.guest()
    body = {"game": "big-draw", "name": "Once"}
    first = player.post("/api/tables", body, key="open it once")
    again = player.post("/api/tables", body, key="open it once")
    assert first.status_code == again.status_code == 201 and first.json()["id"] == again.json()["id"]


def test_an_answer_that_was_meant_for_the_question_before_is_refused(house: OpenHouse) -> None:
    player, table = seated(house)
    player.bet(table)
    seen = player.look(table)["sequence"]
    check = {"answer": "check", "seen": seen}
    assert player.post(f"/api/tables/{table}/answers", check).status_code == 200
    late = player.post(f"/api/tables/{table}/answers", check)
    assert late.status_code == 409 and "answered for since" in late.json()["detail"]
    check["seen"] = player.look(table)["sequence"]
    assert player.post(f"/api/tables/{table}/answers", check).status_code == 200


@pytest.mark.parametrize("game", game_names())
def test_a_voided_round_gives_everything_back_and_the_next_is_played(house: OpenHouse, game: str) -> None:
    player, table = seated(house, game, automatic=[2])
    player.play_round(table, Random(7))
    before = {book: house.books.balance(book) for book in money.books_of_table(table, 2)}
    player.bet(table)
    assert house.books.hold_states(table, 2) == {"held"}
    supervisor = house.staff("supervisor")
    supervisor.do(f"/api/tables/{table}/void", {"reason": "a card was exposed", "round": 2})
    assert house.books.hold_states(table, 2) == {"released"}
    assert {book: house.books.balance(book) for book in before} == before
    assert (
        house.books.one(select(rounds.c.outcome).where((rounds.c.table == table) & (rounds.c.round == 2))) == "released"
    )
    player.play_round(table, Random(8))


def test_only_the_round_that_is_meant_is_voided(house: OpenHouse) -> None:
    player, table = seated(house)
    player.play_round(table, Random(1))
    supervisor = house.staff("supervisor")
    assert supervisor.post(f"/api/tables/{table}/void", {"reason": "too late"}).status_code == 409
    player.start(table)
    late = supervisor.post(f"/api/tables/{table}/void", {"reason": "a misdeal", "round": 1})
    assert late.status_code == 409 and "round 2 is being played" in late.json()["detail"]


def test_a_paused_table_plays_its_round_out_and_deals_no_other(house: OpenHouse) -> None:
    player, table = seated(house)
    player.start(table)
    supervisor = house.staff("supervisor")
    supervisor.do(f"/api/tables/{table}/pause", {"reason": "a spilled drink"})
    player.answer(table, "bet ante=5 blind=5")
    for word in ("check", "check", "fold"):
        player.answer(table, word)
    refused = player.post(f"/api/tables/{table}/rounds")
    assert refused.status_code == 409 and "a spilled drink" in refused.json()["detail"]
    assert player.look(table)["paused"] == "a spilled drink"
    supervisor.do(f"/api/tables/{table}/resume")
    assert supervisor.post(f"/api/tables/{table}/resume").status_code == 409
    player.start(table)


def test_a_dispute_is_settled_by_a_counter_entry(house: OpenHouse) -> None:
    player, table = seated(house)
    player.play_round(table, Random(3))
    supervisor = house.staff("supervisor")
    wallet, won = house.books.balance(money.wallet(player.id)), house.books.balance(money.house(table))
    pays = {"account": player.id, "round": 1, "cents": 1_500, "reason": "Trips had won"}
    supervisor.do(f"/api/tables/{table}/corrections", pays)
    assert house.books.balance(money.wallet(player.id)) == wallet + 1_500
    assert house.books.balance(money.house(table)) == won - 1_500
    supervisor.do(f"/api/tables/{table}/corrections", pays | {"cents": -500, "reason": "paid too much"})
    assert house.books.balance(money.wallet(player.id)) == wallet + 1_000
    for wrong in ({"round": 2}, {"cents": 0}, {"account": 10**9}, {"cents": -100_000_000}):
        assert supervisor.post(f"/api/tables/{table}/corrections", pays | wrong).status_code == 409


def test_only_who_bet_in_a_round_has_a_dispute_about_it(house: OpenHouse) -> None:
    player, table = seated(house)
    late, stranger = house.guest(), house.guest()
    player.play_round(table, Random(3))
    late.sit(table, 2)
    supervisor = house.staff("supervisor")
    for nobody in (late, stranger):
        wallet = house.books.balance(money.wallet(nobody.id))
        pays = {"account": nobody.id, "round": 1, "cents": 1_500, "reason": "Trips had won"}
        refused = supervisor.post(f"/api/tables/{table}/corrections", pays)
        assert refused.status_code == 409 and "did not bet in a round 1" in refused.json()["detail"]
        assert house.books.balance(money.wallet(nobody.id)) == wallet
    assert supervisor.post(f"/api/tables/{10**6}/corrections", pays).status_code == 404


def test_nobody_judges_their_own_bets(house: OpenHouse) -> None:
    """Also not somebody who was made a supervisor while they sat at the table."""
    player = house.client(house.books.sign_up("Lou Lucky", PASSWORD, "player"))
    table = player.open_table()
    player.sit(table)
    player.play_round(table, Random(1))
    player.start(table)
    people = Accounts(house.books.storage)
    house.books.wait(people.set_role("Lou Lucky", "supervisor"))
    code = house.books.wait(people.enrol("Lou Lucky")).recovery[0]
    player = house.client(house.books.wait(people.sign_in("Lou Lucky", PASSWORD, code)).token)
    assert player.post(f"/api/tables/{table}/void", {"reason": "I was losing"}).status_code == 403
    pays = {"account": player.id, "round": 1, "cents": 1_500, "reason": "I should have won"}
    assert player.post(f"/api/tables/{table}/corrections", pays).status_code == 403
    player.answer(table, "pass")
    player.do(f"/api/tables/{table}/leave")
    assert player.post(f"/api/tables/{table}/corrections", pays).status_code == 403


def test_a_round_that_is_being_played_cannot_be_corrected(house: OpenHouse) -> None:
    player, table = seated(house)
    player.start(table)
    pays = {"account": player.id, "round": 1, "cents": 1_500, "reason": "before it is over"}
    assert house.staff("supervisor").post(f"/api/tables/{table}/corrections", pays).status_code == 409


def test_a_table_loaded_from_its_snapshot_is_the_table(house: OpenHouse) -> None:
    player, table = seated(house, "draw-n-shoot-21", automatic=[2])
    for number in range(1, 23):
        player.play_round(table, Random(number))
        if number >= 20:
            (served,) = (live.last_round for live in house.app.state.house.in_memory() if live.id == table)
            assert served == house.books.table(table).last_round and served.accounts == {player.id}
    player.start(table)
    loaded = house.books.table(table)
    assert loaded.recent[0].sequence > 1, "it should have been loaded from a snapshot"
    seen = player.look(table)
    assert loaded.sequence == seen["sequence"] and loaded.round_number == 23
    assert loaded.next_seeds is not None and loaded.next_seeds.commitments.deck == seen["commitments"]["deck"]


WRITTEN_ONCE = ("log", "transfers", "rounds", "participants", "seeds", "commands", "tables", "house_log")


@pytest.mark.parametrize("name", WRITTEN_ONCE)
def test_the_database_refuses_to_edit_or_delete_what_was_written(house: OpenHouse, name: str) -> None:
    house.staff("supervisor")
    player, table = seated(house)
    player.play_round(table, Random(5))
    column = {"house_log": "what", "tables": "name", "seeds": "deck"}.get(name, "time")
    for statement in (f'UPDATE "{name}" SET "{column}" = "{column}"', f'DELETE FROM "{name}"'):
        with pytest.raises(DBAPIError, match=r"nothing in \w+ is ever edited or deleted"):
            house.books.say(statement)


def test_a_bet_that_has_ended_cannot_be_held_again(house: OpenHouse) -> None:
    player, table = seated(house)
    player.play_round(table, Random(5))
    for statement in ("UPDATE holds SET state = 'held'", "DELETE FROM holds"):
        with pytest.raises(DBAPIError, match=r"nothing in \w+ is ever edited or deleted"):
            house.books.say(statement)


def test_a_dealer_starts_rounds_and_does_not_play(house: OpenHouse) -> None:
    player, table = seated(house)
    dealer, passer_by = house.staff("dealer"), house.guest()
    dealer.start(table)
    player.answer(table, "pass")
    assert passer_by.post(f"/api/tables/{table}/rounds").status_code == 403
    for role in ("dealer", "supervisor"):
        refused = house.staff(role).post(f"/api/tables/{table}/seat", {"seat": 2, "buy_in": 500})
        assert refused.status_code == 403 and "players" in refused.json()["detail"]


def test_an_account_opens_so_many_tables_and_no_more(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.tables.account_limits.TABLES_EACH", 2)
    player = house.guest()
    player.open_table()
    player.open_table()
    assert player.post("/api/tables", {"game": "big-draw", "name": "One more"}).status_code == 409


def test_tables_that_nobody_needs_are_let_go_and_come_back(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.tables.house.IN_MEMORY", 2)
    players = [seated(house) for _ in range(5)]
    for player, table in players:
        player.play_round(table, Random(table))
    held = house.app.state.house.in_memory()
    assert len([live for live in held if not live.open_round]) <= 2
    for player, table in players:
        player.play_round(table, Random(table))


def test_statements_do_not_show_their_values_when_they_fail(house: OpenHouse) -> None:
    """A seed among them would be in the error, and from there in a log."""
    with pytest.raises(DBAPIError) as failed:
        house.books.say("INSERT INTO tables (name) VALUES (:name)", name="a secret")
    assert "a secret" not in str(failed.value) and "hidden" in str(failed.value)


def test_say_is_not_how_the_house_reads(house: OpenHouse) -> None:
    """The statement helper above does reach the database: otherwise the refusals would prove nothing."""
    house.books.say("CREATE TABLE scratch (number INTEGER)")
    house.books.say("INSERT INTO scratch VALUES (1)")
    assert house.books.one(select(text("number")).select_from(text("scratch"))) == 1
    house.books.say("UPDATE scratch SET number = 2")
    house.books.say("DROP TABLE scratch")
