"""Casino War, in the order the dealer works."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from croupier.odds import EVEN, PUSH, Odds
from croupier.table.decisions import Option
from croupier.table.events import EVERYBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.seat import DEALER_HAND
from croupier.table.settings import Settings, house_choice
from croupier.table.table import Table
from croupier.table.view import View

WAR_CARD, DEALERS_WAR_CARD = "war card", "dealer's war card"
HALF = Odds.parse("1:2")


class CasinoWarSettings(Settings, frozen=True, kw_only=True):
    """What a house may decide about Casino War."""

    decks: Annotated[int, house_choice("CW-1", "decks in the shoe", least=1, most=8)] = 6


class CasinoWar(Game[CasinoWarSettings]):
    """The higher card wins; on a tie one surrenders or goes to war (CW-1)."""

    name = "casino-war"
    title = "Casino War"
    sentence = "One card against the dealer's; on a tie give up half the bet, or double it and go to war."
    document = "CW"
    felt = "#4a1d1f"
    seats = 7
    own_cards = (1, 1)
    Settings = CasinoWarSettings
    spots = (
        Spot("bet", "Bet", required=True),
        Spot("war", "War", later=True),
        Spot("tie", "Tie", wager="tie", least=100),
    )
    pay_bets = (PayBet("war", "War", ("tie-again", "win")), PayBet("tie", "Tie", ("tie",)))

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return bets.get("bet", 0)

    def automatic(self, view: View) -> str:
        return view.legal[-1]

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        shoe = table.pack * self.settings.decks
        table.step("CW-2", "Shuffle if the cut card is out. Take bets, and any on Tie.")
        table.ready_shoe(shoe, behind_cut_card=26)
        yield table.betting()

        table.step("CW-3", "Deal a card to each player and one to yourself, face up.")
        for seat in table.clockwise():
            seat.deal([table.from_shoe(shoe)], face_up=True)
        dealer = table.place(DEALER_HAND)
        dealer.deal([table.from_shoe(shoe)], EVERYBODY)
        (dealers,) = dealer.cards

        table.step("CW-4", "From your right, a higher card wins 1 to 1, a lower one loses. Pay Tie by its table.")
        for seat in table.counter_clockwise():
            (card,) = seat.cards
            why = f"{card.sign} against {dealers.sign}"
            seat.settle("tie", self.paytables["tie"]["tie"] if card.rank == dealers.rank else None, why)
            if card.rank != dealers.rank:
                seat.settle("bet", EVEN if card.rank > dealers.rank else None, why)

        table.step("CW-5", "Ask each player whose card ties yours: surrender, or go to war with a bet as large again.")
        for seat in table.clockwise():
            if "bet" in seat.bets:
                answer = yield seat.choose(Option("surrender"), Option("war", "war", seat.bets["bet"]))
                if answer.name == "surrender":
                    table.step("CW-6", "Give back half the bet and take the other half.")
                    seat.give_up("bet", HALF, "surrendered")

        table.step("CW-7", "For each war deal a card to the player and one to yourself, face up.")
        for seat in table.clockwise():
            if "war" in seat.bets:
                for box in (WAR_CARD, DEALERS_WAR_CARD):
                    seat.box(box).deal([table.from_shoe(shoe)], EVERYBODY)

        table.step("CW-8", "Yours higher: take both bets. Else push the Bet and pay the War by its table.")
        for seat in table.counter_clockwise():
            if "war" in seat.bets:
                (card,), (against,) = seat.box(WAR_CARD).cards, seat.box(DEALERS_WAR_CARD).cards
                row = "tie-again" if card.rank == against.rank else "win"
                lost, why = card.rank < against.rank, f"{card.sign} against {against.sign}"
                seat.settle("war", None if lost else self.paytables["war"][row], why)
                seat.settle("bet", None if lost else PUSH, why)
