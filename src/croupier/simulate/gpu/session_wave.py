"""Sessions of `hold` on the device: each thread plays whole ones."""

from __future__ import annotations

from typing import Any, Final

from croupier.simulate.bankroll.sessions import LINE, SessionJob, play_sessions
from croupier.simulate.gpu.device_functions import DeviceFunctions, cuda, to_device
from croupier.simulate.gpu.device_memory import BLOCK, back, empty
from croupier.simulate.kept_lines import KeptLines
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.runs.runner import Stretch

WORK: Final = 1 << 34
"""Rounds of a wave, about: a second or so, after which it is looked whether to stop."""
MOST: Final = 1 << 20
"""Sessions of a wave, at most."""
FEWEST: Final = 1 << 17
"""Sessions that keep a device busy."""


class SessionWave:
    """Sessions of one bet."""

    def __init__(self, job: SessionJob, functions: DeviceFunctions, sessions: int) -> None:
        self.job = job
        self.rounds = min(max(WORK // job.plan.rounds, FEWEST), MOST, sessions)
        """The sessions of a wave, at most."""
        self.kernel = functions.kernel("sessions", lambda: _kernel_for(functions))
        self.tables = to_device(job.tables, functions)

    def deal(self, stretch: Stretch) -> KeptLines:
        """Play the sessions of these numbers."""
        columns = tuple(empty((stretch.rounds,), kind) for kind in LINE)
        blocks = -(-stretch.rounds // BLOCK)
        self.kernel[blocks, BLOCK](key_of(self.job.seed), stretch.first, self.tables, self.job.ends, columns)
        return KeptLines({stretch.first: tuple(map(back, columns))})


def _kernel_for(functions: DeviceFunctions) -> Any:
    play = functions(play_sessions)

    def play_session(key: Any, first: Any, tables: Any, ends: Any, columns: Any) -> None:
        won, played, ended, needed = columns
        at = cuda.grid(1)
        if at < len(won):
            own = won[at : at + 1], played[at : at + 1], ended[at : at + 1], needed[at : at + 1]
            play(key, first + at, tables, ends, own)

    return cuda.jit(play_session)
