"""Rounds a second on a graphics processor, and whether they are those of the processor.

    python -m bench.gpu [--rounds 1e11] [--same 100000] [GAME...]

For every game, the same seed is dealt on the processor and on the GPU, and the two tallies are compared number by number;
then, one player betting the least on the main bet, rounds are dealt for a few seconds and timed, compilation left out.
"""

from __future__ import annotations

import argparse
import time
from threading import Event

import numpy as np

from croupier.games import game_named, game_names
from croupier.simulate.at_once import job_of
from croupier.simulate.gpu.gpu_runner import Gpu
from croupier.simulate.pace import whole_pace
from croupier.simulate.runner import KernelJob, Local, Stretch
from croupier.simulate.setup import Setup
from croupier.simulate.tally import Tally


def same(ours: Tally, theirs: Tally) -> bool:
    """Whether two tallies have counted the same."""
    tables = zip((ours.counts, ours.reached, ours.hours), (theirs.counts, theirs.reached, theirs.hours), strict=True)
    numbers = ours.rounds, ours.squares, ours.deepest
    return numbers == (theirs.rounds, theirs.squares, theirs.deepest) and all(np.array_equal(*both) for both in tables)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=game_names())
    parser.add_argument("--rounds", type=float, default=1e10)
    parser.add_argument("--same", type=float, default=100_000)
    given = parser.parse_args()
    gpu = Gpu()
    for name in given.games:
        game = game_named(name)()
        for players in (1, 3):
            job = job_of(Setup(game, players), "bench", whole_pace(players))
            stretch = Stretch(0, int(given.same))
            start = time.perf_counter()
            there = gpu.run(job, stretch, lambda dealt: None, Event())
            compiled = time.perf_counter() - start
            agrees = same(Local().run(job, stretch, lambda dealt: None, Event()), there)
            print(f"{name}, {players} seats: {'the same' if agrees else 'NOT THE SAME'}; first call {compiled:.1f} s")
        job = job_of(Setup(game), "bench", whole_pace(1))
        assert isinstance(job, KernelJob)
        gpu.run(job, Stretch(0, 1 << 30), lambda dealt: None, Event())
        start = time.perf_counter()
        gpu.run(job, Stretch(0, int(given.rounds)), lambda dealt: None, Event())
        seconds = time.perf_counter() - start
        print(f"{name}: {given.rounds:,.0f} rounds in {seconds:.2f} s, {given.rounds / seconds:,.0f} rounds/s", flush=True)


if __name__ == "__main__":
    main()
