"""A house in a process of its own, as `croupier serve` opens it, over older books or new ones."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile

import httpx

from tests.floor.client import PLAIN, Client
from tests.floor.mortal_house import free_port

CROUPIER = (sys.executable, "-c", "from croupier.cli import main; main()")
NEVER = 10**9
"""Rounds of the books that are kept here have been left alone for years, and are still to be played."""


@contextmanager
def served(*books: str, left_alone: int = NEVER) -> Iterator[str]:
    """The address of a house that is open until the end of the block; the books are named as the command names them."""
    port = free_port()
    words = ("serve", *books, "--port", str(port), "--left-alone", str(left_alone))
    url = f"http://127.0.0.1:{port}"
    with TemporaryFile() as journal:
        house = subprocess.Popen([*CROUPIER, *words], stdout=journal, stderr=journal)
        try:
            deadline = time.monotonic() + 60
            while not _is_ready(url):
                journal.seek(0)
                assert house.poll() is None, f"the house did not open: {journal.read().decode()[-2000:]}"
                assert time.monotonic() < deadline, "the house does not answer"
                time.sleep(0.05)
            yield url
        finally:
            house.terminate()
            house.wait()


def signed_in(url: str, name: str, password: str, code: str = "") -> Client:
    """Somebody with an account, back in the house; staff come with a code."""
    body = {"name": name, "password": password, "code": code}
    told = httpx.post(f"{url}/api/sessions", json=body, **PLAIN).raise_for_status()
    return Client(url, told.json()["token"])


def make_account(name: str, password: str, role: str, *books: str) -> list[str]:
    """Somebody who runs the house, made as its owner makes them; the recovery codes of a new second factor."""
    words = ("account", name, "--role", role, *books)
    made = subprocess.run([*CROUPIER, *words], input=password + "\n", text=True, check=True, stdout=subprocess.PIPE)
    return made.stdout.partition("recovery codes, each good once: ")[2].split()


def _is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz", timeout=5, **PLAIN).is_success
    except httpx.TransportError:
        return False
