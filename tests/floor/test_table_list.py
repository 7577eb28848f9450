"""The list of tables: with terms, those with people first, found by words, page by page; and what people learned."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select

from croupier.floor.storage import learned_items
from croupier.floor.storage.schema import progress, seatings
from tests.floor.client import Client
from tests.floor.open_house import PASSWORD, OpenHouse


def numbers(client: Client, **query: Any) -> list[int]:
    """The tables in somebody's list, in its order."""
    return [table["id"] for table in client.get("/api/tables", **query).json()["tables"]]


def test_ones_own_table_comes_first_then_those_with_people_then_the_newest(database: str) -> None:
    with OpenHouse(database) as house:
        ann, bob = house.guest(), house.guest()
        first, second, third, fourth = (
            ann.open_table("on-the-draw", name=f"Number {word}") for word in ("one", "two", "three", "f%ur")
        )
        ann.sit(first, 1)
        bob.sit(second, 2)
        assert numbers(ann) == [first, second, fourth, third]
        assert numbers(bob) == [second, first, fourth, third]
        assert numbers(house.client()) == [second, first, fourth, third]
        assert [numbers(ann, skip=skip, limit=2) for skip in (0, 2, 4)] == [[first, second], [fourth, third], []]
        assert ann.get("/api/tables", limit=1).json()["found"] == 4
        assert numbers(ann, words="NUMBER t") == [second, third] and numbers(ann, words="%") == [fourth]
        assert numbers(ann, words=bob.account["name"].lower()) == [second]
        assert numbers(ann, game="big-draw") == []
        bob.do(f"/api/tables/{second}/leave")
        assert numbers(bob) == [first, fourth, third, second]
        assert house.books.one(select(func.count()).select_from(seatings)) == 1
        ann.do(f"/api/tables/{first}/leave")
        house.staff("supervisor").do(f"/api/tables/{first}/close", {"reason": "late"})
        assert numbers(ann) == [fourth, third, second]


def test_a_list_has_the_terms_of_its_tables(house: OpenHouse) -> None:
    ann = house.guest()
    own = {"bet": "trips", "name": "mine", "pays": {"royal-flush": "50:1"}}
    ann.open_table("on-the-draw", name="With terms", limits={"ante": [500, 2000]}, custom=[own], settings={})
    (listed,) = ann.get("/api/tables", words="With terms").json()["tables"]
    assert listed["custom"] == [own | {"fixed": {}}] and listed["paytables"]["trips"] == "mine"
    assert listed["placard"]["limits"]["ante"] == [500, 2000] and listed["settings"]
    assert (listed["seat"], listed["private"]) == (0, False)


def note(client: Client, *items: dict[str, Any]) -> int:
    """Note what was learned."""
    return client.post("/api/me/learned", {"items": list(items)}).status_code


def item(key: str, time: int = 1, **body: Any) -> dict[str, Any]:
    """A decision."""
    return {"kind": "decision", "key": key, "time": time, "body": body}


def test_what_a_guest_learned_stays_when_they_make_an_account(house: OpenHouse) -> None:
    guest = house.guest()
    assert note(guest, item("one", cost=0.5), item("two", 2, cost=0.25)) == 200
    assert note(guest, item("one", cost=0.125)) == 200, "noted again, it is replaced"
    made = guest.post("/api/me/account", {"name": "Learned One", "password": PASSWORD}).json()
    kept = house.client(made["token"])
    items = kept.get("/api/me/learned").json()["items"]
    assert items == [item("one", cost=0.125), item("two", 2, cost=0.25)]
    assert house.guest().get("/api/me/learned").json()["items"] == []
    assert kept.http.delete("/api/me/learned", headers=kept.headers()).json() == {"forgotten": 2}
    assert kept.get("/api/me/learned").json()["items"] == []


def test_an_account_keeps_so_much_and_no_more(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learned_items, "MOST", 3)
    guest = house.guest()
    assert note(guest, *(item(f"number {time}", time) for time in range(5))) == 200
    assert [one["time"] for one in guest.get("/api/me/learned").json()["items"]] == [2, 3, 4]
    assert house.books.one(select(func.count()).where(progress.c.account == guest.id)) == 3
    for wrong in (item("long", words="x" * 5000), item("", 1), item("x" * 81), item("k") | {"kind": "song"}):
        assert note(guest, wrong) == 422
    assert house.client().get("/api/me/learned").status_code == 401
