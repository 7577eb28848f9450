"""Figures about the running house, in the form that Prometheus reads.

Several worker processes write theirs into files of one folder, so that whichever of them is asked tells all of them:
counters of all that ever ran, gauges of those that live.
"""

from __future__ import annotations

import asyncio
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector
from sqlalchemy import case, func, select
from sqlalchemy.exc import DBAPIError

from croupier import __version__
from croupier.build import commit
from croupier.floor.storage.database import OUT_OF_REACH
from croupier.floor.storage.schema import books
from croupier.floor.tables import event_store
from croupier.floor.tables.house import House

METHODS: Final = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Where worker processes are told the folder of their figures; it must be set before their first import of them."""
SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
BATCHES: Final = (1, 2, 5, 10, 20, 50, 100, 200)
BOOKS: Final = ("mint", "wallet", "stack", "bets", "pot", "house", "bank", "dealer")
OUTCOMES: Final = ("done", "refused", "conflict", "tried again", "failed")
"""What may become of a command; each is told from the start, for a figure that is not there has no rate."""
EVERY: Final = 1.0
"""Seconds after which a process looks at its own gauges again, for others to tell."""


@contextmanager
def told_together(workers: int) -> Iterator[None]:
    """While several workers run, a folder for the figures that they tell together."""
    if workers == 1:
        yield
        return
    with TemporaryDirectory(prefix="croupier-figures-") as folder:
        os.environ[FOLDER] = folder
        yield


class Metrics:
    """What is counted and measured."""

    def __init__(self) -> None:
        self.registry = own = CollectorRegistry()
        labels = ["method", "path", "status"]
        self.requests = Counter("croupier_requests", "Requests answered", labels, registry=own)
        self.seconds = Histogram("croupier_request_seconds", "Time to answer", ["path"], registry=own)
        self.tables = _summed("croupier_tables_in_memory", "Tables held in memory, by each process that does", own)
        self.watchers = _summed("croupier_watchers", "Live connections", own)
        self.commands = Counter("croupier_commands", "Commands at tables, by outcome", ["outcome"], registry=own)
        for outcome in OUTCOMES:
            self.commands.labels(outcome)
        self.commits = Histogram("croupier_commit_seconds", "Time of a group commit", buckets=SECONDS, registry=own)
        self.batches = Histogram("croupier_commit_batches", "Batches in one", buckets=BATCHES, registry=own)
        self.pool = _summed("croupier_pool_size", "Connections to the books that may be open", own)
        self.in_use = _summed("croupier_pool_in_use", "Connections to the books that are in use", own)
        labels = ["version", "commit", "python"]
        build = Gauge("croupier_build_info", "What runs", labels, registry=own, multiprocess_mode="livemax")
        build.labels(__version__, commit(), platform.python_version()).set(1)

    def commit(self, seconds: float, batches: int) -> None:
        """Count a group commit."""
        self.commits.observe(seconds)
        self.batches.observe(batches)

    def command(self, outcome: str) -> None:
        """Count what became of a command."""
        self.commands.labels(outcome).inc()

    def request(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count an answered request; what is not a method of HTTP is counted as one kind, however many there are."""
        self.requests.labels(method if method in METHODS else "other", path, str(status)).inc()
        self.seconds.labels(path).observe(seconds)

    async def keep(self, house: House) -> None:
        """Look at the gauges every now and then, for the other processes."""
        while True:
            self._look(house)
            await asyncio.sleep(EVERY)

    async def text(self, house: House) -> bytes:
        """All figures as text."""
        self._look(house)
        return generate_latest(_of_all_workers() or self.registry) + generate_latest(await _from_the_books(house))

    def _look(self, house: House) -> None:
        self.tables.set(len(house.in_memory()))
        self.watchers.set(house.subscribers.count())
        self.pool.set(house.storage.pool_size)
        self.in_use.set(house.storage.engine.pool.checkedout())  # type: ignore[attr-defined]


def _summed(name: str, what: str, registry: CollectorRegistry) -> Gauge:
    return Gauge(name, what, registry=registry, multiprocess_mode="livesum")


def _of_all_workers() -> CollectorRegistry | None:
    """The figures of all processes, less the gauges of those that have died; nothing where there is but one."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        return None
    for file in Path(folder).glob("gauge_*.db"):
        process = int(file.stem.rpartition("_")[2])
        if not _lives(process):
            mark_process_dead(process, folder)  # type: ignore[no-untyped-call]
    together = CollectorRegistry()
    MultiProcessCollector(together, folder)  # type: ignore[no-untyped-call]
    return together


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


async def _from_the_books(house: House) -> CollectorRegistry:
    """What the books know better than any process; nothing, while they are out of reach."""
    registry = CollectorRegistry()
    try:
        async with house.storage.reading() as connection:
            playing = await event_store.tables_in_play(connection)
            kind = case(*((books.c.name.like(f"{name}%"), name) for name in BOOKS))
            rows = (await connection.execute(select(kind, func.sum(books.c.balance)).group_by(kind))).all()
    except (DBAPIError, *OUT_OF_REACH):
        return registry
    registry.register(_Books(len(playing), {str(name): int(cents) for name, cents in rows}))
    return registry


class _Books(Collector):
    def __init__(self, playing: int, cents: dict[str, int]) -> None:
        self.playing = playing
        self.cents = cents

    def collect(self) -> Iterator[Metric]:
        """The figures, as the registry asks for them."""
        yield GaugeMetricFamily("croupier_rounds_open", "Rounds being played", self.playing)
        money = GaugeMetricFamily("croupier_money_cents", "Balances of the books, by kind", labels=["book"])
        for book, cents in self.cents.items():
            money.add_metric([book], cents)
        yield money
