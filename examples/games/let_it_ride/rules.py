"""Let It Ride, in the order the dealer works."""

from __future__ import annotations

from croupier.games.poker_rows import TWO_PAIR_OR_BETTER
from croupier.hands import Poker, poker_hand
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.settings import Settings
from croupier.table.table import Table

FIRST_CARD, SECOND_CARD = "first card", "second card"


class LetItRide(Game[Settings]):
    """Three equal bets, two of which may be taken back (LIR-1)."""

    name = "let-it-ride"
    title = "Let It Ride"
    sentence = "Three bets on three cards and two to come; before each you may pull one bet back."
    document = "LIR"
    felt = "#1d3557"
    seats = 7
    own_cards = (3, 3)
    spots = (
        Spot("first", "1", required=True, unit="bet"),
        Spot("second", "2", required=True, equals="first"),
        Spot("third", "$", required=True, equals="first"),
    )
    pay_bets = (PayBet("third", "Let It Ride", (*TWO_PAIR_OR_BETTER, "tens-or-better")),)

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        table.step("LIR-2", "Take three equal bets.")
        yield table.betting()

        table.step("LIR-3", "Deal three cards to each player and two to the board, face down.")
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(3))
        for card in (FIRST_CARD, SECOND_CARD):
            table.place(card).deal(table.shuffler.deal(1), NOBODY)

        table.step("LIR-4", "Ask each player to pull bet 1 back or to let it ride; then turn up the first card.")
        yield from self.ask(table, "first")
        table.place(FIRST_CARD).turn_up()

        table.step("LIR-5", "Ask each player to pull bet 2 back or to let it ride; then turn up the second card.")
        yield from self.ask(table, "second")
        table.place(SECOND_CARD).turn_up()

        table.step("LIR-6", "From your right, pay every bet that is left by the table, from a pair of tens up.")
        for seat in table.counter_clockwise():
            seat.hand.turn_up()
            hand = poker_hand(seat.cards + table.place(FIRST_CARD).cards + table.place(SECOND_CARD).cards)
            row = "tens-or-better" if hand.category is Poker.PAIR and hand.ranks[0] >= 10 else hand.category.row
            for spot in ("first", "second", "third"):
                seat.settle(spot, self.paytables["third"][row], str(hand))

    def ask(self, table: Table, spot: str) -> Procedure:
        """Ask about one of the bets; a player who says nothing has it back."""
        for seat in table.clockwise():
            answer = yield seat.choose(Option("pull"), Option("let-it-ride"))
            if answer.name == "pull":
                seat.take_back(spot)
