"""Running a simulation on a graphics processor: every thread deals shifts of its own, as those of the processor do.

A shift needs nothing of any other, and neither does a session; whole numbers are counted of them, so the figures are
those of the processor to the last digit. They go to the device in waves, as many at once as it has room for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event
from typing import Any, Final

from croupier.errors import Refused
from croupier.simulate.gpu.device import DeviceFunctions, cuda
from croupier.simulate.gpu.waves import SessionWave, TableWave
from croupier.simulate.runs.runner import Job, KernelJob, Stretch, T, Tell, cut
from croupier.simulate.sessions import SessionJob

WAVES: Final[dict[type, Any]] = {KernelJob: TableWave, SessionJob: SessionWave}
"""By what is simulated, how it is carried out on the device."""
INSTEAD: Final = "--engine local deals the same rounds on the processor"


@dataclass(frozen=True)
class Gpu:
    """The graphics processor of this machine."""

    functions: DeviceFunctions = field(default_factory=DeviceFunctions)

    def __post_init__(self) -> None:
        if not cuda.is_available():
            raise Refused(f"--engine gpu needs an NVIDIA GPU and its driver, and none is found here; {INSTEAD}")
        check_compiles()

    def run(self, job: Job[T], stretch: Stretch, tell: Tell, stop: Event) -> T:
        """Deal a stretch, wave after wave; told to stop, the wave that has begun is finished."""
        if type(job) not in WAVES:
            raise Refused("--engine gpu deals what choices are looked up for; a function plays with --engine local")
        wave = WAVES[type(job)](job, self.functions, -(-stretch.rounds // job.shift))
        total = job.nothing()
        for piece in cut(stretch, wave.rounds):
            if stop.is_set():
                break
            total.add(wave.deal(piece))
            tell(piece.rounds)
        return total


def check_compiles() -> None:
    """Refuse to go on where nothing can be compiled for the device: a driver alone brings no compiler."""

    def nothing() -> None:
        """Runs, if anything does."""

    try:
        cuda.jit(nothing)[1, 1]()
        cuda.synchronize()
    except Exception as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise Refused(
            "--engine gpu needs CUDA's compiler libraries, which cannot be used here "
            f"({said[:160]}); pip install 'numba-cuda[cu13]' brings them, [cu12] for older drivers; {INSTEAD}"
        ) from None
