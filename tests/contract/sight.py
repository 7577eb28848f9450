"""Who may see which card when, by the documents and not by what the engine says of it.

The raw events say where each card lies. Who may look at it there is said here, in a table of its own: the eyes that
the engine writes on its events are not consulted.
"""

from __future__ import annotations

from typing import Final

from croupier.conformance.card_sight import CardAuditor, WatchedTable, cards_named, tells_a_hand
from croupier.table.events import Dealt, Event, Step, TurnedUp
from croupier.table.table import Table

__all__ = ["Auditor", "WatchedTable", "cards_named", "tells_a_hand"]

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


class Auditor(CardAuditor):
    """Knows who may see a card by the documents' word."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.game: str = table.game.name
        self.said: set[str] = set()
        """The rules of the steps that the dealer has been told."""

    def follow(self, event: Event) -> None:
        """Take note of where cards went."""
        if isinstance(event, Step):
            self.said.add(event.rule)
        elif isinstance(event, TurnedUp):
            steps = TURNED_UP_BY.get(self.game, {}).get(event.place)
            assert steps is None or self.said.intersection(steps), f"{event.place} was turned up before {steps}"
            assert self.game not in TURNED_UP_BY or steps, f"{event.place} is never turned up at {self.game}"
            self.show(event.cards, self.everybody)
        super().follow(event)

    def eyes_for(self, event: Dealt) -> list[int]:
        """Who may look at cards that are being laid there."""
        seat, place = event.seat, event.place
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
