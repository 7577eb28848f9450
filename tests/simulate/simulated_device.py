"""Games dealt by the runner of graphics processors under Numba's simulator, and by the processor: a process of its own.

`python -m tests.simulate.simulated_device ROUNDS PLAYERS STRATEGIES GAME...` says of each whether both counted alike:
the table, with its pot where it has one, and the sessions of its first bet.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from threading import Event
from typing import Any

from croupier.exact.solver import solver_of
from croupier.games import game_named
from croupier.simulate.gpu.gpu_runner import Gpu
from croupier.simulate.runs.pieces import write_tally
from croupier.simulate.runs.runner import Local, Stretch
from croupier.simulate.sessions import SessionJob, SessionPlan
from croupier.simulate.setup import Habits, Setup
from croupier.simulate.table_runs import job_of
from croupier.simulate.tally import Tally

SEED = "a simulated device"
SESSIONS = 40


def told(counted: Any) -> Any:
    """All that was counted, to be compared."""
    if isinstance(counted, Tally):
        return write_tally(counted)
    return pickle.dumps([column.tolist() for column in counted.in_order()])


def jobs(setup: Setup, rounds: int) -> Iterator[tuple[str, Any, int]]:
    """What is simulated of a game, and how much of it."""
    yield "table", job_of(setup, SEED, 60), rounds
    first = next(iter(solver_of(setup.game).analyze(10).values()))
    yield "sessions", SessionJob(first, SessionPlan(20_000, 1_000, 60, goal=10_000), SEED), SESSIONS


def main(rounds: str, players: str, strategies: str, *games: str) -> None:
    for name in games:
        game = game_named(name)()
        pot = Habits(0.8, 0.1, 0.1) if game.pot_kind else None
        setup = Setup(game, int(players), tuple(strategies.split(",")), error_rate=0.05, pot=pot)
        for what, job, number in jobs(setup, int(rounds)):
            there, here = (
                runner.run(job, Stretch(0, number), lambda told: None, Event()) for runner in (Gpu(), Local(1))
            )
            assert there.rounds == number
            print(name, what, told(there) == told(here))


if __name__ == "__main__":
    main(*sys.argv[1:])
