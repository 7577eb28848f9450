"""On the Draw, in the order of its rule book."""

from __future__ import annotations

from typing import Annotated

from croupier.games.poker_rows import JACKS_OR_BETTER, TWO_PAIR_OR_BETTER
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.settings import Settings, house_choice
from croupier.table.table import Table


class OnTheDrawSettings(Settings, frozen=True, kw_only=True):
    """What a house may decide about On the Draw."""

    play_multiples: Annotated[tuple[int, ...], house_choice("OTD-5", "the Play bet in Antes, street by street")] = (
        3,
        2,
        1,
    )
    fold_forfeits_trips: Annotated[bool, house_choice("OTD-10", "whether a fold also gives up the Trips bet")] = False


class OnTheDraw(Game[OnTheDrawSettings]):
    """Seven cards, best five, two pair or better wins."""

    name = "on-the-draw"
    title = "On the Draw"
    sentence = (
        "Seven cards against a pay schedule: two pair or better wins, and the earlier you bet, the more you may bet."
    )
    document = "OTD"
    seats = 9
    Settings = OnTheDrawSettings
    spots = (
        Spot("ante", "Ante", required=True),
        Spot("blind", "Blind", required=True, equals="ante"),
        Spot("play", "Play", later=True),
        Spot("trips", "Trips", wager="trips"),
        Spot("cincy-pot", "Cincy Pot", pot=True, wager="pot"),
    )
    pay_bets = (
        PayBet("play", "Play", TWO_PAIR_OR_BETTER),
        PayBet("blind", "Blind", TWO_PAIR_OR_BETTER),
        PayBet("trips", "Trips", JACKS_OR_BETTER),
    )

    def round(self, table: Table) -> Procedure:
        """One round of On the Draw, in the order the dealer works."""
        raise NotImplementedError
