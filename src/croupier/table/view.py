"""What one seat sees of the table and nothing else, and what an automatic seat answers from it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec

from croupier.cards import BACK, Card
from croupier.errors import Refused
from croupier.table.decisions import write_bets
from croupier.table.events import WATCHER, may_see
from croupier.table.round import Round
from croupier.table.seat import HAND, Place
from croupier.table.table import Table


class SeatView(msgspec.Struct, frozen=True):
    """A seat as somebody sees it: cards by name, `??` for those that are not theirs to see."""

    number: int
    player: str
    stack: int
    bets: dict[str, int]
    places: dict[str, list[str]]
    folded: bool


class View(msgspec.Struct, frozen=True):
    """The table as somebody at one seat sees it; seat 0 is somebody who stands by."""

    game: str
    seat: int
    round: int
    seats: list[SeatView]
    places: dict[str, list[str]]
    """The table's own places: streets, the dealer's hand."""
    named: dict[str, str]
    """What has been announced for the whole table: the game chosen, the dealer's hand."""
    button: int
    pot: dict[str, Any] | None
    waiting: list[int]
    """The seats that must answer."""
    legal: list[str]
    """What this seat may answer now; empty if it is not asked, or is asked for its bets."""
    amounts: list[str]
    """Answers that take an amount of the player's own: `play-$... keep from $5 to $10`."""
    betting: bool
    finished: bool

    def own(self, place: str = HAND) -> tuple[Card, ...]:
        """The cards of one of this seat's places that it can see."""
        for seat in self.seats:
            if seat.number == self.seat:
                return _seen(seat.places.get(place, ()))
        return ()

    def bet(self, spot: str) -> int:
        """The cents that this seat has on a spot."""
        return next((seat.bets.get(spot, 0) for seat in self.seats if seat.number == self.seat), 0)

    def common(self, *places: str) -> tuple[Card, ...]:
        """The cards of the table's places that this seat can see."""
        return _seen([card for place in places for card in self.places.get(place, ())])


def view(round: Round, seat: int = WATCHER) -> View:
    """What somebody at this seat sees now."""
    return table_view(round.table, round, seat)


def table_view(table: Table, round: Round | None, seat: int = WATCHER) -> View:
    """What somebody at this seat sees of a table, whether or not a round has been dealt on it."""
    waiting = round.waiting if round else {}
    decision = waiting.get(seat)
    finished = round is None or round.finished
    return View(
        table.game.name,
        seat,
        table.rounds + (0 if finished else 1),
        [
            SeatView(
                other.number,
                other.player,
                other.stack,
                dict(other.bets),
                {name: _names(place, seat) for name, place in other.boxes.items() if place.cards},
                other.folded,
            )
            for other in table.seats.values()
        ],
        {name: _names(place, seat) for name, place in table.places.items() if place.cards},
        dict(table.named),
        table.button,
        table.pot.about() if table.pot else None,
        list(waiting),
        decision.legal if decision else [],
        [str(between) for between in decision.between] if decision else [],
        round.betting if round else False,
        finished,
    )


def _names(place: Place, seat: int) -> list[str]:
    if may_see(seat, place.eyes):
        return [card.name for card in place.cards]
    return [BACK] * len(place.cards)


def _seen(names: list[str] | tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(Card.parse(name) for name in names if name != BACK)


def automatic_answer(round: Round, seat: int) -> str:
    """What an automatic seat answers to what it is asked."""
    if round.betting:
        return write_bets(automatic_bets(round, seat))
    seen = view(round, seat)
    return seen.legal[0] if len(seen.legal) == 1 else round.table.game.automatic(seen)


def play_automatic_seat(round: Round, seat: int) -> None:
    """Answer for a seat that the round waits for."""
    round.act(seat, automatic_answer(round, seat))


def automatic_bets(round: Round, seat: int) -> dict[str, int]:
    """The least that the round can be played with, and the pot; nothing where chips are short."""
    table = round.table
    game, placard, player = table.game, table.placard, table.seats[seat]
    bets = placard.least_bets(game)
    if table.pot is not None:
        (spot,) = (spot.name for spot in game.spots if spot.pot)
        with suppress(Refused):
            with_pot = bets | {spot: table.pot.price(player.player)}
            round.check_bets(seat, with_pot)
            return with_pot
    return bets if round.takes(seat, bets) else {}
