"""Ultimate Texas Hold'em, in the order the dealer works."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.games.poker_rows import JACKS_OR_BETTER
from croupier.hands import Poker, compared, poker_hand
from croupier.odds import EVEN, PUSH
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.seat import DEALER_HAND, Seat
from croupier.table.settings import Settings
from croupier.table.table import Table

FLOP, TURN_AND_RIVER = "flop", "turn and river"


class UltimateHoldem(Game[Settings]):
    """Two cards each and a board of five; the sooner one raises, the more one may (UTH-1)."""

    name = "ultimate-holdem"
    title = "Ultimate Texas Hold'em"
    sentence = "Two cards and a board of five against the dealer's two: raise four, two or one times the Ante."
    document = "UTH"
    felt = "#153f5c"
    seats = 6
    own_cards = (2, 2)
    spots = (
        Spot("ante", "Ante", required=True),
        Spot("blind", "Blind", required=True, equals="ante"),
        Spot("play", "Play", later=True),
        Spot("trips", "Trips", wager="trips", least=100),
    )
    pay_bets = (PayBet("blind", "Blind", JACKS_OR_BETTER), PayBet("trips", "Trips", JACKS_OR_BETTER))

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return 4 * bets.get("ante", 0)

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        table.step("UTH-2", "Take equal bets on Ante and Blind, and any on Trips.")
        yield table.betting()

        table.step("UTH-3", "Deal two cards to each player and to yourself, and five to the board, all face down.")
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(2))
        table.place(DEALER_HAND).deal(table.shuffler.deal(2), NOBODY)
        table.place(FLOP).deal(table.shuffler.deal(3), NOBODY)
        table.place(TURN_AND_RIVER).deal(table.shuffler.deal(2), NOBODY)

        table.step("UTH-4", "Ask each player: check, or a Play bet of three or four Antes.")
        yield from self.ask(table, "check", 4, 3)

        table.step("UTH-5", "Turn up the flop, and ask those without a Play bet: check, or two Antes.")
        table.place(FLOP).turn_up()
        yield from self.ask(table, "check", 2)

        table.step("UTH-6", "Turn up the turn and the river, and ask those without a Play bet: fold, or one Ante.")
        table.place(TURN_AND_RIVER).turn_up()
        yield from self.ask(table, "fold", 1)

        table.step("UTH-7", "Turn up your cards. From your right, settle the hands.")
        table.place(DEALER_HAND).turn_up()
        for seat in table.counter_clockwise():
            self.resolve(table, seat)

    def ask(self, table: Table, decline: str, *multiples: int) -> Procedure:
        """Put a question to everybody who has no Play bet; a fold loses Ante and Blind."""
        for seat in table.clockwise():
            if "play" not in seat.bets and not seat.folded:
                plays = (Option(f"raise-{multiple}x", "play", multiple * seat.bets["ante"]) for multiple in multiples)
                answer = yield seat.choose(Option(decline), *plays)
                if answer.name == "fold":
                    seat.folded = True
                    seat.take("ante", "folded")
                    seat.take("blind", "folded")

    def resolve(self, table: Table, seat: Seat) -> None:
        """Compare a hand with the dealer's, and pay Trips whoever won."""
        board = table.place(FLOP).cards + table.place(TURN_AND_RIVER).cards
        seat.hand.turn_up()
        hand, dealers = poker_hand(seat.cards + board), poker_hand(table.place(DEALER_HAND).cards + board)
        if not seat.folded:
            table.step(
                "UTH-8",
                "A better hand wins Ante and Play 1 to 1, and the Blind by its table or pushes it. A tie pushes all. "
                "If you have less than a pair the Ante pushes.",
            )
            result = EVEN if hand > dealers else PUSH if hand == dealers else None
            blind = self.paytables["blind"][hand.row] or PUSH
            why = compared(hand, dealers)
            seat.settle("ante", result if dealers.category >= Poker.PAIR else PUSH, why)
            seat.settle("play", result, why)
            seat.settle("blind", blind if result is EVEN else result, why)
        if "trips" in seat.bets:
            table.step("UTH-9", "Pay Trips by its table, whatever you hold, also to a player who has folded.")
            seat.settle("trips", self.paytables["trips"][hand.row], str(hand))
