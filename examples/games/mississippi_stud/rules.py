"""Mississippi Stud, as it is usually dealt."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.hands import Poker, poker_hand
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.settings import Settings
from croupier.table.table import Table
from croupier.table.view import View

ROWS = (
    "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind", "two-pair",
    "jacks-or-better", "sixes-to-tens",
)  # fmt: skip
STREETS = ("3rd Street", "4th Street", "5th Street")


class MississippiStud(Game[Settings]):
    """Two cards and three streets; one to three Antes, or a fold, before each."""

    name = "mississippi-stud"
    title = "Mississippi Stud"
    sentence = "Two cards and three streets; bet one to three Antes before each, or fold."
    document = "MS"
    seats = 7
    own_cards = (2, 2)
    Settings = Settings
    spots = (
        Spot("ante", "Ante", required=True),
        *(Spot(street, street, later=True) for street in STREETS),
    )
    pay_bets = (PayBet("ante", "Mississippi Stud", ROWS),)

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return 3 * bets.get("ante", 0)

    def automatic(self, view: View) -> str:
        return view.legal[-1]

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        table.step("MS-1", "Take the Antes.")
        yield table.betting()
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(2))
        for street in STREETS:
            table.place(street).deal(table.shuffler.deal(1), NOBODY)
        for street in STREETS:
            table.step("MS-2", f"Ask each player to fold, or for a bet on {street}; then turn it up.")
            for seat in table.clockwise():
                if not seat.folded:
                    bets = (Option(f"bet-{antes}", street, antes * seat.bets["ante"]) for antes in (1, 2, 3))
                    answer = yield seat.choose(Option("fold"), *bets)
                    if answer.name == "fold":
                        seat.folded = True
                        for spot in list(seat.bets):
                            seat.take(spot, "folded")
                        seat.collect()
            table.place(street).turn_up()
        table.step("MS-3", "Pay every bet by the paytable.")
        board = [card for street in STREETS for card in table.place(street).cards]
        for seat in table.counter_clockwise():
            if not seat.folded:
                seat.hand.turn_up()
                hand = poker_hand(seat.cards + board)
                middling = hand.category is Poker.PAIR and 6 <= hand.ranks[0] <= 10
                for spot in list(seat.bets):
                    seat.settle(spot, self.paytables["ante"]["sixes-to-tens" if middling else hand.row], str(hand))
