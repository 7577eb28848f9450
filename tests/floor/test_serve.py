"""`croupier serve`: the address that it prints is the one where the house is."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import httpx
import pytest

from croupier.errors import Refused
from croupier.floor.api.pages import NOT_BUILT
from croupier.floor.server import _spellings, serve
from tests.floor.client import PLAIN
from tests.floor.mortal_house import CROUPIER


def speaks_the_longer_kind() -> bool:
    """Whether this machine has addresses like ::1."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


LONGER = pytest.mark.skipif(not speaks_the_longer_kind(), reason="the machine has no address ::1")


@pytest.mark.parametrize(
    ("host", "written"), [("127.0.0.1", r"127\.0\.0\.1"), pytest.param("::1", r"\[::1\]", marks=LONGER)]
)
def test_a_house_on_any_free_port_prints_where_it_is(tmp_path: Path, host: str, written: str) -> None:
    words = [*CROUPIER, "serve", "--data", str(tmp_path), "--host", host, "--port", "0"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        assert process.stdout is not None
        found = re.fullmatch(rf"Croupier is open at (http://{written}:[1-9]\d*)\n", process.stdout.readline())
        assert found, "the address is not printed"
        with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=10, **PLAIN) as client:
            assert client.get(f"{found[1]}/healthz").json() == {"status": "alive"}
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.parametrize(
    ("host", "port", "why"),
    [
        ("127.0.0.1", 99_999, "port 99999 on 127.0.0.1 cannot be opened"),
        ("127.0.0.1", -1, "port -1 on 127.0.0.1 cannot be opened"),
        ("no such place", 8021, "no such place is not an address of this machine .* give another with --host"),
    ],
)
def test_an_address_that_cannot_be_opened_is_refused(tmp_path: Path, host: str, port: int, why: str) -> None:
    with pytest.raises(Refused, match=why):
        serve(None, tmp_path, host, port, workers=1)


def test_a_proxy_that_is_no_address_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="'the gateway' is not the address of a proxy"):
        serve(None, tmp_path, "127.0.0.1", 0, workers=1, proxy="the gateway")


def test_a_proxy_is_known_on_a_socket_for_both_kinds_of_addresses() -> None:
    assert _spellings("127.0.0.1") == ["127.0.0.1", "::ffff:127.0.0.1"] and _spellings("::1") == ["::1"]


def test_a_house_without_pages_says_so_at_the_start_and_on_the_page(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from croupier.floor import server;"
        "server.SITE = Path(sys.argv[1], 'site'); server.serve(None, Path(sys.argv[1]), '127.0.0.1', 0, workers=1)"
    )
    process = subprocess.Popen([sys.executable, "-c", script, tmp_path], stdout=PIPE, stderr=PIPE, text=True)
    try:
        assert process.stdout is not None and process.stderr is not None
        assert process.stderr.readline() == f"croupier: {NOT_BUILT}\n"
        address = process.stdout.readline().split()[-1]
        with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=10, **PLAIN) as client:
            page = client.get(address)
            assert (page.status_code, page.headers["content-type"]) == (503, "text/html; charset=utf-8")
            assert "the web pages are not built" in page.text
            assert client.get(f"{address}/healthz").json() == {"status": "alive"}
    finally:
        process.kill()
        process.communicate()
