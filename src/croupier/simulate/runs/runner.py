"""Running a simulation in stretches of rounds: on the cores of this machine, until it is done or told to stop.

A runner knows nothing of what it gets done: a job deals rounds, or plays sessions, and what comes of them adds up.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_context
from threading import Event, Lock, Thread
from types import ModuleType
from typing import Any, ClassVar, Final, NamedTuple, Protocol, Self, TypeVar

from croupier.errors import Refused
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.pots import PotTable, PotTally
from croupier.simulate.results import Results, results
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import SHIFT, Simulation
from croupier.simulate.tally import Counter, Tally

Tell = Callable[[int], None]
"""Called with how many rounds have been dealt since the last call."""
Stop = Callable[[], bool]
"""Whether to stop."""

STRETCH_WORK: Final = 1 << 17
"""How many rounds of a seat a stretch of a thread is about; a few hundredths of a second."""
PATIENCE: Final = 0.2
"""Seconds to wait for a process before looking whether to stop."""


def never() -> bool:
    """Goes on to the end."""
    return False


class Stretch(NamedTuple):
    """Consecutive rounds that begin with a shift."""

    first: int
    rounds: int


class Counted(Protocol):
    """What has come of rounds."""

    @property
    def rounds(self) -> int:
        """How many there were."""

    def add(self, other: Self) -> None:
        """Count what another has counted; in whatever order, it comes to the same."""


T = TypeVar("T", bound=Counted)
T_co = TypeVar("T_co", bound=Counted, covariant=True)


class Job(Protocol[T_co]):
    """What is simulated: with the number of rounds, all that the result depends on."""

    @property
    def shift(self) -> int:
        """The rounds that hang together and are dealt in one piece."""

    @property
    def weight(self) -> int:
        """How much work a round is: a kernel's round of one seat is 1."""

    def nothing(self) -> T_co:
        """What comes of no rounds."""

    def deal(self, stretch: Stretch, stop: Stop = never) -> T_co:
        """Deal a stretch and count it; told to stop, it may leave off in the middle."""


class TableJob(Job[Tally], Protocol):
    """A table that is dealt."""

    @property
    def setup(self) -> Setup:
        """The table."""

    def results(self, tally: Tally, beside_exact: bool = True) -> Results:
        """What has been counted, beside the exact figures or without them."""


@dataclass(frozen=True)
class KernelJob:
    """A table dealt by its game's kernel."""

    simulation: Simulation
    counter: Counter
    pot: PotTable | None
    seed: str
    shift: ClassVar[int] = SHIFT

    @classmethod
    def of(cls, simulation: Simulation, seed: str, rounds_per_hour: int) -> KernelJob:
        """The job to simulate this table."""
        counter = Counter(simulation.setup, simulation.outcomes, rounds_per_hour)
        return cls(simulation, counter, PotTable(simulation) if simulation.setup.pot else None, seed)

    @property
    def setup(self) -> Setup:
        """The table."""
        return self.simulation.setup

    @property
    def weight(self) -> int:
        """Every seat is dealt to."""
        return self.setup.players

    def nothing(self) -> Tally:
        """A tally of no rounds."""
        tally = self.counter.nothing()
        if self.pot is not None:
            tally.pot = PotTally.nothing()
        return tally

    def deal(self, stretch: Stretch, stop: Stop = never) -> Tally:
        """Deal a stretch and count it."""
        key, tally, sheet = key_of(self.seed), self.nothing(), self.simulation.sheet()
        pot_sheet = self.pot.sheet(SHIFT) if self.pot else None
        for shift in cut(stretch, SHIFT):
            self.simulation.deal(key, shift.first, shift.rounds, sheet)
            self.counter.count(sheet.outcomes[: shift.rounds], tally)
            if self.pot and pot_sheet and tally.pot:
                self.pot.play(key, shift.first, shift.rounds, sheet, pot_sheet)
                tally.pot.count(pot_sheet, shift.rounds, self.pot.unit)
        return tally

    def results(self, tally: Tally, beside_exact: bool = True) -> Results:
        """What has been counted, beside the exact figures or without them."""
        groups, counter = self.setup.groups, self.counter
        exact = {strategy: self.simulation.exact(strategy) for strategy in groups} if beside_exact else {}
        found = results(tally, counter.outcomes, groups, exact, counter.rounds_per_hour, counter.bin_cents)
        pot = (tally.pot, self.pot.unit) if tally.pot and self.pot else None
        return replace(found, pot=pot, note=self.simulation.note if beside_exact else "")


class Runner(Protocol):
    """Deals a stretch; told to stop, it returns what has been dealt so far."""

    def run(self, job: Job[T], stretch: Stretch, tell: Tell, stop: Event) -> T:
        """Deal a stretch."""


def cut(stretch: Stretch, rounds: int) -> Iterator[Stretch]:
    """A stretch in pieces of so many rounds, the last as long as is left."""
    end = stretch.first + stretch.rounds
    for first in range(stretch.first, end, rounds):
        yield Stretch(first, min(rounds, end - first))


def pieces(job: Job[Counted], stretch: Stretch, work: int) -> Iterator[Stretch]:
    """A stretch in pieces of whole shifts that are about so much work."""
    return cut(stretch, max(work // (job.weight * job.shift), 1) * job.shift)


@dataclass(frozen=True)
class Local:
    """Threads of this process; kernels let each other run."""

    workers: int = 0
    """As many as there are cores, if none are given."""

    def run(self, job: Job[T], stretch: Stretch, tell: Tell, stop: Event) -> T:
        """Deal a stretch; pieces are taken in order and finished, so that what is dealt has no gap."""
        left, lock = pieces(job, stretch, STRETCH_WORK), Lock()
        total = job.nothing()
        failures: list[BaseException] = []

        def work() -> None:
            own = job.nothing()
            try:
                while not stop.is_set() and not failures:
                    with lock:
                        piece = next(left, None)
                    if piece is None:
                        break
                    own.add(job.deal(piece))
                    tell(piece.rounds)
            except BaseException as failure:
                failures.append(failure)
            with lock:
                total.add(own)

        threads = [Thread(target=work, daemon=True) for _ in range(self.workers or cores())]
        for thread in threads:
            thread.start()
        wait_for(threads, stop)
        if failures:
            raise failures[0]
        return total


@dataclass(frozen=True)
class Processes:
    """Processes of this machine, for jobs that are not compiled."""

    workers: int = 0
    """As many as there are cores, if none are given."""

    def run(self, job: Job[T], stretch: Stretch, tell: Tell, stop: Event) -> T:
        """Deal a stretch; told to stop, every process leaves off where it is."""
        spawn = get_context("spawn")
        total, told = job.nothing(), spawn.Event()
        workers = min(self.workers or cores(), -(-stretch.rounds // job.shift))
        with ProcessPoolExecutor(workers, spawn, _begin, (job, told)) as pool:
            with _without_script():
                left: set[Future[Any]] = {pool.submit(_deal, piece) for piece in cut(stretch, job.shift)}
            while left:
                done, left = wait(left, PATIENCE, FIRST_COMPLETED)
                if stop.is_set():
                    told.set()
                for piece in done:
                    dealt = _result(piece, pool)
                    total.add(dealt)
                    tell(dealt.rounds)
        return total


@contextmanager
def _without_script() -> Iterator[None]:
    """Processes that are started meanwhile do not run this one's script once more, whatever it does when imported."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


_here: list[tuple[Job[Counted], Stop]] = []
"""What a process has been started for."""


def _begin(job: Job[Counted], told: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _here.append((job, told.is_set))


def _deal(piece: Stretch) -> Counted:
    ((job, stop),) = _here
    return job.nothing() if stop() else job.deal(piece, stop)


def _result(piece: Future[T], pool: ProcessPoolExecutor) -> T:
    try:
        return piece.result()
    except BrokenProcessPool:
        raise Refused("a process that dealt rounds has died; nothing is known of its rounds") from None
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise


def wait_for(threads: list[Thread], stop: Event) -> None:
    """Wait until all have ended; an interrupt tells them to stop, and they are waited for again."""
    while True:
        try:
            for thread in threads:
                thread.join()
            return
        except KeyboardInterrupt:
            stop.set()


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
