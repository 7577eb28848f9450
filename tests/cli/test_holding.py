"""`hold` as people and other programs meet it."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from croupier.exact.solver import SIMPLE, solver_of
from croupier.games import game_named
from croupier.json_figures import as_float
from tests.cli.terminal import croupier
from tests.simulate.interrupt import interrupted

DRAW = "on-the-draw"


def answer(*words: str) -> Any:
    """What is answered, but for how long it took and who did it."""
    said = croupier(*words, "--json")
    assert said.status == 0, said.err
    found = json.loads(said.out)
    assert not found.pop("run")["interrupted"]
    return found


def test_hold_tells_three_models_apart() -> None:
    said = answer("hold", DRAW, "--seed", "a", "--sessions", "4000", "--buy-in", "300", "--paytable", "play=OTD-02")
    main = solver_of(game_named(DRAW).choose({}, {"play": "OTD-02"})).analyze()["main"]
    assert (said["rounds"], said["players"], said["rounds_per_hour"]) == (60, 6, 30)
    assert said["pace"].startswith("assumed")
    assert Fraction(said["churn"]["hold"]) == main.house_edge * 10 * 60 / 300
    simulated = said["simulated"]
    assert said["manufacturer"] == [
        {
            "paytable": "play OTD-02",
            "claim": "estimated_hold",
            "printed": "22%",
            "value": 0.22,
            "value_exact": "11/50",
            **as_float("above_simulated", Fraction("11/50") - Fraction(simulated["hold"]["value_exact"])),
            **as_float("rounds_by_churn", Fraction("11/50") / main.house_edge * 300 / 10),
        }
    ]
    low, high = simulated["hold"]["interval_95"]
    assert low < simulated["hold"]["value"] < high
    assert abs(simulated["z"]) < 4
    assert simulated["goal"] is None
    assert simulated["ruined"]["value"] + simulated["time_up"]["value"] == pytest.approx(1)
    assert simulated["bankroll"]["cents"] > 30_000


def test_the_same_seed_holds_the_same_and_another_does_not() -> None:
    words = ("hold", "draw-n-shoot-21", "--sessions", "500", "--rounds", "20", "--goal", "50", "--seed")
    assert answer(*words, "a") == answer(*words, "a")
    assert answer(*words, "a")["simulated"] != answer(*words, "b")["simulated"]


def test_errors_cost_what_the_worse_way_of_play_costs() -> None:
    said = answer("hold", DRAW, "--sessions", "500", "--error-rate", "0.25")
    solver = solver_of(game_named(DRAW)())
    best = solver.analyze()["main"].expected_value
    (simple,) = (strategy.analysis for strategy in solver.strategies() if strategy.name == SIMPLE)
    assert Fraction(said["expected_value"]) == best * 3 / 4 + simple.expected_value / 4
    assert said["errors"].startswith("0.25 of the rounds, by chance, are played whole by the simple strategy")


def test_an_interrupt_gives_the_result_so_far() -> None:
    words = ("hold", DRAW, "--bet-on", "trips", "--rounds", "2000", "--seed", "a")
    said = interrupted(*words, "--sessions", "1e7")
    assert 0 < said["sessions"] < 10**7
    assert answer(*words, "--sessions", str(said["sessions"]), "--workers", "1") == said


def test_hold_is_told_for_any_bet() -> None:
    said = answer("hold", DRAW, "--bet-on", "trips", "--bet", "5", "--sessions", "500", "--rounds-per-hour", "45")
    assert (said["bet"], said["rounds"], said["pace"]) == ("trips", 90, "as said")
    assert [claim["claim"] for claim in said["manufacturer"]] == ["expected_hold"]


def test_hold_for_people_names_its_models() -> None:
    said = croupier("hold", DRAW, "--sessions", "500", "--goal", "100", "--seed", "a", "--risk", "0.2")
    assert said.status == 0
    for words in (
        "simulated sessions",
        "churn formula",
        "manufacturer",
        "by the churn formula",
        "reach the goal",
        "--seed a",
    ):
        assert words in said.out


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("--hours", "2", "--rounds", "50"), "say one of them"),
        (("--hours", "soon"), "--hours 'soon' is not a number"),
        (("--rounds", "0"), "not a number of rounds"),
        (("--hours", "1e999999999"), "--hours '1e999999999' is not a number"),
        (("--sessions", "1e30"), "1e30 sessions would take longer"),
        (("--engine", "abacus"), "there are local, ray"),
        (("--engine", "ray", "--address", "127.0.0.1:1"), "no Ray cluster can be reached"),
        (("--hours", "0"), "a session cannot have 0 rounds"),
        (("--players", "10"), "1 to 9 players, not 10"),
        (("--rounds-per-hour", "0"), "deals nothing"),
        (("--bet-on", "blind"), "there are main, trips"),
        (("--buy-in", "49"), "a round of main, which can lose $50"),
        (("--error-rate", "2"), "it must be from 0 to 1"),
        (("--error-rate", "0.1", "--errs-as", "luck"), "unknown strategy 'luck'"),
        (("--error-rate", "0.1", "--bet-on", "trips"), "no strategy to err by"),
        (("--sessions", "20"), "too few"),
        (("--risk", "1"), "has no bankroll"),
        (("--bet", "0"), "bet"),
        (("--goal", "0"), "goal of"),
    ],
)
def test_a_hold_that_cannot_be_told_is_refused_in_one_line(words: tuple[str, ...], wrong: str) -> None:
    said = croupier("hold", DRAW, *words)
    assert (said.status, said.out) == (2, "")
    assert wrong in said.err.splitlines()[-1]
    assert sum(not line.endswith("...") for line in said.err.splitlines()) == 1
