"""Let It Ride, as it is usually dealt."""

from __future__ import annotations

from croupier.hands import Poker, poker_hand
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.settings import Settings
from croupier.table.table import Table
from croupier.table.view import View

TENS_OR_BETTER = (
    "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind", "two-pair",
    "tens-or-better",
)  # fmt: skip


class LetItRide(Game[Settings]):
    """Three equal bets, two of which may be taken back."""

    name = "let-it-ride"
    title = "Let It Ride"
    sentence = "Three bets on three cards and two to come; before each you may pull one bet back."
    document = "LIR"
    seats = 7
    own_cards = (3, 3)
    Settings = Settings
    spots = (
        Spot("first", "1", required=True),
        Spot("second", "2", required=True, equals="first"),
        Spot("third", "$", required=True, equals="first"),
    )
    pay_bets = (PayBet("third", "Let It Ride", TENS_OR_BETTER),)

    def automatic(self, view: View) -> str:
        return view.legal[0]

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        table.step("LIR-1", "Take three equal bets.")
        yield table.betting()
        table.step("LIR-2", "Deal three cards to each player and two to the board, face down.")
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(3))
        for card in ("first card", "second card"):
            table.place(card).deal(table.shuffler.deal(1), NOBODY)
        for spot, card in (("first", "first card"), ("second", "second card")):
            table.step("LIR-3", "Ask each player to let it ride or to pull a bet back, then turn up a card.")
            for seat in table.clockwise():
                answer = yield seat.choose(Option("pull"), Option("let-it-ride"))
                if answer.name == "pull":
                    seat.take_back(spot)
            table.place(card).turn_up()
        table.step("LIR-4", "Pay what is left by the paytable, a pair of tens or better winning.")
        for seat in table.counter_clockwise():
            seat.hand.turn_up()
            hand = poker_hand(seat.cards + table.place("first card").cards + table.place("second card").cards)
            row = "tens-or-better" if hand.category is Poker.PAIR and hand.ranks[0] >= 10 else hand.category.row
            for spot in ("first", "second", "third"):
                seat.settle(spot, self.paytables["third"][row], str(hand))
