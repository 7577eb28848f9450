"""Bars for simulations with their speed, and how Ctrl-C ends them."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from croupier.cli.stages import EVERY, LONG
from croupier.errors import Refused
from croupier.simulate.runs.engines import DECK_ENGINES, ENGINES, runner_named
from croupier.simulate.runs.runner import Job, Stretch, T, Tell

Engine = Annotated[str, typer.Option(metavar="|".join(ENGINES), help="Where rounds are dealt.")]
DeckEngine = Annotated[str, typer.Option("--engine", metavar="|".join(DECK_ENGINES), help="Where decks are solved.")]
Address = Annotated[str, typer.Option(metavar="HOST:PORT", help="The cluster, for --engine ray.")]
Workers = Annotated[int, typer.Option(metavar="W", help="At once; as many as there are cores if 0.", min=0)]


class SimulationRun:
    """A run: who carries it out, how long it takes, and whether it was stopped."""

    def __init__(self, engine: str, address: str, workers: int, compiled: bool = True) -> None:
        self.runner = runner_named(engine, address, workers, compiled)
        self.engine = engine
        self.workers = workers
        self.stop = Event()
        self.seconds = 0.0

    @property
    def stopped(self) -> bool:
        """Whether it came to an end before its time."""
        return self.stop.is_set()

    @contextmanager
    def watched(self, total: int | None, what: str = "rounds") -> Iterator[Tell]:
        """Take the time, end it at Ctrl-C, and show how far it has come where somebody is watching."""
        start = time.perf_counter()
        with _first_interrupt(self.stop), _bar(total, what) as tell:
            yield tell
        self.seconds = time.perf_counter() - start

    def deal(self, job: Job[T], total: int, what: str = "rounds") -> T:
        """Get a job done from its first round to so many, or until it is told to stop."""
        with self.watched(total, what) as tell:
            dealt = self.runner.run(job, Stretch(0, total), tell, self.stop)
        if not dealt.rounds:
            raise Refused(f"stopped before there were any {what}")
        return dealt

    def to_json(self, dealt: int, what: str = "rounds") -> dict[str, Any]:
        """For programs: all that may be different when the same is simulated again."""
        return {
            "engine": self.engine,
            "workers": self.workers,
            "seconds": round(self.seconds, 3),
            f"{what}_per_second": round(dealt / self.seconds),
            "interrupted": self.stopped,
        }

    def words(self, dealt: int, what: str = "rounds") -> str:
        """How much was done in which time."""
        ended = "stopped after " if self.stopped else ""
        return f"{ended}{dealt:,} {what} in {self.seconds:,.1f} s ({dealt / self.seconds:,.0f} {what}/s)"


@contextmanager
def _first_interrupt(stop: Event) -> Iterator[None]:
    """The first Ctrl-C tells a run to stop; one more ends the program as it always does."""

    def told(*_: Any) -> None:
        stop.set()
        signal.signal(signal.SIGINT, usual)

    usual = signal.signal(signal.SIGINT, told)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


@contextmanager
def _bar(total: int | None, what: str) -> Iterator[Tell]:
    errors = Console(stderr=True)
    if not errors.is_terminal:
        yield _Lines(total, what).tell
        return
    columns = (TextColumn(f"{{task.completed:,.0f}} {what}"), BarColumn(), _Speed(what), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True) as shown:
        task = shown.add_task(what, total=total)
        yield lambda done: shown.advance(task, done)


class _Lines:
    """Says in lines, now and then, how far a run has come where nobody watches a bar."""

    def __init__(self, total: int | None, what: str) -> None:
        self.total, self.what, self.done = total, what, 0
        self.start = self.said = time.perf_counter()
        self.wait = LONG

    def tell(self, done: int) -> None:
        """So many more have been dealt."""
        self.done += done
        now = time.perf_counter()
        if now - self.said < self.wait:
            return
        self.said, self.wait = now, EVERY
        speed = self.done / (now - self.start)
        of = left = ""
        if self.total is not None:
            of, left = f" of {self.total:,}", f", about {(self.total - self.done) / speed:,.0f} s left"
        told = f"{self.done:,}{of} {self.what}, {speed:,.0f} {self.what}/s{left}"
        print(f"croupier: {told} ...", file=sys.stderr, flush=True)


class _Speed(ProgressColumn):
    """How many a second."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed or 0:,.0f} {self.what}/s")
