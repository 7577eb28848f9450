"""How many requests the house takes from one client."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Literal

from croupier.errors import Refused

Client = tuple[Literal["account", "address", "device", "line", "name", "session"], str | int]
"""What requests are counted under, with its kind: nobody's name is taken for somebody's number."""


class TooMany(Refused):
    """More requests than the house takes from one client."""


class RateLimit:
    """A leaky bucket for each client: `burst` requests at once, `per_second` in the long run."""

    def __init__(self, burst: int, per_second: float, clients: int = 10_000) -> None:
        self.burst = burst
        self.per_second = per_second
        self.clients = clients
        self._buckets: OrderedDict[Client, tuple[float, float]] = OrderedDict()

    def admit(self, client: Client) -> bool:
        """Count a request of this client; False if it is one too many."""
        moment = time.monotonic()
        level, last = self._buckets.pop(client, (0.0, moment))
        level = max(0.0, level - (moment - last) * self.per_second)
        admitted = level + 1 <= self.burst
        self._buckets[client] = (level + 1 if admitted else level, moment)
        if len(self._buckets) > self.clients:
            self._buckets.popitem(last=False)
        return admitted

    def forgive(self, client: Client) -> None:
        """Take back the last request that was counted."""
        if client in self._buckets:
            level, last = self._buckets[client]
            self._buckets[client] = (max(0.0, level - 1), last)
