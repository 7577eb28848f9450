"""The `croupier` command: which module has which command, and how errors are printed."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from inspect import Parameter, signature
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from croupier import __version__
from croupier.errors import Refused
from croupier.game_folders import VARIABLE, name_folders
from croupier.games import games_left_out, look_again

Games = Annotated[
    list[Path],
    typer.Option("--games", metavar="DIR", help=f"A game's folder, or a folder of games, as {VARIABLE}. Repeatable."),
]

COMMANDS: Final = {
    "games": "game_list",
    "rules": "rules_of_game",
    "play": "play",
    "replay": "replay",
    "analyze": "mathematics",
    "advise": "mathematics",
    "exposure": "mathematics",
    "strategy": "strategy_card",
    "audit": "mathematics",
    "tune": "tune_tables",
    "compare": "tune_tables",
    "solve": "solve",
    "simulate": "simulate_tables",
    "hold": "hold",
    "pot": "hold",
    "report": "report",
    "serve": "serve",
    "account": "serve",
    "new": "studio",
    "check": "studio",
    "dev": "studio",
    "backup": "backup",
    "restore": "backup",
    "verify": "verification",
    "rng-test": "verification",
    "audit-log": "verification",
}
"""The module with the function of each command; only the one asked for is imported, so that a table opens at once."""

BAD_INPUT: Final = 2
STOPPED: Final = 130


def main() -> None:
    """Carry out the command line."""
    sys.exit(carry_out(sys.argv[1:]))


def carry_out(words: list[str]) -> int:
    """Carry out a command; its exit status is 2 for words that cannot be right, which are answered in one line."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    named = os.environ.get(VARIABLE)
    look_again()
    try:
        status = command_line(words)(args=words, prog_name="croupier", standalone_mode=False)
        sys.stdout.flush()
    except Refused as error:
        return _refuse(str(error))
    except typer.TyperException as error:
        return _refuse(_usage(error, words))
    except typer.Abort as stopped:
        if isinstance(stopped.__cause__, EOFError):
            # A file that ended too soon; who asks somebody for a line knows what its end means.
            raise stopped.__cause__ from None
        return STOPPED
    except BrokenPipeError:
        # Whoever read the output has gone; there is nobody to tell.
        _say_no_more()
        return 1
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _say_no_more()
        return _refuse(f"the output cannot be written: {error.strerror}")
    finally:
        _name_again(named)
    if status == STOPPED:
        print(file=sys.stderr)
    return status if isinstance(status, int) else 0


def command_line(words: list[str]) -> typer.Typer:
    """The commands, of which only the module of the one that is asked for need be there."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.callback(invoke_without_command=True)(_with_games(_croupier))
    plain = [word for before, word in pairwise(["", *words]) if before != "--games" and not word.startswith("-")]
    asked = plain[0] if plain else ""
    for command, module in COMMANDS.items():
        if asked not in COMMANDS or module == COMMANDS[asked]:
            functions = import_module(f"{__name__}.commands.{module}")
            app.command(command)(_with_games(getattr(functions, command.replace("-", "_"))))
    return app


def _with_games(function: Callable[..., Any]) -> Callable[..., Any]:
    """A command that takes --games too, and begins by saying which games of others are left out."""

    @wraps(function)
    def command(*words: Any, games_: list[Path], **options: Any) -> Any:
        name_folders(*games_)
        if function is not _croupier:
            for place, why in games_left_out().items():
                print(f"croupier: warning: {place} is left out: {why}", file=sys.stderr)
        return function(*words, **options)

    own = signature(function, eval_str=True)
    option = Parameter("games_", Parameter.KEYWORD_ONLY, default=[], annotation=Games)
    command.__signature__ = own.replace(parameters=[*own.parameters.values(), option])  # type: ignore[attr-defined]
    return command


def _name_again(named: str | None) -> None:
    """Let the environment name the folders of games that it named before."""
    os.environ.pop(VARIABLE, None)
    if named is not None:
        os.environ[VARIABLE] = named


def _croupier(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    """Casino table games, written down once: dealt, proved and checked from one definition.

    `croupier games` lists the games; `croupier play on-the-draw` opens a table.
    """
    if version:
        print(f"croupier {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


def _say_no_more() -> None:
    """Forget what is still to be written, and whatever may come."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(what: str) -> int:
    print("croupier:", " ".join(what.split()), file=sys.stderr)
    return BAD_INPUT


def _usage(error: typer.TyperException, words: list[str]) -> str:
    """What the command line has wrong, and where it stands what would be right."""
    said = " ".join(error.format_message().split()).rstrip(".")
    command = next((word for word in words if word in COMMANDS), None)
    right = f"`croupier {command} --help` says what there is" if command else f"there are {', '.join(COMMANDS)}"
    return f"{said} {right.capitalize()}" if said.endswith("?") else f"{said}; {right}"
