"""What a house can carry: actions a second for each core, and the memory of a table and of a live line.

One host and then two, each a network namespace with one worker, on one PostgreSQL with its usual, durable settings;
clients come over the network of the namespaces. Where namespaces cannot be made, both are processes on loopback. What
is counted is the processor time of an action in worker and database, which a busy machine does not change much.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from rich.console import Console
from rich.table import Table
from tests.floor.postgres import postgres_server

from bench.floor import Figures, Line, play
from croupier.floor.storage.database import Storage, database_url

CLIENTS = 60
"""Tables at each host, a player at each who acts again as soon as the last answer has come."""
SECONDS = 20.0 if os.environ.get("BENCH_LONG") else 8.0
IDLE_TABLES = 300
LIVE_LINES = 300
SECONDS_BETWEEN_ACTIONS = 6.0
"""A round of On the Draw is five actions in about half a minute."""
PORT = 8021
TICK = os.sysconf("SC_CLK_TCK")


@contextmanager
def host(number: int) -> Iterator[tuple[list[str], str]]:
    """A network namespace, how to run something in it and its address; loopback where there are none."""
    name, outside, inside = f"croupier-{number}", f"10.77.{number}.1", f"10.77.{number}.2"
    words = [
        f"netns add {name}",
        f"link add {name} type veth peer name eth0 netns {name}",
        f"addr add {outside}/24 dev {name}",
        f"link set {name} up",
        f"-n {name} addr add {inside}/24 dev eth0",
        f"-n {name} link set eth0 up",
        f"-n {name} link set lo up",
    ]
    try:
        made = os.geteuid() == 0 and all(
            subprocess.run(["ip", *each.split()], stderr=subprocess.DEVNULL).returncode == 0 for each in words
        )
        yield (["ip", "netns", "exec", name], inside) if made else ([], f"127.0.0.{number + 1}")
    finally:
        subprocess.run(["ip", "netns", "del", name], stderr=subprocess.DEVNULL)


@contextmanager
def worker(number: int, database: str, data: Path) -> Iterator[tuple[int, str]]:
    """A house with one worker on a host of its own; its process and its address."""
    with host(number) as (within, address), open(data / f"journal-{number}", "wb") as journal:
        words = ["serve", "--database-url", database, "--data", str(data), "--host", address, "--port", str(PORT)]
        house = subprocess.Popen(
            [*within, sys.executable, "-m", "croupier", *words, "--drain", "0"], stdout=journal, stderr=journal
        )
        try:
            deadline = monotonic() + 90
            while b"is open at" not in (data / f"journal-{number}").read_bytes():
                assert house.poll() is None and monotonic() < deadline, "the house did not open"
                sleep(0.1)
            yield house.pid, address
        finally:
            house.send_signal(signal.SIGTERM)
            house.wait()


def processor_seconds(*processes: int) -> float:
    """The time that processes have had."""
    stats = [Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split() for process in processes]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / TICK


def resident_kilobytes(process: int) -> int:
    """The memory that a process has."""
    (line,) = (line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


def children(process: int) -> list[int]:
    """The processes that one has started."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


class Spent:
    """The processor time of houses and of PostgreSQL since some moment."""

    def __init__(self, houses: Sequence[int], postgres: int) -> None:
        self.houses = houses
        self.postgres = postgres
        self.began = (0.0, 0.0)

    def begin(self) -> None:
        """Count from now on."""
        self.began = self._now()

    def since(self) -> tuple[float, float]:
        """The seconds of both."""
        houses, postgres = self._now()
        return houses - self.began[0], postgres - self.began[1]

    def _now(self) -> tuple[float, float]:
        return processor_seconds(*self.houses), processor_seconds(*children(self.postgres))


async def measure(addresses: list[str], seconds: float, begin: Callable[[], None]) -> Figures:
    """Have all tables of all hosts played at for some seconds, which begin when everybody sits."""
    figures, ready = Figures(seconds=seconds), asyncio.Barrier(CLIENTS * len(addresses))
    few_at_once = asyncio.Semaphore(20)

    async def client(address: str) -> None:
        async with few_at_once, Line(PORT, address) as line:
            act = await play(line)
        await ready.wait()
        async with line:
            if await ready.wait() == 0:
                begin()
            loop = asyncio.get_running_loop()
            end = loop.time() + seconds
            while (start := loop.time()) < end:
                await act()
                figures.latencies.append(loop.time() - start)

    await asyncio.gather(*(client(address) for address in addresses for _ in range(CLIENTS)))
    return figures


async def fill(address: str, tables: int) -> str:
    """Open tables and sit down at each; the path of one."""
    path = ""
    for _ in range(tables):
        async with Line(PORT, address) as line:
            path = await line.take_a_seat()
    return path


async def live_lines(address: str, path: str, process: int) -> float:
    """Kilobytes of a live line, while many are open."""
    before, lines = resident_kilobytes(process), []
    request = (
        f"GET {path}/live HTTP/1.1\r\nhost: house\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
        "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    for _ in range(LIVE_LINES):
        reader, writer = await asyncio.open_connection(address, PORT)
        writer.write(request.encode())
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        lines.append(writer)
    await asyncio.sleep(1)
    taken = (resident_kilobytes(process) - before) / LIVE_LINES
    for writer in lines:
        writer.close()
    return taken


def run() -> None:
    """Measure and print."""
    console = Console(width=110)
    table = Table(title=f"{CLIENTS} tables a host, every player acting as soon as they are answered")
    for column in ("hosts", "actions /s", "p50 ms", "p99 ms", "house ms of a core", "PostgreSQL ms of a core"):
        table.add_column(column, justify="right")
    costs: list[tuple[float, float]] = []
    for hosts in (1, 2):
        with TemporaryDirectory() as folder, postgres_server() as postgres, ExitStack() as houses:
            database = database_url(postgres.address(postgres.new_database()), Path(folder))
            asyncio.run(_migrated(database, Path(folder)))
            pids, addresses = zip(
                *(houses.enter_context(worker(number, database, Path(folder))) for number in range(1, hosts + 1)),
                strict=True,
            )
            first = int((postgres.data / "postmaster.pid").read_text().split()[0])
            spent = Spent(pids, first)
            asyncio.run(measure(list(addresses), 2.0, spent.begin))
            figures = asyncio.run(measure(list(addresses), SECONDS, spent.begin))
            taken = spent.since()
            done = len(figures.latencies)
            costs.append((1000 * taken[0] / done, 1000 * taken[1] / done))
            where = "on loopback" if addresses[0].startswith("127.") else "in network namespaces"
            told = (figures.per_second, figures.at(0.5), figures.at(0.99), *costs[-1])
            table.add_row(str(hosts), *(f"{figure:,.2f}" for figure in told))
            if hosts == 1:
                empty = resident_kilobytes(pids[0])
                path = asyncio.run(fill(addresses[0], IDLE_TABLES))
                of_a_table = (resident_kilobytes(pids[0]) - empty) / IDLE_TABLES
                of_a_line = asyncio.run(live_lines(addresses[0], path, pids[0]))
    table.caption = f"hosts {where}"
    console.print(table)
    house, books = (median(each) for each in zip(*costs, strict=True))
    a_core = 1000 / house
    console.print(
        f"a core of a house: {a_core:,.0f} actions a second, {a_core * SECONDS_BETWEEN_ACTIONS:,.0f} tables of one "
        f"player who acts every {SECONDS_BETWEEN_ACTIONS:g} s; a table {of_a_table:,.0f} KB, "
        f"a live line {of_a_line:,.0f} KB"
    )
    wanted = 10_000 / SECONDS_BETWEEN_ACTIONS
    console.print(
        f"10,000 such tables: {wanted:,.0f} actions a second, {wanted * house / 1000:.1f} cores of houses and "
        f"{wanted * books / 1000:.1f} of PostgreSQL, at full use; have twice as many"
    )


async def _migrated(database: str, data: Path) -> None:
    storage = Storage(database, data=data)
    await storage.make_tables()
    await storage.close()
