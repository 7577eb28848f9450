"""A simulation in one call, for programs and notebooks."""

from __future__ import annotations

from threading import Event

from croupier.errors import Refused
from croupier.simulate.by_engine import Choose, EngineJob, function, is_own
from croupier.simulate.results import Results
from croupier.simulate.runs.pace import whole_pace
from croupier.simulate.runs.prepared import check_variant, simulation_of
from croupier.simulate.runs.runner import KernelJob, Local, TableJob, run
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
    job = job_of(setup, seed, an_hour)
    return job.results(run(job, Local(), rounds, None, lambda dealt: None, Event()))


def job_of(setup: Setup, seed: str, rounds_per_hour: int, choose: Choose | None = None) -> TableJob:
    """The job to simulate a table: by its game's kernel, or by the engine where its players follow a function."""
    own = [strategy for strategy in setup.groups if is_own(strategy)]
    if not own and choose is None:
        return KernelJob.of(simulation_of(setup), seed, rounds_per_hour)
    name = own[0] if own else next(iter(setup.groups))
    if len(setup.groups) > 1:
        raise Refused(f"the strategy {name} is a function; it is played by every seat, or by none")
    if setup.error_rate:
        raise Refused(f"the strategy {name} is a function; it can make its errors itself")
    if setup.pot:
        raise Refused(f"the strategy {name} is a function; the pot is played for only with strategies of the kernel")
    check_variant(setup)
    if choose is None and ":" in name:
        function(name)
    return EngineJob(setup, name, seed, rounds_per_hour, choose)
