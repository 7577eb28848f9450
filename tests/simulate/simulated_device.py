"""Games dealt by the runner of graphics processors under Numba's simulator, and by the processor: a process of its own.

`python -m tests.simulate.simulated_device ROUNDS PLAYERS STRATEGIES GAME...` says of each whether both counted alike.
"""

from __future__ import annotations

import sys
from threading import Event

from croupier.games import game_named
from croupier.simulate.gpu.gpu_runner import Gpu
from croupier.simulate.runs.at_once import job_of
from croupier.simulate.runs.pieces import write_tally
from croupier.simulate.runs.runner import Local, Stretch
from croupier.simulate.setup import Habits, Setup


def main(rounds: str, players: str, strategies: str, *games: str) -> None:
    for name in games:
        game = game_named(name)()
        pot = Habits(0.8, 0.1, 0.1) if game.pot_kind else None
        setup = Setup(game, int(players), tuple(strategies.split(",")), error_rate=0.05, pot=pot)
        job, stretch = job_of(setup, "a simulated device", 60), Stretch(0, int(rounds))
        there, here = (runner.run(job, stretch, lambda told: None, Event()) for runner in (Gpu(), Local()))
        assert there.rounds == int(rounds)
        print(name, write_tally(there) == write_tally(here))


if __name__ == "__main__":
    main(*sys.argv[1:])
