"""`croupier simulate` as somebody types it."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import carry_out
from croupier.games import game_named
from croupier.simulate.setup import matched
from tests.cli.terminal import croupier
from tests.simulate.interrupt import interrupted


def simulated(*words: str) -> dict[str, Any]:
    said = croupier("simulate", *words, "--json")
    assert said.status == 0, said.err
    found: dict[str, Any] = json.loads(said.out)
    return found


def result(said: dict[str, Any]) -> dict[str, Any]:
    """All but how long it took and who did it."""
    return {name: value for name, value in said.items() if name != "run"}


def test_the_same_seed_and_rounds_give_the_same_result_whatever_the_workers() -> None:
    words = ("three-card-draw", "--rounds", "1e5", "--players", "3", "--strategy", "simple", "--seed", "seven")
    one, two = simulated(*words, "--workers", "1"), simulated(*words, "--workers", "2")
    assert result(one) == result(two)
    assert one["rounds"] == 100_000
    assert one["seed"] == "seven"
    assert result(simulated(*words[:-1], "eight")) != result(one)


def test_a_run_says_what_was_simulated_and_stands_beside_the_exact_value() -> None:
    said = simulated(
        "on-the-draw", "--rounds", "200_000", "--seed", "1", "--strategy", "simple", "--paytable", "play=OTD-03"
    )
    assert said["paytables"]["play"] == "OTD-03"
    assert said["bets"] == {"ante": 500, "blind": 500, "trips": 100}
    assert said["run"]["engine"] == "local"
    assert not said["run"]["interrupted"]
    (played,) = said["strategies"]
    assert played["seats"] == [1]
    main = played["bets"]["main"]
    exact = json.loads(croupier("analyze", "on-the-draw", "--paytable", "play=OTD-03", "--strategies", "--json").out)
    assert main["exact"]["expected_value"] == exact["strategies"]["main"]["simple"]["expected_value"]
    assert abs(main["exact"]["z"]) < 4
    assert main["exact"]["z"] == pytest.approx((main["mean"] - main["exact"]["value"]) / main["standard_error"])
    assert sum(outcome["count"] for outcome in main["outcomes"]) == main["observations"] == 200_000
    assert sum(main["actions"].values()) == pytest.approx(1)
    low, high = main["interval_95"]
    assert high - low == pytest.approx(2 * 1.96 * main["standard_error"], rel=1e-3)


def test_people_see_the_mean_beside_the_exact_one_and_how_far_off_it_is() -> None:
    said = croupier(
        "simulate", "draw-n-shoot-21", "--rounds", "1e5", "--seed", "1", "--strategy", "simple", "--players", "2"
    )
    assert said.status == 0
    for words in (
        "Draw 'n Shoot 21, 2 players, ante $5, craps $1",
        "100,000 rounds",
        "--seed 1",
        "twenty-one, simple, seats 1, 2",
        "-0.024014",
        "standard errors from the exact value, no test: see the note",
        "note: exact figures are those of a new shoe",
        "95 % interval",
        "longest streak won",
        "an hour of 40 rounds",
        "deepest fall",
    ):
        assert words in said.out


def test_z_is_a_test_where_rounds_begin_with_a_new_shoe() -> None:
    words = ("draw-n-shoot-21", "--rounds", "1e5", "--seed", "1", "--strategy", "simple", "--fresh-shoe")
    said = croupier("simulate", *words).out
    assert "standard errors from the exact value (z)" in said
    assert "note:" not in said
    assert simulated(*words)["note"] == ""
    assert "proves nothing" in simulated(*words[:-1])["note"]


def test_there_is_no_exact_value_where_payouts_are_rounded_or_players_err() -> None:
    words = ("on-the-draw", "--rounds", "20000", "--strategy", "simple", "--seed", "1")
    bets = simulated(*words, "--breakage", "down-to-chip")["strategies"][0]["bets"]
    assert all(bet["exact"] is None for bet in bets.values())
    bets = simulated(*words, "--error-rate", "0.1")["strategies"][0]["bets"]
    assert all(bet["exact"] is None for bet in bets.values())
    bets = simulated(*words, "--breakage", "down-to-chip", "--bet", "ante=10", "--bet", "blind=10")["strategies"][0][
        "bets"
    ]
    assert bets["main"]["exact"] is not None
    assert bets.keys() == {"main"}


def test_a_result_file_has_what_was_printed(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    said = simulated("big-draw", "--rounds", "5000", "--strategy", "stand-pat", "--output", str(file), "--seed", "1")
    assert json.loads(file.read_text()) == said


def test_a_precision_may_be_asked_for_in_place_of_rounds() -> None:
    said = simulated("draw-n-shoot-21", "--until-se", "0.01", "--strategy", "simple", "--seed", "1")
    assert said["strategies"][0]["bets"]["twenty-one"]["standard_error"] <= 0.01


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("on-the-draw", "say how many --rounds to simulate, as in --rounds 1e6"),
        ("on-the-draw --rounds 0", "'0' is not a number of rounds"),
        ("on-the-draw --rounds 1e6 --players 10", "On the Draw has 1 to 9 players, not 10"),
        ("on-the-draw --rounds 1e6 --strategy luck", "unknown strategy 'luck' for on-the-draw"),
        ("on-the-draw --rounds 1e6 --variant stud", "On the Draw is one game; there is no variant 'stud'"),
        ("on-the-draw --rounds 1e6 --until-se 0", "--until-se 0.0 cannot be reached"),
        ("on-the-draw --rounds 1e6 --until-se nan", "--until-se nan cannot be reached"),
        ("on-the-draw --rounds 1e6 --engine abacus", "unknown engine 'abacus'; there are local, ray"),
        ("on-the-draw --rounds 1e6 --engine ray --address 127.0.0.1:1", "no Ray cluster can be reached at 127.0.0.1:1"),
        ("on-the-draw --rounds 1e6 --engine ray --address nowhere", "'nowhere' is not where a Ray cluster can be"),
        ("on-the-draw --rounds 1e6 --address 127.0.0.1:1", "--address 127.0.0.1:1 is for --engine ray"),
        ("on-the-draw --rounds 1e6 --output result.txt", "must end in .json, .csv, .parquet or .arrow"),
        ("on-the-draw --rounds 1e6 --rounds-per-hour 0 --strategy simple", "0 rounds per hour cannot be simulated"),
        ("on-the-draw --rounds 1e6 --bet luck=5", "unknown bet 'luck' for on-the-draw"),
        ("on-the-draw --rounds 1e6 --error-rate 2", "the error rate is 2.0; it must be from 0 to 1"),
        ("on-the-draw --rounds 1e6 --pot --join 7", "the chance to join the pot is 7.0"),
        ("big-draw --rounds 1e6 --pot --strategy stand-pat", "Big Draw Poker has no pot to play for"),
        ("big-draw --rounds 1e6 --variant stud", "unknown variant 'stud' for big-draw"),
        ("on-the-draw --rounds 9 --players 2 --strategy a.py:f,simple", "it is played by every seat, or by none"),
        ("on-the-draw --rounds 9 --strategy a.py:f --error-rate 0.1", "it can make its errors itself"),
        ("poker --rounds 9", "unknown game 'poker'"),
    ],
)
def test_what_cannot_be_simulated_is_answered_in_one_line(words: str, answer: str) -> None:
    said = croupier("simulate", *words.split())
    assert said.status == 2
    assert answer in said.err
    assert len(said.err.strip().splitlines()) == 1
    assert said.out == ""


def test_an_interrupt_gives_the_result_so_far_and_the_file_whole(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    words = ("draw-n-shoot-21", "--strategy", "simple", "--seed", "1", "--rounds")
    said = interrupted("simulate", *words, "1e12", "--output", str(file))
    assert result(json.loads(file.read_text())) == said
    assert 0 < said["rounds"] < 10**12
    assert result(simulated(*words, str(said["rounds"]))) == said
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_a_disk_that_is_full_is_said_in_one_line() -> None:
    err = io.StringIO()
    with Path("/dev/full").open("w") as full, redirect_stdout(full), redirect_stderr(err):
        status = carry_out(["simulate", "draw-n-shoot-21", "--rounds", "100", "--strategy", "simple", "--json"])
    assert status == 2
    assert err.getvalue() == "croupier: the output cannot be written: No space left on device\n"


def test_a_broken_import_of_ray_is_not_needed_to_simulate_here() -> None:
    without = "import sys; sys.modules['ray'] = None; sys.modules['pyarrow'] = None\n"
    command = "from croupier.cli import carry_out; sys.exit(carry_out(sys.argv[1:]))"
    words = ("simulate", "draw-n-shoot-21", "--rounds", "5000", "--strategy", "simple", "--seed", "1", "--json")
    done = subprocess.run([sys.executable, "-c", without + command, *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rounds"] == 5000


def test_a_round_that_can_win_more_than_can_be_counted_is_refused() -> None:
    said = croupier("simulate", "on-the-draw", "--rounds", "10", "--set", "play_multiples=99999999999999999999,2,1")
    assert said.status == 2
    assert said.err.endswith("more than can be counted; bet less, or at lower odds\n")


def test_a_bet_stands_for_those_that_must_equal_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for given in ("ante=10", "blind=10"):
        assert simulated("on-the-draw", "--rounds", "100", "--bet", given)["bets"] == {"ante": 1000, "blind": 1000}
    monkeypatch.setenv("CROUPIER_GAMES", str(Path(__file__).parents[2] / "examples" / "games" / "let_it_ride"))
    game = game_named("let-it-ride")()
    assert set(matched(game, {"third": 500})) == {"first", "second", "third"}
    assert matched(game, {}) == {}


@pytest.mark.parametrize("chance", ["--join", "--skip", "--leave"])
def test_habits_of_the_pot_are_refused_without_a_pot(chance: str) -> None:
    said = croupier("simulate", "on-the-draw", "--rounds", "1000", chance, "0.5")
    assert said.status == 2 and "add --pot" in said.err


def test_a_long_run_tells_in_lines_how_far_it_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.cli.progress.LONG", 0.0)
    said = croupier("simulate", "three-card-draw", "--rounds", "3e6", "--workers", "1", "--seed", "s", "--json")
    assert re.search(r"(?m)^croupier: [\d,]+ of 3,000,000 rounds, [\d,]+ rounds/s, about \d+ s left \.\.\.$", said.err)
    assert json.loads(said.out)["rounds"] == 3_000_000
