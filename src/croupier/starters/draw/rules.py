"""One Draw, in the order the dealer works."""

from __future__ import annotations

from itertools import combinations

from croupier.cards import Card
from croupier.games.poker_rows import JACKS_OR_BETTER
from croupier.hands import poker_hand
from croupier.table.decisions import Option
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.settings import Settings
from croupier.table.table import Table

DISCARDS = "discards"


class OneDraw(Game[Settings]):
    """Five cards, one draw, and a pay schedule (OD-1)."""

    name = "one-draw"
    title = "One Draw"
    sentence = "Five cards: hold what you like, draw the rest once; a pair of jacks or better wins."
    document = "OD"
    seats = 5
    own_cards = (5, 5)
    spots = (Spot("bet", "Bet", required=True),)
    pay_bets = (PayBet("bet", "Bet", JACKS_OR_BETTER),)

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        table.step("OD-2", "Take bets.")
        yield table.betting()

        table.step("OD-3", "Give each player five cards.")
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(5))

        table.step("OD-4", "Ask each player which cards to hold; take the others and deal as many new ones.")
        for seat in table.clockwise():
            answer = yield seat.choose(*_holds(seat.cards))
            discards = [card for card in seat.cards if str(card) not in answer.meaning]
            seat.hand.move(discards, to=seat.box(DISCARDS))
            if discards:
                seat.deal(table.shuffler.deal(len(discards)))

        table.step("OD-5", "From your right, turn up the hands and pay a pair of jacks or better by the table.")
        for seat in table.counter_clockwise():
            seat.hand.turn_up()
            hand = poker_hand(seat.cards)
            seat.settle("bet", self.paytables["bet"][hand.row], str(hand))


def _holds(cards: list[Card]) -> list[Option]:
    """Every way to hold some of the cards, standing pat first."""
    names = [str(card) for card in cards]
    return [
        Option(" ".join(("hold", *held)), public=f"discard {len(cards) - count}", meaning=held)
        for count in range(len(cards), -1, -1)
        for held in combinations(names, count)
    ]
