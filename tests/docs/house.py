"""A house for the pages whose programs speak to one, opened by the command that those pages tell to open it with."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

ADDRESS = "http://127.0.0.1:8021"
"""The address in the documentation; in a test, that of the house stands in its place."""


class PageHouse:
    """Opened when it is first needed, and closed with the page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process: subprocess.Popen[str] | None = None
        self._address = ""

    def __enter__(self) -> PageHouse:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.communicate(timeout=30)

    def addressed(self, text: str) -> str:
        """A text with the address of the house that is open."""
        return text.replace(ADDRESS, self._open()) if ADDRESS in text else text

    def _open(self) -> str:
        if self._process is None:
            words = [sys.executable, "-m", "croupier", "serve", "--port", "0", "--data", str(self.folder / "house")]
            self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
            assert self._process.stdout is not None
            said = self._process.stdout.readline()
            found = re.search(r"http://\S+", said)
            assert found, f"the house did not open: {said!r}"
            self._address = found[0]
            _wait_for(f"{self._address}/readyz")
        return self._address


def _wait_for(address: str) -> None:
    """Wait until the doors, whose address is printed first, are open."""
    opener = build_opener(ProxyHandler({}))
    for _ in range(600):
        try:
            opener.open(address, timeout=10).close()
            return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError(f"{address} was not answered")
