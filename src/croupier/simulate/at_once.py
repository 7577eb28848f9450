"""A simulation in one call, for programs and notebooks."""

from __future__ import annotations

from threading import Event

from croupier.simulate.results import Results
from croupier.simulate.runner import KernelJob, Local, run
from croupier.simulate.setup import Setup
from croupier.simulate.simulation import simulation_of


def simulate(setup: Setup, rounds: int, seed: str, rounds_per_hour: int = 60) -> Results:
    """Deal rounds of a table on all cores; the same seed gives the same results. Ctrl-C gives those so far.

    >>> from croupier.games import game_named
    >>> found = simulate(Setup(game_named("three-card-draw")(), players=2), 10_000, "a quiet evening").main
    >>> abs(found.z) < 4, found.observations
    (True, 20000)
    """
    job = KernelJob.of(simulation_of(setup), seed, rounds_per_hour)
    return job.results(run(job, Local(), rounds, None, lambda dealt: None, Event()))
