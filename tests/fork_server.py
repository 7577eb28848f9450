"""Houses opened in a moment: a process that has imported the server, and forks one that says `croupier ...`.

Nearly all of what opening a house costs is importing it. What is forked is a process of its own that runs the real
command, and can be stopped, killed and waited for like any other.
"""

from __future__ import annotations

import atexit
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from select import select
from typing import IO, Any, NoReturn

HEADER = 8
"""Bytes that say how long a request is."""


class Forked:
    """A process that is a child of the fork server, with what tests need of `subprocess.Popen`."""

    def __init__(self, pid: int, ended: socket.socket) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._ended = ended

    def poll(self) -> int | None:
        """How it ended, or None while it runs."""
        return self._returned(0)

    def wait(self, timeout: float | None = None) -> int:
        """How it ended, when it has."""
        code = self._returned(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to stop."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it without a word."""
        self.send_signal(signal.SIGKILL)

    def _returned(self, timeout: float | None) -> int | None:
        if self.returncode is None and select([self._ended], [], [], timeout)[0]:
            self.returncode = int(self._ended.recv(16) or b"-1")
            self._ended.close()
        return self.returncode


def croupier(words: list[str], said: IO[Any], env: Mapping[str, str] | None = None) -> Forked:
    """Start `croupier` with these words in a session of its own; what it says goes to a file."""
    ours, theirs = socket.socketpair()
    with theirs:
        request = json.dumps({"words": words, "env": dict(env or os.environ), "folder": os.getcwd()}).encode()
        server = _server()
        socket.send_fds(server, [len(request).to_bytes(HEADER, "big")], [said.fileno(), theirs.fileno()])
        server.sendall(request)
    return Forked(int(ours.recv(16)), ours)


@cache
def _server() -> socket.socket:
    """The server of this test process, which ends with it."""
    ours, theirs = socket.socketpair()
    with theirs:
        command = [sys.executable, "-m", "tests.fork_server", str(theirs.fileno())]
        process = subprocess.Popen(
            command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, start_new_session=True
        )
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def serve(requests: socket.socket) -> None:
    """Fork whenever asked, and tell of each process when it has ended."""
    import croupier.cli.commands.operations
    import croupier.floor.server  # noqa: F401

    running: dict[int, tuple[int, socket.socket]] = {}
    while True:
        readable, _, _ = select([requests, *running], [], [])
        for watched in set(running).intersection(readable):
            pid, told = running.pop(watched)
            os.close(watched)
            with told:
                told.send(str(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])).encode())
        if requests in readable:
            header, (said, ended), _, _ = socket.recv_fds(requests, HEADER, 2)
            request = json.loads(_received(requests, int.from_bytes(header, "big")))
            if (pid := os.fork()) == 0:
                requests.close()
                os.close(ended)
                _become(request, said)
            os.close(said)
            told = socket.socket(fileno=ended)
            told.send(str(pid).encode())
            running[os.pidfd_open(pid)] = pid, told


def _received(requests: socket.socket, length: int) -> bytes:
    request = b""
    while len(request) < length:
        request += requests.recv(length - len(request))
    return request


def _become(request: dict[str, Any], said: int) -> NoReturn:
    """Be `python -m croupier` with these words."""
    code: Any = 1
    try:
        os.setsid()
        os.chdir(request["folder"])
        os.environ.clear()
        os.environ.update(request["env"])
        os.dup2(said, 1)
        os.dup2(said, 2)
        os.close(said)
        sys.argv = ["croupier", *request["words"]]
        runpy.run_module("croupier", run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as done:
        code = done.code or 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


if __name__ == "__main__":
    try:
        serve(socket.socket(fileno=int(sys.argv[1])))
    except (ValueError, ConnectionError):
        sys.exit()  # the test process has gone: it asks for nothing more
