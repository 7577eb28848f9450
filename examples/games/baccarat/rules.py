"""Baccarat (punto banco), in the order the dealer works."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from croupier.cards import Card
from croupier.odds import PUSH
from croupier.table.events import EVERYBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.settings import Settings, house_choice
from croupier.table.table import Table

PLAYER, BANKER, TIE = "player", "banker", "tie"


class BaccaratSettings(Settings, frozen=True, kw_only=True):
    """What a house may decide about Baccarat."""

    decks: Annotated[int, house_choice("BAC-1", "decks in the shoe", least=1, most=8)] = 8


class Baccarat(Game[BaccaratSettings]):
    """Two hands, Player's and Banker's, drawn to by fixed rules; players bet on either, or on a tie (BAC-1)."""

    name = "baccarat"
    title = "Baccarat"
    sentence = "Bet on Player's hand, on Banker's or on a tie; the one nearer to nine wins."
    document = "BAC"
    felt = "#1b4332"
    seats = 7
    Settings = BaccaratSettings
    spots = (
        Spot(PLAYER, "Player", wager=PLAYER),
        Spot(BANKER, "Banker", wager=BANKER),
        Spot(TIE, "Tie", wager=TIE, least=100),
    )
    pay_bets = (
        PayBet(PLAYER, "Player", ("win",)),
        PayBet(BANKER, "Banker", ("win",)),
        PayBet(TIE, "Tie", ("win",)),
    )

    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""
        shoe = table.pack * self.settings.decks
        table.step("BAC-2", "Shuffle if the cut card is out. Take bets on Player, Banker and Tie.")
        table.ready_shoe(shoe, behind_cut_card=14)
        yield table.betting()

        table.step("BAC-3", "Deal two cards each to Player and Banker, face up, in turn.")
        player, banker = table.place(PLAYER), table.place(BANKER)
        for hand in (player, banker, player, banker):
            hand.deal([table.from_shoe(shoe)], EVERYBODY)

        table.step("BAC-4", "With eight or nine on either side nobody draws. Else Player draws on five or less.")
        third = None
        if max(points(player.cards), points(banker.cards)) < 8:
            if points(player.cards) <= 5:
                player.deal([table.from_shoe(shoe)], EVERYBODY)
                third = points(player.cards[2:])
            table.step("BAC-5", "Banker draws on five or less, or, if Player has drawn, by the table of third cards.")
            if banker_draws(points(banker.cards), third):
                banker.deal([table.from_shoe(shoe)], EVERYBODY)

        ahead = points(player.cards) - points(banker.cards)
        why = f"Player {points(player.cards)}, Banker {points(banker.cards)}"
        table.step("BAC-6", "The side with more points wins by its table. A tie wins Tie, and pushes the others.")
        for seat in table.counter_clockwise():
            won = {spot: self.paytables[spot]["win"] for spot in (PLAYER, BANKER, TIE)}
            seat.settle(PLAYER, won[PLAYER] if ahead > 0 else None if ahead else PUSH, why)
            seat.settle(BANKER, won[BANKER] if ahead < 0 else None if ahead else PUSH, why)
            seat.settle(TIE, None if ahead else won[TIE], why)


def points(cards: Sequence[Card]) -> int:
    """Aces count one, tens and faces nothing, others their pips; the tens of the sum are dropped."""
    return sum(1 if card.rank == 14 else card.rank if card.rank < 10 else 0 for card in cards) % 10


def banker_draws(total: int, third: int | None) -> bool:
    """Whether Banker takes a third card, by its points and those of Player's third card."""
    if third is None:
        return total <= 5
    drawn_on = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}}
    return total <= 2 or third in drawn_on.get(total, set())
