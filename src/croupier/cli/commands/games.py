"""Commands that describe: the games, their rules, and the JSON that commands print."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from croupier.chips import Range, dollars
from croupier.cli import terms
from croupier.cli.output import ForPrograms, print_json
from croupier.cli.screen import HEADING, Screen
from croupier.errors import one_of
from croupier.jurisdictions import UNREGULATED

if TYPE_CHECKING:
    from croupier.table.game import Game, Spot


def games(
    game: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Only these games.", autocompletion=terms.complete_game),
    ] = None,
    names: Annotated[bool, typer.Option("--names", help="Only their names, a line each.")] = False,
    output: terms.Output = None,
    table: Annotated[str, terms.table_option("games")] = "",
    json: terms.Json = False,
) -> None:
    """List the games with their bets, paytables and settings."""
    from croupier.contract import games_json
    from croupier.games import game_named, game_names

    programs = ForPrograms("games", json, output, table)
    if names:
        print("\n".join(game or game_names()))
        return
    kinds = [game_named(name) for name in game or game_names()]
    if programs:
        programs.tell(games_json(kinds))
    if json:
        return
    screen = Screen(pipe_width=100)
    for kind in kinds:
        show(kind, screen, whole=bool(game))
    if not game:
        screen.say("`croupier games GAME` shows a game's paytables and settings; `croupier play GAME` deals it.")


def show(kind: type[Game[Any]], screen: Screen, whole: bool) -> None:
    """Print a game and its bets; if `whole`, every paytable and setting too."""
    from croupier.table.settings import settings_of

    screen.show(Text.assemble((kind.title, HEADING), "  ", (kind.name, "bold"), f"  1 to {kind.seats} players"))
    screen.show(Padding(kind.sentence, (0, 0, 0, 2)))
    facts = Grid.grid(padding=(0, 2))
    facts.add_column(no_wrap=True, style="dim")
    facts.add_column()
    facts.add_row("bets", "; ".join(_spot_words(spot) for spot in kind.spots))
    for number, (bet, tables) in enumerate(kind.printed().items()):
        facts.add_row("" if number else "paytables", f"{bet}: {', '.join(tables)}")
    if not whole and settings_of(kind.Settings):
        facts.add_row("settings", ", ".join(f"{s.name}={s.default}" for s in settings_of(kind.Settings)))
    screen.show(Padding(facts, (0, 0, 0, 2)))
    if whole:
        _show_whole(kind, screen)
    screen.say("")


def _show_whole(kind: type[Game[Any]], screen: Screen) -> None:
    from croupier.cli.terminal.rulesheet import side_by_side
    from croupier.table.settings import settings_of

    for bet in kind.pay_bets:
        tables = list(kind.printed()[bet.name].values())
        screen.show(Padding(side_by_side(bet, tables), (1, 0, 0, 2)))
    grid = Grid(title="Settings", title_justify="left", title_style=HEADING, box=None)
    for heading in ("setting", "default", "allowed", "decides", "rule"):
        grid.add_column(heading, no_wrap=heading in ("setting", "rule"))
    for setting in settings_of(kind.Settings):
        grid.add_row(setting.name, setting.default, setting.allowed, setting.meaning, setting.rule)
    if grid.row_count:
        screen.show(Padding(grid, (1, 0, 0, 2)))


def _spot_words(spot: Spot) -> str:
    """Describe a betting spot: `ante $5 to $500, required`."""
    if spot.later:
        return f"{spot.name}, during the round"
    if spot.pot:
        return f"{spot.name}, at the pot's price"
    if spot.equals:
        return f"{spot.name}, equal to {spot.equals}"
    limit = Range(spot.least, spot.most)
    return f"{spot.name} {dollars(limit.least)}-{dollars(limit.most)}" + (", required" if spot.required else "")


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


def _complete(incomplete: str) -> list[str]:
    from croupier.cli.command_shapes import SHAPES

    return [command for command in SHAPES if command.startswith(incomplete)]


def schema(
    command: Annotated[
        str, typer.Argument(metavar="COMMAND", help="A command that takes --json.", autocompletion=_complete)
    ],
) -> None:
    """Print the JSON schema of what a command prints with --json."""
    from croupier.cli.command_shapes import SHAPES, schema_of

    if command not in SHAPES:
        raise one_of("command with --json", command, list(SHAPES))
    print(json.dumps(schema_of(command), indent=2))
