"""Draw 'n Shoot 21, in the order of its rule book."""

from __future__ import annotations

from typing import Annotated, Literal

from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.settings import Settings, house_choice
from croupier.table.table import Table


class DrawNShootSettings(Settings, frozen=True, kw_only=True):
    """What a house may decide about Draw 'n Shoot 21."""

    decks: Annotated[Literal[1, 2, 3, 4, 5, 6, 7, 8, "infinite"], house_choice("DNS-1", "decks in the shoe")] = 6
    max_raise: Annotated[int, house_choice("DNS-3", "the most Antes that may be raised after the first card")] = 2
    skill_game_only: Annotated[
        bool, house_choice("DNS-15", "whether the 21 Ante is required and QuickCraps only a side bet")
    ] = False


class DrawNShoot21(Game[DrawNShootSettings]):
    """Cards from a shoe plus one roll of two dice."""

    name = "draw-n-shoot-21"
    title = "Draw 'n Shoot 21"
    sentence = "Cards and one roll of the dice make 21; the first card and the same roll play QuickCraps."
    document = "DNS"
    seats = 7
    Settings = DrawNShootSettings
    spots = (
        Spot("ante", "Ante", wager="twenty-one"),
        Spot("raise", "Raise", later=True, wager="twenty-one"),
        Spot("craps", "Craps", wager="quickcraps"),
    )
    pay_bets = (
        PayBet("twenty-one", "21", ("blackjack", "twenty-one", "eighteen-to-twenty", "seventeen")),
        PayBet(
            "quickcraps",
            "QuickCraps",
            (
                "any-craps", "seven", "ten-ten", "match-5-9", "match-6-8", "match-7",
                "ace-eleven", "four-four", "four-hard-eight",
            ),
            ranked=False,
        ),
    )  # fmt: skip

    def round(self, table: Table) -> Procedure:
        """One round of Draw 'n Shoot 21, in the order the dealer works."""
        raise NotImplementedError
