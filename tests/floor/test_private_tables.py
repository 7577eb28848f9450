"""Private tables: only those who come with the link see them, and a new link ends the old one."""

from __future__ import annotations

import contextlib
import json

import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from croupier.floor.storage.schema import admissions, house_log, log
from tests.floor.client import Client
from tests.floor.insider import Insider
from tests.floor.open_house import OpenHouse

TERMS = {"automatic": [], "limits": {}, "name": "Zanzibar in private"}


def private_table(owner: Client, **terms: object) -> tuple[int, str]:
    """A new private table, and the secret of its link."""
    opened = owner.do("/api/tables", {"game": "cincinnati-stud", "private": True} | TERMS | terms)
    return opened["id"], opened["invite"]


def enter(client: Client, table: int, secret: str) -> int:
    """Come with a link."""
    return client.post(f"/api/tables/{table}/entrance", {"invite": secret}).status_code


def looks(client: Client, table: int) -> list[int]:
    """What somebody is answered who asks for all that a table tells."""
    asked = ("", "/terms", "/lesson", "/rounds", "/advice", "/invite")
    found = [client.get(f"/api/tables/{table}{part}").status_code for part in asked]
    wanted = {"seat": {"seat": 3, "buy_in": 10_000}, "rounds": None, "leave": None, "chips": {"cents": 100}}
    return found + [client.post(f"/api/tables/{table}/{part}", body).status_code for part, body in wanted.items()]


def heard(client: Client, table: int) -> list[str]:
    """What a live line to a table says first, if it does not close."""
    with contextlib.suppress(ConnectionClosed), client.watch(table) as line:
        return [json.dumps(line.hear())]
    return []


def test_nobody_without_the_link_is_told_anything_of_a_private_table(house: OpenHouse) -> None:
    sent: list[bytes] = []
    owner, friend = house.guest(), house.guest()
    stranger, passer_by = house.guest(heard=sent.append), house.client(heard=sent.append)
    table, secret = private_table(owner)
    assert enter(friend, table, secret) == 200
    owner.sit(table, 1)
    friend.sit(table, 2)
    owner.start(table)
    for player in (owner, friend):
        player.answer(table, "bet ante=5 blind=5")
    for player in (owner, friend):
        assert table in [listed["id"] for listed in player.get("/api/tables").json()["tables"]]
    guesses = [secret[:-1] + ("A" if secret[-1] != "A" else "B"), "0" * 64]
    for outsider in (stranger, passer_by):
        assert set(looks(outsider, table)) <= {401, 404}
        assert heard(outsider, table) == []
        for query in ({"limit": 500}, {"words": "Zanzibar"}, {"words": owner.account["name"]}):
            outsider.get("/api/tables", **query)
    assert set(looks(stranger, table)) == {404} == {enter(stranger, table, guess) for guess in guesses}
    unknown = [stranger.get(f"/api/tables/{number}").json() for number in (table, 10**6)]
    assert unknown[1]["detail"].replace(str(10**6), str(table)) == unknown[0]["detail"]
    told = b"\n".join(sent)
    for word in (b"Zanzibar", owner.account["name"].encode(), secret.encode()):
        assert word not in told, word


def test_the_links_secret_is_nowhere_in_the_books_and_in_nobody_elses_messages(house: OpenHouse) -> None:
    owner, friend = house.guest(), house.guest()
    table, secret = private_table(owner)
    assert owner.get(f"/api/tables/{table}/invite").json() == {"table": table, "invite": secret}
    enter(friend, table, secret)
    told = friend.get(f"/api/tables/{table}").text + friend.get(f"/api/tables/{table}/terms").text
    told += "".join(heard(friend, table)) + friend.get("/api/tables").text
    assert told.count("Zanzibar") >= 3 and secret not in told
    assert friend.get(f"/api/tables/{table}/invite").status_code == 403
    assert friend.post(f"/api/tables/{table}/invite").status_code == 403
    rows = house.books.rows(select(log.c.entry)) + house.books.rows(select(house_log.c.body))
    assert secret.encode() not in b"".join(bytes(row[0]) for row in rows)
    assert secret not in str(house.books.rows(select(admissions)))


def test_a_new_link_ends_the_old_one_and_all_who_only_watch_by_it(house: OpenHouse) -> None:
    owner, seated, watcher, late = (house.guest() for _ in range(4))
    table, secret = private_table(owner)
    for client in (seated, watcher):
        assert enter(client, table, secret) == 200
    seated.sit(table, 2)
    with watcher.watch(table) as line, seated.watch(table) as kept, owner.watch(table) as own:
        for each in (line, kept, own):
            each.hear()
        renewed = owner.do(f"/api/tables/{table}/invite")["invite"]
        assert renewed != secret and owner.get(f"/api/tables/{table}/invite").json()["invite"] == renewed
        assert kept.hear()["entries"][0] == own.hear()["entries"][0]
        with pytest.raises(ConnectionClosed, match="the link to this table is no longer good"):
            line.hear()
    assert (watcher.get(f"/api/tables/{table}").status_code, enter(late, table, secret)) == (404, 404)
    assert (enter(watcher, table, renewed), enter(late, table, renewed)) == (200, 200)
    seated.do(f"/api/tables/{table}/leave")
    assert seated.get(f"/api/tables/{table}").status_code == 404, "the link that they came with has ended"


def test_staff_see_private_tables_and_a_public_one_has_no_link(house: OpenHouse) -> None:
    owner = house.guest()
    table, _ = private_table(owner)
    for role in ("supervisor", "auditor", "dealer"):
        assert house.staff(role).get(f"/api/tables/{table}").json()["private"]
    public = owner.open_table("on-the-draw")
    assert owner.post(f"/api/tables/{public}/invite").status_code == 409
    assert house.guest().get(f"/api/tables/{public}").json()["private"] is False


def test_lists_that_were_edited_and_links_of_others_are_found(database: str) -> None:
    with OpenHouse(database) as house:
        owner = house.guest()
        table, _ = private_table(owner)
        owner.sit(table, 1)
        public = house.guest().open_table("on-the-draw")
        owner.do(f"/api/tables/{table}/invite")
        assert house.books.faults() == []

        def forge(insider: Insider) -> None:
            insider.say('DELETE FROM private_tables WHERE "table" = :t', t=table)
            insider.say('INSERT INTO seatings ("table", seat, account, away) VALUES (:t, 1, 1, false)', t=public)

        Insider.at_work(house.books, forge)
        faults = "\n".join(house.books.faults())
        assert f"table {table}: its place among the private tables, which entry 1 makes, is not written down" in faults
        assert f"table {public}: seat 1 is written down, but the log does not make it" in faults
