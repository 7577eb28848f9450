"""Limits on live connections (WebSockets): of the process, of an address and of an account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from croupier.floor.accounts import Account
from croupier.floor.api.rate_limit import TooMany

MOST = 4000
"""Live connections that one process keeps."""
FROM_AN_ADDRESS = 1000
"""Those of a network, for IPv6."""
FOR_AN_ACCOUNT = 50


class ConnectionLimits:
    """The live connections of this process, counted."""

    def __init__(self, most: int = MOST) -> None:
        self.most = min(most, MOST)
        self._held: Counter[str] = Counter()

    def count(self) -> int:
        """How many there are."""
        return self._held["all"]

    @contextmanager
    def hold(self, address: str, account: Account | None) -> Iterator[None]:
        """Count a connection while the context lasts; refused where there are too many."""
        limits = [
            ("all", min(self.most, MOST), "the house is full; come back later"),
            (f"address {address}", FROM_AN_ADDRESS, f"{FROM_AN_ADDRESS} live lines are the most from one address"),
        ]
        if account is not None:
            limits.append(
                (f"account {account.id}", FOR_AN_ACCOUNT, f"{FOR_AN_ACCOUNT} live lines are the most for you")
            )
        for whose, most, words in limits:
            if self._held[whose] >= most:
                raise TooMany(words)
        held = [whose for whose, _, _ in limits]
        self._held.update(held)
        try:
            yield
        finally:
            for whose in held:
                self._held[whose] -= 1
                if not self._held[whose]:
                    del self._held[whose]
