"""What happens at a table, one frozen event after another, and what each seat may see of it.

An event that shows cards, or words that give cards away, says which eyes they are for. `as_seen` is the only way an
event leaves the table, and what somebody may not see is not in what it returns.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from croupier.cards import BACK, Card

Eyes = tuple[int, ...] | None
"""The seats that may see something; None is everybody, the empty tuple nobody."""

EVERYBODY: Final[Eyes] = None
NOBODY: Final[Eyes] = ()
DEALER_HAND: Final = "dealer"
"""The place of the table's where the dealer's own cards lie."""
WATCHER: Final = 0
"""A seat number that no player has: somebody who stands by and sees what everybody sees."""


def may_see(seat: int, eyes: Eyes) -> bool:
    """Whether somebody at this seat may see what is for those eyes."""
    return eyes is None or seat in eyes


def shown(cards: list[Card] | tuple[Card, ...]) -> tuple[str, ...]:
    """The cards by name."""
    return tuple([card.name for card in cards])


class Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """Something that happened."""

    def as_seen(self, seat: int) -> Event:
        """The event as somebody at this seat may see it."""
        return self


class Step(Event, tag="step", frozen=True):
    """What the dealer is told to do, and the rule it comes from."""

    rule: str
    sentence: str


class Bet(Event, tag="bet", frozen=True):
    """Chips put on a spot."""

    seat: int
    spot: str
    cents: int


class CardsAt(Event, frozen=True):
    """Something that happens with cards in one place."""

    seat: int | None
    place: str
    cards: tuple[str, ...]
    eyes: Eyes = None

    def as_seen(self, seat: int) -> Event:
        return _masked(self, seat)


class Dealt(CardsAt, tag="dealt", frozen=True):
    """Cards laid somewhere: a seat's hand or box, or, without a seat, a place of the table's own."""


class TurnedUp(CardsAt, tag="turned-up", frozen=True):
    """Cards that lay face down are now for everybody, or for more eyes than before."""


class Moved(Event, tag="moved", frozen=True):
    """Cards moved from one place to another, lying as they lay; which ones is for those who could see them."""

    seat: int | None
    place: str
    to: str
    cards: tuple[str, ...]
    eyes: Eyes = None

    def as_seen(self, seat: int) -> Event:
        return _masked(self, seat)


def _masked(event: CardsAt | Moved, seat: int) -> Event:
    """The event with its cards face down for somebody who may not see them, and without the list of those who may."""
    if event.eyes is None:
        return event
    cards = event.cards if seat in event.eyes else (BACK,) * len(event.cards)
    return msgspec.structs.replace(event, cards=cards, eyes=None)


class Cleared(Event, tag="cleared", frozen=True):
    """The cards of a place go to the discards, unseen."""

    seat: int | None
    place: str
    count: int


class Decided(Event, tag="decided", frozen=True):
    """A player's decision; where it names cards, others are told only what they could see at the table."""

    seat: int
    action: str
    public: str = ""
    """What the others are told, if that is less."""

    def as_seen(self, seat: int) -> Event:
        if not self.public:
            return self
        return Decided(self.seat, self.action if seat == self.seat else self.public)


class Shuffled(Event, tag="shuffled", frozen=True):
    """A pack made ready."""

    cards: int


class Rolled(Event, tag="rolled", frozen=True):
    """The dice uncovered."""

    first: int
    second: int


class Settled(Event, tag="settled", frozen=True):
    """A bet taken, pushed or paid, and why."""

    seat: int
    spot: str
    result: Literal["win", "push", "lose"]
    stake: int
    won: int
    """Cents paid besides the stake; the stake is lost if the result is `lose`."""
    pays: str
    why: str


class PotGathered(Event, tag="pot-gathered", frozen=True):
    """The wagers of a round pulled into the pot."""

    wagers: dict[str, int]
    from_house: int
    to_house: int
    balance: int


class PotAwarded(Event, tag="pot-awarded", frozen=True):
    """What became of the pot this round."""

    won: bool
    shares: dict[str, int]
    to_house: int
    to_dealer: int
    balance: int


class Named(Event, tag="named", frozen=True):
    """A choice for the whole table: which game is played, where the button lies."""

    what: str
    value: str
    seat: int | None = None


AnyEvent = (
    Step
    | Bet
    | Dealt
    | TurnedUp
    | Moved
    | Cleared
    | Decided
    | Shuffled
    | Rolled
    | Settled
    | PotGathered
    | PotAwarded
    | Named
)

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(AnyEvent)


def without_words(event: Event) -> Event | None:
    """Return the cards, dice, answer or money of an event without the words beside them; None if it has only words."""
    match event:
        case Step() | Named():
            return None
        case Settled():
            return msgspec.structs.replace(event, pays="", why="")
        case Decided():
            return msgspec.structs.replace(event, public="")
    return event


def to_json(event: Event) -> bytes:
    """An event as JSON."""
    return _ENCODER.encode(event)


def from_json(data: bytes | str) -> Any:
    """The event that was written as JSON.

    >>> from_json(to_json(Rolled(6, 5)))
    Rolled(first=6, second=5)
    """
    return _DECODER.decode(data)
