"""Three Card Draw Poker, in the order of its rule book."""

from __future__ import annotations

from typing import Annotated, Literal

from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.settings import Settings, house_choice
from croupier.table.table import Table

FLUSH_OR_BETTER = ("mini-royal", "straight-flush", "three-of-a-kind", "straight", "flush")


class ThreeCardDrawSettings(Settings, frozen=True, kw_only=True):
    """What a house may decide about Three Card Draw."""

    play_multiples: Annotated[tuple[int, ...], house_choice("TCD-5", "the Play bet's least and most, in Antes")] = (
        1,
        2,
    )
    rule_9a: Annotated[
        Literal[
            "ante-bonus-always",
            "ante-bonus-unless-beaten",
            "ante-pays-table",
            "play-pays-table",
            "play-pays-ante-multiples",
            "no-bonus",
        ],
        house_choice(
            "TCD-9", "how the sentence that the source cuts off goes on: what the Ante Bonus table is paid on"
        ),
    ] = "ante-bonus-always"
    ties: Annotated[Literal["win", "push", "lose"], house_choice("TCD-9", "what Ante and Play do on a tie")] = "win"


class ThreeCardDraw(Game[ThreeCardDrawSettings]):
    """Three cards and an unseen draw card against the dealer's best three of four."""

    name = "three-card-draw"
    title = "Three Card Draw Poker"
    sentence = "Three cards against the dealer's best three of four, and one unseen card that you may draw."
    document = "TCD"
    seats = 12
    Settings = ThreeCardDrawSettings
    spots = (
        Spot("ante", "Ante"),
        Spot("bonus", "Bonus", wager="bonus"),
        Spot("play", "Play", later=True),
    )
    pay_bets = (
        PayBet("bonus", "Bonus", FLUSH_OR_BETTER),
        PayBet("ante-bonus", "Ante Bonus", FLUSH_OR_BETTER),
    )

    def round(self, table: Table) -> Procedure:
        """One round of Three Card Draw, in the order the dealer works."""
        raise NotImplementedError
