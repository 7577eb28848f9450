"""How a table looks to somebody: the whole of it, and each entry of its log as far as it may be told."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from croupier.floor import clock
from croupier.floor.entries import (
    Answered,
    Back,
    Bought,
    Closed,
    Entry,
    Leaving,
    Left,
    Paused,
    PotCollected,
    Renamed,
    Revealed,
    RoundOpened,
    Sat,
    SeedsRedrawn,
    Voided,
    Withheld,
    WordsFixed,
    why_called_off,
)
from croupier.floor.fairness.commit_reveal import CommitmentsTold
from croupier.floor.tables.live_table import Applied, LiveTable
from croupier.table.events import AnyEvent
from croupier.table.view import View
from croupier.voice.player_told import PlayerTold, player_told


class RoundEnded(msgspec.Struct, frozen=True):
    """A round that is over, and the hash of the log's entry that ended it, in hexadecimal.

    Whoever keeps the hash can have `croupier verify --seen` look for it in the round's transcript, however much later.
    """

    round: int
    hash: str


class WordsSeen(msgspec.Struct, frozen=True):
    """The commitments to words that were fixed when all bets were down, and who is still to reveal theirs."""

    commitments: dict[int, str]
    """By seat, in hexadecimal."""
    awaited: list[int]


class TableSeen(msgspec.Struct, frozen=True):
    """A table as somebody may see it, and what the house has committed to for its next round."""

    id: int
    sequence: int
    """The last entry of its log."""
    name: str
    private: bool
    """Whether only those see it who came with its link."""
    view: View
    paused: str
    """Why no round is dealt, or nothing if rounds are."""
    closed: str
    """Why the table has ended, or nothing if it has not."""
    clock_seconds: int
    """How long a player has for a decision; 0 for one who plays alone and is waited for until the table ends."""
    asked_at: int | None
    """When the players were last asked for something, in microseconds since 1970; null between rounds."""
    seconds_left: float | None
    """How much of that time is left, as the house counts it; null where no decision clock runs."""
    next_round: int
    commitments: CommitmentsTold | None
    last_round: RoundEnded | None
    """The last round that is over, if you took part in it; its hash tells what was answered in it."""
    called_off: str
    """Why the last round was called off and all bets went back, or nothing if it was not."""
    away: list[int]
    """Seats whose players have let their time pass: their decisions take the default at once until they are back."""
    takes_words: bool
    """Whether a commitment to a word is taken with the bets that are asked for."""
    words: WordsSeen | None
    """The words of the open round, from when all bets are down."""
    told: PlayerTold
    """What the round says to you, in the player's words."""
    bought: int | None
    """What you have bought here since you sat down, in cents; null for who watches."""


class EntrySeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of a table's log as somebody may know it; what does not belong to its kind is left out."""

    sequence: int
    round: int
    entry: str
    """Its kind: `sat`, `round-opened`, `answered`, `left` ..."""
    events: list[AnyEvent]
    """What happened because of it, in order; cards that are not for these eyes are `??`."""
    seat: int = 0
    seats: list[int] = []
    """Seats whose words were missing, so that the round was called off."""
    player: str = ""
    cents: int = 0
    by: str = ""
    """Who answered: `player`, `clock`, `automatic`, or `absent` for a player who is away or leaving."""
    reason: str = ""
    deck_commitment: str = ""
    shoe_commitment: str = ""
    commitments: dict[int, str] = {}
    """What seats have committed to their words with, once no other commitment is taken."""
    word: str = ""
    epoch: int = 0


class LiveMessage(msgspec.Struct, frozen=True):
    """What a live connection is sent: the entries that were not told yet, and how the table looks after them."""

    sequence: int
    """The last entry of the log; to come back later without a gap, connect with `after` set to it."""
    entries: list[EntrySeen]
    """Empty at first; after a break, what was missed."""
    table: TableSeen
    left_out: int = 0
    """How many of the entries that were missed are not told, because too many have come after them."""


_TOLD: Final[dict[type[Entry], tuple[str, ...]]] = {
    Answered: ("seat", "by"),
    Sat: ("seat", "player", "cents"),
    Bought: ("seat", "cents"),
    Left: ("seat",),
    Leaving: ("seat",),
    Back: ("seat",),
    Renamed: ("seat", "player"),
    RoundOpened: ("deck_commitment", "shoe_commitment"),
    Voided: ("reason",),
    Paused: ("reason",),
    WordsFixed: ("commitments",),
    Revealed: ("seat", "word"),
    Withheld: ("seats", "reason"),
    SeedsRedrawn: ("epoch", "deck_commitment", "shoe_commitment"),
    PotCollected: ("cents",),
    Closed: ("reason",),
}
"""What everybody at a table may know of an entry, by its kind."""
_ENCODER: Final = msgspec.json.Encoder()


def message(live: LiveTable, seat: int, told: int) -> str:
    """What somebody at a seat is told who knows the entries up to `told`, and how the table now looks, as JSON."""
    missed = [done for done in live.recent if done.sequence > told]
    left_out = live.sequence - told - len(missed)
    entries = [entry_seen(done, live.sight(seat, done.sequence)) for done in missed]
    return _ENCODER.encode(LiveMessage(live.sequence, entries, table_seen(live, seat), left_out)).decode()


def table_seen(live: LiveTable, seat: int) -> TableSeen:
    """A table as somebody at a seat may see it."""
    return TableSeen(
        live.id,
        live.sequence,
        live.opened.name,
        bool(live.invite),
        live.view(seat),
        live.paused,
        live.closed,
        live.clock_seconds,
        live.asked_at if live.open_round else None,
        _seconds_left(live),
        live.round_number + 1,
        live.next_seeds.commitments if live.next_seeds else None,
        _last_round(live, seat),
        why_called_off(live.called_off, seat),
        sorted(live.away),
        live.takes_words,
        WordsSeen(live.commitments, live.awaited) if live.open_round and live.words_fixed else None,
        player_told(live.round, live.sight(seat, live.opened_at), live.last_record),
        live.bought.get(seat),
    )


def _seconds_left(live: LiveTable) -> float | None:
    if not live.open_round or not live.clock_seconds:
        return None
    left = live.clock_seconds - (clock.ticks() - live.asked_ticks) / clock.SECOND
    return round(max(left, 0.0), 1)


def _last_round(live: LiveTable, seat: int) -> RoundEnded | None:
    if live.last_round is None or live.accounts.get(seat) not in live.last_round.accounts:
        return None
    return RoundEnded(live.last_round.round, live.last_round.hash.hex())


def entry_seen(done: Applied, seat: int) -> EntrySeen:
    """An entry as somebody at a seat may know it; answers are told by their events, which hide what is not for all."""
    kind = str(type(done.entry).__struct_config__.tag)
    events: list[Any] = [event.as_seen(seat) for event in done.events]
    told = {name: getattr(done.entry, name) for name in _TOLD.get(type(done.entry), ())}
    return EntrySeen(done.sequence, done.round, kind, events, **told)
