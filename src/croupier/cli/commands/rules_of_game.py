"""`croupier rules`: a game in the player's words."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli import terms
from croupier.cli.printing.grids import print_json
from croupier.cli.screen import Screen
from croupier.jurisdictions import UNREGULATED


def rules(
    game: terms.GameName,
    dealer: Annotated[bool, typer.Option("--dealer", help="What the dealer is told instead, with rule ids.")] = False,
    paytable: terms.Paytables = [],  # noqa: B006
    paytable_file: terms.PaytableFiles = [],  # noqa: B006
    settings: terms.SettingWords = [],  # noqa: B006
    limit: terms.Limits = [],  # noqa: B006
    jurisdiction: terms.Place = UNREGULATED,
    date: terms.Day = "",
    json: terms.Json = False,
) -> None:
    """Show the rules of a game: the round, the bets and what they pay.

    With --json, print the lesson with its guided hands.
    """
    from croupier.cli.terminal.rulesheet import glossary_sheet, paytable_sheet, rules_sheet
    from croupier.voice.lesson import lesson

    chosen = terms.choose_game(game, settings, paytable, paytable_file)
    placard = terms.choose_placard(chosen, limit, "1", "exact", "", jurisdiction, date)
    if json:
        print_json("rules", lesson(chosen, placard))
        return
    words = [] if dealer else glossary_sheet(chosen, placard)
    said = (*rules_sheet(chosen, placard, dealer), "", *paytable_sheet(chosen), *words)
    Screen().show(*said)
