"""The law of a place at the tables of the house: what it has posted, what it warns of, and what it leaves of limits."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from croupier.errors import Refused
from croupier.jurisdictions import OWN_PLACES, jurisdiction_named, use_places
from tests.floor.open_house import OpenHouse

DAY = "2024-06-01"
WASHINGTON = {"jurisdiction": "washington", "day": DAY}
LAW = jurisdiction_named("washington", date.fromisoformat(DAY))


def test_a_table_is_opened_with_the_notices_and_warnings_of_its_law(house: OpenHouse) -> None:
    player = house.guest()
    opened = player.do("/api/tables", {"game": "draw-n-shoot-21", "name": "Dice", **WASHINGTON})
    law = {"jurisdiction": "washington", "place": "Washington", "day": DAY}
    law |= {"notices": LAW.notices(), "warnings": LAW.warnings(uses_dice=True)}
    assert opened["law"] == law and any("dice are probably not allowed" in words for words in law["warnings"])
    terms = house.client().get(f"/api/tables/{opened['id']}/terms").json()
    assert terms["law"] == law and terms["entry"] == "opened" and terms["placard"]["jurisdiction"] == "washington"
    elsewhere = player.do("/api/tables", {"game": "draw-n-shoot-21", "name": "Dice"})
    assert elsewhere["law"]["notices"] == elsewhere["law"]["warnings"] == []


def test_a_table_posts_no_more_than_the_law_lets_it_take(house: OpenHouse) -> None:
    player = house.guest()
    asked = {"ante": [500, 50_000], "trips": [100, 2_000]}
    opened = player.do("/api/tables", {"game": "on-the-draw", "name": "Ante", "limits": asked, **WASHINGTON})
    assert opened["limits"] == {"ante": [500, 10_000], "blind": [500, 10_000], "trips": [100, 2_000]}
    table = opened["id"]
    (listed,) = (found for found in player.get("/api/tables").json()["tables"] if found["id"] == table)
    assert listed["placard"]["limits"] == {"ante": [500, 10_000], "trips": [100, 2_000]}
    player.sit(table, 1, 100_000)
    player.start(table)
    above = player.post(f"/api/tables/{table}/answers", {"answer": "bet ante=101 blind=101"})
    assert above.status_code == 409
    assert above.json()["detail"].endswith("WAC 230-15-140 allows $300 a wager (since 2009-01-01), so at most $100")
    player.answer(table, "bet ante=100 blind=100")


def test_payouts_are_limited_by_the_largest_wager_that_is_taken(house: OpenHouse) -> None:
    terms = {"game": "on-the-draw", "name": "Payouts", "limits": {"ante": [500, 50_000]}, **WASHINGTON}
    house.guest().do("/api/tables", {**terms, "aggregate_payout": 30_000 * 50})
    refused = house.guest().post("/api/tables", {**terms, "aggregate_payout": 30_000 * 50 - 1})
    assert refused.status_code == 422 and "asks for $15,000 or more: $300 at 100 to 1" in refused.json()["detail"]


def test_limits_of_which_the_law_leaves_nothing_are_refused(house: OpenHouse) -> None:
    terms = {"limits": {"trips": [40_000, 50_000]}, **WASHINGTON}
    refused = house.guest().post("/api/tables", {"game": "on-the-draw", "name": "Trips", **terms})
    assert refused.status_code == 422
    assert refused.json()["detail"] == "a $400 Trips is too much; WAC 230-15-140 allows $300 a wager (since 2009-01-01)"


def test_the_law_of_every_place_is_told_before_a_table_is_opened(house: OpenHouse) -> None:
    laws = house.client().get("/api/jurisdictions", game="draw-n-shoot-21", day=DAY).json()["laws"]
    assert [law["jurisdiction"] for law in laws] == ["unregulated", "washington"]
    assert laws[1]["notices"] == LAW.notices() and laws[1]["warnings"] == LAW.warnings(uses_dice=True)
    without = house.client().get("/api/jurisdictions", game="on-the-draw", day=DAY).json()["laws"]
    assert without[1]["warnings"] == LAW.warnings(uses_dice=False)
    for wrong in ({"game": "faro"}, {"game": "on-the-draw", "day": "yesterday"}):
        assert house.client().get("/api/jurisdictions", **wrong).status_code == 422


def test_a_pot_is_offered_only_as_the_law_of_the_day_allows_it(house: OpenHouse) -> None:
    """Since 2012-08-13 Washington asks for ten games at most and a dealer who competes."""
    player = house.guest()
    pot = {"dealer_participates": "true"}
    for game, terms, offered in (
        ("cincinnati-stud", WASHINGTON, False),
        ("cincinnati-stud", {**WASHINGTON, "settings": pot}, True),
        ("cincinnati-stud", {**WASHINGTON, "day": "2012-08-12"}, True),
        ("on-the-draw", WASHINGTON, False),
        ("on-the-draw", {}, True),
    ):
        table = player.open_table(game, **terms)
        player.sit(table, 1, 5_000)
        player.start(table)
        assert (player.look(table)["view"]["pot"] is not None) == offered
        answer = player.post(f"/api/tables/{table}/answers", {"answer": "bet ante=5 blind=5 cincy-pot=5"})
        assert answer.is_success == offered
        if not offered:
            told = answer.json()["detail"]
            assert "WAC 230-15-040 (since 2012-08-13)" in told and "ten" not in told and "10 games at most" in told


def test_a_table_is_under_the_law_of_a_place_of_the_houses_own(
    house: OpenHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "atlantis.toml"
    rule = 'rule = "A 1"\nsince = 2020-01-01\nsource = "the code of Atlantis"\n'
    place.write_text(
        f'place = "Atlantis"\n[[single_wager]]\n{rule}most_dollars = 40\n'
        f'[[required_setting]]\n{rule}setting = "max_raise"\nvalue = "1"\n',
        "utf-8",
    )
    monkeypatch.setenv(OWN_PLACES, "")
    use_places([place])
    laws = house.client().get("/api/jurisdictions", game="draw-n-shoot-21", day=DAY).json()["laws"]
    assert [law["jurisdiction"] for law in laws] == ["atlantis", "unregulated", "washington"]
    terms = {"game": "draw-n-shoot-21", "name": "Own law", "jurisdiction": "atlantis", "day": DAY}
    refused = house.guest().post("/api/tables", terms)
    assert refused.status_code == 422 and "A 1 (since 2020-01-01) asks for max_raise=1" in refused.json()["detail"]
    opened = house.guest().do("/api/tables", {**terms, "settings": {"max_raise": "1"}})
    assert opened["law"]["place"] == "Atlantis" and opened["limits"]["ante"][1] == 4_000
    place.unlink()
    kept = house.client().get(f"/api/tables/{opened['id']}/terms").json()
    assert kept["law"]["place"] == "Atlantis" and kept["placard"]["place"]["single_wager"][0]["most_dollars"] == 40


def test_a_place_of_ones_own_has_a_name_of_its_own(tmp_path: Path) -> None:
    place = tmp_path / "washington.toml"
    place.write_text('place = "Washington"\n', "utf-8")
    with pytest.raises(Refused, match="there is a jurisdiction washington already"):
        use_places([place])
    with pytest.raises(Refused, match="cannot read"):
        use_places([tmp_path / "nowhere.toml"])
