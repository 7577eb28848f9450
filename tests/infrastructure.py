"""What tests lean on besides the code: browsers, servers, databases and clusters that have to come up."""

from __future__ import annotations

import fcntl
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from tempfile import gettempdir
from typing import Protocol
from urllib.request import ProxyHandler, build_opener

PATIENCE = 60
"""Seconds for which a server is waited for."""
_AT_HOME = build_opener(ProxyHandler({}))


class InfrastructureFailure(Exception):
    """Something that a test needs did not come up; `conftest.py` says which tests are then tried again."""


@contextmanager
def comes_up(what: str, *failures: type[Exception]) -> Iterator[None]:
    """While something is started, these failures are the infrastructure's."""
    try:
        yield
    except failures as failure:
        raise InfrastructureFailure(f"{what} did not come up: {failure}") from failure


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let one test process at a time build or install."""
    with (Path(gettempdir()) / "croupier-web-tests.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as trial:
        return int(trial.getsockname()[1])


class Running(Protocol):
    """A process that may have ended."""

    def poll(self) -> int | None: ...


def wait_until_ready(house: Running, address: str, log: Path) -> None:
    """Wait until a house answers; if it ends instead, that is our fault unless somebody else had its port."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if house.poll() is not None:
            said = log.read_text()[-2000:]
            taken = "address already in use" in said.lower()
            raise (InfrastructureFailure if taken else AssertionError)(f"the house did not open:\n{said}")
        with suppress(OSError, HTTPException):
            _AT_HOME.open(f"{address}/readyz", timeout=5).close()
            return
        time.sleep(0.02)
    raise InfrastructureFailure(f"no house answers at {address}")
