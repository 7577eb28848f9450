"""A simulation that is written down as it goes, so that it can be stopped and gone on with."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event
from typing import Final

from croupier.simulate.runs.runner import Processes, Runner, Stretch, TableJob, Tell
from croupier.simulate.simulated_table import SHIFT
from croupier.simulate.tally import Tally

FIRST: Final = 1 << 20
"""The rounds of the first stretch; the next are as many as take about so many seconds."""
SECONDS: Final = 10.0

Save = Callable[[Tally, int], None]
"""Called with what has been counted, and the round that comes next."""


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
