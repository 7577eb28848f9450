"""Who watches which table, and what each of them is told."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.floor.entries import Answered, Entry, Leaving, Left, Paused, Resumed, RoundOpened, Sat, Voided
from croupier.floor.live import Applied, Live

BACKLOG = 200
"""Messages that may wait for a slow reader before the connection is given up."""


class Subscription:
    """One reader of one table, as the seat it may see."""

    def __init__(self, seat: int, account: int | None) -> None:
        self.seat = seat
        self.account = account
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(BACKLOG)
        """Messages ready to be sent; None ends it."""


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

    def count(self) -> int:
        """How many are watching."""
        return sum(map(len, self._by_table.values()))

    def tell(self, live: Live, applied: Sequence[Applied]) -> None:
        """Tell everybody at a table what happened; each seat gets its own words, made once."""
        watching = self._by_table.get(live.id)
        if not watching or not applied:
            return
        words: dict[int, bytes] = {}
        for subscription in list(watching):
            if subscription.account is not None:
                subscription.seat = live.seat_of(subscription.account) or 0
            seat = subscription.seat
            if seat not in words:
                words[seat] = message(live, applied, seat)
            try:
                subscription.queue.put_nowait(words[seat])
            except asyncio.QueueFull:
                watching.discard(subscription)
                _end(subscription)


def _end(subscription: Subscription) -> None:
    while not subscription.queue.empty():
        subscription.queue.get_nowait()
    subscription.queue.put_nowait(None)


def message(live: Live, applied: Sequence[Applied], seat: int) -> bytes:
    """What somebody at a seat is told of some entries, and how the table then looks to them."""
    return msgspec.json.encode(
        {
            "sequence": live.sequence,
            "entries": [
                {
                    "sequence": done.sequence,
                    "round": done.round,
                    **_public(done.entry),
                    "events": [event.as_seen(seat) for event in done.events],
                }
                for done in applied
            ],
            "table": about(live, seat),
        }
    )


def about(live: Live, seat: int) -> dict[str, Any]:
    """A table as somebody at a seat may see it, and what the house has committed to for its next round."""
    following = live.next_seeds.commitments if live.next_seeds else None
    return {
        "id": live.id,
        "sequence": live.sequence,
        "name": live.opened.name,
        "view": live.view(seat),
        "paused": live.paused,
        "clock_seconds": live.opened.clock_seconds,
        "next_round": live.round_number + 1,
        "commitments": {"deck": following.deck, "shoe": following.shoe} if following else None,
    }


def _public(entry: Entry) -> dict[str, Any]:
    """What everybody may know of an entry; answers are told by their events, which hide what is not for all."""
    match entry:
        case Answered(seat, _, by):
            return {"entry": "answered", "seat": seat, "by": by}
        case Sat(seat, player, _, cents):
            return {"entry": "sat", "seat": seat, "player": player, "cents": cents}
        case Left(seat, _):
            return {"entry": "left", "seat": seat}
        case Leaving(seat):
            return {"entry": "leaving", "seat": seat}
        case RoundOpened(_, deck, shoe, client_seeds):
            opened = {"deck_commitment": deck, "shoe_commitment": shoe, "client_seeds": client_seeds}
            return {"entry": "round-opened", **opened}
        case Voided(_, reason):
            return {"entry": "voided", "reason": reason}
        case Paused(reason):
            return {"entry": "paused", "reason": reason}
        case Resumed():
            return {"entry": "resumed"}
        case _:
            return {"entry": type(entry).__struct_config__.tag}
