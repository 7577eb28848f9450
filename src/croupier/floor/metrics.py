"""Figures about the running house, in the form that Prometheus reads."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from croupier.floor.house import House

METHODS: Final = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


class Metrics:
    """What is counted and measured."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ["method", "path", "status"]
        self.requests = Counter("croupier_requests", "Requests answered", labels, registry=self.registry)
        self.seconds = Histogram("croupier_request_seconds", "Time to answer", ["path"], registry=self.registry)
        self.tables = Gauge("croupier_tables_in_memory", "Tables this process holds", registry=self.registry)
        self.playing = Gauge("croupier_rounds_open", "Rounds being played", registry=self.registry)
        self.watchers = Gauge("croupier_watchers", "Live connections", registry=self.registry)

    def request(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count an answered request; what is not a method of HTTP is counted as one kind, however many there are."""
        self.requests.labels(method if method in METHODS else "other", path, str(status)).inc()
        self.seconds.labels(path).observe(seconds)

    def text(self, house: House) -> bytes:
        """All figures as text."""
        held = house.in_memory()
        self.tables.set(len(held))
        self.playing.set(sum(live.open_round is not None for live in held))
        self.watchers.set(house.subscribers.count())
        return generate_latest(self.registry)
