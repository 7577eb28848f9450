"""What a player may look up at the table: the dealer's sentences, the house's choices, the limits and the paytables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from croupier.chips import dollars
from croupier.cli.terminal.drawing import BRASS
from croupier.cli.terminal.paytables import side_by_side
from croupier.table.events import Step
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.rehearsal import sentences
from croupier.table.settings import as_words, settings_of


def _place(step: Step) -> list[str | int]:
    """Where a rule stands in its document: its number as a number; those of a pot come after the game's."""
    return [int(piece) if piece.isdigit() else piece for piece in re.split(r"(\d+)", step.rule)]


def rules_sheet(game: Game[Any], placard: Placard) -> list[RenderableType]:
    """How the game is dealt at this table."""
    steps = Grid.grid(padding=(0, 2))
    steps.add_column(style=BRASS, no_wrap=True)
    steps.add_column()
    for step in sorted(sentences(game, placard), key=_place):
        steps.add_row(step.rule, step.sentence)
    sheet: list[RenderableType] = [Text(game.sentence, "bold"), _heading("What the dealer is told, by rule"), steps]
    return [*sheet, *_house(game), *_posted(game, placard)]


def paytable_sheet(game: Game[Any]) -> list[RenderableType]:
    """The paytables in force."""
    return [Padding(side_by_side(bet, [game.paytables[bet.name]]), (0, 0, 1, 0)) for bet in game.pay_bets]


def _house(game: Game[Any]) -> Iterator[RenderableType]:
    said = as_words(game.settings)
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style=BRASS, no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column()
    for setting in settings_of(game.Settings):
        grid.add_row(setting.rule, f"{setting.name} = {said[setting.name]}", setting.meaning)
    yield _heading("What this house has decided")
    yield grid


def _posted(game: Game[Any], placard: Placard) -> Iterator[RenderableType]:
    yield _heading("Posted at the table")
    limits = [
        f"{spot.label} {placard.limit(game, spot.name)}"
        for spot in game.spots
        if not (spot.later or spot.pot or spot.equals)
    ]
    yield Text(f"Limits: {', '.join(limits)}; the smallest chip is {dollars(placard.chip)}.")
    yield Text(f"Uneven payouts: {placard.breakage}. Law: {placard.law.place}.")
    for words in (*placard.law.notices(), *placard.law.warnings(game.uses_dice)):
        yield Text(words)


def _heading(words: str) -> Text:
    return Text(f"\n{words}", f"bold {BRASS}")
