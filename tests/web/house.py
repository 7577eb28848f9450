"""A house of its own for the web tests: the real server on a free port, with books in a temporary folder."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError


class WebHouse:
    """A server process that can be stopped and started again with the same books, on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        """Start the server, and wait until it answers."""
        command = (sys.executable, "-c", "from croupier.cli import main; main()", "serve")
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--port", str(self.port), "--data", str(self.folder)], stdout=log, stderr=log
            )
        for _ in range(400):
            with suppress(URLError, OSError), urllib.request.urlopen(f"{self.address}/readyz", timeout=1):
                return
            if self._process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError(f"the house did not open:\n{(self.folder / 'server.log').read_text()[-2000:]}")

    def close(self) -> None:
        """Stop the server at once, as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
