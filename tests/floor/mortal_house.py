"""A house in a process of its own, as `croupier serve` opens it, that can be killed at any moment and opened again."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from random import Random

from tests.fork_server import Forked, croupier
from tests.infrastructure import free_port, wait_until_ready

CROUPIER = (sys.executable, "-m", "croupier")


class MortalHouse:
    """Opened with `open`, ended with `kill`; the database outlives it."""

    def __init__(self, database: str, journal: Path, workers: int = 1, port: int = 0, options: str = "") -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.journal = journal
        given = f"--database-url {database} --port {self.port} --workers {workers} {options}"
        self._words = ("serve", *given.split())
        self._process: Forked | None = None

    def open(self) -> None:
        """Start the process, and wait until it answers."""
        with self.journal.open("ab") as journal:
            self._process = croupier([*self._words], journal)
        wait_until_ready(self._process, self.url, self.journal)

    def kill(self) -> None:
        """End it, and whatever it has started, without a word."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def restart(self) -> None:
        """Ask it to stop, wait until it has answered what still came, and open it again."""
        assert self._process is not None
        self._process.terminate()
        self._process.wait(timeout=60)
        self.open()

    def hang_up(self) -> None:
        """Ask it to replace its workers one after the other."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGHUP)

    def kill_a_worker(self, random: Random) -> None:
        """End one of several worker processes without a word; the house starts another."""
        os.kill(random.choice(self.workers()), signal.SIGKILL)

    def kill_the_first(self) -> None:
        """End the process that started the others, and it alone, without a word; the others follow."""
        assert self._process is not None
        workers = self.workers()
        self._process.kill()
        self._process.wait()
        self._process = None
        deadline = time.monotonic() + 20
        while any(Path(f"/proc/{worker}/exe").exists() for worker in workers):
            assert time.monotonic() < deadline, "workers outlive the house"
            time.sleep(0.05)

    def workers(self) -> list[int]:
        """The processes that serve, when there are several."""
        assert self._process is not None
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]

    def __enter__(self) -> MortalHouse:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.kill()
