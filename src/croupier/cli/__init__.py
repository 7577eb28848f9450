"""The `croupier` command: which module has which command, and how errors are printed."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import Annotated, Final

import typer

from croupier import __version__
from croupier.errors import Refused

COMMANDS: Final = {
    "games": "game_list",
    "play": "play",
    "replay": "replay",
    "analyze": "mathematics",
    "advise": "mathematics",
    "exposure": "mathematics",
    "strategy": "strategy_card",
    "audit": "mathematics",
    "solve": "solve",
    "simulate": "simulate_tables",
    "hold": "hold",
    "pot": "hold",
    "report": "report",
    "serve": "serve",
    "account": "serve",
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
    if status == STOPPED:
        print(file=sys.stderr)
    return status if isinstance(status, int) else 0


def command_line(words: list[str]) -> typer.Typer:
    """The commands, of which only the module of the one that is asked for need be there."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.callback(invoke_without_command=True)(_croupier)
    asked = next((word for word in words if not word.startswith("-")), "")
    for command, module in COMMANDS.items():
        if asked not in COMMANDS or module == COMMANDS[asked]:
            functions = import_module(f"{__name__}.commands.{module}")
            app.command(command)(getattr(functions, command.replace("-", "_")))
    return app


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
