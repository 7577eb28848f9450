"""Progress of long work on standard error: bars on a terminal, lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

if TYPE_CHECKING:
    from croupier.simulate.runs.runner import Tell

LONG: Final = 2.0
"""Seconds after which work is announced where there is no bar."""
EVERY: Final = 15.0
"""Seconds between two lines about a run."""


class Stages:
    """The bar of the current stage of some work; without a terminal, a line for each stage that takes long."""

    def __init__(self, shown: Progress | None) -> None:
        self.shown = shown

    def stage(self, words: str, seconds: float) -> None:
        """Begin a stage of about so many seconds; 0 if nobody knows how many."""
        told = f"{words}, about {max(seconds, 1):,.0f} s" if seconds else f"{words} ..."
        if self.shown is None:
            if seconds > LONG:
                _say(told)
            return
        for task in self.shown.task_ids:
            self.shown.remove_task(task)
        self.shown.add_task(told, total=None)

    def advance(self, share: float) -> None:
        """Add a share of the stage to what is done."""
        if self.shown is not None:
            for task in self.shown.task_ids:
                self.shown.update(task, total=1, advance=share)


@contextmanager
def progress(words: str = "") -> Iterator[Stages]:
    """Show what is being worked on and for how long; lines say it once, if it takes long."""
    errors = Console(stderr=True)
    if errors.is_terminal:
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        with Progress(*columns, console=errors, transient=True) as shown:
            stages = Stages(shown)
            if words:
                stages.stage(words, 0)
            yield stages
        return
    announced = Timer(LONG, _say, [words])
    announced.daemon = True
    if words:
        announced.start()
    try:
        yield Stages(None)
    finally:
        announced.cancel()


def _say(words: str) -> None:
    print(f"croupier: {words} ...", file=sys.stderr, flush=True)


@contextmanager
def dealing(total: int | None, what: str) -> Iterator[Tell]:
    """Show how many rounds of a run have been dealt."""
    errors = Console(stderr=True)
    if not errors.is_terminal:
        yield _lines(total, what)
        return
    dealt, times = TextColumn(f"{{task.completed:,.0f}} {what}"), (TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(dealt, BarColumn(), _Speed(what), *times, console=errors, transient=True) as shown:
        task = shown.add_task(what, total=total)
        yield lambda done: shown.advance(task, done)


class _Speed(ProgressColumn):
    """The rounds a second."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed or 0:,.0f} {self.what}/s")


def _lines(total: int | None, what: str) -> Tell:
    """Return a function that says now and then how far a run has come."""
    done, start = 0, time.perf_counter()
    due = start + LONG

    def tell(more: int) -> None:
        nonlocal done, due
        done += more
        now = time.perf_counter()
        if now < due:
            return
        due, speed = now + EVERY, done / (now - start)
        of = "" if total is None else f" of {total:,}"
        left = "" if total is None else f", about {(total - done) / speed:,.0f} s left"
        _say(f"{done:,}{of} {what}, {speed:,.0f} {what}/s{left}")

    return tell
