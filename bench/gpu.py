"""What a graphics processor does in a second, and whether it is what the processor does.

For every game the same seed is dealt on the processor and on the GPU, and what they count is compared number by number;
then it is timed, compilation left out: tables of one seat that bets on every spot and the sessions of `hold`.
`python -m bench.gpu WORD...` takes some games only, or some of tables and hold.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from threading import Event
from typing import Any, Final, NamedTuple

from croupier.errors import Refused
from croupier.exact.solver import solver_of
from croupier.games import game_named, game_names
from croupier.simulate.gpu.gpu_runner import Gpu
from croupier.simulate.runs.pieces import write_tally
from croupier.simulate.runs.runner import Job, Local, Stretch
from croupier.simulate.sessions import SessionJob, SessionPlan
from croupier.simulate.setup import Habits, Setup, whole_pace
from croupier.simulate.table_runs import job_of
from croupier.simulate.tally import Tally
from croupier.table.game import Game

COMPARED: Final = 100_000
SEED: Final = "bench"
SESSION_ROUNDS: Final = 80


class Measured(NamedTuple):
    """Something to compare and to time."""

    what: str
    compared: Sequence[tuple[Job[Any], int]]
    timed: tuple[Job[Any], int]
    words: str


def told(counted: Any) -> Any:
    """All that was counted, to be compared."""
    if isinstance(counted, Tally):
        return write_tally(counted)
    return [column.tolist() for column in counted.in_order()]


def dealt(runner: Any, job: Job[Any], number: int) -> Any:
    """What a runner counts of the first rounds of a job."""
    return runner.run(job, Stretch(0, number), lambda told: None, Event())


def measured(game: Game[Any]) -> Iterator[Measured]:
    """What is dealt of a game."""

    def table(setup: Setup) -> Job[Any]:
        return job_of(setup, SEED, whole_pace(setup.players))

    tables = [Setup(game), Setup(game, players=3), Setup(game, players=2, error_rate=0.1)]
    tables += [Setup(game, players=4, pot=Habits(0.8, 0.1, 0.1))] if game.pot_kind else []
    alone = table(tables[0])
    yield Measured("tables", [(table(at), COMPARED) for at in tables], (alone, 40_000_000_000), "rounds")
    first = next(iter(solver_of(game).analyze(10).values()))
    sessions = SessionJob(first, SessionPlan(20_000, 1_000, SESSION_ROUNDS), SEED)
    yield Measured("hold", [(sessions, COMPARED)], (sessions, 10_000_000), f"sessions of {SESSION_ROUNDS} rounds")


def timed(work: Callable[[], Any], number: int, words: str) -> None:
    """Do it, and say how fast."""
    start = time.perf_counter()
    work()
    seconds = time.perf_counter() - start
    print(f"{words}: {number:,} in {seconds:.2f} s, {number / seconds:,.0f} a second", flush=True)


def run(words: Sequence[str] = ()) -> None:
    """Compare, then measure."""
    try:
        gpu = Gpu()
    except Refused as refused:
        print(refused)
        return
    names = [word for word in words if word in game_names()] or game_names()
    kinds = [word for word in words if word not in game_names()] or ["tables", "hold"]
    for game in (game_named(name)() for name in names):
        for what, compared, (job, number), unit in measured(game):
            if what in kinds:
                same = [told(dealt(gpu, *each)) == told(dealt(Local(), *each)) for each in compared]
                said = "the same figures" if all(same) else f"NOT THE SAME: {same}"
                print(f"{game.name} {what}: {said}", flush=True)
                timed(lambda job=job, number=number: dealt(gpu, job, number), number, f"{game.name} {what}, {unit}")


if __name__ == "__main__":
    run(sys.argv[1:])
