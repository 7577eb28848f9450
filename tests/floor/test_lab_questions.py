"""What the Lab asks of the house: searches, prices of rows, sessions and papers."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec import to_builtins

from croupier import extras
from croupier.contract import analyzed, tuned_told
from croupier.exact.solver import solver_of
from croupier.exact.tuning import parse_range, parse_target, row_costs, tune
from croupier.floor.api import solver_pool
from croupier.games import game_named
from croupier.odds import PayTable
from croupier.simulate.sessions import RUINED, SessionPlan, session_curves
from tests.floor.client import Client
from tests.floor.conftest import house_on
from tests.floor.open_house import OpenHouse
from tests.floor.test_mathematics import ask

SEARCH = {"game": "on-the-draw", "bet": "play", "target_edge": "2%", "rows": ["flush=3:1..4:1", "straight=2:1"]}

pytestmark = pytest.mark.usefixtures("nothing_is_kept")
house = house_on("sqlite")


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + 10
    while not is_so():
        assert time.monotonic() < until, "it does not come to that"
        time.sleep(0.05)


def test_a_search_finds_what_the_command_finds_and_tells_its_progress(curious: Client) -> None:
    search = SEARCH | {"within": "1%"}
    game = game_named("on-the-draw")()
    ranges = [parse_range(words, game, "play") for words in ("flush=3:1..4:1", "straight=2:1")]
    found = to_builtins(tuned_told(tune(game, "play", parse_target("2%", "1%"), ranges)))
    assert found["found"]
    assert ask(curious, "tune", **search) == found
    answer = curious.http.post("/api/tune", json=search, headers={"accept": "application/x-ndjson"})
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert answer.headers["content-type"] == "application/x-ndjson" and lines[-1]["tuned"] == found
    nothing = curious.http.post("/api/tune", json=search | {"within": "0%"}, headers={"accept": "application/x-ndjson"})
    assert "the nearest" in json.loads(nothing.text.splitlines()[-1])["detail"]


def test_a_search_ends_when_whoever_asked_for_it_has_gone(house: OpenHouse, curious: Client) -> None:
    rows = [f"{row}=1:1..40:1" for row in ("full-house", "flush", "straight")]
    long = SEARCH | {"rows": rows, "within": "5%"}
    with curious.http.stream("POST", "/api/tune", json=long, headers={"accept": "application/x-ndjson"}) as answer:
        lines = answer.iter_lines()
        assert json.loads(next(lines))["stage"] == "getting ready"
        wait_until(lambda: len(house.app.state.solvers._questions) == 1)
    wait_until(lambda: not house.app.state.solvers._questions)


@pytest.mark.confirm
def test_a_row_costs_what_its_table_with_one_unit_more_comes_to(curious: Client) -> None:
    told = ask(curious, "rows", game="on-the-draw", bet="play")
    (flush,) = (line for line in told["rows"] if line["row"] == "flush")
    assert (flush["pays"], flush["more"]) == ("3 to 1", "4 to 1")
    printed = game_named("on-the-draw")()
    raised = PayTable.build("play", "raised", {**_words(printed.paytables["play"]), "flush": "4:1"})
    main = analyzed(game_named("on-the-draw").choose(custom=(raised,))).bets["main"]
    assert Fraction(flush["cost"]) == Fraction(main.expected_value) - Fraction(told["expected_value"]) > 0


def test_a_prize_is_raised_by_one_unit_and_a_row_that_loses_to_a_push() -> None:
    game = game_named("big-draw")()
    costs = {each.row: each for each in row_costs(game, "five-card-draw/first-5", 5).rows}
    assert (str(costs["royal-flush"].pays), str(costs["royal-flush"].more)) == ("$5,000", "$5,005")
    lost = {each.row: each for each in row_costs(game_named("on-the-draw")(), "trips").rows}["jacks-or-better"]
    assert lost.pays is None and lost.more.value == 0 and lost.cost > 0


def test_the_curves_of_sessions_end_where_the_sessions_do() -> None:
    analysis = solver_of(game_named("on-the-draw")()).analyze()["trips"]
    curves = session_curves(analysis, SessionPlan(10_000, 1_000, 60), 2_000, "words")
    results, ruin = curves.results, dict(curves.ruin)
    assert [results[0].rounds, results[-1].rounds] == [0, 60]
    assert results[-1].ruined == curves.sessions.share(RUINED) == ruin[10_000]
    assert all(list(each.cents) == sorted(each.cents) for each in results)
    shares = [ruin[cents].value for cents in sorted(ruin)]
    assert shares == sorted(shares, reverse=True) and shares[0] > shares[-1]


def test_sessions_are_told_with_their_standard_errors(curious: Client) -> None:
    told = ask(curious, "bankroll", game="on-the-draw", bet="trips", buy_in="100", rounds=20)
    assert told["sessions"] == 20_000 and told["ruined"]["standard_error"] > 0
    assert told["results"][-1]["rounds"] == 20
    refused = curious.http.post("/api/bankroll", json={"game": "on-the-draw", "buy_in": "1"})
    assert refused.status_code == 409 and "does not cover a round" in refused.json()["detail"]


def test_a_paper_is_made_as_it_is_asked_for_or_refused_in_a_line(
    curious: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = curious.http.get("/api/papers").json()
    assert {paper["kind"] for paper in told["papers"]} >= {"math", "rules", "strategy", "layout", "rack"}
    question: dict[str, Any] = {"game": "on-the-draw", "kind": "layout", "format": "svg"}
    paper = curious.http.post("/api/papers", json=question)
    assert paper.status_code == 200 and b"<svg" in paper.content
    assert paper.headers["content-disposition"] == 'attachment; filename="on-the-draw-layout.svg"'
    refused = curious.http.post("/api/papers", json=question | {"format": "docx"})
    assert refused.status_code == 409 and ".pdf or .svg" in refused.json()["detail"]
    monkeypatch.setitem(extras.PACKAGES, "reports", ("no_such_package",))
    line = curious.http.get("/api/papers").json()["missing"]
    assert line.endswith("pip install 'croupier[reports]' adds it")
    refused = curious.http.post("/api/papers", json=question)
    assert (refused.status_code, refused.json()["detail"]) == (409, line)


def test_a_paper_that_takes_too_long_is_told_with_the_command_that_makes_it(
    curious: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for asker in solver_pool.SECONDS:
        monkeypatch.setitem(solver_pool.SECONDS, asker, 0.001)
    refused = curious.http.post("/api/papers", json={"game": "on-the-draw", "kind": "math", "format": "html"})
    said = refused.json()["detail"]
    assert refused.status_code == 409 and "longer than 0.001 seconds, so it was given up" in said
    assert "`croupier report on-the-draw --kind math -o on-the-draw-math.html`" in said


def _words(table: PayTable) -> dict[str, str]:
    return {row: f"{odds.value.numerator}:{odds.value.denominator}" for row, odds in table.odds.items()}
