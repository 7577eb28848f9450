"""Big Draw Poker, in the order of its rule book."""

from __future__ import annotations

from typing import Annotated, Literal

from croupier.games.poker_rows import JACKS_OR_BETTER
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.settings import Settings, house_choice
from croupier.table.table import Table

DEUCES_ROWS = (
    "natural-royal",
    "four-deuces",
    "wild-royal",
    "five-of-a-kind",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
)


class BigDrawSettings(Settings, frozen=True, kw_only=True):
    """What a house may decide about Big Draw Poker."""

    deal_style: Annotated[
        Literal["one-at-a-time", "five-at-once"], house_choice("BD-6", "how the first five are dealt")
    ] = "one-at-a-time"
    draw_style: Annotated[Literal["option-1", "option-2"], house_choice("BD-9", "how draws are dealt and settled")] = (
        "option-1"
    )
    require_big_draw: Annotated[bool, house_choice("BD-5", "whether First 5 may only be played with Big Draw")] = False
    first5_alone_minimum: Annotated[int, house_choice("BD-4", "the least First 5 bet without Big Draw, in dollars")] = 1
    first5_alone_blind: Annotated[
        bool,
        house_choice("BD-4", "whether a First 5 player without Big Draw may not look until all draws are complete"),
    ] = True


class BigDraw(Game[BigDrawSettings]):
    """Five-card draw, or deuces wild, against a pay table."""

    name = "big-draw"
    title = "Big Draw Poker"
    sentence = "Five cards and one draw against a pay table; the player with the button calls the game."
    document = "BD"
    seats = 5
    Settings = BigDrawSettings
    spots = (
        Spot("big-draw", "Big Draw", wager="big-draw"),
        Spot("first-5", "First 5", wager="first-5"),
    )
    pay_bets = (
        PayBet("five-card-draw/big-draw", "5 Card Draw, Big Draw", JACKS_OR_BETTER),
        PayBet("five-card-draw/first-5", "5 Card Draw, First 5", JACKS_OR_BETTER),
        PayBet("deuces-never-loses/big-draw", "Deuces Never Loses, Big Draw", DEUCES_ROWS),
        PayBet("deuces-never-loses/first-5", "Deuces Never Loses, First 5", DEUCES_ROWS),
    )

    def round(self, table: Table) -> Procedure:
        """One round of Big Draw Poker, in the order the dealer works."""
        raise NotImplementedError
