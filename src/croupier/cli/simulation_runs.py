"""Runs of simulations: dealt by a runner until they are done or stopped by Ctrl-C, whole or in pieces."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

from croupier.cli.progress import dealing, progress
from croupier.errors import InvariantError, Refused
from croupier.simulate.by_engine import is_own
from croupier.simulate.numbers import read_rounds
from croupier.simulate.runs.engines import runner_named
from croupier.simulate.runs.pieces import (
    Piece,
    check_same,
    check_span,
    read_piece,
    read_tally,
    write_piece,
    write_tally,
)
from croupier.simulate.runs.runner import Job, Stretch, T, TableJob, Tell
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import SHIFT
from croupier.simulate.table_runs import job_of, run_on
from croupier.simulate.tally import Tally


class SimulationRun:
    """A run of a simulation: its runner, its time, and whether it was stopped."""

    def __init__(self, engine: str, address: str, workers: int, compiled: bool = True) -> None:
        self.runner = runner_named(engine, address, workers, compiled)
        self.engine = engine
        self.workers = workers
        self.stop = Event()
        self.seconds = 0.0

    @property
    def stopped(self) -> bool:
        """True if the run was stopped before its end."""
        return self.stop.is_set()

    @contextmanager
    def watched(self, total: int | None, what: str = "rounds") -> Iterator[Tell]:
        """Time the run, stop it at Ctrl-C, and show its progress."""
        start = time.perf_counter()
        with _first_interrupt(self.stop), dealing(total, what) as tell:
            yield tell
        self.seconds = time.perf_counter() - start

    def deal(self, job: Job[T], total: int, what: str = "rounds") -> T:
        """Deal the first `total` rounds of a job, or until stopped."""
        with self.watched(total, what) as tell:
            dealt = self.runner.run(job, Stretch(0, total), tell, self.stop)
        if not dealt.rounds:
            raise Refused(f"stopped before there were any {what}")
        return dealt

    def to_json(self, dealt: int, what: str = "rounds") -> dict[str, Any]:
        """Return what may differ when the same is simulated again."""
        return {
            "engine": self.engine,
            "workers": self.workers,
            "seconds": round(self.seconds, 3),
            f"{what}_per_second": round(dealt / self.seconds),
            "interrupted": self.stopped,
        }

    def words(self, dealt: int, what: str = "rounds") -> str:
        """Describe how much was dealt in which time."""
        ended = "stopped after " if self.stopped else ""
        return f"{ended}{dealt:,} {what} in {self.seconds:,.1f} s ({dealt / self.seconds:,.0f} {what}/s)"


@contextmanager
def _first_interrupt(stop: Event) -> Iterator[None]:
    """Stop the run at the first Ctrl-C; a second one ends the program."""

    def told(*_: Any) -> None:
        stop.set()
        signal.signal(signal.SIGINT, usual)

    usual = signal.signal(signal.SIGINT, told)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


@dataclass(frozen=True)
class PartOfRun:
    """The rounds of a run to deal, and the file that keeps them."""

    begin: int = 0
    end: int | None = None
    """None for a run that is dealt in one go and not written down."""
    resume: Path | None = None

    @classmethod
    def of(cls, rounds: int | None, first: str, last: str, resume: Path | None, until_se: float | None) -> PartOfRun:
        """Return the part that the options ask for."""
        if not (first or last or resume):
            return cls()
        if until_se is not None:
            raise Refused("--until-se looks at a whole run; leave it, or --resume, --from and --to")
        begin, end = _round_number(first, 0), _round_number(last, rounds)
        if end is None or (rounds is not None and end > rounds):
            raise Refused(f"the run ends with round {rounds}; --to says up to which of them this piece goes")
        check_span(begin or 0, end)
        if end % SHIFT and end != rounds:
            raise Refused(
                f"--to {end} is within a shift of {SHIFT:,} rounds; write {end // SHIFT * SHIFT}, or where the run ends"
            )
        return cls(begin or 0, end, resume)

    def before(self, simulation: dict[str, Any]) -> Piece | None:
        """Read the rounds that the file has already; refuse a file of another run."""
        if self.resume is None or not self.resume.exists():
            return None
        before = read_piece(self.resume)
        check_same(str(self.resume), before, simulation)
        if len(before.spans) != 1 or before.spans[0][0] != self.begin:
            raise Refused(f"{self.resume} has rounds {before.spans}, which do not begin with {self.begin:,}")
        end = before.spans[0][1]
        if self.end is None:
            raise InvariantError("the run has no end")
        if end > self.end or (end % SHIFT and end < self.end):
            why = "more than are asked for" if end > self.end else f"and ends within a shift of {SHIFT:,}"
            raise Refused(
                f"{self.resume} has all {end:,} rounds of its run, {why}; name another file, or --rounds {end}"
            )
        return before

    def deal(
        self, job: TableJob, running: SimulationRun, simulation: dict[str, Any], before: Piece | None
    ) -> tuple[Tally, Piece]:
        """Deal the rounds that are left."""
        tally, at = job.nothing(), self.begin
        if before is not None:
            tally, at = read_tally(before.tally, job), before.spans[0][1]

        def piece(tally: Tally, end: int) -> Piece:
            return Piece(simulation, write_tally(tally), [(self.begin, end)] if end > self.begin else [])

        def save(tally: Tally, end: int) -> None:
            if self.resume is not None:
                write_piece(self.resume, piece(tally, end))

        if self.end is None:
            raise InvariantError("the run has no end")
        with running.watched(max(self.end - at, 0)) as tell:
            tally, at = run_on(job, running.runner, tally, at, self.end, save, tell, running.stop)
        return tally, piece(tally, at)


def _round_number(words: str, otherwise: int | None) -> int | None:
    if words.strip() == "0":
        return 0
    return read_rounds(words) if words else otherwise


def make_ready(setup: Setup, seed: str, rounds_per_hour: int) -> TableJob:
    """Prepare the job of a simulation and compile its kernel."""
    if any(map(is_own, setup.groups)):
        return job_of(setup, seed, rounds_per_hour)
    with progress(f"looking up the strategies of {setup.game.title}"):
        job = job_of(setup, seed, rounds_per_hour)
        job.deal(Stretch(0, 1))
        return job
