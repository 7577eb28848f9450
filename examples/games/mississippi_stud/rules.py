"""Mississippi Stud, in the order the dealer works."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.games.poker_rows import JACKS_OR_BETTER
from croupier.hands import Poker, poker_hand
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.settings import Settings
from croupier.table.table import Table

THIRD, FOURTH, FIFTH = STREETS = ("3rd Street", "4th Street", "5th Street")


class MississippiStud(Game[Settings]):
    """Two cards and three streets; one to three Antes, or a fold, before each (MS-1)."""

    name = "mississippi-stud"
    title = "Mississippi Stud"
    sentence = "Two cards and three streets; bet one to three Antes before each, or fold."
    document = "MS"
    felt = "#5b2333"
    seats = 7
    own_cards = (2, 2)
    spots = (
        Spot("ante", "Ante", required=True),
        *(Spot(street, street, later=True) for street in STREETS),
    )
    pay_bets = (PayBet("ante", "Mississippi Stud", (*JACKS_OR_BETTER, "sixes-to-tens")),)

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return 3 * bets.get("ante", 0)

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        table.step("MS-2", "Take the Antes.")
        yield table.betting()

        table.step("MS-3", "Deal two cards to each player, and one to each street, face down.")
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(2))
        for street in STREETS:
            table.place(street).deal(table.shuffler.deal(1), NOBODY)

        for rule, street in (("MS-4", THIRD), ("MS-5", FOURTH), ("MS-6", FIFTH)):
            table.step(rule, f"Ask each player to fold, or for one to three Antes on {street}; then turn it up.")
            yield from self.ask(table, street)
            table.place(street).turn_up()

        table.step("MS-7", "From your right, pay every bet by the table: sixes to tens push, jacks or better win.")
        board = [card for street in STREETS for card in table.place(street).cards]
        for seat in table.counter_clockwise():
            if not seat.folded:
                seat.hand.turn_up()
                hand = poker_hand(seat.cards + board)
                middling = hand.category is Poker.PAIR and 6 <= hand.ranks[0] <= 10
                for spot in list(seat.bets):
                    seat.settle(spot, self.paytables["ante"]["sixes-to-tens" if middling else hand.row], str(hand))

    def ask(self, table: Table, street: str) -> Procedure:
        """Ask everybody who is left for a bet on a street; a fold loses all that was bet."""
        for seat in table.clockwise():
            if not seat.folded:
                bets = (Option(f"bet-{antes}", street, antes * seat.bets["ante"]) for antes in (1, 2, 3))
                answer = yield seat.choose(Option("fold"), *bets)
                if answer.name == "fold":
                    seat.folded = True
                    for spot in list(seat.bets):
                        seat.take(spot, "folded")
                    seat.collect()
