"""The entries of a table's log: what was done, by whom, and nothing that could be worked out from it."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, Final, Literal

import msgspec

from croupier.english import listed
from croupier.table.game import Release
from croupier.table.record import PayTableWords


class Entry(msgspec.Struct, frozen=True, tag_field="entry", omit_defaults=True):
    """Something done at a table."""


class Opened(Entry, tag="opened", frozen=True):
    """A table was opened with its game and terms."""

    name: str
    game: str
    settings: dict[str, str]
    paytables: list[PayTableWords]
    placard: dict[str, Any]
    clock_seconds: int
    """How long a player has for a decision; 0 is the house's usual time."""
    automatic: list[int]
    """Seats that are played automatically."""
    chips_from: Literal["mint", "bank"]
    """Whose chips automatic seats play with: the mint's, or those of the table's own bank.

    A table with paytables of somebody's own has a bank of its own: all its chips come from there and go back there.
    """
    release: Release
    """The program that opened the table."""
    invite: str = ""
    """Of a private table: the salt of the link that invites to it, and the link's hash."""


class Sat(Entry, tag="sat", frozen=True):
    """A player sat down with chips; without an account it is an automatic seat."""

    seat: int
    player: str
    account: int | None
    cents: int


class Renaming(Entry, tag="renaming", frozen=True):
    """A player has another name, given in the middle of a round: it is theirs at the table once that is over."""

    seat: int
    player: str


class Renamed(Entry, tag="renamed", frozen=True):
    """A player at a seat is called by another name."""

    seat: int
    player: str


class Bought(Entry, tag="bought", frozen=True):
    """A seated player bought more chips."""

    seat: int
    cents: int


class Left(Entry, tag="left", frozen=True):
    """A player left with the chips that were theirs."""

    seat: int
    cents: int


class Leaving(Entry, tag="leaving", frozen=True):
    """A player asked to leave in the middle of a round: the rest of it is answered for them, and then they go."""

    seat: int


class Back(Entry, tag="back", frozen=True):
    """A player who was away is back."""

    seat: int


class RoundOpened(Entry, tag="round-opened", frozen=True):
    """A round began, under seeds that were committed to before."""

    round: int
    deck_commitment: str
    shoe_commitment: str
    release: Release
    """The program that deals the round."""


class Answered(Entry, tag="answered", frozen=True):
    """A seat answered: its player, the clock for a player who said nothing, or an automatic seat."""

    seat: int
    answer: str
    by: str
    commitment: str = ""
    """With bets: the hash of the word that the player's program will reveal."""


class WordsFixed(Entry, tag="words-fixed", frozen=True):
    """All bets are down: these are the commitments to words, by seat, and no other is taken; now they are revealed."""

    commitments: dict[int, str]


class Revealed(Entry, tag="revealed", frozen=True):
    """A seat revealed the word that it had committed to."""

    seat: int
    word: str


class Withheld(Entry, tag="withheld", frozen=True):
    """Words were not revealed in time: the round is called off before a card is dealt, and all bets go back."""

    seats: list[int]

    @property
    def reason(self) -> str:
        """Why the round was called off, in words."""
        return f"the line of {listed([f'seat {seat}' for seat in self.seats])} was down"


class SeedsRedrawn(Entry, tag="seeds-redrawn", frozen=True):
    """The house was restored from a backup and drew the seeds of the coming round anew, under a new epoch.

    A shoe is put away and an open round called off: what came of them later may have been seen.
    """

    epoch: int
    deck_commitment: str
    shoe_commitment: str

    @property
    def reason(self) -> str:
        """Why an open round was called off, in words."""
        return "the house was restored from a backup"


class Voided(Entry, tag="voided", frozen=True):
    """The open round was called off and all chips put back as they were; a shoe is shuffled anew for the next."""

    round: int
    reason: str
    proposal: int | None = None
    """The entry in which another supervisor proposed it, if two had to sign."""


class Invited(Entry, tag="invited", frozen=True):
    """A private table has another link that invites to it; the one before is no longer good."""

    invite: str


class Paused(Entry, tag="paused", frozen=True):
    """No new round is dealt until the table is resumed."""

    reason: str


class Resumed(Entry, tag="resumed", frozen=True):
    """The table deals again."""


class PotCollected(Entry, tag="pot-collected", frozen=True):
    """The house took a pot that everybody who was in it has left."""

    cents: int


class Closed(Entry, tag="closed", frozen=True):
    """The table has ended; nothing happens at it any more."""

    reason: str


class Corrected(Entry, tag="corrected", frozen=True):
    """A dispute was settled by a counter-entry: cents from the house to a player, or back."""

    account: int
    cents: int
    """Above zero, the house pays; below zero, the player does."""
    round: int
    reason: str
    proposal: int | None = None
    """The entry in which another supervisor proposed it, if two had to sign."""


class Proposed(Entry, tag="proposed", frozen=True):
    """A supervisor wants something that takes a second signature."""

    by: int
    """The account of the one who wants it."""
    deed: Corrected | Voided


CallsOff = Voided | Withheld | SeedsRedrawn
"""The entries that call the open round off."""


def why_called_off(entry: CallsOff | None, seat: int) -> str:
    """Return why a round was called off, as the player at a seat is told; nothing if it was not."""
    if isinstance(entry, Withheld) and seat in entry.seats:
        return "your line was down"
    return entry.reason if entry else ""


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(reduce(or_, Entry.__subclasses__()))


def write_entry(entry: Entry) -> bytes:
    """An entry as JSON."""
    return _ENCODER.encode(entry)


def read_entry(data: bytes) -> Any:
    """The entry that was written."""
    return _DECODER.decode(data)
