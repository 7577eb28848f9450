"""Limits on connections where they are accepted, before anything is said on them: by network, with a reserve.

A connection is a stranger's until a request on it shows a session that the house knows. Strangers together have three
quarters of the slots, one network a quarter at most, and where a newcomer finds none, the oldest silent connection of
its network, or of the fullest network, is closed for it. So half-open connections crowd out only each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

MOST: Final = 5000
"""Connections of one process, where the limit on open files allows it."""
KNOWN_FOR_AN_ACCOUNT: Final = 60
"""Connections of one account that count as known; further ones stay strangers."""

Peer = tuple[str, int]


@lru_cache(10_000)
def network(address: str) -> str:
    """What an address is counted under: itself, or the /64 network of an IPv6 address, of which one client has many.

    >>> network("2001:db8:0:1:aaaa::1"), network("::ffff:192.0.2.1"), network("192.0.2.1")
    ('2001:db8:0:1::/64', '192.0.2.1', '192.0.2.1')
    """
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(read, IPv6Address):
        return str(read)
    return str(read.ipv4_mapped) if read.ipv4_mapped else str(IPv6Network((read, 64), strict=False))


@dataclass(eq=False, slots=True)
class Slot:
    """The place of one connection."""

    peer: Peer
    network: str
    is_idle: Callable[[], bool]
    """Whether it could be closed without anybody's request being lost."""
    close: Callable[[], None]
    account: int | None = None
    """Whose it is known to be."""


class ConnectionSlots:
    """The connections of this process; those of proxies, which count their own clients, are limited only in all."""

    def __init__(self, most: int = MOST, proxies: Collection[str] = ()) -> None:
        self.most = most
        self._of_strangers = most * 3 // 4
        self._from_a_network = most // 4
        self._proxies = frozenset(map(network, proxies))
        self._slots: dict[Peer, Slot] = {}
        self._strangers: dict[str, dict[Peer, Slot]] = {}
        """Those of each network, the oldest first."""
        self._stranger_count = 0
        self._known: Counter[int] = Counter()

    def __len__(self) -> int:
        return len(self._slots)

    def known(self) -> int:
        """How many are known to be somebody's."""
        return self._known.total()

    def take(self, peer: Peer, is_idle: Callable[[], bool], close: Callable[[], None]) -> Slot | None:
        """A slot for a new connection, or None if it is one too many and none can be closed for it."""
        slot = Slot(peer, network(peer[0]), is_idle, close)
        if not self._has_room_for(slot.network):
            return None
        self._slots[peer] = slot
        self._strangers.setdefault(slot.network, {})[peer] = slot
        self._stranger_count += 1
        return slot

    def know(self, peer: Peer | None, account: int) -> None:
        """A request on this connection has shown a session of that account."""
        slot = self._slots.get(peer) if peer is not None else None
        if slot is not None and slot.account is None and self._known[account] < KNOWN_FOR_AN_ACCOUNT:
            self._forget_stranger(slot)
            slot.account = account
            self._known[account] += 1

    def release_peer(self, peer: Peer | None) -> None:
        """The connection with that peer has ended."""
        if peer is not None and (slot := self._slots.get(peer)) is not None:
            self.release(slot)

    def release(self, slot: Slot) -> None:
        """A connection has ended; one that was closed here is not counted twice."""
        if self._slots.get(slot.peer) is not slot:
            return
        del self._slots[slot.peer]
        if slot.account is None:
            self._forget_stranger(slot)
        else:
            self._known[slot.account] -= 1
            if not self._known[slot.account]:
                del self._known[slot.account]

    def _has_room_for(self, newcomer: str) -> bool:
        if newcomer in self._proxies:
            return len(self._slots) < self.most
        of_network = self._strangers.get(newcomer, {})
        if len(of_network) >= self._from_a_network and not self._close_one(of_network.values()):
            return False
        if self._stranger_count >= self._of_strangers and not self._close_one(self._fullest()):
            return False
        return len(self._slots) < self.most or self._close_one(self._fullest()) or self._close_one(self._slots.values())

    def _fullest(self) -> Iterable[Slot]:
        counted = {name: held for name, held in self._strangers.items() if name not in self._proxies}
        return max(counted.values(), key=len).values() if counted else ()

    def _close_one(self, slots: Iterable[Slot]) -> bool:
        for slot in slots:
            if slot.is_idle():
                self.release(slot)
                slot.close()
                return True
        return False

    def _forget_stranger(self, slot: Slot) -> None:
        of_network = self._strangers[slot.network]
        del of_network[slot.peer]
        if not of_network:
            del self._strangers[slot.network]
        self._stranger_count -= 1
