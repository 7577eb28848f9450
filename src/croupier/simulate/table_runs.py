"""Tables simulated: made ready, dealt at once, to a precision, or in stretches that are written down."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from math import ceil
from threading import Event
from typing import Final

from croupier.english import listed
from croupier.errors import Refused
from croupier.simulate.by_engine import AUTOMATIC, SEARCHED, Choose, EngineJob, function, is_own
from croupier.simulate.results import Results
from croupier.simulate.runs.prepared import check_variant, for_kernel, kernel_of, simulation_of, unread_spots
from croupier.simulate.runs.runner import KernelJob, Local, Processes, Runner, Stretch, TableJob, Tell
from croupier.simulate.setup import OPTIMAL, Setup, whole_pace
from croupier.simulate.simulated_table import SHIFT
from croupier.simulate.tally import Tally

FIRST_LOOK: Final = 1 << 20
"""The rounds after which a run to a precision first looks where it stands."""
MOST_AHEAD: Final = 16
"""How many times the rounds so far such a run deals before it looks again, at most."""
ENOUGH: Final = 1.02
"""What the rounds that it is expected to take are multiplied with, so as not to stop just short."""

FIRST: Final = 1 << 20
"""The rounds of the first stretch; the next are as many as take about so many seconds."""
SECONDS: Final = 10.0

Save = Callable[[Tally, int], None]
"""Called with what has been counted, and the round that comes next."""


def quietly(dealt: int) -> None:
    """Tell nobody how many rounds were dealt."""


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
    return job.results(run(job, Local(), rounds))


def playable(setup: Setup, named: bool, warn: Callable[[str], None] = lambda words: None) -> Setup:
    """Return the setup with strategies and bets that can be dealt; `named` says that its bets were asked for.

    A game without a kernel is dealt to automatic seats. Bets that the kernel cannot pay are left out; where they were
    asked for, the table's engine deals all bets.
    """
    game = setup.game
    if set(setup.strategies) == {OPTIMAL} and kernel_of(game) is None:
        warn(
            f"{game.title} is of no family that has a kernel; its automatic seats are dealt by the engine, beside "
            f"exact figures of bets that no answer changes (--strategy {SEARCHED} plays what the search finds best)"
        )
        return replace(setup, strategies=(AUTOMATIC,) * setup.players)
    if any(map(is_own, setup.strategies)) or not (unread := unread_spots(setup)):
        return setup
    names = listed(unread)
    if not named:
        warn(
            f"the kernel of {game.title} cannot pay {names}, which no family reads; it deals the other bets "
            "(--bet names those to deal, and the table's engine pays all)"
        )
        return for_kernel(setup)
    if set(setup.strategies) != {OPTIMAL}:
        raise Refused(
            f"{names} is dealt by the table's engine, with --strategy {OPTIMAL}, {AUTOMATIC} or FILE.py:FUNCTION"
        )
    warn(f"{names} is dealt by the table's engine, which is slow")
    return replace(setup, strategies=(SEARCHED,) * setup.players)


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


def run_on(
    job: TableJob, runner: Runner, tally: Tally, first: int, end: int, save: Save, tell: Tell, stop: Event
) -> tuple[Tally, int]:
    """Deal the rounds from `first` to `end` in stretches, each written down when it is dealt; where it was left off.

    Told to stop, what has been dealt without a gap counts; what processes leave in the middle of does not.
    """
    size = max(FIRST // job.weight // SHIFT, 1) * SHIFT
    while first < end and not stop.is_set():
        began, rounds = time.perf_counter(), min(size, end - first)
        dealt = runner.run(job, Stretch(first, rounds), tell, stop)
        whole = dealt.rounds == rounds
        if not whole and (isinstance(runner, Processes) or dealt.rounds % SHIFT):
            break
        tally.add(dealt)
        first += dealt.rounds
        save(tally, first)
        if time.perf_counter() - began < SECONDS / 2:
            size *= 2
    return tally, first


def run(
    job: TableJob,
    runner: Runner,
    rounds: int | None,
    until_se: float | None = None,
    tell: Tell = quietly,
    stop: Event | None = None,
) -> Tally:
    """Deal so many rounds, or as many as bring the standard error of the main bet down to `until_se`, or whichever
    is less.

    A run to a precision looks where it stands after numbers of rounds that depend on nothing but what was dealt.
    """
    stop = stop or Event()
    if until_se is None:
        if rounds is None:
            raise Refused("say how many --rounds to simulate, or to which precision with --until-se")
        return runner.run(job, Stretch(0, rounds), tell, stop)
    tally, end = job.nothing(), min(rounds or FIRST_LOOK, FIRST_LOOK)
    while True:
        tally.add(runner.run(job, Stretch(tally.rounds, end - tally.rounds), tell, stop))
        if stop.is_set() or end == rounds:
            return tally
        error = job.results(tally, beside_exact=False).main.standard_error
        if error <= until_se:
            return tally
        needed = tally.rounds * min((error / until_se) ** 2 * ENOUGH, MOST_AHEAD)
        end = ceil(needed / SHIFT) * SHIFT
        end = min(end, rounds) if rounds else end
