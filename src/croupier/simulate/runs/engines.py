"""Where rounds are dealt and decks solved: on this machine's cores, on a cluster, on a graphics processor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from croupier.errors import Refused, one_of
from croupier.extras import need

if TYPE_CHECKING:
    from croupier.exact.seen_cards.informed import SolveDecks
    from croupier.simulate.gpu.gpu_runner import Gpu
    from croupier.simulate.runs.runner import Runner

LOCAL: Final = "local"
RAY: Final = "ray"
GPU: Final = "gpu"
ENGINES: Final = (LOCAL, RAY, GPU)
DECK_ENGINES: Final = (LOCAL, GPU)
"""Those that solve decks."""


def runner_named(engine: str, address: str = "", workers: int = 0, compiled: bool = True) -> Runner:
    """What deals rounds there; rounds that are not compiled are dealt here by processes."""
    if engine not in ENGINES:
        raise one_of("engine", engine, ENGINES)
    if address and engine != RAY:
        raise Refused(f"--address {address} is for --engine ray")
    if engine == GPU:
        return _gpu()
    if engine == RAY:
        from croupier.simulate.runs.cluster import Cluster

        return Cluster(address, workers)
    from croupier.simulate.runs.runner import Local, Processes

    return Local(workers) if compiled else Processes(workers)


def decks_solver(engine: str) -> SolveDecks | None:
    """What solves stripped decks there; nothing stands for the cores of this machine."""
    if engine not in DECK_ENGINES:
        raise one_of("engine", engine, DECK_ENGINES, "exposure")
    return None if engine == LOCAL else _gpu().solve_decks


def _gpu() -> Gpu:
    need("gpu")
    from croupier.simulate.gpu.gpu_runner import Gpu

    return Gpu()
