"""Three Up, in the order the dealer works."""

from __future__ import annotations

from croupier.hands import three_card_hand
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.settings import Settings
from croupier.table.table import Table

ROWS = ("mini-royal", "straight-flush", "three-of-a-kind", "straight", "flush", "pair")


class ThreeUp(Game[Settings]):
    """Three cards, face up, and a pay schedule; there is nothing to decide (TU-1)."""

    name = "three-up"
    title = "Three Up"
    sentence = "Three cards, face up: a pair or better wins."
    document = "TU"
    seats = 7
    spots = (Spot("bet", "Bet", required=True),)
    pay_bets = (PayBet("bet", "Bet", ROWS),)

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        table.step("TU-2", "Take bets.")
        yield table.betting()

        table.step("TU-3", "Give each player three cards, face up.")
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(3), face_up=True)

        table.step("TU-4", "From your right, pay a pair or better by the table; anything less loses.")
        for seat in table.counter_clockwise():
            hand = three_card_hand(seat.cards)
            seat.settle("bet", self.paytables["bet"][hand.row], str(hand))
