"""Runners: the same rounds whoever deals them, a stop that leaves no gap, and a run to a precision."""

from __future__ import annotations

from random import Random
from threading import Event
from typing import Any

import pytest

from croupier.games import game_named
from croupier.simulate.pots import PotTally
from croupier.simulate.runs.prepared import simulation_of
from croupier.simulate.runs.runner import KernelJob, Local, Stretch, cut
from croupier.simulate.setup import Habits, Setup
from croupier.simulate.simulated_table import SHIFT
from croupier.simulate.table_runs import FIRST_LOOK, run
from croupier.simulate.tally import Tally

ROUNDS = 5 * SHIFT + 321


def job(game: str = "draw-n-shoot-21", seed: str = "a seed", **given: Any) -> KernelJob:
    return KernelJob.of(simulation_of(Setup(game_named(game)(), strategies=("simple",), **given)), seed, 60)


def same(one: Tally, other: Tally) -> bool:
    """Whether two tallies have counted the same in everything."""
    pots = [
        (pot.rounds, pot.lengths.tolist(), pot.sizes.tolist(), pot.sums.tolist()) if pot else None
        for pot in (one.pot, other.pot)
    ]
    return (
        pots[0] == pots[1]
        and one.rounds == other.rounds
        and (one.counts == other.counts).all()
        and one.squares == other.squares
        and (one.reached == other.reached).all()
        and (one.hours == other.hours).all()
        and one.deepest == other.deepest
    )


def nobody(dealt: int) -> None:
    """Is told, and says nothing."""


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("game", ["draw-n-shoot-21", "big-draw"])
def test_the_result_does_not_depend_on_how_many_deal(game: str, workers: int) -> None:
    dealt = job(game, players=3)
    told: list[int] = []
    tally = Local(workers).run(dealt, Stretch(0, ROUNDS), told.append, Event())
    assert same(tally, dealt.deal(Stretch(0, ROUNDS)))
    assert sum(told) == tally.rounds == ROUNDS


@pytest.mark.parametrize("pot", [None, Habits(0.5, 0.1, 0.1)])
def test_the_result_does_not_depend_on_the_order_in_which_pieces_are_dealt(pot: Habits | None) -> None:
    dealt = job("on-the-draw", players=4, pot=pot)
    pieces = [*cut(Stretch(0, ROUNDS), 2 * SHIFT)]
    Random(1).shuffle(pieces)
    total = dealt.nothing()
    for piece in pieces:
        total.add(dealt.deal(piece))
    assert same(total, dealt.deal(Stretch(0, ROUNDS)))


def test_told_to_stop_a_runner_gives_the_rounds_from_the_first_on() -> None:
    dealt, stop = job(players=7), Event()

    def enough(rounds: int) -> None:
        stop.set()

    tally = Local(2).run(dealt, Stretch(0, 10**9), enough, stop)
    assert 0 < tally.rounds < 10**9
    assert tally.rounds % SHIFT == 0
    assert same(tally, dealt.deal(Stretch(0, tally.rounds)))


def test_what_goes_wrong_in_a_thread_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = job()

    def fail(*_: Any) -> None:
        raise MemoryError("no room for the shoe")

    monkeypatch.setattr(dealt.simulation, "deal", fail)
    with pytest.raises(MemoryError, match="no room for the shoe"):
        Local(2).run(dealt, Stretch(0, ROUNDS), nobody, Event())


def test_a_run_to_a_precision_reaches_it_and_is_the_same_for_any_number_of_workers() -> None:
    dealt = job()
    error = dealt.results(dealt.deal(Stretch(0, FIRST_LOOK))).main.standard_error
    wanted = error * 0.9
    tallies = [run(dealt, Local(workers), None, wanted, nobody, Event()) for workers in (1, 2)]
    assert same(*tallies)
    assert dealt.results(tallies[0]).main.standard_error <= wanted
    assert FIRST_LOOK < tallies[0].rounds < 1.5 * FIRST_LOOK


def test_a_run_to_a_precision_ends_at_the_rounds_that_it_may_take() -> None:
    tally = run(job(), Local(2), ROUNDS, 1e-9, nobody, Event())
    assert tally.rounds == ROUNDS
    assert same(tally, job().deal(Stretch(0, ROUNDS)))


def test_cents_of_a_pot_are_all_accounted_for() -> None:
    for game, players in (("on-the-draw", 6), ("cincinnati-stud", 2)):
        pot = job(game, players=players, pot=Habits(0.4, 0.2, 0.1)).deal(Stretch(0, ROUNDS)).pot
        assert isinstance(pot, PotTally)
        cents = pot.to_json(500)["cents"]
        paid_in = cents["paid_in"] + cents["from_house"]
        assert paid_in == cents["paid_out"] + cents["to_house"] + cents["to_dealer"] + cents["left_at_closing"]
        assert cents["paid_out"] > 0
