"""Top Card, in the order the dealer works."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from croupier.cards import DECK
from croupier.odds import EVEN
from croupier.table.decisions import Option
from croupier.table.events import EVERYBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.seat import DEALER_HAND
from croupier.table.settings import Settings, house_choice
from croupier.table.table import Table


class TopCardSettings(Settings, frozen=True, kw_only=True):
    """What a house may decide about Top Card."""

    decks: Annotated[int, house_choice("TC-1", "decks in the shoe", least=1, most=8)] = 6


class TopCard(Game[TopCardSettings]):
    """One card against the higher of the dealer's two, from a shoe (TC-1)."""

    name = "top-card"
    title = "Top Card"
    sentence = "One card against the higher of the dealer's two: stay, or raise by as much again."
    document = "TC"
    seats = 7
    own_cards = (1, 1)
    Settings = TopCardSettings
    spots = (
        Spot("bet", "Bet", required=True),
        Spot("raise", "Raise", later=True),
    )
    pay_bets = (PayBet("bet", "Bet", ("ace", "king", "queen")),)

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return bets.get("bet", 0)

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        shoe = DECK * self.settings.decks
        table.step("TC-2", "Shuffle if the cut card is out. Take bets.")
        table.ready_shoe(shoe, behind_cut_card=len(shoe) // 6)
        yield table.betting()

        table.step("TC-3", "Give each player one card, face up.")
        for seat in table.clockwise():
            seat.deal([table.from_shoe(shoe)], face_up=True)

        table.step("TC-4", "Ask each player: stay, or raise by the bet again.")
        for seat in table.clockwise():
            yield seat.choose(Option("stay"), Option("raise", "raise", seat.bets["bet"]))

        table.step("TC-5", "Give yourself two cards, face up; the higher one plays.")
        dealer = table.place(DEALER_HAND)
        dealer.deal([table.from_shoe(shoe), table.from_shoe(shoe)], EVERYBODY)
        dealers = max(dealer.cards, key=lambda card: card.rank)

        table.step("TC-6", "A higher card wins: the Bet by the table or 1 to 1, the Raise 1 to 1. A tie loses both.")
        for seat in table.counter_clockwise():
            (card,) = seat.cards
            row = {14: "ace", 13: "king", 12: "queen"}.get(card.rank, "lower")
            won = card.rank > dealers.rank
            seat.settle("bet", (self.paytables["bet"][row] or EVEN) if won else None, f"{card} against {dealers}")
            seat.settle("raise", EVEN if won else None, f"{card} against {dealers}")
