"""Who may see which card when, by the documents and not by what the engine says of it; and what words give away.

The raw events say where each card lies. Who may look at it there is said here, in a table of its own: the eyes that
the engine writes on its events are not consulted.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

from croupier.cards import RANK_NAMES, SUIT_NAMES, Card
from croupier.hands import Deuces, Poker, ThreeCard
from croupier.table.events import WATCHER, Dealt, Event, Moved, Settled, Step, TurnedUp
from croupier.table.table import Table

OWNER, NOBODY, EVERYBODY = "the player", "nobody", "everybody"

DEALT_FOR: Final[dict[str, dict[str, str]]] = {
    "on-the-draw": {"5th Street": NOBODY, "6th Street": NOBODY, "7th Street": NOBODY},
    "cincinnati-stud": {"7th Street": NOBODY, "dealer": NOBODY},
    "three-card-draw": {"Draw Card": NOBODY, "dealer": NOBODY},
    "draw-n-shoot-21": {"hand": EVERYBODY},
}
"""For whom cards are laid in a place; a hand is its player's and any other place nobody's unless it is said here."""

TURNED_UP_BY: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "on-the-draw": {"5th Street": ("OTD-6",), "6th Street": ("OTD-8",), "hand": ("OTD-12",), "7th Street": ("OTD-12",)},
    "cincinnati-stud": {"dealer": ("CS-6",), "hand": ("CS-7",), "7th Street": ("CS-7",)},
    "three-card-draw": {"dealer": ("TCD-7",), "hand": ("TCD-8",), "Draw Card": ("TCD-8",)},
    "draw-n-shoot-21": {},
    "big-draw": {"hand": ("BD-8", "BD-9", "BD-14"), "discards": ("BD-8",)},
}
"""The steps after which the cards of a place may be turned up, by the rule that says so; a game not named here may
turn cards up whenever it says so."""

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


class Auditor:
    """Follows the raw events of a round and knows, for each seat and a watcher, the cards it may have seen."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game: str = table.game.name
        self.may_have_seen: dict[int, set[str]] = defaultdict(set)
        self.lies: dict[tuple[int | None, str], list[str]] = defaultdict(list)
        self.face_up: set[str] = set()
        self.said: set[str] = set()
        """The rules of the steps that the dealer has been told."""

    @property
    def everybody(self) -> list[int]:
        """The seats, and somebody who stands by."""
        return [WATCHER, *self.table.seats]

    def follow(self, event: Event) -> None:
        """Take note of where cards went."""
        if isinstance(event, Step):
            self.said.add(event.rule)
        elif isinstance(event, Dealt):
            self.lies[event.seat, event.place] += event.cards
            self.show(event.cards, self.eyes_for(event.seat, event.place))
        elif isinstance(event, TurnedUp):
            steps = TURNED_UP_BY.get(self.game, {}).get(event.place)
            assert steps is None or self.said.intersection(steps), f"{event.place} was turned up before {steps}"
            assert self.game not in TURNED_UP_BY or steps, f"{event.place} is never turned up at {self.game}"
            assert list(event.cards) == self.lies[event.seat, event.place]
            self.show(event.cards, self.everybody)
            self.face_up.update(event.cards)
        elif isinstance(event, Moved):
            for card in event.cards:
                self.lies[event.seat, event.place].remove(card)
            self.lies[event.seat, event.to] += event.cards

    def eyes_for(self, seat: int | None, place: str) -> list[int]:
        """Who may look at cards that are being laid there."""
        lying = set(self.lies[seat, place])
        if lying & self.face_up or (self.game == "big-draw" and "BD-9" in self.said and self.draws_face_up()):
            return self.everybody
        rule = DEALT_FOR.get(self.game, {}).get(place, OWNER if place == "hand" else NOBODY)
        if rule == EVERYBODY:
            return self.everybody
        if rule == NOBODY or seat is None or self.plays_blind(seat):
            return []
        return [seat]

    def draws_face_up(self) -> bool:
        """Whether Big Draw's draws are dealt face up (BD-9, option 2)."""
        return bool(self.table.game.settings.draw_style == "option-2")

    def plays_blind(self, seat: int) -> bool:
        """Whether a Big Draw player has First 5 alone, and so may not look (BD-4)."""
        if self.game != "big-draw" or not self.table.game.settings.first5_alone_blind:
            return False
        return "big-draw" not in self.table.seats[seat].bets

    def show(self, cards: tuple[str, ...], seats: list[int]) -> None:
        """Those seats now know those cards."""
        for seat in seats:
            self.may_have_seen[seat].update(cards)

    def check_message(self, seat: int, message: bytes | str) -> None:
        """Fail if what was sent to a seat names a card that it may not have seen."""
        text = message.decode() if isinstance(message, bytes) else message
        stolen = cards_named(text) - self.may_have_seen[seat]
        assert not stolen, f"seat {seat} was told of {sorted(stolen)} in {text}"

    def check_reason(self, event: Event) -> None:
        """Fail if the reason for a settlement tells everybody of a hand that does not lie face up."""
        if isinstance(event, Settled) and tells_a_hand(event.why):
            hidden = set(self.lies[event.seat, "hand"]) - self.may_have_seen[WATCHER]
            assert not hidden, f"{event.why!r} tells of a hand that has not been turned up"


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
