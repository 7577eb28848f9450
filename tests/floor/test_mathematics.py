"""The mathematics over HTTP: the answers of the command, worked out elsewhere while the tables go on."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from croupier.contract import advised, analyzed, audited
from croupier.exact.by_walk import advising, solving
from croupier.exact.claims import audit
from croupier.floor.api import solver_pool
from croupier.floor.api.rate_limit import RateLimit
from croupier.floor.api.responses import TableAdvised
from croupier.floor.api.routes import calculations
from croupier.floor.api.solver_pool import Asker
from croupier.games import game_named
from croupier.json_shapes import ValueEstimated
from tests.floor.client import Client
from tests.floor.conftest import an_open_house, house_on
from tests.floor.open_house import OpenHouse
from tests.floor.test_house import seated
from tests.searched_games import searched_games

FLAT = {"bet": "five-card-draw/big-draw", "name": "flat", "pays": {"jacks-or-better": "1:1"}, "fixed": {"flush": 50.0}}
"""A paytable with a prize in dollars, so that what a hold is worth depends on what is bet."""


pytestmark = pytest.mark.usefixtures("nothing_is_kept")
house = house_on("sqlite")
"""An open house; what is worked out does not depend on its database."""


def ask(client: Client, path: str, **question: Any) -> Any:
    """What the house answers to a question."""
    answer = client.http.post(f"/api/{path}", json=question)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_analyze_says_what_the_command_says(curious: Client) -> None:
    told = ask(curious, "analyze", game="three-card-draw", settings={"ties": "push"}, strategies=True)
    said = to_builtins(analyzed(game_named("three-card-draw").choose({"ties": "push"}), strategies=True))
    assert told | {"seconds": 0} == said | {"seconds": 0}


@pytest.mark.parametrize("variant", [None, "main", "main+bonus", "bonus-alone"])
def test_advise_says_what_the_command_says(curious: Client, variant: str | None) -> None:
    told = ask(curious, "advise", game="three-card-draw", cards="Ah Jh 4s", variant=variant, stake="7.50")
    assert told == to_builtins(advised(game_named("three-card-draw")(), "Ah Jh 4s", "", variant, "7.50"))


def test_advise_counts_prizes_in_dollars_at_the_stake_it_is_given(curious: Client) -> None:
    hand = {"game": "big-draw", "custom": [FLAT], "cards": "2h 5h 9h Jh Jd"}
    at_one, at_ten = (ask(curious, "advise", **hand, stake=stake)["actions"] for stake in ("1", "10"))
    assert at_one["hold 2h 5h 9h Jh"] != at_ten["hold 2h 5h 9h Jh"]
    assert ask(curious, "advise", **hand)["actions"] == at_one


def test_audit_says_what_the_command_says(curious: Client) -> None:
    game = game_named("three-card-draw")
    assert curious.get(f"/api/audit/{game.name}").json() == to_builtins(audited(audit(game)))
    assert curious.get("/api/audit/no-game").status_code == 404


@pytest.mark.parametrize(
    ("path", "question", "status", "words"),
    [
        ("advise", {"game": "three-card-draw", "cards": "Ah Jh"}, 409, "sees three cards"),
        ("advise", {"game": "three-card-draw", "cards": "Ah Jh 4s", "variant": "x"}, 409, "main+bonus"),
        ("advise", {"game": "three-card-draw", "cards": "Ah Jh 4s", "stake": "0"}, 409, "stake of 0"),
        ("advise", {"game": "three-card-draw", "cards": "Ah Jh 4s", "stake": "much"}, 409, "amount of money"),
        ("analyze", {"game": "no-game"}, 422, "no-game"),
        ("analyze", {"game": "three-card-draw", "settings": {"ties": "maybe"}}, 422, "ties"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(
    curious: Client, path: str, question: dict[str, Any], status: int, words: str
) -> None:
    answer = curious.http.post(f"/api/{path}", json=question)
    assert answer.status_code == status and words in answer.json()["detail"]


@pytest.mark.parametrize(
    ("bets", "variant", "stake"),
    [
        ("ante=5", None, "5"),
        ("ante=5 bonus=5", "main=1,bonus=1", "5"),
        ("ante=5 bonus=10", "main=1,bonus=2", "5"),
        ("bonus=7", "bonus-alone", "7"),
    ],
)
def test_a_player_is_advised_on_the_bets_that_lie_on_the_table(
    house: OpenHouse, bets: str, variant: str | None, stake: str
) -> None:
    player, table = seated(house, "three-card-draw")
    player.http.timeout = 120
    player.start(table)
    player.answer(table, f"bet {bets}")
    told = player.get(f"/api/tables/{table}/advice").json()
    asked = {name: told[name] for name in ("cards", "board", "variant", "stake")}
    assert (asked["variant"], asked["stake"]) == (variant, stake)
    assert set(told["actions"]) == set(player.look(table)["view"]["legal"])
    assert told == ask(player, "advise", game="three-card-draw", **asked) | asked


@pytest.mark.parametrize(
    ("game", "settings", "variant"),
    [
        ("on-the-draw", {}, None),
        pytest.param(
            "cincinnati-stud",
            {"dealer_participates": "true"},
            "main=1,cincy-pot=1,participants=1,rake=0",
            marks=pytest.mark.confirm,
        ),
    ],
)
def test_a_player_is_advised_on_the_pot_where_there_is_one_other_hand_for_it(
    house: OpenHouse, game: str, settings: dict[str, str], variant: str | None
) -> None:
    player, table = seated(house, game, settings=settings)
    player.http.timeout = 120
    player.start(table)
    player.answer(table, "bet ante=5 blind=5 cincy-pot=5")
    enough = time.monotonic() + 300
    while (told := player.get(f"/api/tables/{table}/advice").json())["variant"] != variant:
        assert told["best"] and time.monotonic() < enough, "until the pot is counted, advice leaves it out"
        time.sleep(0.5)
    asked = {name: told[name] for name in ("cards", "board", "variant", "stake")}
    assert told == ask(player, "advise", game=game, settings=settings, **asked) | asked


def test_nobody_is_advised_to_do_what_they_cannot_pay_for(house: OpenHouse) -> None:
    player, table = seated(house, "cincinnati-stud", buy_in=1_200)
    player.http.timeout = 120
    player.start(table)
    player.answer(table, "bet ante=5 blind=5")
    told = player.get(f"/api/tables/{table}/advice").json()
    assert player.look(table)["view"]["legal"] == list(told["actions"]) == told["best"] == ["fold"]
    asked = {name: told[name] for name in ("cards", "board", "variant", "stake")}
    known = ask(player, "advise", game="cincinnati-stud", **asked)
    assert known["best"] != ["fold"], "with more money there would be something better"
    assert known["actions"]["fold"] == told["actions"]["fold"]


def test_a_player_is_advised_at_their_own_stake(house: OpenHouse) -> None:
    player, table = seated(house, "big-draw", custom=[FLAT])
    player.http.timeout = 120
    player.start(table)
    player.answer(table, "five-card-draw")
    player.answer(table, "bet big-draw=12")
    told = player.get(f"/api/tables/{table}/advice").json()
    assert told["stake"] == "12"
    same = ask(player, "advise", game="big-draw", custom=[FLAT], cards=told["cards"], stake="12")
    assert told["actions"] == same["actions"]


def long_thought(_: str) -> bytes:
    """Mathematics that keeps its process busy for a while."""
    enough = time.monotonic() + 1
    while time.monotonic() < enough:
        pass
    return b"{}"


def test_tables_go_on_while_the_mathematicians_work(
    house: OpenHouse, curious: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calculations, "_audit", long_thought)
    player, table = seated(house)
    looks = 0
    with ThreadPoolExecutor(1) as elsewhere:
        working = elsewhere.submit(curious.get, "/api/audit/on-the-draw")
        while not working.done():
            player.look(table)
            looks += 1
    assert working.result().json() == {} and looks >= 3


def test_an_answer_is_worked_out_once(house: OpenHouse, curious: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    question = {"game": "three-card-draw", "cards": "2c 3d 9h"}
    first = ask(curious, "advise", **question)
    monkeypatch.setattr(solver_pool, "MOST_WAITING", dict.fromkeys(Asker, 0))
    assert ask(curious, "advise", **question) == first
    refused = curious.http.post("/api/advise", json=question | {"cards": "2c 3d 9s"})
    assert refused.status_code == 429


def test_one_client_cannot_keep_the_mathematicians_busy(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.app.state.solvers, "rate_limit", RateLimit(burst=2, per_second=0.001))
    one, another = house.guest(), house.guest()
    for client in (one, another):
        client.http.timeout = 120
        client.look(seated(house)[1])
    question = {"game": "three-card-draw", "cards": "2c 3d 9h"}
    told = [one.post("/api/advise", question).status_code for _ in range(3)]
    assert told == [200, 200, 429]
    assert another.post("/api/advise", question).status_code == 200


class InThisProcess:
    """A solver whose numbers a test can change."""

    def work(
        self, work: Callable[..., bytes], words: Sequence[Any], told: Callable[[solver_pool.WorkProgress], None]
    ) -> bytes:
        return work(*words)

    def end(self) -> None:
        pass


def test_a_table_of_a_game_of_no_family_has_coach_and_lab(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver_pool, "SolverProcess", InThisProcess)
    with searched_games(tmp_path, "UpCard"), contextmanager(an_open_house)("sqlite", request) as house:
        player, table = seated(house, "up-card")
        player.http.timeout = 120
        player.start(table)
        player.answer(table, "bet ante=5")
        told = player.get(f"/api/tables/{table}/advice").json()
        assert (told["actions"]["fold"], set(told["actions"])) == ("-1", {"fold", "raise"})
        assert len(told["board"].split()) == 1, "the dealer's up card is part of the question"
        monkeypatch.setattr(advising, "ROUNDS_A_SECOND", 1)
        asked = {name: told[name] for name in ("cards", "board", "variant", "stake")}
        advice = ask(player, "advise", game="up-card", **asked)
        assert (advice["exact"], advice["actions"], set(advice["estimates"])) == (False, {}, {"fold", "raise"})
        monkeypatch.setattr(solving, "ROUNDS_A_SECOND", 100)
        main = ask(player, "analyze", game="up-card")["bets"]["main"]
        assert main["exact"] is False
        assert main["standard_error"] > 0


def test_estimates_are_told_of_the_choices_a_player_has() -> None:
    told = {"check": ValueEstimated(-0.5, 0.1), "play-3x": ValueEstimated(0.25, 0.2)}
    advice = TableAdvised(
        "a game", "0.3.0", 1, {}, ["play-3x"], told, False, cards="", board="", variant=None, stake="5"
    )
    open_to = calculations._of_those_open(advice, ["check"])
    assert (open_to.estimates, open_to.best) == ({"check": ValueEstimated(-0.5, 0.1)}, ["check"])
