"""Who may see which card when, followed from event to event; and what words give away."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from croupier.cards import RANK_NAMES, SUIT_NAMES, Card
from croupier.hands import Deuces, Poker, ThreeCard
from croupier.table.events import WATCHER, Dealt, Event, Moved, Settled, TurnedUp, may_see
from croupier.table.table import Table

_RANK = {"10": "T"} | {name: name for name in "23456789TJQKA"}
_SUIT = dict(zip("cdhs♣♦♥♠", "cdhs" * 2, strict=True))
_SHORT = re.compile(r"(?<![0-9A-Za-z])(10|[2-9TJQKA])([cdhs♣♦♥♠])(?![0-9A-Za-z])")
_LONG = re.compile(rf"\b({'|'.join(RANK_NAMES)}) of ({'|'.join(SUIT_NAMES)})\b", re.IGNORECASE)
_HAND_WORDS = re.compile(
    r"\b(?:" + "|".join(category.words for kind in (Poker, ThreeCard, Deuces) for category in kind) + r"|\w+ high)\b"
)


def cards_named(text: str) -> set[str]:
    """Every card that a text names, in any spelling: `Td`, `10♦`, `ten of diamonds`; parts of words are no cards.

    >>> sorted(cards_named('{"cards": ["Td", "10♦", "??"], "why": "ace of spades"} 5th Ashes'))
    ['As', 'Td']
    """
    short = {_RANK[rank] + _SUIT[suit] for rank, suit in _SHORT.findall(text)}
    long = {
        Card(4 * RANK_NAMES.index(rank.lower()) + SUIT_NAMES.index(suit.lower())).name
        for rank, suit in _LONG.findall(text)
    }
    return short | long


def tells_a_hand(text: str) -> bool:
    """Whether a text says what somebody holds without naming a card: `two pair, kings and fours`."""
    return _HAND_WORDS.search(text) is not None


class CardAuditor:
    """Follows the raw events of a round and knows, for each seat and a watcher, the cards it may have seen.

    Who may look at cards where they are laid is what the event says, if nobody knows better.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.may_have_seen: dict[int, set[str]] = defaultdict(set)
        self.lies: dict[tuple[int | None, str], list[str]] = defaultdict(list)
        self.face_up: set[str] = set()

    @property
    def everybody(self) -> list[int]:
        """The seats, and somebody who stands by."""
        return [WATCHER, *self.table.seats]

    def follow(self, event: Event) -> None:
        """Take note of where cards went."""
        if isinstance(event, Dealt):
            self.lies[event.seat, event.place] += event.cards
            self.show(event.cards, self.eyes_for(event))
        elif isinstance(event, TurnedUp):
            if list(event.cards) != self.lies[event.seat, event.place]:
                raise AssertionError(f"other cards were turned up than lie at {event.place}")
            self.show(event.cards, [seat for seat in self.everybody if may_see(seat, event.eyes)])
            self.face_up.update(event.cards)
        elif isinstance(event, Moved):
            for card in event.cards:
                self.lies[event.seat, event.place].remove(card)
            self.lies[event.seat, event.to] += event.cards

    def eyes_for(self, event: Dealt) -> list[int]:
        """Who may look at cards that are being laid there."""
        return [seat for seat in self.everybody if may_see(seat, event.eyes)]

    def show(self, cards: tuple[str, ...], seats: list[int]) -> None:
        """Those seats now know those cards."""
        for seat in seats:
            self.may_have_seen[seat].update(cards)

    def check_message(self, seat: int, message: bytes | str) -> None:
        """Fail if what was sent to a seat names a card that it may not have seen."""
        text = message.decode() if isinstance(message, bytes) else message
        stolen = cards_named(text) - self.may_have_seen[seat]
        if stolen:
            raise AssertionError(f"seat {seat} was told of {sorted(stolen)} in {text}")

    def check_reason(self, event: Event) -> None:
        """Fail if the reason for a settlement tells everybody of a hand that does not lie face up."""
        if isinstance(event, Settled) and tells_a_hand(event.why):
            hidden = set(self.lies[event.seat, "hand"]) - self.may_have_seen[WATCHER]
            if hidden:
                raise AssertionError(f"{event.why!r} tells of a hand that has not been turned up")


class WatchedTable(Table):
    """A table that lets somebody look after every single event."""

    watch: Callable[[Event], Any] = staticmethod(lambda event: None)

    def begin(self, *args: Any) -> None:
        super().begin(*args)
        write = self.emit

        def emit(event: Event) -> None:
            write(event)
            self.watch(event)

        self.emit = emit
