"""A function of the user's own, through the engine: on the same cards as the kernel, and counted the same."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.games import game_named, game_names
from croupier.simulate.by_engine import EngineJob, function
from croupier.simulate.results import Results
from croupier.simulate.runs.prepared import simulation_of
from croupier.simulate.runs.runner import KernelJob, Processes, Stretch
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import SHIFT

OWN = f"{Path(__file__).parent / 'own_strategies.py'}"


def engine_job(game: str, name: str = "simple", **given: Any) -> EngineJob:
    strategy = f"{OWN}:{name}"
    return EngineJob(Setup(game_named(game)(), strategies=(strategy,), **given), strategy, "a seed", 30)


def without_exact(found: Results) -> dict[str, Any]:
    """Everything that was found, but for the strategy's name and the exact figures."""
    said = found.to_json()
    for played in said["strategies"]:
        del played["strategy"]
        for bet in played["bets"].values():
            del bet["exact"]
            for outcome in bet["outcomes"]:
                outcome.pop("exact", None)
    return said


@pytest.mark.parametrize("game", game_names())
def test_the_short_strategy_as_a_function_gives_what_the_kernel_gives_with_it(game: str) -> None:
    players, rounds = 2, 150
    kernel = KernelJob.of(simulation_of(Setup(game_named(game)(), players, ("simple",))), "a seed", 30)
    engine = engine_job(game, players=players)
    by_kernel = kernel.results(kernel.deal(Stretch(SHIFT, rounds)), beside_exact=False)
    by_engine = engine.results(engine.deal(Stretch(SHIFT, rounds)))
    assert without_exact(by_engine) == without_exact(by_kernel)


def test_tallies_of_a_function_add_up_whatever_was_seen_first() -> None:
    job = engine_job("three-card-draw")
    parts = [job.deal(Stretch(shift * SHIFT, 60)) for shift in range(3)]
    totals = []
    for order in ((0, 1, 2), (2, 0, 1)):
        total = job.nothing()
        for part in order:
            total.add(parts[part])
        totals.append(job.results(total).to_json())
    assert totals[0] == totals[1]
    assert totals[0]["rounds"] == 180


@pytest.mark.confirm
def test_processes_deal_what_one_would_have_dealt() -> None:
    job = engine_job("big-draw", variant="deuces-never-loses")
    tally = Processes(2).run(job, Stretch(0, 40), lambda dealt: None, Event())
    assert job.results(tally).to_json() == job.results(job.deal(Stretch(0, 40))).to_json()
    ((_, bets),) = job.results(tally).strategies.values()
    assert bets.keys() == {
        "deuces-never-loses/big-draw",
        "deuces-never-loses/first-5",
    }


def test_told_to_stop_processes_leave_off_where_they_are() -> None:
    stop = Event()
    stop.set()
    assert Processes(1).run(engine_job("on-the-draw"), Stretch(0, 10**6), lambda dealt: None, stop).rounds < 10**5


def test_told_to_stop_a_function_leaves_off_after_a_round() -> None:
    asked: list[int] = []

    def enough() -> bool:
        asked.append(1)
        return len(asked) > 7

    assert engine_job("on-the-draw").deal(Stretch(0, 1000), enough).rounds == 7


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nonsense", r"nonsense: 'double down' is not an answer for seat 1; legal: check, play-3x"),
        ("fails", r"fails: ZeroDivisionError: no chips left to divide"),
        ("leaves", r"leaves: SystemExit: 3"),
    ],
)
def test_a_function_that_does_not_play_is_named_in_one_line(name: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        engine_job("on-the-draw", name).deal(Stretch(0, 5))
    with pytest.raises(Refused, match=words):
        Processes(1).run(engine_job("on-the-draw", name), Stretch(0, 5), lambda dealt: None, Event())


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        (f"{OWN}:nothing_there", "has no function 'nothing_there'"),
        (f"{OWN}:not_a_function", "has no function 'not_a_function'"),
        (":play", "names no function; write FILE.py:FUNCTION"),
        (f"{OWN}:", "names no function"),
        ("nowhere.py:play", "there is no strategy file nowhere.py"),
        ("no_such_module:play", "cannot be imported: ModuleNotFoundError: No module named 'no_such_module'"),
    ],
)
def test_a_function_that_is_not_there_is_refused(strategy: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        function(strategy)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("import nothing_of_this_name", "ModuleNotFoundError"),
        ("def play(view)", "SyntaxError"),
        ("raise SystemExit(3)", "SystemExit"),
    ],
)
def test_a_file_that_cannot_be_run_is_refused(tmp_path: Path, text: str, error: str) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text(text)
    with pytest.raises(Refused, match=rf"broken\.py cannot be run: {error}"):
        function(f"{broken}:play")


def test_a_module_is_found_by_its_name() -> None:
    assert function("tests.simulate.own_strategies:simple").__name__ == "simple"
