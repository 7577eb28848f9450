"""A house of its own for the web tests: the real server on a free port, with books in a temporary folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.fork_server import Forked, croupier
from tests.infrastructure import free_port, wait_until_ready


class WebHouse:
    """A server process that can be stopped and started again with the same books, on the same port."""

    def __init__(self, folder: Path, installed: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.installed = installed
        """The command of an installed package whose house it is, if not of this tree's."""
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | Forked | None = None

    def open(self) -> None:
        """Start the server, and wait until it answers."""
        with (self.folder / "server.log").open("ab") as log:
            words = ["serve", "--port", str(self.port), "--data", str(self.folder)]
            self._process = (
                subprocess.Popen([*self.installed, *words], stdout=log, stderr=log)
                if self.installed
                else croupier(words, log)
            )
        wait_until_ready(self._process, self.address, self.folder / "server.log")

    def close(self) -> None:
        """Stop the server at once, as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def make_account(name: str, password: str, role: str, *books: str) -> list[str]:
    """Give somebody an account as the owner of the house does; return the recovery codes of a new second factor."""
    words = (sys.executable, "-c", "from croupier.cli import main; main()", "account", name, "--role", role, *books)
    made = subprocess.run(words, input=password + "\n", text=True, check=True, stdout=subprocess.PIPE)
    return made.stdout.partition("recovery codes, each good once: ")[2].split()
