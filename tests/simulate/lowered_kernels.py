"""The kernels of graphics processors typed and lowered as for a device, where there is none: a process of its own.

The simulator runs Python, so it cannot tell what Numba would refuse to compile. Here Numba's compiler for the device
does all of its work but the last step, which needs CUDA's libraries; tables stay arrays of this machine.
`python -m tests.simulate.lowered_kernels GAME KIND...` says the name of each kernel that came through.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba.cuda import types
from numba.cuda.compiler import compile_cuda
from numba.cuda.typing.typeof import Purpose, typeof

from croupier.exact.solver import solver_of
from croupier.games import game_named
from croupier.simulate.gpu import device, waves
from croupier.simulate.gpu.device import DeviceFunctions, _narrow
from croupier.simulate.runs.runner import Stretch
from croupier.simulate.sessions import SessionJob, SessionPlan
from croupier.simulate.setup import Habits, Setup
from croupier.simulate.simulated_table import SHIFT
from croupier.simulate.table_runs import job_of

HOPPER = 9, 0
HERE: dict[str, Callable[..., Any]] = {
    "empty": lambda shape, dtype: np.zeros([max(size, 1) for size in shape], dtype),
    "zeros": lambda shape: np.zeros(shape, np.int64),
    "back": lambda table: table,
    "most_threads": lambda *shapes: 256,
}
"""In place of the device's memory, that of this machine."""


class Lowered(DeviceFunctions):
    """Kernels that are compiled up to the last step when they are called, and do nothing."""

    def table(self, table: Any) -> Any:
        return _narrow(table)

    def kernel(self, form: Any, make: Callable[[], Any]) -> Any:
        function = super().kernel(form, make).py_func

        def lower(*given: Any) -> None:
            compile_cuda(function, types.void, [typeof(each, Purpose.argument) for each in given], cc=HOPPER)
            print(function.__name__, flush=True)

        class Launch:
            def __getitem__(self, blocks_and_threads: Any) -> Any:
                return lower

        return Launch()


def without_a_device() -> None:
    """Ask for no device, whoever would: one of that kind is assumed."""
    for module in (device, waves):
        for name, here in HERE.items():
            if hasattr(module, name):
                setattr(module, name, here)
    for name, module in list(sys.modules.items()):
        if name.startswith("numba") and hasattr(module, "get_current_device"):
            module.get_current_device = lambda: SimpleNamespace(compute_capability=HOPPER)


def main(name: str, *kinds: str) -> None:
    without_a_device()
    game, functions, whole = game_named(name)(), Lowered(), Stretch(0, SHIFT)
    pot = Habits(0.8, 0.1, 0.1) if game.pot_kind else None
    setup = Setup(game, 3, pot=pot)
    if "hold" in kinds:
        first = next(iter(solver_of(game).analyze(10).values()))
        job = SessionJob(first, SessionPlan(20_000, 1_000, 60, goal=100), "lowered")
        waves.SessionWave(job, functions, SHIFT).deal(whole)
    if "tables" in kinds:
        table: Any = job_of(setup, "lowered", 60)
        waves.TableWave(table, functions, 1).deal(whole)


if __name__ == "__main__":
    main(*sys.argv[1:])
