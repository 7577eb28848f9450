"""Three Against, in the order the dealer works."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.hands import Hand, compared, three_card_hand
from croupier.odds import EVEN, PUSH
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.seat import DEALER_HAND, Seat
from croupier.table.settings import Settings
from croupier.table.table import Table

ROWS = ("mini-royal", "straight-flush", "three-of-a-kind", "straight", "flush")


class ThreeAgainst(Game[Settings]):
    """Three cards against the dealer's three (TA-1)."""

    name = "three-against"
    title = "Three Against"
    sentence = "Three cards against the dealer's three: fold, or put up one more Ante."
    document = "TA"
    seats = 7
    own_cards = (3, 3)
    spots = (
        Spot("ante", "Ante", required=True),
        Spot("play", "Play", later=True),
    )
    pay_bets = (PayBet("ante", "Ante", ROWS),)

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return bets.get("ante", 0)

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        table.step("TA-2", "Take bets on the Ante.")
        yield table.betting()

        table.step("TA-3", "Give each player three cards, and yourself three, all face down.")
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(3))
        dealer = table.place(DEALER_HAND)
        dealer.deal(table.shuffler.deal(3), NOBODY)

        table.step("TA-4", "Ask each player: fold, or a Play bet equal to the Ante.")
        for seat in table.clockwise():
            answer = yield seat.choose(Option("fold"), Option("play", "play", seat.bets["ante"]))
            if answer.name == "fold":
                seat.folded = True
                seat.take("ante", "folded")
                seat.collect()

        table.step("TA-5", "Turn up your cards. From your right, settle the hands that are left.")
        dealer.turn_up()
        for seat in table.counter_clockwise():
            if not seat.folded:
                self.settle(table, seat, three_card_hand(dealer.cards))

    def settle(self, table: Table, seat: Seat, dealers: Hand) -> None:
        """Compare a hand with the dealer's: a winning Ante is paid by the table, or pushes, and Play even money."""
        table.step("TA-6", "A better hand wins: the Ante by the table, or it pushes; Play 1 to 1. A tie pushes.")
        seat.hand.turn_up()
        hand = three_card_hand(seat.cards)
        why = compared(hand, dealers)
        won = self.paytables["ante"][hand.row] or PUSH
        seat.settle("ante", won if hand > dealers else PUSH if hand == dealers else None, why)
        seat.settle("play", EVEN if hand > dealers else PUSH if hand == dealers else None, why)
