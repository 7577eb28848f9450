"""Who watches which table, and what each of them is told."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from croupier.floor.tables.live_table import LiveTable
from croupier.floor.tables.seat_messages import message
from croupier.table.events import WATCHER

BACKLOG = 200
"""Messages that may wait for a slow reader before the connection is given up."""


class Subscription:
    """One reader of one table, as the seat it may see."""

    def __init__(self, account: int | None, told: int, invite: str | None = "") -> None:
        self.account = account
        self.invite = invite
        """The link that a private table was entered with; None for those who need none."""
        self.uninvited = False
        """Whether it was ended because that link is no longer good."""
        self.told = told
        """The last entry that it has been told of."""
        self.queue: asyncio.Queue[str | None] = asyncio.Queue(BACKLOG)
        """Messages ready to be sent; None ends it."""

    def seat(self, live: LiveTable) -> int:
        """As whom it sees the table now: as its account's seat, or as somebody who stands by."""
        return (live.seat_of(self.account) if self.account is not None else None) or WATCHER


class Subscribers:
    """Everybody who watches the tables that this process serves."""

    def __init__(self) -> None:
        self._by_table: defaultdict[int, set[Subscription]] = defaultdict(set)

    def add(self, table: int, subscription: Subscription) -> None:
        """Begin to tell somebody what happens at a table."""
        self._by_table[table].add(subscription)

    def remove(self, table: int, subscription: Subscription) -> None:
        """Stop telling them."""
        self._by_table[table].discard(subscription)
        if not self._by_table[table]:
            del self._by_table[table]

    def watched(self, table: int) -> bool:
        """Whether anybody watches a table."""
        return table in self._by_table

    def told(self, table: int) -> int | None:
        """The last entry that everybody who watches a table has been told of."""
        return min((subscription.told for subscription in self._by_table.get(table, ())), default=None)

    def tables(self) -> set[int]:
        """The tables that are watched."""
        return set(self._by_table)

    def count(self) -> int:
        """How many are watching."""
        return sum(map(len, self._by_table.values()))

    def tell(self, live: LiveTable) -> None:
        """Tell everybody at a table what they have not been told; each seat gets its own words, made once."""
        words: dict[tuple[int, int], str] = {}
        for subscription in list(self._by_table.get(live.id, ())):
            if subscription.told >= live.sequence:
                continue
            key = subscription.seat(live), subscription.told
            if subscription.invite not in (None, live.invite) and key[0] == WATCHER:
                subscription.uninvited = True
                self.remove(live.id, subscription)
                _end(subscription)
                continue
            if key not in words:
                words[key] = message(live, *key)
            subscription.told = live.sequence
            try:
                subscription.queue.put_nowait(words[key])
            except asyncio.QueueFull:
                self.remove(live.id, subscription)
                _end(subscription)


def _end(subscription: Subscription) -> None:
    while not subscription.queue.empty():
        subscription.queue.get_nowait()
    subscription.queue.put_nowait(None)
