"""A round staged for a test: cards and dice in a known order, bets and answers in words, and what became of every bet.

table = Stage("on-the-draw", "Ks Kd 4c 9h  2s | 4d 7h")
table.bets("ante=10 blind=10")
table.say("play-3x")
assert table.result() == {"play": +30_00, "ante": +10_00, "blind": 0}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from croupier.cards import Card
from croupier.dice import Roll
from croupier.errors import InvariantError
from croupier.games import game_named
from croupier.odds import PayTable
from croupier.table.chance import Stacked
from croupier.table.events import Decided, Event, Settled, Shuffled, Step, to_json
from croupier.table.placard import Placard
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import View, view

E = TypeVar("E", bound=Event)


def cards(words: str) -> list[Card]:
    """The cards written down, bars and all; a card may be there more than once, as in a shoe."""
    return [Card.parse(word) for word in words.replace("|", " ").split()]


class Stage:
    """A table and the round that is being played on it."""

    def __init__(
        self,
        game: str,
        deal: str = "",
        rolls: str = "",
        *,
        seats: Iterable[int] = (1,),
        settings: Mapping[str, str] | None = None,
        paytables: Mapping[str, str] | None = None,
        custom: tuple[PayTable, ...] = (),
        placard: Placard | None = None,
        stack: int = 100_000_00,
    ) -> None:
        self.table = Table(game_named(game).choose(settings, paytables, custom), placard)
        for number in seats:
            self.table.sit(number, f"player {number}", stack)
        self.deal(deal, rolls)

    def deal(self, deal: str = "", rolls: str = "") -> None:
        """Begin a round with these cards on top of the deck."""
        self.round = Round(self.table, Stacked(cards(deal), [Roll.parse(roll) for roll in rolls.split()]))

    def bets(self, *words: str) -> None:
        """The bets of the seats in order, or the same for all; a dash is no bet."""
        waiting = list(self.round.waiting)
        for seat, bet in zip(waiting, words * len(waiting) if len(words) == 1 else words, strict=True):
            self.round.act(seat, "pass" if bet == "-" else f"bet {bet}")

    def say(self, *answers: str) -> None:
        """Answers, each by the player whose turn it is."""
        for answer in answers:
            self.round.act(self.turn, answer)

    @property
    def turn(self) -> int:
        """Whose turn it is; 0 once the round is over."""
        return next(iter(self.round.waiting), 0)

    @property
    def legal(self) -> list[str]:
        """What the player whose turn it is may answer."""
        if self.round.decision is None:
            raise InvariantError("nobody is asked")
        return self.round.decision.legal

    def result(self, seat: int = 1) -> dict[str, int]:
        """What each bet of a seat won or lost, in cents, in the order of settlement; 0 is a push."""
        return {
            event.spot: -event.stake if event.result == "lose" else event.won
            for event in self.all(Settled)
            if event.seat == seat
        }

    def settled(self) -> list[tuple[int, str]]:
        """Seat and spot of every bet, in the order of settlement."""
        return [(event.seat, event.spot) for event in self.all(Settled)]

    def asked(self) -> list[int]:
        """The seats that have decided something, in order."""
        return [event.seat for event in self.all(Decided)]

    def steps(self) -> list[str]:
        """The rules that the dealer has been told to carry out, in order."""
        return [event.rule for event in self.all(Step)]

    def told(self, rule: str) -> str:
        """What the dealer has been told to do by a rule."""
        return " ".join(event.sentence for event in self.all(Step) if event.rule == rule)

    def shuffles(self) -> list[int]:
        """How many cards were shuffled, each time."""
        return [event.cards for event in self.all(Shuffled)]

    def all(self, kind: type[E]) -> list[E]:
        """Every event of a kind."""
        return [event for event in self.round.events if isinstance(event, kind)]

    def place_of(self, event: Event) -> int:
        """When something happened: its number among the events."""
        return self.round.events.index(event)

    def view(self, seat: int) -> View:
        """What a seat sees."""
        return view(self.round, seat)

    def sees(self, seat: int, card: str) -> bool:
        """Whether anything that a seat has been sent gives a card away; seat 0 stands by."""
        sent: list[Any] = [event.as_seen(seat) for event in self.round.events]
        words = b" ".join([*map(to_json, sent), msgspec.json.encode(self.view(seat))]).decode()
        wanted = Card.parse(card)
        return re.search(rf"\b{wanted.name}\b|{wanted.sign}", words) is not None

    def who_sees(self, card: str) -> list[int]:
        """The seats that a card has been given away to, somebody who stands by being 0."""
        return [seat for seat in (0, *self.table.seats) if self.sees(seat, card)]
