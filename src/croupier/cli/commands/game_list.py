"""`croupier games`: every game with its bets, paytables and settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from croupier.chips import Range, dollars
from croupier.cli.printing.grids import ForPrograms
from croupier.cli.screen import HEADING, Screen
from croupier.cli.terms import Json, Output, complete_game, table_option

if TYPE_CHECKING:
    from croupier.table.game import Game, Spot


def games(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Only these games.", autocompletion=complete_game)
    ] = None,
    names: Annotated[bool, typer.Option("--names", help="Only their names, a line each.")] = False,
    output: Output = None,
    table: Annotated[str, table_option("games")] = "",
    json: Json = False,
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
    """A game for people: what it is and what is bet; if whole, every paytable and setting too."""
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
    """A betting spot in words: `ante $5 to $500, required`."""
    if spot.later:
        return f"{spot.name}, during the round"
    if spot.pot:
        return f"{spot.name}, at the pot's price"
    if spot.equals:
        return f"{spot.name}, equal to {spot.equals}"
    limit = Range(spot.least, spot.most)
    return f"{spot.name} {dollars(limit.least)}-{dollars(limit.most)}" + (", required" if spot.required else "")
