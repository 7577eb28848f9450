"""A house of its own for the web tests: the real server on a free port, with books in a temporary folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.infrastructure import free_port, wait_until_ready


class WebHouse:
    """A server process that can be stopped and started again with the same books, on the same port."""

    def __init__(self, folder: Path, croupier: tuple[str, ...] = (sys.executable, "-m", "croupier")) -> None:
        self.folder = folder
        self.croupier = croupier
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        """Start the server, and wait until it answers."""
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self.croupier, "serve", "--port", str(self.port), "--data", str(self.folder)], stdout=log, stderr=log
            )
        wait_until_ready(self._process, self.address, self.folder / "server.log")

    def close(self) -> None:
        """Stop the server at once, as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
