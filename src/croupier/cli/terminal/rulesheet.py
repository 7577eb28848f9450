"""What a player may look up: rules in the player's words or the dealer's, the house's choices, limits, paytables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from croupier.chips import dollars
from croupier.cli.screen import BRASS, HEADING
from croupier.odds import PayTable, hand_words
from croupier.table.events import Step
from croupier.table.game import Game, PayBet
from croupier.table.placard import Placard
from croupier.table.rehearsal import REHEARSALS, kind_of, one_player_rounds, rehearse, steps
from croupier.table.settings import as_words, settings_of
from croupier.voice.lesson import bets_taught, glossary, pot_taught, round_steps


def rules_sheet(game: Game[Any], placard: Placard, dealer: bool = False) -> list[RenderableType]:
    """Return how the game is played at this table, or how it is dealt."""
    told = _dealer(game, placard) if dealer else _player(game, placard)
    return [Text(game.sentence, "bold"), *told, *_house(game, dealer), *_posted(game, placard)]


def paytable_sheet(game: Game[Any]) -> list[RenderableType]:
    """Return the paytables in force."""
    return [Padding(side_by_side(bet, [game.paytables[bet.name]]), (0, 0, 1, 0)) for bet in game.pay_bets]


def glossary_sheet(game: Game[Any], placard: Placard) -> list[RenderableType]:
    """Return the words that the rules use, with their meanings."""
    bets = bets_taught(game, placard)
    rows = [row.words for bet in bets for table in bet.tables.values() for row in table]
    said = [game.sentence, *round_steps(game, placard), *pot_taught(game, placard), *(bet.about for bet in bets), *rows]
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style=BRASS, no_wrap=True)
    grid.add_column()
    for term in glossary(" ".join(said)):
        grid.add_row(term.word, term.meaning)
    return [_heading("Words"), grid]


def _player(game: Game[Any], placard: Placard) -> Iterator[RenderableType]:
    yield _heading("The round")
    numbered = Grid.grid(padding=(0, 2))
    numbered.add_column(style=BRASS, no_wrap=True, justify="right")
    numbered.add_column()
    for number, step in enumerate(round_steps(game, placard), 1):
        numbered.add_row(f"{number}.", step)
    yield numbered
    yield _heading("The bets")
    bets = Grid.grid(padding=(0, 2))
    bets.add_column(style=BRASS, no_wrap=True)
    bets.add_column()
    pots = {spot.name for spot in game.spots if spot.pot}
    for bet in bets_taught(game, placard):
        about = " ".join(pot_taught(game, placard)) if bet.name in pots else bet.about
        bets.add_row(bet.label, f"{bet.when} {about}".strip())
    yield bets


def _dealer(game: Game[Any], placard: Placard) -> Iterator[RenderableType]:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style=BRASS, no_wrap=True)
    grid.add_column()
    for step in sorted(general_steps(game, placard), key=_place):
        grid.add_row(step.rule, step.sentence)
    yield _heading("What the dealer is told, by rule")
    yield grid


def general_steps(game: Game[Any], placard: Placard) -> list[Step]:
    """Return what the dealer is told, each step once; words that change from round to round are left open.

    Steps that come seldom are looked for in more rounds.
    """
    told: dict[tuple[str, str], list[Step]] = {}
    for number in range(REHEARSALS):
        for step in steps(rehearse(game, placard, number)):
            told.setdefault(kind_of(step), []).append(step)
    usual = set(told)
    for step in (step for round in one_player_rounds(game, placard) for step in steps(round)):
        if kind_of(step) not in usual:
            told.setdefault(kind_of(step), []).append(step)
    return [Step(same[0].rule, left_open([step.sentence for step in same])) for same in told.values()]


def left_open(sentences: list[str]) -> str:
    """Return the sentence that several are cases of.

    >>> left_open(["Take bets that do not match 9.", "Take bets that do not match 4."])
    'Take bets that do not match ….'
    """
    first, *others = [sentence.split() for sentence in dict.fromkeys(sentences)]
    alike = [words for words in others if len(words) == len(first)]
    for place, word in enumerate(first):
        if any(words[place] != word for words in alike):
            ending = re.search(r"[.,:;)]*$", word)
            first[place] = "…" + (ending[0] if ending else "")
    return " ".join(first)


def _place(step: Step) -> list[str | int]:
    """Return a sort key: a rule's number as a number, rules of a pot after the game's."""
    return [int(piece) if piece.isdigit() else piece for piece in re.split(r"(\d+)", step.rule)]


def _house(game: Game[Any], dealer: bool) -> Iterator[RenderableType]:
    said = as_words(game.settings)
    grid = Grid.grid(padding=(0, 2))
    if dealer:
        grid.add_column(style=BRASS, no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column()
    for setting in settings_of(game.Settings):
        grid.add_row(*([setting.rule] if dealer else []), f"{setting.name} = {said[setting.name]}", setting.meaning)
    if grid.row_count:
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
    return Text(f"\n{words}", HEADING)


def side_by_side(bet: PayBet, tables: list[PayTable]) -> Grid:
    """Return a bet's paytables in columns, a row to a hand, and the document's claims below."""
    grid = Grid(title=bet.label, title_justify="left", title_style=HEADING, border_style=BRASS, box=None)
    grid.add_column("", no_wrap=True)
    for table in tables:
        grid.add_column(table.name, justify="right", no_wrap=True)
    for row in bet.rows:
        pays = [table[row] for table in tables]
        if any(pay is not None for pay in pays):
            grid.add_row(hand_words(row), *("-" if pay is None else str(pay) for pay in pays))
    for claim in dict.fromkeys(claim for table in tables for claim in table.claims):
        name = f"{claim.replace('_', ' ')}, as printed"
        grid.add_row(name, *(table.claims.get(claim, "") for table in tables), style="dim")
    return grid
