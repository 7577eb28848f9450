"""How fast the house is: actions a second at many tables, beside an endpoint of the same machine that inserts one row.

Real clients over loopback, one at each table, each sending its next command when the last was answered: open a round,
bet, check, check, fold. `BENCH_LONG=1` measures each for longer.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter, sleep

from rich.console import Console
from rich.table import Table
from tests.floor.postgres import postgres_server

from croupier.floor.storage.database import Storage, database_url

LONG = bool(os.environ.get("BENCH_LONG"))
TABLES = (1, 100, 1000)
SECONDS = 20.0 if LONG else 4.0
TURNS = 8
"""How often the two servers take turns where one client alone is served; many take long to come in."""
WATCHERS = 500
EVENTS = 40 if LONG else 15
ROUND = ("", "bet ante=0.01 blind=0.01", "check", "check", "fold")
"""A round as it is played: opened, and then answered; it costs two cents, so that nobody runs out of them."""

Act = Callable[[], Awaitable[object]]
"""One thing that a client does, and waits for."""


@dataclass
class Figures:
    """What was measured of one server at one load."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)

    @property
    def per_second(self) -> float:
        """How much was done."""
        return len(self.latencies) / self.seconds

    def at(self, share: float) -> float:
        """The latency that this share of the requests did not exceed, in milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Line:
    """A connection to a server of this machine, with no more between it and the socket than it needs."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self.port = port
        self.host = host
        self.token = ""
        self._keys = count()

    async def __aenter__(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()
        await self.writer.wait_closed()

    async def post(self, path: str, body: object = None) -> dict[str, object]:
        """Send a command and wait for its answer."""
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
            f"authorization: Bearer {self.token}\r\nidempotency-key: {id(self):x}-{next(self._keys):08}\r\n"
            f"content-length: {len(content)}\r\n\r\n"
        )
        self.writer.write(head.encode() + content)
        answered = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = int(answered.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        said = await self.reader.readexactly(length)
        assert answered[9:10] == b"2", f"{path}: {answered.decode()}{said.decode()}"
        result: dict[str, object] = json.loads(said)
        return result

    async def take_a_seat(self) -> str:
        """Come in as a guest and sit down at a table of one's own; the table's path."""
        self.token = str((await self.post("/api/guests"))["token"])
        terms = {"game": "on-the-draw", "name": "Bench", "chip": 1, "limits": {"ante": [1, 1000], "blind": [1, 1000]}}
        path = f"/api/tables/{(await self.post('/api/tables', terms))['id']}"
        await self.post(f"{path}/seat", {"seat": 1, "buy_in": 100_000})
        return path


async def play(line: Line) -> Act:
    """A seat at a table; each call plays the next move of its rounds."""
    path = await line.take_a_seat()
    moves = count()

    def move() -> Awaitable[object]:
        words = ROUND[next(moves) % len(ROUND)]
        return line.post(f"{path}/answers", {"answer": words}) if words else line.post(f"{path}/rounds")

    return move


async def insert(line: Line) -> Act:
    """Each call inserts one row."""
    return lambda: line.post("/rows", {"answer": "bet ante=0.01 blind=0.01"})


async def measure(
    figures: Figures, port: int, clients: int, prepare: Callable[[Line], Awaitable[Act]], seconds: float
) -> None:
    """Let so many clients do one thing after another for some seconds, after a short run to warm up.

    Whoever is ready hangs up until all are: the house lets go of a line on which nobody speaks.
    """
    few_at_once = asyncio.Semaphore(50)
    ready = asyncio.Barrier(clients)

    async def client() -> None:
        async with few_at_once, Line(port) as line:
            act = await prepare(line)
        await ready.wait()
        async with line:
            await ready.wait()
            began = perf_counter() + seconds / 4
            while (start := perf_counter()) < began + seconds:
                await act()
                if start >= began:
                    figures.latencies.append(perf_counter() - start)

    await asyncio.gather(*(client() for _ in range(clients)))
    figures.seconds += seconds


def in_turns(new: Callable[[], str], tables: int) -> tuple[Figures, Figures]:
    """The house and the bare endpoint, one after the other and again, for the machine is not always as fast."""
    house, bare = Figures(), Figures()
    turns = TURNS if tables == 1 else 1
    with server("bare", new()) as bare_port, server("house", new()) as house_port:
        for _ in range(turns):
            asyncio.run(measure(bare, bare_port, tables, insert, SECONDS / turns))
            asyncio.run(measure(house, house_port, tables, play, SECONDS / turns))
    return house, bare


async def fan_out(port: int) -> list[float]:
    """Milliseconds from sending a command until every one of the watchers has been told of it."""
    heard = 0
    all_heard = asyncio.Event()
    waiting = 0

    async def watcher(path: str, connected: asyncio.Semaphore) -> None:
        nonlocal heard
        async with Line(port) as line:
            async with connected:
                line.writer.write(
                    f"GET {path}/live HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
                    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n".encode()
                )
                await line.reader.readuntil(b"\r\n\r\n")
                await _frame(line.reader)
            while True:
                heard += 1
                if heard == waiting:
                    all_heard.set()
                await _frame(line.reader)

    async with Line(port) as line:
        path = await line.take_a_seat()
        move = iter(_moves(line, path))
        connected = asyncio.Semaphore(50)
        heard, waiting = 0, WATCHERS
        tasks = [asyncio.create_task(watcher(path, connected)) for _ in range(WATCHERS)]
        await all_heard.wait()
        taken = []
        for _ in range(EVENTS):
            heard = 0
            all_heard.clear()
            start = perf_counter()
            await next(move)
            await all_heard.wait()
            taken.append(1000 * (perf_counter() - start))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return taken


def _moves(line: Line, path: str) -> Iterator[Awaitable[object]]:
    while True:
        for words in ROUND:
            yield line.post(f"{path}/answers", {"answer": words}) if words else line.post(f"{path}/rounds")


async def _frame(reader: asyncio.StreamReader) -> bytes:
    """One text message of a server; pings come between them and are passed over."""
    while True:
        kind, size = await reader.readexactly(2)
        if size > 125:
            size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
        words = await reader.readexactly(size)
        if kind & 15 == 1:
            return words


@contextmanager
def server(kind: str, database: str) -> Iterator[int]:
    """A server in a process of its own; its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with TemporaryDirectory() as folder, open(Path(folder) / "journal", "wb") as journal:
        words = [sys.executable, "-m", "bench._server", kind, database, str(port)]
        process = subprocess.Popen(words, stdout=journal, stderr=subprocess.STDOUT)
        try:
            _wait_for(port, process)
            yield port
        finally:
            process.terminate()
            process.wait()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = monotonic() + 60
    while process.poll() is None and monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            sleep(0.05)
    raise RuntimeError("the server did not open")


@contextmanager
def databases() -> Iterator[Iterator[tuple[str, Callable[[], str]]]]:
    """Both databases, each with a way to get the address of a new house; all settings are their usual ones."""
    with TemporaryDirectory() as folder, postgres_server() as postgres:
        numbers = count()

        def new_file() -> str:
            return _prepared(database_url(None, Path(folder) / str(next(numbers))))

        def new_database() -> str:
            return _prepared(database_url(postgres.address(postgres.new_database()), Path(folder)))

        yield iter((("SQLite", new_file), ("PostgreSQL", new_database)))


def _prepared(address: str) -> str:
    async def migrate() -> None:
        storage = Storage(address)
        await storage.make_tables()
        await storage.close()

    asyncio.run(migrate())
    return address


def run() -> None:
    """Measure and print."""
    console = Console(width=110)
    table = Table(title="Actions a second at the house, beside an endpoint that inserts one row")
    for column in ("database", "tables", "house /s", "p50 ms", "p99 ms", "bare /s", "p50 ms", "p99 ms", "house : bare"):
        table.add_column(column, justify="right")
    told = []
    with databases() as both:
        for name, new in both:
            for tables in TABLES:
                house, bare = in_turns(new, tables)
                table.add_row(
                    name,
                    f"{tables:,}",
                    *(f"{figure:,.1f}" for figure in (house.per_second, house.at(0.5), house.at(0.99))),
                    *(f"{figure:,.1f}" for figure in (bare.per_second, bare.at(0.5), bare.at(0.99))),
                    f"{house.per_second / bare.per_second:.2f}",
                )
            with server("house", new()) as port:
                told.append((name, asyncio.run(fan_out(port))))
    console.print(table)
    for name, taken in told:
        console.print(
            f"{name}: one event to {WATCHERS} watchers in {median(taken):.0f} ms (median of {len(taken)}), "
            f"{max(taken):.0f} ms at most; it should be under 100 ms"
        )
