"""How far long work has come, and how long it may take: a bar for each stage, or lines where nobody watches."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Final

from platformdirs import user_cache_path
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn

from croupier.files import written_whole

LONG: Final = 2.0
"""Seconds from which work is announced where there is no bar."""
EVERY: Final = 15.0
"""Seconds after which it is said again."""
_TICK: Final = 0.25
DURATIONS: Final = "durations.json"
MOST_KEPT: Final = 200


class Stages:
    """A bar for each stage of some work; where nobody watches, a line for each that takes long."""

    def __init__(self, shown: Progress | None) -> None:
        self.shown = shown
        self.task: TaskID | None = None

    def stage(self, words: str, seconds: float) -> None:
        """A part of the work begins, which may take so many seconds."""
        told = f"{words}, about {max(seconds, 1):,.0f} s" if seconds else f"{words} ..."
        if self.shown is None:
            if seconds > LONG:
                print(f"croupier: {told} ...", file=sys.stderr, flush=True)
            return
        if self.task is not None:
            self.shown.remove_task(self.task)
        self.task = self.shown.add_task(told, total=1 if seconds else None)

    def advance(self, share: float) -> None:
        """So large a part of the stage has been done."""
        if self.shown is not None and self.task is not None:
            self.shown.advance(self.task, share)

    def overdue(self) -> None:
        """The stage takes longer than was thought: nobody knows how much is left of it."""
        if self.shown is not None and self.task is not None:
            self.shown.update(self.task, total=None)


@contextmanager
def watched_stages() -> Iterator[Stages]:
    """Show on standard error how far each stage of some work has come."""
    errors = Console(stderr=True)
    if not errors.is_terminal:
        yield Stages(None)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True) as shown:
        yield Stages(shown)


@contextmanager
def progress(words: str) -> Iterator[Stages]:
    """Say what is being worked on, if it takes long, and how long it took the last time; stages of it have bars."""
    before, start = _seconds_taken(words), time.perf_counter()
    with watched_stages() as stages:
        if stages.shown is not None:
            stages.stage(words, before)
        told = _Reminder(words, before) if stages.shown is None else _Clock(stages, before)
        told.start()
        try:
            yield stages
        finally:
            told.ended.set()
            told.join()
    if (took := time.perf_counter() - start) > LONG:
        _remember(words, took)


class _Reminder(Thread):
    """Says in lines what is being worked on, and now and then for how long."""

    def __init__(self, words: str, before: float) -> None:
        super().__init__(daemon=True)
        self.words = words
        self.before = before
        self.ended = Event()

    def run(self) -> None:
        last_time = f", {self.before:,.0f} s the last time" if self.before else ""
        waited = 0.0
        while not self.ended.wait(LONG if not waited else EVERY):
            so_far = f" ({waited:,.0f} s so far)" if waited else ""
            print(f"croupier: {self.words}{last_time} ...{so_far}", file=sys.stderr, flush=True)
            waited += EVERY if waited else LONG


class _Clock(Thread):
    """Moves the bar of work that does not say how far it has come, as fast as it went the last time.

    Work that takes longer than it did then has not come to its end, so its bar is never full.
    """

    def __init__(self, stages: Stages, before: float) -> None:
        super().__init__(daemon=True)
        self.stages = stages
        self.before = before
        self.own = stages.task
        self.ended = Event()

    def run(self) -> None:
        start = time.perf_counter()
        while self.before and not self.ended.wait(_TICK) and self.stages.task == self.own:
            if time.perf_counter() - start + _TICK >= self.before:
                self.stages.overdue()
                return
            self.stages.advance(_TICK / self.before)


def _kept_in() -> Path:
    return Path(os.environ.get("CROUPIER_CACHE") or user_cache_path("croupier")) / DURATIONS


def _durations() -> dict[str, float]:
    with suppress(OSError, ValueError):
        kept = json.loads((_kept_in()).read_text("utf-8"))
        return {str(words): float(seconds) for words, seconds in kept.items()}
    return {}


def _seconds_taken(words: str) -> float:
    """How long some work took here the last time it took long; 0 if that is not known."""
    return _durations().get(words, 0.0)


def _remember(words: str, seconds: float) -> None:
    kept = _durations() | {words: round(seconds, 1)}
    with suppress(OSError), written_whole(_kept_in(), cached=True) as out:
        out.write(json.dumps(dict(list(kept.items())[-MOST_KEPT:])).encode())
