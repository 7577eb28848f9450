"""Simulations in pieces: stopped and gone on with, merged, and refused where other code or other rounds are in them."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from croupier import json_figures
from croupier.contract import simulation_json
from croupier.errors import Refused
from croupier.games import game_named
from croupier.simulate.runs import cluster
from croupier.simulate.runs.pieces import (
    Piece,
    check_same,
    code_digest,
    described,
    merged,
    read_piece,
    read_tally,
    set_up,
    write_piece,
    write_tally,
)
from croupier.simulate.runs.runner import Local, Stretch, TableJob
from croupier.simulate.setup import Habits, Setup
from croupier.simulate.table_runs import job_of, run, run_on
from tests.cli.terminal import croupier

ROUNDS, SEED, HOUR = 200_000, "in pieces", 30


def setup_of(**terms: Any) -> Setup:
    return Setup(game_named("three-card-draw")(), **terms)


def digest(job: TableJob, setup: Setup, tally: Any) -> str:
    return json_figures.digest(simulation_json(setup, SEED, job.results(tally)))


def whole(setup: Setup) -> tuple[TableJob, str]:
    job = job_of(setup, SEED, HOUR)
    return job, digest(job, setup, run(job, Local(), ROUNDS, None, lambda dealt: None, Event()))


def stopped_five_times(setup: Setup, rounds: int, path: Path) -> str:
    """The digest of a run that is stopped five times and gone on with on another number of workers each time."""
    job = job_of(setup, SEED, HOUR)
    simulation, times = described(setup, SEED, HOUR), 0
    tally, at = job.nothing(), 0
    while at < rounds:
        stop, dealt = Event(), 0

        def tell(more: int, stop: Event = stop, stops: bool = times < 5) -> None:
            nonlocal dealt
            dealt += more
            if stops and dealt > rounds // 7:
                stop.set()

        def save(tally: Any, end: int) -> None:
            write_piece(path, Piece(simulation, write_tally(tally), [(0, end)]))

        _, reached = run_on(job, Local(1 + times % 3), tally, at, rounds, save, tell, stop)
        assert times == 5 or at < reached < rounds
        before = read_piece(path)
        check_same(str(path), before, simulation)
        tally, at, times = read_tally(before.tally, job), before.spans[0][1], times + 1
    assert times == 6
    return digest(job, setup, tally)


def test_a_run_that_is_stopped_five_times_has_the_digest_of_one_that_is_not(tmp_path: Path) -> None:
    setup = setup_of(players=2)
    assert stopped_five_times(setup, 2_000_000, tmp_path / "run.json") == digest(
        job_of(setup, SEED, HOUR),
        setup,
        run(job_of(setup, SEED, HOUR), Local(), 2_000_000, None, lambda dealt: None, Event()),
    )


@pytest.mark.confirm
def test_pieces_add_up_to_the_whole_whatever_is_counted(tmp_path: Path) -> None:
    game = game_named("on-the-draw")()
    for setup in (
        setup_of(players=3, error_rate=0.1),
        Setup(game, players=2, pot=Habits()),
        setup_of(strategies=("automatic",)),
    ):
        rounds = 3 * 4096 + 100 if setup.strategies[0] != "automatic" else 4096 + 50
        job, simulation = job_of(setup, SEED, HOUR), described(setup, SEED, HOUR)
        found = []
        for name, (first, end) in {"late": (4096, rounds), "early": (0, 4096)}.items():
            path = tmp_path / f"{name}.json"
            write_piece(path, Piece(simulation, write_tally(job.deal(Stretch(first, end - first))), [(first, end)]))
            found.append((path.name, read_piece(path)))
        again, seed, hour = set_up(json.loads(json.dumps(simulation)), game_named)
        tally, spans = merged(found, job_of(again, seed, hour))
        assert spans == [(0, rounds)]
        assert digest(job, setup, tally) == digest(job, setup, job.deal(Stretch(0, rounds)))


def test_a_piece_of_another_simulation_or_of_other_code_is_refused(tmp_path: Path) -> None:
    simulation = described(setup_of(), SEED, HOUR)
    piece = Piece(simulation, {}, [(0, 4096)])
    check_same("run.json", piece, simulation)
    with pytest.raises(Refused, match="its seed is in pieces, not another"):
        check_same("run.json", piece, simulation | {"seed": "another"})
    with pytest.raises(Refused, match="was dealt by other code"):
        check_same("run.json", Piece(simulation, {}, code="0" * 64), simulation)
    (tmp_path / "no.json").write_text("{}")
    with pytest.raises(Refused, match="is no piece of a simulation"):
        read_piece(tmp_path / "no.json")


def test_a_machine_that_deals_by_other_code_is_refused() -> None:
    cluster._check_code("here", code_digest())
    with pytest.raises(Refused, match="the machine elsewhere deals by other code"):
        cluster._check_code("elsewhere", "f" * 64)


def test_a_module_that_a_machine_lacks_is_named_however_ray_tells_it() -> None:
    ray = pytest.importorskip("ray")
    told = ray.exceptions.RaySystemError("System error: No module named 'lucky_games'\ntraceback: ...")
    assert str(cluster._missing(told)) == (
        "a machine of the cluster has no lucky_games; install what the game comes with there"
    )
    assert "install the same version of Croupier there" in str(cluster._missing(ImportError(name="croupier.cards")))
    assert cluster._missing(ray.exceptions.RaySystemError("out of memory")) is None


def test_the_code_digest_is_of_every_file_that_deals_and_pays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    import croupier as package

    copied = tmp_path / "croupier"
    shutil.copytree(
        Path(package.__file__).parent,
        copied,
        ignore=shutil.ignore_patterns("floor", "reports", "cli", "__pycache__", "site"),
    )
    monkeypatch.setattr(package, "__file__", str(copied / "__init__.py"))
    assert code_digest.__wrapped__() == code_digest()
    stream = copied / "simulate" / "kernel" / "stream.py"
    stream.write_text(stream.read_text("utf-8") + "\n# another cipher\n", "utf-8")
    assert code_digest.__wrapped__() != code_digest()


def test_the_command_deals_pieces_and_merges_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_of = ("simulate", "three-card-draw", "--rounds", "20000", "--seed", "s")
    once = json.loads(croupier(*run_of, "--json").out)
    croupier(*run_of, "--to", "8192", "-o", "a.json")
    croupier(*run_of, "--from", "8192", "--resume", "b.json")
    both = json.loads(croupier("merge", "a.json", "b.json", "--json").out)
    assert both["digest"] == once["digest"] and both["spans"] == [[0, 20000]]
    twice = croupier("merge", "a.json", "a.json")
    assert twice.status == 2 and "both in a.json and in a.json" in twice.err
    assert croupier(*run_of, "--from", "5").status == 2
    assert "no round is from 8192 on and before 4096" in croupier(*run_of, "--from", "8192", "--to", "4096").err
    assert "say it, as in --seed tuesday" in croupier(*run_of[:4], "--resume", "c.json").err


@pytest.mark.parametrize(
    ("rounds", "why"), [("10000", "more than are asked for"), ("30000", "ends within a shift of 4,096")]
)
def test_a_run_that_is_over_is_not_gone_on_with_as_another(rounds: str, why: str, tmp_path: Path) -> None:
    run_of = ("simulate", "three-card-draw", "--seed", "s", "--resume", tmp_path / "run.json", "--json", "--rounds")
    over = json.loads(croupier(*run_of, "20000").out)
    refused = croupier(*run_of, rounds)
    assert refused.status == 2 and why in refused.err and refused.err.count("\n") == 1
    assert json.loads(croupier(*run_of, "20000").out)["digest"] == over["digest"]


def test_a_run_that_ended_with_a_shift_may_be_made_longer(tmp_path: Path) -> None:
    run_of = ("simulate", "three-card-draw", "--seed", "s", "--json", "--rounds")
    assert croupier(*run_of, "20480", "--resume", tmp_path / "run.json").status == 0
    longer = json.loads(croupier(*run_of, "30000", "--resume", tmp_path / "run.json").out)
    assert longer["digest"] == json.loads(croupier(*run_of, "30000").out)["digest"]


def test_the_speed_of_a_run_that_is_gone_on_with_is_of_what_it_dealt_itself(tmp_path: Path) -> None:
    run_of = ("simulate", "three-card-draw", "--seed", "s", "--rounds", "20000", "--resume", tmp_path / "run.json")
    croupier(*run_of)
    assert json.loads(croupier(*run_of, "--json").out)["run"]["rounds_per_second"] == 0
    told = croupier(*run_of).out.replace("\n", " ")
    assert "0 rounds in 0.0 s (0 rounds/s), after 20,000 that are in" in told
