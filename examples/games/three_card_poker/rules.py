"""Three Card Poker, in the order the dealer works."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.hands import Hand, ThreeCard, compared, three_card_hand
from croupier.odds import EVEN, PUSH
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.seat import DEALER_HAND, Seat
from croupier.table.settings import Settings
from croupier.table.table import Table

PAIR_OR_BETTER = ("mini-royal", "straight-flush", "three-of-a-kind", "straight", "flush", "pair")
QUEEN_HIGH = Hand(ThreeCard.HIGH_CARD, (12,))


class ThreeCardPoker(Game[Settings]):
    """Three cards each; the dealer needs a queen or better (TCP-1)."""

    name = "three-card-poker"
    title = "Three Card Poker"
    sentence = "Three cards each: play for one more Ante, or fold; the dealer needs a queen."
    document = "TCP"
    felt = "#0b4f4a"
    seats = 7
    own_cards = (3, 3)
    spots = (
        Spot("ante", "Ante", required=True),
        Spot("play", "Play", later=True),
        Spot("pair-plus", "Pair Plus", wager="pair-plus", least=100),
    )
    pay_bets = (PayBet("ante-bonus", "Ante Bonus", PAIR_OR_BETTER), PayBet("pair-plus", "Pair Plus", PAIR_OR_BETTER))

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return bets.get("ante", 0)

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        table.step("TCP-2", "Take bets on the Ante, and any on Pair Plus.")
        yield table.betting()

        table.step("TCP-3", "Deal three cards to each player and to yourself, face down.")
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(3))
        dealer = table.place(DEALER_HAND)
        dealer.deal(table.shuffler.deal(3), NOBODY)

        table.step("TCP-4", "Ask each player to fold, losing Ante and Pair Plus, or for a Play bet equal to the Ante.")
        for seat in table.clockwise():
            answer = yield seat.choose(Option("fold"), Option("play", "play", seat.bets["ante"]))
            if answer.name == "fold":
                seat.folded = True
                seat.take("ante", "folded")
                seat.take("pair-plus", "folded")
                seat.collect()

        table.step("TCP-5", "Turn up your cards. From your right, turn up the hands that are left and settle them.")
        dealer.turn_up()
        for seat in table.counter_clockwise():
            if not seat.folded:
                seat.hand.turn_up()
                self.resolve(seat, three_card_hand(dealer.cards))

    def resolve(self, seat: Seat, dealers: Hand) -> None:
        """Settle a hand; a dealer without a queen pays the Ante and returns the Play bet."""
        hand, ante = three_card_hand(seat.cards), seat.bets["ante"]
        why = compared(hand, dealers)
        if dealers < QUEEN_HIGH:
            seat.table.step("TCP-6", "You have no queen: pay the Ante 1 to 1 and push Play.")
            seat.settle("ante", EVEN, why)
            seat.settle("play", PUSH, why)
        else:
            seat.table.step("TCP-7", "A better hand wins Ante and Play 1 to 1. A tie pushes.")
            result = EVEN if hand > dealers else PUSH if hand == dealers else None
            seat.settle("ante", result, why)
            seat.settle("play", result, why)
        bonus = self.paytables["ante-bonus"][hand.row]
        if bonus is not None:
            seat.table.step("TCP-8", "Pay the Ante Bonus by its table, whoever won.")
            seat.pay_bonus("ante-bonus", ante, bonus, str(hand))
        if "pair-plus" in seat.bets:
            seat.table.step("TCP-9", "Pay Pair Plus by its table, whoever won.")
            seat.settle("pair-plus", self.paytables["pair-plus"][hand.row], str(hand))
