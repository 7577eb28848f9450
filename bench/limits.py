"""The times that are promised: reading any game, Ultimate Texas Hold'em whole, and with one more Blind table.

Kernels are compiled beforehand. Nothing else is kept: a new process reads and solves with an empty folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final

HERE: Final = Path(__file__).parent.parent
KEPT: Final = HERE / "build" / "bench-limits"
CLASSICS: Final = HERE / "examples" / "games"
CORES: Final = 2
READING, WHOLE = 2.0, 20.0
"""Seconds at most: to read a game; to solve one, on so many cores."""


def run() -> None:
    """Print processor seconds for each core beside those of the clock, which others at the machine have a part in."""
    environment = os.environ | {"CROUPIER_CACHE": str(KEPT), "CROUPIER_GAMES": str(CLASSICS)}
    command = [sys.executable, "-m", "bench.limits"]
    subprocess.run(command, env=environment, cwd=HERE, check=True, capture_output=True)
    for file in KEPT.glob("*.*"):
        file.unlink()
    subprocess.run(command, env=environment, cwd=HERE, check=True)


def measure() -> None:
    """Every figure, in this process."""
    from bench._timed import another
    from croupier.errors import Refused
    from croupier.exact.reading import what_was_read
    from croupier.exact.solver import has_beside, solver_of
    from croupier.games import game_named, game_names

    def reading(game: Any) -> None:
        """Until it is known what a game is, or that it is of no family."""
        with suppress(Refused):
            what_was_read(game)

    for name in game_names():
        game = game_named(name)()
        if not has_beside(game, "exact"):
            told(f"reading {name}", lambda game=game: reading(game), 1, READING)
    ultimate = game_named("ultimate-holdem")()
    whole = told("Ultimate Texas Hold'em whole", lambda: solver_of(ultimate).analyze(), CORES, WHOLE)
    more = another(ultimate, 0)
    of_more = told("Ultimate Texas Hold'em, one more Blind table", lambda: solver_of(more).analyze(), CORES, WHOLE / 2)
    print(f"limits     one more Blind table takes {of_more / whole:.2f} of the whole")


def told(what: str, work: Callable[[], Any], cores: int, most: float) -> float:
    """Print the time of something, and give it in processor seconds for each core."""
    start, used = perf_counter(), process_time()
    work()
    seconds, wall = (process_time() - used) / cores, perf_counter() - start
    over = "" if seconds <= most else "  ABOVE IT"
    per = f"on each of {cores} cores" if cores > 1 else "of one core"
    print(
        f"limits     {what:<46} {seconds:7.2f} s {per:<20} at most {most:5.2f}, {wall:7.2f} s by the clock{over}",
        flush=True,
    )
    return seconds


if __name__ == "__main__":
    measure()
