"""Three card poker against a dealer who needs a queen, as it is usually dealt."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.hands import Hand, ThreeCard, three_card_hand
from croupier.odds import EVEN, PUSH
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.seat import DEALER_HAND, Seat
from croupier.table.settings import Settings
from croupier.table.table import Table
from croupier.table.view import View

PAIR_OR_BETTER = ("mini-royal", "straight-flush", "three-of-a-kind", "straight", "flush", "pair")
QUEEN_HIGH = Hand(ThreeCard.HIGH_CARD, (12,))


class ThreeCardPoker(Game[Settings]):
    """Three cards each; the dealer needs a queen or better."""

    name = "three-card-poker"
    title = "Three Card Poker"
    sentence = "Three cards each: play for one more Ante, or fold; the dealer needs a queen."
    document = "TCP"
    seats = 7
    own_cards = (3, 3)
    Settings = Settings
    spots = (
        Spot("ante", "Ante", required=True),
        Spot("play", "Play", later=True),
        Spot("pair-plus", "Pair Plus", wager="pair-plus", least=100),
    )
    pay_bets = (PayBet("ante-bonus", "Ante Bonus", PAIR_OR_BETTER), PayBet("pair-plus", "Pair Plus", PAIR_OR_BETTER))

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return bets.get("ante", 0)

    def automatic(self, view: View) -> str:
        return view.legal[-1]

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        table.step("TCP-1", "Take bets on the Ante, and any on Pair Plus.")
        yield table.betting()
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(3))
        table.place(DEALER_HAND).deal(table.shuffler.deal(3), NOBODY)
        table.step("TCP-2", "Ask each player to fold, or to bet as much as the Ante.")
        for seat in table.clockwise():
            answer = yield seat.choose(Option("fold"), Option("play", "play", seat.bets["ante"]))
            if answer.name == "fold":
                seat.folded = True
                seat.take("ante", "folded")
                seat.take("pair-plus", "folded")
                seat.collect()
        table.place(DEALER_HAND).turn_up()
        dealers = three_card_hand(table.place(DEALER_HAND).cards)
        for seat in table.counter_clockwise():
            if not seat.folded:
                self.resolve(seat, dealers)

    def resolve(self, seat: Seat, dealers: Hand) -> None:
        """Settle a hand; a dealer without a queen pays the Ante and returns the Play bet."""
        seat.hand.turn_up()
        hand, ante = three_card_hand(seat.cards), seat.bets["ante"]
        if dealers < QUEEN_HIGH:
            seat.settle("ante", EVEN, str(hand))
            seat.settle("play", PUSH, str(hand))
        else:
            result = EVEN if hand > dealers else PUSH if hand == dealers else None
            seat.settle("ante", result, str(hand))
            seat.settle("play", result, str(hand))
        bonus = self.paytables["ante-bonus"].pays.get(hand.row)
        if bonus is not None:
            seat.pay_bonus("ante-bonus", ante, bonus, str(hand))
        seat.settle("pair-plus", self.paytables["pair-plus"][hand.row], str(hand))
