"""Opening the house: one process or several, on an address that is printed when the doors are open."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
from contextlib import suppress
from ipaddress import ip_address
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any, Final

import uvicorn
from fastapi import FastAPI

from croupier.errors import Refused
from croupier.floor.api import create_app
from croupier.floor.api.pages import NOT_BUILT, are_built
from croupier.floor.connection_slots import MOST, ConnectionSlots
from croupier.floor.draining import DRAIN_SECONDS, Draining
from croupier.floor.http_limits import HEAD_BYTES, LiveProtocol, Patience
from croupier.floor.metrics import told_together
from croupier.floor.service_manager import notify
from croupier.floor.storage.database import DATA, Storage, database_url
from croupier.floor.tables.house import LEFT_ALONE_SECONDS
from croupier.floor.tables.seed_epochs import make_ready

DATABASE = "CROUPIER_DATABASE"
LEFT_ALONE = "CROUPIER_LEFT_ALONE_SECONDS"
PROXY = "CROUPIER_PROXY_ADDRESSES"
DRAIN = "CROUPIER_DRAIN_SECONDS"
"""Where worker processes are told of the books, of proxies, and when a round that nobody touches is played out."""

FILES_BESIDE: Final = 128
"""Files that a process has open besides its connections: the books, pages, pipes to those who compute."""
FEWEST_FILES: Final = 256

SITE = Path(__file__).parent / "site"
"""The built web pages."""


UVICORN: Final[dict[str, Any]] = {
    "http": Patience,
    "ws": LiveProtocol,
    "proxy_headers": False,
    "access_log": False,
    "log_level": "warning",
    "server_header": False,
    "ws_max_size": 4096,
    "ws_per_message_deflate": False,
    "timeout_keep_alive": 30,
    "timeout_graceful_shutdown": 5,
    "timeout_worker_healthcheck": 20,
    "h11_max_incomplete_event_size": HEAD_BYTES,
}
"""How connections are treated: one message goes to many watchers, and is not compressed anew for each."""


def serve(
    given: str | None,
    data_folder: Path,
    host: str,
    port: int,
    workers: int,
    left_alone_seconds: int = LEFT_ALONE_SECONDS,
    proxy: str | None = None,
    after_restore: bool = False,
    drain_seconds: float = DRAIN_SECONDS,
) -> None:
    """Make the tables of new books and open the doors."""
    database = database_url(given, data_folder)
    if workers < 1:
        raise Refused(f"the house needs at least one worker, not {workers}")
    if workers > 1 and database.startswith("sqlite"):
        raise Refused("several workers share tables through PostgreSQL; give --database-url postgresql://...")
    if left_alone_seconds < 1:
        raise Refused(f"a table cannot be left alone for {left_alone_seconds} seconds; give one at least")
    _check_files()
    port = _check_port(host, port)
    proxies = [] if proxy is None else _spellings(proxy)
    os.environ[DATA] = str(data_folder)
    asyncio.run(_prepare(database, after_restore, workers))
    if not are_built(SITE):
        print(f"croupier: {NOT_BUILT}", file=sys.stderr, flush=True)
    os.environ[DATABASE] = database
    os.environ[LEFT_ALONE] = str(left_alone_seconds)
    os.environ[PROXY] = ",".join(proxies)
    os.environ[DRAIN] = str(drain_seconds)
    Thread(target=_say_open, args=(host, port), daemon=True).start()
    options = UVICORN | {"proxy_headers": bool(proxies), "forwarded_allow_ips": proxies}
    with told_together(workers):
        uvicorn.run("croupier.floor.server:app", factory=True, host=host, port=port, workers=workers, **options)


def app() -> FastAPI:
    """The application of one worker process."""
    if (house := parent_process()) is not None:
        Thread(target=_close_with, args=(house,), daemon=True).start()
    slots = ConnectionSlots(min(MOST, _files() - FILES_BESIDE), [one for one in os.environ[PROXY].split(",") if one])
    drain = Draining(float(os.environ[DRAIN]))
    alone = int(os.environ[LEFT_ALONE])
    made = create_app(os.environ[DATABASE], site=SITE, left_alone_seconds=alone, slots=slots, draining=drain)
    set_aside()
    return made


def set_aside() -> None:
    """Keep the garbage collector from looking through the program again and again; a sixth of all time went there."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


def _files() -> int:
    """How many files a process may have open; as many as it wants, where nobody says."""
    if sys.platform == "win32":
        return MOST + FILES_BESIDE
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST + FILES_BESIDE if soft == resource.RLIM_INFINITY else soft


def _check_files() -> None:
    """Let this process and its workers have the files that they need open, as far as they may."""
    wanted = MOST + FILES_BESIDE
    if sys.platform != "win32" and _files() < wanted:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            more = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
    if (files := _files()) < FEWEST_FILES:
        raise Refused(f"{files} files may be open at once, and a house needs {FEWEST_FILES}; allow more with ulimit -n")
    if files < wanted:
        told = f"{files} files may be open at once, so {files - FILES_BESIDE} connections are kept"
        print(f"croupier: {told}; `ulimit -n {wanted}` allows {MOST}", file=sys.stderr, flush=True)


def _close_with(house: BaseProcess) -> None:
    """Close the doors when the process that started this one is gone, however it ended: nobody else could."""
    house.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _say_open(host: str, port: int) -> None:
    """Say that the house is open once its port answers, to whoever reads along and to a service manager."""
    near = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    while True:
        with suppress(OSError), socket.create_connection((near, port), timeout=5) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nhost: croupier\r\nconnection: close\r\n\r\n")
            if line.recv(64).startswith(b"HTTP/1.1 200 "):
                break
        sleep(0.05)
    print(f"Croupier is open at http://{f'[{host}]' if ':' in host else host}:{port}", flush=True)
    notify("READY=1")


async def _prepare(database: str, after_restore: bool, workers: int) -> None:
    storage = Storage(database)
    try:
        await storage.make_tables()
        if (warning := await storage.few_connections(workers)) is not None:
            print(f"croupier: warning: {warning}", file=sys.stderr, flush=True)
        await make_ready(storage, after_restore)
    finally:
        await storage.close()


def _spellings(proxy: str) -> list[str]:
    """A proxy's address, also as a socket for both kinds of addresses tells it."""
    try:
        address = ip_address(proxy)
    except ValueError:
        raise Refused(f"{proxy!r} is not the address of a proxy; write it as 127.0.0.1 or ::1") from None
    return [str(address), f"::ffff:{address}"] if address.version == 4 else [str(address)]


def _check_port(host: str, port: int) -> int:
    """The port, which can be opened there; one that is free, where 0 leaves the choice."""
    try:
        family, *_, address = min(socket.getaddrinfo(host, None, type=socket.SOCK_STREAM))
        with socket.socket(family) as trial:
            if sys.platform != "win32":
                # There it would let two programs have one port; elsewhere it takes a port that was just given up.
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((address[0], port))
            return int(trial.getsockname()[1])
    except socket.gaierror as error:
        raise Refused(f"{host} is not an address of this machine ({error}); give another with --host") from None
    except (OSError, OverflowError) as error:
        raise Refused(f"port {port} on {host} cannot be opened ({error}); give another with --port") from None
