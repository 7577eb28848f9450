"""`croupier new`, `check` and `dev`: a game of one's own, from a first copy to a felt in the browser."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from croupier.cli.output import plain_console, print_json
from croupier.cli.terms import Json
from croupier.errors import Refused
from croupier.game_folders import example_folders, game_folders, games_in

if TYPE_CHECKING:
    from croupier.table.game import Game


GameOrFolder = Annotated[str, typer.Argument(metavar="NAME", help="A game's name, or its folder.")]


def _complete_game(incomplete: str) -> list[str]:
    from croupier.games import game_names

    return [name for name in (*game_names(), *example_folders()) if name.startswith(incomplete)]


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called, in small letters: my-game.")],
    like: Annotated[
        str,
        typer.Option(
            "--like",
            metavar="GAME",
            help=f"The game to copy: one that `croupier games` lists, or {', '.join(example_folders())}.",
            autocompletion=_complete_game,
        ),
    ] = "three-card-poker",
    in_: Annotated[Path, typer.Option("--in", metavar="DIR", help="Where its folder is made.")] = Path(),
) -> None:
    """Copy a game into a folder, as the start of a game of your own."""
    from croupier.cli.game_copy import begin
    from croupier.games import game_names

    if name in game_names():
        raise Refused(f"there is a game {name} already; choose another name")
    folder = begin(name, like, in_)
    print(f"{folder} is {like} under a new name, without the figures published of it. Go on with:\n")
    for command in ("check", "play", "analyze", "dev"):
        print(f"    croupier {command} {name} --games {folder}")


def check(name: GameOrFolder, json: Json = False) -> int:
    """Run every check on a game, and say how to mend what fails."""
    from croupier.conformance.game_checks import check_game

    kind, checks = _kind(name), []
    console = plain_console()
    for found in check_game(kind):
        checks.append(found)
        if not json:
            sign = ("✓ ", "green") if found.verdict == "holds" else ("✗ ", "bold red")
            console.print(Text.assemble(sign, (f"{found.name}: ", "bold"), found.found))
    holds = all(found.verdict == "holds" for found in checks)
    if json:
        told = [{"check": found.name, "verdict": found.verdict, "found": found.found} for found in checks]
        print_json("check", {"game": kind.name, "holds": holds, "checks": told})
    return 0 if holds else 1


def _kind(name: str) -> type[Game[Any]]:
    """Return the game of a name, or the one in a folder of that name."""
    from croupier.games import game_in, game_named, game_names

    return game_named(name) if name in game_names() or not Path(name).is_dir() else game_in(name)


def dev(
    name: GameOrFolder,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on; 0 for any that is free.")] = 8022,
) -> None:
    """Preview a game in the browser while you write it.

    The felt, a sample round and the edge are shown again whenever a file is saved.
    """
    from croupier.cli.dev_page import DevPage, server

    page = DevPage(_folder(name))
    with server(page, host, port) as doors:
        Thread(target=page.follow, daemon=True).start()
        print(f"{page.folder} is shown at http://{host}:{doors.server_port}; Ctrl-C ends it", flush=True)
        with suppress(KeyboardInterrupt):
            doors.serve_forever()


def _folder(name: str) -> Path:
    """Return the folder of a game, even if its rules cannot be imported."""
    from croupier.games import game_named, game_names

    named = [folder for folder in game_folders() if folder.name.replace("_", "-") == name]
    if named or name in game_names():
        return named[0] if named else game_named(name).folder()
    if games_in(Path(name)) == [Path(name)]:
        return Path(name).resolve()
    return game_named(name).folder()
