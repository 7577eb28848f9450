"""Casino Hold'em, in the order the dealer works."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from croupier.games.poker_rows import JACKS_OR_BETTER
from croupier.hands import Hand, Poker, compared, poker_hand
from croupier.odds import EVEN, PUSH
from croupier.table.decisions import Option
from croupier.table.events import EVERYBODY, NOBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.seat import DEALER_HAND, Seat
from croupier.table.settings import Settings
from croupier.table.table import Table

BOARD: Final = "board"
PAIR_OF_FOURS: Final = Hand(Poker.PAIR, (4,))


class CasinoHoldem(Game[Settings]):
    """Two cards each and a board of five, of which three are seen before the one choice (CH-1)."""

    name = "casino-holdem"
    title = "Casino Hold'em"
    sentence = "Two cards and a flop: fold, or call for two Antes; the dealer needs a pair of fours."
    document = "CH"
    felt = "#14532d"
    seats = 6
    own_cards = (2, 2)
    spots = (Spot("ante", "Ante", required=True), Spot("call", "Call", later=True))
    pay_bets = (PayBet("ante", "Ante", JACKS_OR_BETTER),)

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return 2 * bets.get("ante", 0)

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        table.step("CH-2", "Take bets on the Ante.")
        yield table.betting()

        table.step("CH-3", "Deal two cards to each player and to yourself, and turn up three for the board.")
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(2))
        dealer, board = table.place(DEALER_HAND), table.place(BOARD)
        dealer.deal(table.shuffler.deal(2), NOBODY)
        board.deal(table.shuffler.deal(3), EVERYBODY)

        table.step("CH-4", "Ask each player to fold, or to call for two Antes.")
        for seat in table.clockwise():
            answer = yield seat.choose(Option("fold"), Option("call", "call", 2 * seat.bets["ante"]))
            if answer.name == "fold":
                seat.folded = True
                seat.take("ante", "folded")

        table.step("CH-5", "Turn up two more cards for the board, and your own. From your right, settle the hands.")
        board.deal(table.shuffler.deal(2), EVERYBODY)
        dealer.turn_up()
        for seat in table.counter_clockwise():
            if not seat.folded:
                self.resolve(table, seat)

    def resolve(self, table: Table, seat: Seat) -> None:
        """Compare a hand with the dealer's; if the dealer does not qualify, the Ante is paid and the call pushes."""
        seat.hand.turn_up()
        board = table.place(BOARD).cards
        hand, dealers = poker_hand(seat.cards + board), poker_hand(table.place(DEALER_HAND).cards + board)
        won, why = self.paytables["ante"][hand.row] or EVEN, compared(hand, dealers)
        if dealers < PAIR_OF_FOURS:
            table.step("CH-6", "Less than a pair of fours: pay the Ante by its table or 1 to 1, and push the Call.")
            seat.settle("ante", won, why)
            seat.settle("call", PUSH, why)
        else:
            table.step("CH-7", "A better hand wins: the Ante by its table or 1 to 1, the Call 1 to 1. A tie pushes.")
            seat.settle("ante", won if hand > dealers else PUSH if hand == dealers else None, why)
            seat.settle("call", EVEN if hand > dealers else PUSH if hand == dealers else None, why)
