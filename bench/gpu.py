"""Rounds a second on a graphics processor, and whether they are those of the processor.

For every game the same seed is dealt on the processor and on the GPU, and what they count is compared number by number;
then rounds of one seat that bets on every spot are dealt and timed, compilation left out.
`python -m bench.gpu GAME...` takes some games only.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from threading import Event
from typing import Final

from croupier.errors import Refused
from croupier.games import game_named, game_names
from croupier.simulate.gpu.gpu_runner import Gpu
from croupier.simulate.runs.at_once import job_of
from croupier.simulate.runs.pace import whole_pace
from croupier.simulate.runs.pieces import write_tally
from croupier.simulate.runs.runner import Local, Runner, Stretch
from croupier.simulate.setup import Habits, Setup
from croupier.simulate.tally import Tally

COMPARED: Final = 100_000
TIMED: Final = 40_000_000_000


def dealt(runner: Runner, setup: Setup, rounds: int) -> Tally:
    """What a runner counts of the first rounds of a seed."""
    job = job_of(setup, "bench", whole_pace(setup.players))
    return runner.run(job, Stretch(0, rounds), lambda told: None, Event())


def run(names: Sequence[str] = ()) -> None:
    """Compare, then measure."""
    try:
        gpu = Gpu()
    except Refused as refused:
        print(refused)
        return
    for name in names or game_names():
        game = game_named(name)()
        tables = [Setup(game), Setup(game, players=3), Setup(game, players=2, error_rate=0.1)]
        tables += [Setup(game, players=4, pot=Habits(0.8, 0.1, 0.1))] if game.pot_kind else []
        same = [write_tally(dealt(gpu, at, COMPARED)) == write_tally(dealt(Local(), at, COMPARED)) for at in tables]
        print(f"{name}: {'the same figures' if all(same) else f'NOT THE SAME: {same}'}", flush=True)
        start = time.perf_counter()
        dealt(gpu, Setup(game), TIMED)
        seconds = time.perf_counter() - start
        print(f"{name}: {TIMED:,} rounds in {seconds:.2f} s, {TIMED / seconds:,.0f} rounds/s", flush=True)


if __name__ == "__main__":
    run(sys.argv[1:])
