"""Two Streets, in the order the dealer works."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.games.poker_rows import TWO_PAIR_OR_BETTER
from croupier.hands import Poker, poker_hand
from croupier.odds import EVEN
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.seat import Seat
from croupier.table.settings import Settings
from croupier.table.table import Table

FOURTH, FIFTH = "4th Street", "5th Street"


class TwoStreets(Game[Settings]):
    """Three cards and two streets, against a pay schedule (TS-1)."""

    name = "two-streets"
    title = "Two Streets"
    sentence = "Three cards and two streets: bet early and large, or late and small; a pair of tens or better wins."
    document = "TS"
    seats = 6
    own_cards = (3, 3)
    spots = (
        Spot("ante", "Ante", required=True),
        Spot("play", "Play", later=True),
    )
    pay_bets = (PayBet("play", "Play", (*TWO_PAIR_OR_BETTER, "tens-or-better")),)

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return 3 * bets.get("ante", 0)

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        table.step("TS-2", "Take bets on the Ante.")
        yield table.betting()

        table.step("TS-3", "Give each player three cards; lay one card on each street, face down.")
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(3))
        for street in (FOURTH, FIFTH):
            table.place(street).deal(table.shuffler.deal(1), NOBODY)

        table.step("TS-4", "Ask each player: check, or a Play bet of 3x the Ante. Then turn up 4th Street.")
        for seat in table.clockwise():
            yield seat.choose(Option("check"), Option("play-3x", "play", 3 * seat.bets["ante"]))
        table.place(FOURTH).turn_up()

        table.step("TS-5", "Ask each player without a Play bet: fold, or a Play bet of 1x the Ante.")
        for seat in table.clockwise():
            if "play" not in seat.bets:
                answer = yield seat.choose(Option("fold"), Option("play-1x", "play", seat.bets["ante"]))
                if answer.name == "fold":
                    seat.folded = True
                    seat.take("ante", "folded")
                    seat.collect()

        table.step("TS-6", "Turn up 5th Street. From your right, settle the hands that are left.")
        table.place(FIFTH).turn_up()
        for seat in table.counter_clockwise():
            if not seat.folded:
                self.settle(table, seat)

    def settle(self, table: Table, seat: Seat) -> None:
        """Turn up a hand of five: with a pair of tens or better Play is paid by the table, and the Ante even money."""
        table.step("TS-7", "A pair of tens or better: pay Play by the table and the Ante 1 to 1; otherwise take both.")
        seat.hand.turn_up()
        hand = poker_hand(seat.cards + table.place(FOURTH).cards + table.place(FIFTH).cards)
        tens = hand.category is Poker.PAIR and hand.ranks[0] >= 10
        row = "tens-or-better" if tens else hand.row
        pay = self.paytables["play"][row]
        seat.settle("play", pay, str(hand))
        seat.settle("ante", EVEN if pay else None, str(hand))
