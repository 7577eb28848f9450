"""Draining: a process that is told to stop says so, answers what still comes, and stops some seconds later."""

from __future__ import annotations

import asyncio
import signal
import threading
from typing import Any, Final

from croupier.floor.json_log import log_line
from croupier.floor.service_manager import notify

DRAIN_SECONDS: Final = 5.0
CLOSE: Final = (b"connection", b"close")
"""What every answer carries meanwhile, so that the next request comes over a new connection, to another process."""


class Draining:
    """Whether this process is about to stop; the first SIGTERM begins it, a second one ends it at once."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.begun = False

    def listen(self) -> None:
        """Take SIGTERM from the server, which gets it when the time is over."""
        if self.seconds <= 0 or threading.current_thread() is not threading.main_thread():
            return
        stop: Any = signal.getsignal(signal.SIGTERM)
        if not callable(stop):
            return
        loop = asyncio.get_running_loop()

        def begin(number: int, frame: Any) -> None:
            if self.begun:
                stop(number, frame)
                return
            self.begun = True
            loop.call_soon_threadsafe(wait)

        def wait() -> None:
            log_line("draining", seconds=self.seconds)
            notify("STOPPING=1")
            loop.call_later(self.seconds, stop, signal.SIGTERM, None)

        signal.signal(signal.SIGTERM, begin)
