"""Where the cards of a whole table lie: one round dealt to so many players, who all answer alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.cards import Card
from croupier.exact.reading.chosen_rounds import Chosen, Scene, Unread
from croupier.exact.reading.endings import BACKWARDS
from croupier.table.events import may_see
from croupier.table.game import Game
from croupier.table.round import Round
from croupier.table.seat import DEALER_HAND, Seat
from croupier.table.table import Table


@dataclass(frozen=True)
class Seating:
    """The cards of each seat and the dealer's, by their place in the deal."""

    seats: tuple[tuple[int, ...], ...]
    """Those that a seat's hand is made of, and those that it sees: in the order in which it comes to see them."""
    seen: tuple[int, ...]
    """How many of them a seat has seen at each of its decisions."""
    dealer: tuple[int, ...]
    shared: tuple[int, ...]
    """Those of a seat's that all seats have, in the same order."""
    up: tuple[int, ...] = ()
    """Those of the dealer's that all see."""

    @property
    def cards(self) -> int:
        """How many cards of the deck are needed."""
        return 1 + max(place for places in (*self.seats, self.dealer) for place in places)


class NumberedCards(Chosen):
    """A deck from which cards that are burnt are gone as well."""

    def burn(self, stock: list[Card], count: int) -> None:
        self.taken += count


def seating(
    game: Game[Any], bets: Mapping[str, Fraction | int], players: int, answers: Sequence[int], opening: str = ""
) -> Seating:
    """Where the cards lie if every player bets and answers so; the first who is asked for the game says `opening`."""
    scene = Scene(game, bets)
    table = scene.new_table(players)
    place = {card: at for at, card in enumerate(BACKWARDS)}
    in_order: dict[int, list[int]] = {number: [] for number in table.seats}
    seen: dict[int, list[int]] = {number: [] for number in table.seats}
    round, has_bet = Round(table, NumberedCards(BACKWARDS)), False
    while round.waiting:
        number, decision = next(iter(round.waiting.items()))
        if decision is None:
            round.bet(number, dict(scene.bets))
            has_bet = True
        elif not has_bet:
            round.act(number, opening)
        else:
            _see(table, table.seats[number], place, in_order[number])
            round.act(number, decision.options[answers[len(seen[number])]].name)
            seen[number].append(len(in_order[number]))
    for number, seat in table.seats.items():
        _see(table, seat, place, in_order[number])
    if len(set(map(tuple, seen.values()))) > 1 or len(set(map(len, in_order.values()))) > 1:
        raise Unread("players who answer alike do not see as many cards")
    dealer = table.places[DEALER_HAND].cards if DEALER_HAND in table.places else ()
    dealers = tuple(sorted(place[card] for card in dealer))
    up = tuple(at for at in in_order[1] if at in dealers)
    before = [sum(at not in up for at in in_order[1][:count]) for count in seen[1]]
    own = {number: [at for at in known if at not in up] for number, known in in_order.items()}
    shared = {place[card] for name, lay in table.places.items() if name != DEALER_HAND for card in lay.cards}
    return Seating(
        tuple(map(tuple, own.values())),
        tuple(before),
        dealers,
        tuple(at for at in own[1] if at in shared),
        up,
    )


def _see(table: Table, seat: Seat, place: Mapping[Card, int], known: list[int]) -> None:
    """Add what a seat has come to see of its own cards and of the shared ones."""
    shared = [lay for name, lay in table.places.items() if name != DEALER_HAND]
    lying = [card for lay in (*seat.boxes.values(), *shared) if may_see(seat.number, lay.eyes) for card in lay.cards]
    known += sorted(place[card] for card in lying if place[card] not in known)
