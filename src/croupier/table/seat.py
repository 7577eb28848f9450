"""A seat at the table: the player's chips, bets and cards, and what a dealer does with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.chips import dollars
from croupier.errors import Refused
from croupier.odds import PUSH, Odds, Pay, Prize
from croupier.table.decisions import Between, Decision, Option
from croupier.table.events import DEALER_HAND as DEALER_HAND
from croupier.table.events import EVERYBODY, Bet, Cleared, Dealt, Eyes, Moved, Settled, TurnedUp, shown

if TYPE_CHECKING:
    from croupier.table.table import Table

HAND = "hand"
TAKEN_BACK = "taken back"
"""Why a bet is settled that its player may withdraw, and does."""


class Place:
    """Somewhere cards lie: a hand, a box, a street; all its cards are for the same eyes."""

    __slots__ = ("cards", "eyes", "name", "seat", "table")

    def __init__(self, table: Table, name: str, seat: int | None = None) -> None:
        self.table = table
        self.name = name
        self.seat = seat
        self.cards: list[Card] = []
        self.eyes: Eyes = EVERYBODY

    def deal(self, cards: Sequence[Card], eyes: Eyes) -> None:
        """Lay cards here, for those eyes."""
        self.cards.extend(cards)
        self.eyes = eyes
        if cards:
            self.table.emit(Dealt(self.seat, self.name, shown(tuple(cards)), eyes))

    def turn_up(self, eyes: Eyes = EVERYBODY) -> None:
        """Show what lies here to everybody, or to these eyes; what is seen already is not turned again."""
        if self.eyes != eyes and self.cards:
            self.eyes = eyes
            self.table.emit(TurnedUp(self.seat, self.name, shown(self.cards), eyes))

    def move(self, cards: Sequence[Card], to: Place) -> None:
        """Slide some of the cards to another place; nobody sees more of them than before."""
        for card in cards:
            self.cards.remove(card)
        to.cards.extend(cards)
        to.eyes = self.eyes
        if cards:
            self.table.emit(Moved(self.seat, self.name, to.name, shown(tuple(cards)), self.eyes))

    def clear(self) -> None:
        """Take what lies here to the discards."""
        if self.cards:
            self.table.emit(Cleared(self.seat, self.name, len(self.cards)))
            self.cards = []


class Seat:
    """A seat with a player in it."""

    __slots__ = ("bets", "boxes", "folded", "in_pot", "number", "player", "stack", "table")

    def __init__(self, table: Table, number: int, player: str, stack: int) -> None:
        self.table = table
        self.number = number
        self.player = player
        self.stack = stack
        self.bets: dict[str, int] = {}
        """Cents on each spot that has a bet."""
        self.boxes: dict[str, Place] = {}
        self.folded = False
        self.in_pot = False
        """Whether the player competes for the pot this round."""

    def box(self, name: str) -> Place:
        """The place of that name in front of this seat."""
        place = self.boxes.get(name)
        if place is None:
            place = self.boxes[name] = Place(self.table, name, self.number)
        return place

    @property
    def hand(self) -> Place:
        """The cards the player holds."""
        return self.box(HAND)

    @property
    def cards(self) -> list[Card]:
        """The cards the player holds."""
        return self.hand.cards

    def deal(self, cards: Sequence[Card], face_up: bool = False) -> None:
        """Give the player cards, to look at alone or face up."""
        self.hand.deal(cards, EVERYBODY if face_up else (self.number,))

    def choose(self, *options: Option, between: tuple[Between, ...] = (), asks: str = "") -> Decision:
        """Ask the player, in these words if there are any; what the stack cannot cover is not offered."""
        return Decision.within(self.stack, self.number, options, between, asks)

    def put(self, spot: str, cents: int) -> None:
        """Put chips of the player's stack on a spot."""
        if not 0 < cents <= self.stack:
            raise Refused(f"seat {self.number} has {dollars(self.stack)} and cannot put {dollars(cents)} on {spot}")
        self.stack -= cents
        self.bets[spot] = self.bets.get(spot, 0) + cents
        self.table.emit(Bet(self.number, spot, cents))

    def take(self, spot: str, why: str) -> None:
        """Take a losing bet, if there is one."""
        self.settle(spot, None, why)

    def settle(self, spot: str, pay: Pay, why: str, counts: bool = True) -> None:
        """Take, push or pay the bet on a spot, if there is one; `counts` is whether an aggregate limit counts it."""
        stake = self.bets.pop(spot, 0)
        table = self.table
        if stake == 0:
            table.game.spot(spot)
            return
        if pay is None:
            table.house += stake
            table.emit(Settled(self.number, spot, "lose", stake, 0, "", why))
            return
        won = table.pay_out(table.cashier.payout(stake, pay), counts)
        self.stack += stake + won
        result = "push" if isinstance(pay, Odds) and pay.value == 0 else "win"
        table.emit(Settled(self.number, spot, result, stake, won, str(pay), why))  # type: ignore[arg-type]

    def take_back(self, spot: str) -> None:
        """Give a bet back to the player who withdraws it."""
        self.settle(spot, PUSH, TAKEN_BACK)

    def give_up(self, spot: str, back: Odds, why: str) -> None:
        """Give a part of a bet back, as odds on the bet say how much, and take the rest: a surrender."""
        stake = self.bets.pop(spot)
        returned = self.table.cashier.payout(stake, back)
        self.stack += returned
        self.table.house += stake - returned
        if returned:
            self.table.emit(Settled(self.number, spot, "push", returned, 0, str(PUSH), why))
        self.table.emit(Settled(self.number, spot, "lose", stake - returned, 0, "", why))

    def pay_bonus(self, name: str, stake: int, pay: Odds | Prize, why: str) -> None:
        """Pay something on a bet besides what the bet itself wins."""
        won = self.table.pay_out(self.table.cashier.payout(stake, pay), True)
        self.stack += won
        self.table.emit(Settled(self.number, name, "win", 0, won, str(pay), why))

    def collect(self) -> None:
        """Take up the player's cards, unseen."""
        for place in self.boxes.values():
            place.clear()

    def tidy(self) -> None:
        """Make ready for the next round."""
        self.boxes = {}
        self.folded = self.in_pot = False
