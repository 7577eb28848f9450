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
from croupier.cli.drawing import BRASS
from croupier.cli.paytables import side_by_side
from croupier.errors import Refused
from croupier.table.automatic import automatic_bets, play_automatic_seat
from croupier.table.chance import seed_from
from croupier.table.events import Step
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.round import Round
from croupier.table.settings import as_words, settings_of
from croupier.table.table import Table

REHEARSALS = 12
"""Rounds dealt aside to hear the dealer's sentences."""
CAREFUL, TIMID, BOLD = 1, 2, 3
PLENTY = 10_000_000


def sentences(game: Game[Any], placard: Placard) -> list[Step]:
    """What the dealer is told, by rule, as the game's own procedure says it in rounds dealt aside."""
    told: dict[tuple[str, str], Step] = {}
    for number in range(REHEARSALS):
        for step in _rehearsal(game, placard, number):
            told.setdefault((step.rule, step.sentence.split()[0]), step)
    return sorted(told.values(), key=_place)


def _place(step: Step) -> list[str | int]:
    """Where a rule stands in its document: its number as a number; those of a pot come after the game's."""
    return [int(piece) if piece.isdigit() else piece for piece in re.split(r"(\d+)", step.rule)]


def _rehearsal(game: Game[Any], placard: Placard, number: int) -> Iterator[Step]:
    """One round's steps, with a careful player and two who bet on everything: one folds, one always goes on."""
    table = Table(game, placard)
    for seat, player in ((CAREFUL, "Ann"), (TIMID, "Ben"), (BOLD, "Cleo"))[: game.seats]:
        table.sit(seat, player, PLENTY)
    round = Round.seeded(table, seed_from(f"rehearsal {number}"))
    while not round.finished:
        seat = next(iter(round.waiting))
        decision = round.waiting[seat]
        if seat == CAREFUL:
            play_automatic_seat(round, seat)
        elif decision is None:
            round.bet(seat, _everything(round, seat))
        else:
            round.act(seat, decision.legal[0 if seat == TIMID else -1])
    return (event for event in round.events if isinstance(event, Step))


def _everything(round: Round, seat: int) -> dict[str, int]:
    """The least on every spot, as far as the table takes it together."""
    table, bets = round.table, automatic_bets(round, seat)
    for spot in table.game.spots:
        if not spot.later and not spot.pot and spot.name not in bets:
            more = bets | {spot.name: table.placard.limit(table.game, spot.name).least}
            try:
                round.check_bets(seat, more)
            except Refused:
                continue
            bets = more
    return bets


def rules_sheet(game: Game[Any], placard: Placard) -> list[RenderableType]:
    """How the game is dealt at this table."""
    steps = Grid.grid(padding=(0, 2))
    steps.add_column(style=BRASS, no_wrap=True)
    steps.add_column()
    for step in sentences(game, placard):
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
