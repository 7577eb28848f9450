"""A simulation in one call, for programs and notebooks."""

from __future__ import annotations

from threading import Event

from croupier.simulate.pace import whole_pace
from croupier.simulate.prepared import simulation_of
from croupier.simulate.results import Results
from croupier.simulate.runner import KernelJob, Local, run
from croupier.simulate.setup import Setup


def simulate(setup: Setup, rounds: int, seed: str, rounds_per_hour: int | None = None) -> Results:
    """Deal rounds of a table on all cores; the same seed gives the same results. Ctrl-C gives those so far.

    An hour has the rounds of the assumed pace of so many players, if nothing else is said.

    >>> from croupier.games import game_named
    >>> found = simulate(Setup(game_named("three-card-draw")(), players=2), 10_000, "a quiet evening").main
    >>> abs(found.z) < 4, found.observations
    (True, 20000)
    """
    an_hour = whole_pace(setup.players) if rounds_per_hour is None else rounds_per_hour
    job = KernelJob.of(simulation_of(setup), seed, an_hour)
    return job.results(run(job, Local(), rounds, None, lambda dealt: None, Event()))
