"""The dealer school over HTTP: a round dealt act by act, an exam that tells nothing, drills."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games import game_named
from croupier.school.sitting import Sitting, SittingTerms
from croupier.table.placard import Placard
from tests.floor.client import Client
from tests.floor.conftest import house_on
from tests.floor.open_house import OpenHouse

GAME = "cincinnati-stud"


house = house_on("sqlite")
"""An open house; the school keeps nothing in its database."""


@pytest.fixture(scope="module")
def trainee(house: OpenHouse) -> Client:
    """Somebody who learns to deal."""
    return house.client()


def told(client: Client, path: str, status: int = 200, /, **question: Any) -> Any:
    """What the school answers."""
    answer = client.http.post(f"/api/school/{path}", json={"game": GAME, "seed": "1", **question})
    assert answer.status_code == status, answer.text
    return answer.json() if answer.headers["content-type"] == "application/json" else answer.content


def right_acts(rounds: int = 1) -> list[dict[str, Any]]:
    """Every act of a sitting as the page sends them, a second each."""
    sitting = Sitting(SittingTerms(game_named(GAME)(), Placard(), "1", 2, rounds))
    acts: list[str] = []
    while not sitting.over:
        sitting.go_on()
        for due in list(sitting.marking.script):
            sitting.do(str(due.act))
            acts.append(str(due.act))
    return [{"at": 1_000 * number, "act": act} for number, act in enumerate(acts, start=1)]


def test_a_sitting_goes_on_from_what_is_sent_with_it(trainee: Client) -> None:
    begun = told(trainee, "sittings", players=2, lesson="watch")
    assert (begun["due"]["act"], begun["due"]["rule"], begun["mistake"]) == ("bets", "CS-2", None)
    wrong = told(trainee, "sittings", players=2, acts=[{"at": 5, "act": "roll"}])
    assert wrong["mistake"]["due"] == "bets" and wrong["due"] == {
        "rule": "CS-2",
        "sentence": begun["due"]["sentence"],
    } | {
        "act": "",
        "told": "",
    }
    acts = right_acts(2)
    done = told(trainee, "sittings", players=2, rounds=2, acts=acts)
    assert done["over"] and done["result"]["right"] == done["result"]["acts"] == len(acts)
    assert done["result"]["seconds"] == len(acts)


def test_the_next_round_is_shown_when_it_is_asked_for(trainee: Client) -> None:
    acts = right_acts()
    over = told(trainee, "sittings", players=2, rounds=2, acts=acts)
    assert over["round_over"] and over["round"] == 1 and not over["over"]
    assert told(trainee, "sittings", players=2, rounds=2, acts=acts, go_on=True)["round"] == 2


def test_an_exam_tells_nothing_and_no_card_before_it_lies_open(trainee: Client) -> None:
    acts = right_acts()
    dealt = next(number for number, act in enumerate(acts) if act["act"].startswith("ask"))
    seen = told(trainee, "sittings", players=2, lesson="exam", acts=acts[:dealt])
    assert seen["due"] is None
    piles = [pile for seat in seen["view"]["seats"] for pile in seat["places"].values()]
    piles += seen["view"]["places"].values()
    assert {card for pile in piles for card in pile} == {"??"}


def test_what_makes_no_sense_is_refused(trainee: Client) -> None:
    assert "dance" in told(trainee, "sittings", 409, acts=[{"at": 1, "act": "dance"}])["detail"]
    assert "1 to 6 players" in told(trainee, "sittings", 422, players=9)["detail"]
    told(trainee, "sittings", 422, rounds=6)


def test_a_drill_keeps_its_answer_until_it_is_answered(trainee: Client) -> None:
    asked = told(trainee, "drills", drill="pot")
    assert asked["right"] is None and asked["answer"] == "" == asked["because"]
    answered = told(trainee, "drills", drill="pot", answer="0.01")
    assert answered["right"] is False
    assert told(trainee, "drills", drill="pot", answer=answered["answer"])["right"] is True
