"""Ultimate Texas Hold'em, as it is usually dealt."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.games.poker_rows import JACKS_OR_BETTER
from croupier.hands import Poker, poker_hand
from croupier.odds import EVEN, PUSH
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.seat import DEALER_HAND, Seat
from croupier.table.settings import Settings
from croupier.table.table import Table
from croupier.table.view import View

FLOP, TURN_AND_RIVER = "flop", "turn and river"


class UltimateHoldem(Game[Settings]):
    """Two cards each and a board of five; the sooner one raises, the more one may."""

    name = "ultimate-holdem"
    title = "Ultimate Texas Hold'em"
    sentence = "Two cards and a board of five against the dealer's two: raise four, two or one times the Ante."
    document = "UTH"
    seats = 6
    own_cards = (2, 2)
    Settings = Settings
    spots = (
        Spot("ante", "Ante", required=True),
        Spot("blind", "Blind", required=True, equals="ante"),
        Spot("play", "Play", later=True),
        Spot("trips", "Trips", wager="trips", least=100),
    )
    pay_bets = (PayBet("blind", "Blind", JACKS_OR_BETTER), PayBet("trips", "Trips", JACKS_OR_BETTER))

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return 4 * bets.get("ante", 0)

    def automatic(self, view: View) -> str:
        return view.legal[0]

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        table.step("UTH-1", "Take equal bets on Ante and Blind, and any on Trips.")
        yield table.betting()
        table.step("UTH-2", "Deal two cards to each player and to yourself, and five to the board, face down.")
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(2))
        table.place(DEALER_HAND).deal(table.shuffler.deal(2), NOBODY)
        table.place(FLOP).deal(table.shuffler.deal(3), NOBODY)
        table.place(TURN_AND_RIVER).deal(table.shuffler.deal(2), NOBODY)
        table.step("UTH-3", "Ask each player: check, or a Play bet of three or four Antes.")
        yield from self.ask(table, "check", 4, 3)
        table.place(FLOP).turn_up()
        table.step("UTH-4", "Turn up the flop, and ask those without a Play bet: check, or two Antes.")
        yield from self.ask(table, "check", 2)
        table.place(TURN_AND_RIVER).turn_up()
        table.step("UTH-5", "Turn up the rest, and ask those without a Play bet: fold, or one Ante.")
        yield from self.ask(table, "fold", 1)
        table.place(DEALER_HAND).turn_up()
        for seat in table.counter_clockwise():
            self.resolve(table, seat)

    def ask(self, table: Table, decline: str, *multiples: int) -> Procedure:
        """Put a question to everybody who has no Play bet."""
        for seat in table.clockwise():
            if "play" not in seat.bets and not seat.folded:
                plays = (Option(f"raise-{multiple}x", "play", multiple * seat.bets["ante"]) for multiple in multiples)
                answer = yield seat.choose(Option(decline), *plays)
                if answer.name == "fold":
                    seat.folded = True
                    seat.take("ante", "folded")
                    seat.take("blind", "folded")

    def resolve(self, table: Table, seat: Seat) -> None:
        """Compare a hand with the dealer's; below a pair the dealer does not qualify, and the Ante pushes."""
        board = table.place(FLOP).cards + table.place(TURN_AND_RIVER).cards
        seat.hand.turn_up()
        hand, dealers = poker_hand(seat.cards + board), poker_hand(table.place(DEALER_HAND).cards + board)
        if not seat.folded:
            result = EVEN if hand > dealers else PUSH if hand == dealers else None
            blind = self.paytables["blind"][hand.row] or PUSH
            seat.settle("ante", result if dealers.category >= Poker.PAIR else PUSH, str(hand))
            seat.settle("play", result, str(hand))
            seat.settle("blind", blind if result is EVEN else result, str(hand))
        seat.settle("trips", self.paytables["trips"][hand.row], str(hand))
