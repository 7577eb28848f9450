"""Cincinnati Stud, in the order of its rule book."""

from __future__ import annotations

from typing import Annotated, Literal

from croupier.games.poker_rows import JACKS_OR_BETTER
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.settings import Settings, house_choice
from croupier.table.table import Table


class CincinnatiStudSettings(Settings, frozen=True, kw_only=True):
    """What a house may decide about Cincinnati Stud."""

    play_multiples: Annotated[
        tuple[int, ...], house_choice("CS-5", "the Play bets a player may choose from, in Antes")
    ] = (1, 2)
    blind_below_straight: Annotated[
        Literal["push", "lose", "pay"],
        house_choice("CS-7", "what the Blind does on a win with a hand below a straight; pay is 1 to 1"),
    ] = "push"


class CincinnatiStud(Game[CincinnatiStudSettings]):
    """Seven cards each against the dealer, best five."""

    name = "cincinnati-stud"
    title = "Cincinnati Stud"
    sentence = "Seven cards each against the dealer: you see six, then fold or play for one or two Antes."
    document = "CS"
    seats = 6
    Settings = CincinnatiStudSettings
    spots = (
        Spot("ante", "Ante", required=True),
        Spot("blind", "Blind", required=True, equals="ante"),
        Spot("play", "Play", later=True),
        Spot("trips", "Trips", wager="trips"),
        Spot("cincy-pot", "Cincy Pot", pot=True, wager="pot"),
    )
    pay_bets = (PayBet("blind", "Blind", JACKS_OR_BETTER), PayBet("trips", "Trips", JACKS_OR_BETTER))

    def round(self, table: Table) -> Procedure:
        """One round of Cincinnati Stud, in the order the dealer works."""
        raise NotImplementedError
