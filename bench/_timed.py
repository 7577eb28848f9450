"""Times one tree's solvers and kernels on demand: reads `what game` by lines, writes seconds of processor time.

It is run by its path with a tree of any age in front, so it uses only what all of them have.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from time import process_time
from typing import Any

from croupier.exact.solver import solver_of
from croupier.games import game_named
from croupier.odds import PayTable

STEPS = count()


def another(game: Any, step: int) -> Any:
    """The game with its first paytable's best row paying a little more: one that has never been solved."""
    bet = game.pay_bets[0].name
    table = game.paytables[bet]
    odds = {name: str(pay) for name, pay in table.pays.items() if name not in table.fixed}
    pays = odds | {next(iter(odds)): f"{301 + step}:1"}
    fixed = {name: prize.cents / 100 for name, prize in table.fixed.items()}
    return type(game)(game.settings, {bet: PayTable.build(bet, f"bench-{step}", pays, fixed)})


def warm(name: str) -> Callable[[], Any]:
    """The game as printed, which has been solved before."""
    game = game_named(name)()
    solver_of(game).analyze()
    return lambda: solver_of(game).analyze()


def one_more(name: str) -> Callable[[], Any]:
    """The game with a paytable that is new each time."""
    game = game_named(name)()
    solver_of(game).analyze()
    return lambda: solver_of(another(game, next(STEPS))).analyze()


def kernel(name: str) -> Callable[[], Any]:
    """A few hundred thousand rounds of one seat with optimal decisions, the kernel compiled."""
    from croupier.simulate.setup import Setup

    room = "croupier.simulate.runs" if find_spec("croupier.simulate.runs") else "croupier.simulate"
    prepared, runner = import_module(f"{room}.prepared"), import_module(f"{room}.runner")
    job = runner.KernelJob.of(prepared.simulation_of(Setup(game_named(name)(), 1)), "bench", 60)
    job.deal(runner.Stretch(0, 4096))
    return lambda: job.deal(runner.Stretch(0, 400 * 4096))


WORK = {"warm": warm, "one more": one_more, "kernel": kernel}


def main() -> None:
    """Answer until there is nothing more to read."""
    ready: dict[str, Callable[[], Any]] = {}
    for line in sys.stdin:
        what, _, name = line.strip().rpartition(" ")
        if line not in ready:
            ready[line] = WORK[what](name)
        start = process_time()
        ready[line]()
        print(process_time() - start, flush=True)


if __name__ == "__main__":
    main()
