"""Shared Three, in the order the dealer works."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.hands import compared, poker_hand
from croupier.odds import EVEN
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.seat import DEALER_HAND, Seat
from croupier.table.settings import Settings
from croupier.table.table import Table

BOARD = "board"
ROWS = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house")


class SharedThree(Game[Settings]):
    """Two cards and a board of three against the dealer's two (ST-1)."""

    name = "shared-three"
    title = "Shared Three"
    sentence = "Two cards each and three that everybody shares: call before they are turned up, or fold."
    document = "ST"
    seats = 7
    own_cards = (2, 2)
    spots = (
        Spot("ante", "Ante", required=True),
        Spot("call", "Call", later=True),
    )
    pay_bets = (PayBet("ante", "Ante", ROWS),)

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return bets.get("ante", 0)

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        table.step("ST-2", "Take bets on the Ante.")
        yield table.betting()

        table.step("ST-3", "Give each player two cards, and yourself two; lay three on the board. All face down.")
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(2))
        dealer, board = table.place(DEALER_HAND), table.place(BOARD)
        dealer.deal(table.shuffler.deal(2), NOBODY)
        board.deal(table.shuffler.deal(3), NOBODY)

        table.step("ST-4", "Ask each player: fold, or a Call bet equal to the Ante.")
        for seat in table.clockwise():
            answer = yield seat.choose(Option("fold"), Option("call", "call", seat.bets["ante"]))
            if answer.name == "fold":
                seat.folded = True
                seat.take("ante", "folded")
                seat.collect()

        table.step("ST-5", "Turn up the board and your cards. From your right, settle the hands that are left.")
        board.turn_up()
        dealer.turn_up()
        for seat in table.counter_clockwise():
            if not seat.folded:
                self.settle(table, seat)

    def settle(self, table: Table, seat: Seat) -> None:
        """Compare two hands of five that share three cards."""
        table.step("ST-6", "A better hand wins: the Ante by the table or 1 to 1, Call 1 to 1. A tie loses.")
        seat.hand.turn_up()
        board = table.place(BOARD).cards
        hand, dealers = poker_hand(seat.cards + board), poker_hand(table.place(DEALER_HAND).cards + board)
        why = compared(hand, dealers)
        won = self.paytables["ante"][hand.row] or EVEN
        seat.settle("ante", won if hand > dealers else None, why)
        seat.settle("call", EVEN if hand > dealers else None, why)
