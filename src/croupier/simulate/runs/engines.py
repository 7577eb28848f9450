"""Where rounds are dealt: on this machine's cores, on a cluster, on a graphics processor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from croupier.errors import Refused, one_of
from croupier.extras import need

if TYPE_CHECKING:
    from croupier.simulate.runs.runner import Runner

LOCAL: Final = "local"
RAY: Final = "ray"
GPU: Final = "gpu"
ENGINES: Final = (LOCAL, RAY, GPU)


def runner_named(engine: str, address: str = "", workers: int = 0, compiled: bool = True) -> Runner:
    """What deals rounds there; rounds that are not compiled are dealt here by processes."""
    if engine not in ENGINES:
        raise one_of("engine", engine, ENGINES)
    if address and engine != RAY:
        raise Refused(f"--address {address} is for --engine ray")
    if engine == GPU:
        need("gpu")
        from croupier.simulate.gpu.gpu_runner import Gpu

        return Gpu()
    if engine == RAY:
        from croupier.simulate.runs.cluster import Cluster

        return Cluster(address, workers)
    from croupier.simulate.runs.runner import Local, Processes

    return Local(workers) if compiled else Processes(workers)
