"""Lines that are opened and say nothing: those who play are served whoever holds how many of them."""

from __future__ import annotations

import resource
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import httpx
import pytest

from croupier.errors import Refused
from croupier.floor.connection_slots import ConnectionSlots
from croupier.floor.server import _check_files, serve
from tests.floor.client import PLAIN, Client
from tests.floor.mortal_house import CROUPIER
from tests.floor.open_house import OpenHouse
from tests.infrastructure import free_port, wait_until_ready


@contextmanager
def lines(url: str, count: int, source: str = "127.0.0.1") -> Iterator[list[socket.socket]]:
    """Lines to a house from one address, on which half of a request was said."""
    there = ("127.0.0.1", int(url.rpartition(":")[2]))
    with ExitStack() as stack:
        opened = []
        for _ in range(count):
            line = stack.enter_context(socket.create_connection(there, 20, (source, 0)))
            line.sendall(b"GET / HT")
            opened.append(line)
        yield opened


def limited(files: int) -> tuple[str, ...]:
    """The beginning of a command whose process may have so many files open."""
    return ("sh", "-c", f'ulimit -n {files} && exec "$@"', "sh")


@contextmanager
def served(tmp_path: Path, files: int) -> Iterator[str]:
    """A house in a process that may have so many files open."""
    port = free_port()
    words = [*limited(files), *CROUPIER, "serve", "--data", str(tmp_path), "--port", str(port)]
    journal = tmp_path / "said"
    with journal.open("wb") as said:
        house = subprocess.Popen(words, stdout=said, stderr=said)
    try:
        wait_until_ready(house, f"http://127.0.0.1:{port}", journal)
        yield f"http://127.0.0.1:{port}"
    finally:
        house.kill()
        house.wait()


def may_open(files: int) -> bool:
    """Whether this process may open so many files; it is allowed to where it can allow itself."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < files <= hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return files <= hard


@pytest.mark.parametrize(
    ("count", "files"), [(1_100, 1_024), pytest.param(5_100, 8_192, marks=pytest.mark.confirm)], ids=str
)
def test_half_open_lines_from_one_address_do_not_close_the_house(tmp_path: Path, count: int, files: int) -> None:
    if not may_open(count + 200):
        pytest.skip(f"this process may not open {count} lines")
    with served(tmp_path, files) as url, closing(Client.guest(url)) as player:
        player.http.close()
        with lines(url, count):
            began = time.monotonic()
            back = Client(url, player.token, timeout=5)
            with closing(back):
                assert back.account == player.account, "somebody with a session, from the same address"
            elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
            with httpx.Client(transport=elsewhere, base_url=url, timeout=5, **PLAIN) as stranger:
                assert stranger.post("/api/guests").status_code == 201, "a stranger, from another address"
            assert time.monotonic() - began < 5


def test_the_oldest_silent_line_of_a_network_makes_room_for_its_newest(file_database: str) -> None:
    with OpenHouse(file_database, slots=ConnectionSlots(40)) as house, lines(house.url, 10) as silent:
        with lines(house.url, 1):
            assert silent[0].recv(1) == b"", "the oldest is closed"
        assert httpx.get(f"{house.url}/healthz", **PLAIN).status_code == 200
        silent[-1].setblocking(False)
        with pytest.raises(BlockingIOError):
            silent[-1].recv(1)


def test_strangers_of_many_networks_leave_room_for_known_sessions(file_database: str) -> None:
    with OpenHouse(file_database, slots=ConnectionSlots(40)) as house:
        known = [house.guest() for _ in range(10)]
        for guest in known:
            assert guest.get("/api/me").status_code == 200
        with ExitStack() as crowd:
            for network in range(2, 14):
                crowd.enter_context(lines(house.url, 5, f"127.0.0.{network}"))
            for guest in known:
                assert guest.get("/api/me").status_code == 200
            assert len(house.slots) <= 41, "no more than there are slots"


def test_one_session_does_not_make_all_of_somebodys_lines_known(file_database: str) -> None:
    with OpenHouse(file_database, slots=ConnectionSlots(400)) as house:
        guest = house.guest()
        request = f"GET /api/me HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {guest.token}\r\n\r\n".encode()
        with lines(house.url, 0), ExitStack() as stack:
            for _ in range(120):
                there = ("127.0.0.1", int(house.url.rpartition(":")[2]))
                line = stack.enter_context(socket.create_connection(there, 20))
                line.sendall(request)
                assert line.recv(4096).startswith(b"HTTP/1.1 200")
            assert house.slots.known() <= 60
            assert house.guest().get("/api/me").status_code == 200


def test_a_line_that_is_served_is_not_closed_to_make_room(file_database: str) -> None:
    with OpenHouse(file_database, slots=ConnectionSlots(40)) as house:
        player = house.guest()
        table = player.open_table()
        with player.watch(table) as watcher, house.client().watch(table) as nobody:
            watcher.hear()
            nobody.hear()
            with lines(house.url, 60):
                player.sit(table)
                assert watcher.hear()["entries"][0]["entry"] == nobody.hear()["entries"][0]["entry"] == "sat"
        deadline = time.monotonic() + 5
        while len(house.slots) > 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert len(house.slots) <= 2, "every line that has ended has given its slot back"


def test_too_few_files_are_refused_before_the_house_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("not allowed to raise maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (100, 100))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    with pytest.raises(Refused, match="100 files may be open at once, and a house needs 256; allow more with ulimit"):
        serve(None, tmp_path, "127.0.0.1", 0, workers=1)


def test_a_house_with_few_files_says_how_many_connections_it_keeps(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    allowed = [(256, 1_024)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: allowed[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: allowed.append(limits))
    _check_files()
    assert allowed[-1] == (1_024, 1_024), "it takes what it may have"
    assert capsys.readouterr().err.startswith("croupier: 1024 files may be open at once, so 896 connections are kept; ")
