"""The head of a request: as long as anybody needs, and no longer, and not believed about where it comes from."""

from __future__ import annotations

import socket
from contextlib import suppress

import httpx
import pytest

from croupier.floor.api.rate_limit import RateLimit
from tests.floor.client import PLAIN
from tests.floor.open_house import OpenHouse

BEGINNING = b"GET /healthz HTTP/1.1\r\nhost: x\r\n"
MEGABYTE = 1 << 20


def said_to(house: OpenHouse, before: bytes, endless: bytes) -> bytes:
    """What the house answers to somebody whose head does not end, until it closes the line."""
    heard = b""
    with socket.create_connection(("127.0.0.1", int(house.url.rpartition(":")[2])), timeout=20) as line:
        if before:
            line.sendall(before)
            while not heard.endswith(b'{"status":"alive"}'):
                heard += line.recv(4096)
            heard = b""
        with suppress(ConnectionError):
            line.sendall(BEGINNING)
            for _ in range(64):
                line.sendall(endless * (MEGABYTE // len(endless)))
            raise AssertionError("the house has taken 64 megabytes of a head")
        with suppress(ConnectionError):
            while more := line.recv(4096):
                heard += more
    return heard


@pytest.mark.parametrize("before", [b"", BEGINNING + b"\r\n"], ids=["the first request", "the second"])
@pytest.mark.parametrize("endless", [b"a", b"x: y\r\n"], ids=["one field", "many fields"])
def test_a_head_that_does_not_end_is_cut_off(house: OpenHouse, before: bytes, endless: bytes) -> None:
    assert said_to(house, before, endless)[:10] in (b"HTTP/1.1 4", b"")
    assert house.client().get("/healthz").status_code == 200


def test_a_head_as_long_as_browsers_send_is_read(house: OpenHouse) -> None:
    cookie = "; ".join(f"{number}={'a' * 100}" for number in range(100))
    assert house.client().http.get("/healthz", headers={"cookie": cookie}).status_code == 200


def test_a_body_that_is_answered_before_it_has_come_in_does_not_cost_the_answer(house: OpenHouse) -> None:
    refused = house.guest().http.post("/api/guests", content=b"a" * MEGABYTE)
    assert refused.status_code == 413


def test_nobody_is_believed_to_come_from_elsewhere(file_database: str) -> None:
    with OpenHouse(file_database, RateLimit(burst=5, per_second=0.001)) as house:
        answers = [
            httpx.get(f"{house.url}/api/me", headers={"x-forwarded-for": f"192.0.2.{number}"}, **PLAIN).status_code
            for number in range(10)
        ]
    assert answers == [401] * 5 + [429] * 5


def test_an_answer_does_not_wait_for_the_next(house: OpenHouse) -> None:
    """A small answer would else be kept back until the client has acknowledged the one before it."""
    with socket.create_connection(("127.0.0.1", int(house.url.rpartition(":")[2])), timeout=20) as line:
        line.sendall(BEGINNING + b"\r\n")
        line.recv(4096)
        (connection,) = (each for each in house.server.server_state.connections if each.client == line.getsockname())
        accepted = connection.transport.get_extra_info("socket")
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
