"""Caribbean Stud, in the order the dealer works."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from croupier.games.poker_rows import TWO_PAIR_OR_BETTER
from croupier.hands import Hand, Poker, compared, poker_hand
from croupier.odds import EVEN, PUSH
from croupier.table.decisions import Option
from croupier.table.events import EVERYBODY, NOBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.seat import DEALER_HAND, Seat
from croupier.table.settings import Settings
from croupier.table.table import Table

UP_CARD: Final = "up card"
ACE_KING: Final = Hand(Poker.HIGH_CARD, (14, 13))


class CaribbeanStud(Game[Settings]):
    """Five cards each, one of the dealer's face up; the dealer needs ace and king (CS-1)."""

    name = "caribbean-stud"
    title = "Caribbean Stud"
    sentence = "Five cards each, one of the dealer's face up: fold, or raise by two Antes; the dealer needs ace-king."
    document = "CS"
    felt = "#0f4c5c"
    seats = 7
    own_cards = (5, 5)
    spots = (Spot("ante", "Ante", required=True), Spot("raise", "Raise", later=True))
    pay_bets = (PayBet("raise", "Raise", TWO_PAIR_OR_BETTER),)

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return 2 * bets.get("ante", 0)

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        table.step("CS-2", "Take bets on the Ante.")
        yield table.betting()

        table.step("CS-3", "Deal five cards to each player face down; one to yourself face up, and four face down.")
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(5))
        up, dealer = table.place(UP_CARD), table.place(DEALER_HAND)
        up.deal(table.shuffler.deal(1), EVERYBODY)
        dealer.deal(table.shuffler.deal(4), NOBODY)

        table.step("CS-4", "Ask each player to fold, or to raise by two Antes.")
        for seat in table.clockwise():
            answer = yield seat.choose(Option("fold"), Option("raise", "raise", 2 * seat.bets["ante"]))
            if answer.name == "fold":
                seat.folded = True
                seat.take("ante", "folded")
                seat.collect()

        table.step("CS-5", "Turn up your four cards and lay the fifth beside them. From your right, settle the hands.")
        dealer.turn_up()
        up.move(list(up.cards), to=dealer)
        for seat in table.counter_clockwise():
            if not seat.folded:
                self.resolve(table, seat, poker_hand(dealer.cards))

    def resolve(self, table: Table, seat: Seat, dealers: Hand) -> None:
        """Compare a hand with the dealer's; without ace and king the dealer pays the Ante and returns the Raise."""
        seat.hand.turn_up()
        hand = poker_hand(seat.cards)
        why = compared(hand, dealers)
        if dealers < ACE_KING:
            table.step("CS-6", "You have less than ace and king: pay the Ante 1 to 1 and push the Raise.")
            seat.settle("ante", EVEN, why)
            seat.settle("raise", PUSH, why)
        else:
            table.step("CS-7", "A better hand wins: the Ante 1 to 1, the Raise by its table or 1 to 1. A tie pushes.")
            won = self.paytables["raise"][hand.row] or EVEN
            seat.settle("ante", EVEN if hand > dealers else PUSH if hand == dealers else None, why)
            seat.settle("raise", won if hand > dealers else PUSH if hand == dealers else None, why)
