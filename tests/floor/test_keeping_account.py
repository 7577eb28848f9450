"""A guest who makes an account keeps it all; names that people choose, and what the audit says of them."""

from __future__ import annotations

import re
from random import Random

import httpx
import pytest
from sqlalchemy import select

from croupier.floor.storage.schema import commands, house_log
from tests.floor.client import Client
from tests.floor.insider import Insider
from tests.floor.open_house import PASSWORD, OpenHouse
from tests.floor.test_house import seated


def keep(client: Client, name: str, password: str = PASSWORD, key: str | None = None) -> httpx.Response:
    """Make an account of a guest's."""
    return client.post("/api/me/account", {"name": name, "password": password}, key)


def call(client: Client, name: str, key: str | None = None) -> httpx.Response:
    """Choose a name."""
    return client.post("/api/me/name", {"name": name}, key)


def test_a_guest_who_makes_an_account_keeps_everything_but_the_sessions(house: OpenHouse) -> None:
    guest, table = seated(house)
    chips = guest.get("/api/me").json()["wallet"]
    made = keep(guest, "Keeper  One", key="made once by this")
    told = {"id": guest.id, "name": "Keeper One", "role": "player", "guest": False}
    assert (made.status_code, made.json()["account"]) == (201, told)
    assert guest.get("/api/me").status_code == 401, "the guest's session has ended"
    kept = house.client(made.json()["token"])
    assert kept.get("/api/me").json()["wallet"] == chips
    assert kept.look(table)["view"]["seat"] == 1
    kept.do(f"/api/tables/{table}/leave")

    again = keep(guest, "Keeper One", key="made once by this")
    assert again.status_code == 201 and again.json()["account"] == told, "it was sent with the session that it ended"
    for password, key in (("not the password", "made once by this"), (PASSWORD, "another key of mine")):
        assert keep(guest, "Keeper One", password, key).status_code == 401
    assert keep(kept, "Keeper Two").status_code == 409, "whoever has an account makes no second one of it"
    stored = house.books.rows(select(commands).where(commands.c.key == "made once by this"))
    assert [row.answer for row in stored] == [b'{"named":"Keeper One"}']


@pytest.mark.parametrize(
    "name", ["x", "Guest Star", "Adm1n", "P\u0430ul Cyrillic", "Auto 7", "Taken 0ne", "\u2800" * 3]
)
def test_names_that_nobody_may_have_are_refused_to_guests_too(house: OpenHouse, name: str) -> None:
    if name == "Taken 0ne":
        assert keep(house.guest(), "Taken One").status_code == 201
    guest = house.guest()
    assert (call(guest, name).status_code, keep(guest, name).status_code) == (409, 409)
    assert keep(guest, "Common Word", "Password2024!").status_code == 409
    assert guest.get("/api/me").json()["account"] == guest.account


def test_a_guest_chooses_a_name_and_the_houses_log_says_so(house: OpenHouse) -> None:
    guest, table = seated(house)
    named = call(guest, "Robin Hood", key="named once by this")
    assert named.json() == guest.account | {"name": "Robin Hood"}
    assert call(guest, "Robin Hood", key="named once by this").json() == named.json()
    assert guest.get("/api/me").json()["account"] == named.json()
    assert guest.look(table)["view"]["seats"][0]["player"] == "Robin Hood", "at the table too"
    lines = house.books.rows(select(house_log).where(house_log.c.what == "named", house_log.c.actor == guest.id))
    assert [
        f'"was":"{guest.account["name"]}","name":"Robin Hood","guest":1'.encode() in line.body for line in lines
    ] == [True]
    assert call(guest, "Little John").is_success
    assert call(house.guest(), "Robin H00d").status_code == 409, "a name that somebody had is nobody else's"
    assert call(guest, "Robin Hood").is_success
    assert call(house.staff("supervisor"), "Somebody Nice").status_code == 403


def test_a_name_chosen_in_the_middle_of_a_round_comes_with_its_end(house: OpenHouse) -> None:
    guest, table = seated(house, "cincinnati-stud", automatic=[2])
    was = guest.account["name"]
    guest.start(table)
    guest.answer(table, "bet ante=5 blind=5 cincy-pot=5")
    assert call(guest, "Maid Marian").is_success
    seen = guest.look(table)["view"]
    assert (seen["seats"][0]["player"], was in seen["pot"]["in"]) == (was, True), "the round is played out as it began"
    guest.answer(table, "play-1x")
    seen = guest.look(table)["view"]
    assert seen["finished"] and seen["seats"][0]["player"] == "Maid Marian"
    assert was not in seen["pot"]["in"] and ("Maid Marian" in seen["pot"]["in"]) == (seen["pot"]["rounds"] > 0)
    assert call(guest, "Much the Miller").is_success
    guest.play_round(table, Random(1))
    assert guest.look(table)["view"]["seats"][0]["player"] == "Much the Miller"
    assert house.books.faults() == []


def test_a_name_is_not_changed_too_often(house: OpenHouse) -> None:
    guest = house.guest()
    assert [call(guest, f"Often {word}").status_code for word in "abcdef"] == [200] * 5 + [429]


def test_a_name_that_was_changed_in_the_books_alone_is_found(database: str) -> None:
    with OpenHouse(database) as house:
        renamed, _ = seated(house)
        plain, _ = seated(house)
        call(renamed, "Honest Ann")
        forgeries = {
            renamed.id: rf"account {renamed.id} is called 'Mallory {renamed.id}'; .* log has it as 'Honest Ann'",
            plain.id: rf"seats account {plain.id} as 'Guest [0-9A-F]+'; it is called 'Mallory {plain.id}'",
        }
        assert house.books.faults() == []

        def rename(insider: Insider) -> None:
            for number in forgeries:
                insider.say("UPDATE accounts SET name = :name WHERE id = :who", name=f"Mallory {number}", who=number)

        Insider.at_work(house.books, rename)
        faults = "\n".join(house.books.faults())
        assert [pattern for pattern in forgeries.values() if not re.search(pattern, faults)] == []
