"""The command line: its commands in their groups, their help, and refusals in one line.

A command is a function of the same name in a module of `croupier.cli.commands`, which is imported when the command is
asked for. The heads of those modules import no mathematics, so that help is quick.
"""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from croupier.errors import InvariantError, Refused, did_you_mean
from croupier.game_folders import VARIABLE, name_folders

GROUPS: Final = {
    "Games and tables": {
        "games": "games",
        "rules": "games",
        "play": "play",
        "replay": "play",
        "deal": "play",
    },
    "The mathematics": {
        "analyze": "mathematics",
        "advise": "mathematics",
        "exposure": "mathematics",
        "strategy": "mathematics",
        "audit": "mathematics",
        "tune": "paytables",
        "compare": "paytables",
        "solve": "mathematics",
    },
    "Simulation": {
        "simulate": "simulations",
        "merge": "simulations",
        "hold": "simulations",
    },
    "Papers": {
        "report": "report",
        "close": "operations",
        "preflight": "report",
    },
    "A game of your own": {
        "new": "studio",
        "check": "studio",
        "dev": "studio",
    },
    "The house": {
        "serve": "operations",
        "account": "operations",
        "migrate": "operations",
        "backup": "operations",
        "restore": "operations",
    },
    "For programs": {
        "schema": "games",
    },
    "Trust": {
        "verify": "verification",
        "rng-test": "verification",
        "audit-log": "operations",
    },
}
"""The module in `croupier.cli.commands` with the function of each command."""
COMMANDS: Final = {command: module for group in GROUPS.values() for command, module in group.items()}
WIDEST: Final = max(map(len, COMMANDS))
OPENING: Final = """Deal, solve, simulate and certify casino table games.

`croupier games` lists the games; `croupier play on-the-draw` opens a table."""
BAD_INPUT: Final = 2
STOPPED: Final = 130
"""Exit statuses: wrong arguments, and a command that was stopped."""
MISREAD: Final = {
    "int_parsing": "is not a whole number; write it as in 3",
    "int_from_float": "is not a whole number; write it as in 3",
    "float_parsing": "is not a number; write it as in 0.5",
    "greater_than_equal": "is too small; write {ge} or more",
    "less_than_equal": "is too large; write {le} or less",
}
"""What to say of an option's value, by the kind of error."""
PLAIN: Final[dict[str, Any]] = {"pretty_exceptions_enable": False, "rich_markup_mode": None}
HELP_OPTIONS: Final = {"help_option_names": ["--help", "-h"]}


class _Command(TyperCommand):
    """A command that begins by saying which games of others are left out."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except typer.TyperException as error:
            vars(error)["ctx"] = ctx
            raise

    def invoke(self, ctx: Any) -> Any:
        from croupier.games import games_left_out, look_again

        look_again()
        for place, why in games_left_out().items():
            print(f"croupier: warning: {place} is left out: {why}", file=sys.stderr)
        return super().invoke(ctx)


class _Commands(TyperGroup):
    """All commands, each imported when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in COMMANDS:
            return self.imported(cmd_name)
        if ctx.resilient_parsing:
            return None
        meant = did_you_mean(cmd_name, COMMANDS)
        raise Refused(f"No such command {cmd_name!r}{meant}; there are {', '.join(COMMANDS)}")

    def imported(self, name: str) -> Any:
        """Return a command, which takes --games as all do."""
        function = getattr(import_module(f"croupier.cli.commands.{COMMANDS[name]}"), name.replace("-", "_"))
        app = typer.Typer(add_completion=False, **PLAIN)
        app.command(name, cls=_Command, context_settings=HELP_OPTIONS)(function)
        command = get_command(app)
        command.params += (option for option in self.params if option.name == "games")
        return command

    def all_commands(self) -> dict[str, Any]:
        """Return every command by its name."""
        return {name: self.imported(name) for name in COMMANDS}

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        super().format_help_text(ctx, formatter)
        for title, group in GROUPS.items():
            lines = [(f"{name:<{WIDEST}}", self.imported(name).help.partition("\n")[0]) for name in group]
            with formatter.section(title):
                formatter.write_dl(lines)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write nothing: the commands stand above the options."""


def command_line() -> _Commands:
    """Return the group of all commands."""
    app = typer.Typer(cls=_Commands, **PLAIN)
    app.callback(invoke_without_command=True, help=OPENING, context_settings=HELP_OPTIONS)(_croupier)
    group = get_command(app)
    if not isinstance(group, _Commands):
        raise InvariantError("a group of commands of another kind")
    return group


def _croupier(
    context: typer.Context,
    games: Annotated[
        list[Path],
        typer.Option(
            "--games",
            metavar="DIR",
            help="A game's folder, or a folder of games, as CROUPIER_GAMES. Repeatable.",
            callback=lambda folders: name_folders(*folders),
            expose_value=False,
        ),
    ] = [],  # noqa: B006
    version: Annotated[bool, typer.Option("--version", help="Print version and commit.")] = False,
) -> None:
    if version:
        from croupier.build import full_version

        print(f"croupier {full_version()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


def main() -> None:
    """Carry out the command line."""
    sys.exit(carry_out(sys.argv[1:]))


def carry_out(words: list[str]) -> int:
    """Carry out a command and return its exit status; wrong arguments are answered in one line, with status 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    named = os.environ.get(VARIABLE)
    try:
        status = command_line().main(args=words, prog_name="croupier", standalone_mode=False)
        sys.stdout.flush()
    except Refused as error:
        return _refuse(str(error))
    except typer.TyperException as error:
        return _refuse(_usage(error))
    except typer.Abort as stopped:
        if isinstance(stopped.__cause__, EOFError):
            # A file that ended too soon; a command that asks for a line handles the end of its input itself.
            raise stopped.__cause__ from None
        return STOPPED
    except BrokenPipeError:
        return _nobody_reads()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return _refuse(f"{str(error.filename)[:60]}...: {error.strerror}")
        if error.errno != errno.ENOSPC:
            raise
        _nobody_reads()
        return _refuse(f"the output cannot be written: {error.strerror}")
    finally:
        os.environ.pop(VARIABLE, None)
        if named is not None:
            os.environ[VARIABLE] = named
    if status == STOPPED:
        print(file=sys.stderr)
    return status if isinstance(status, int) else 0


def _nobody_reads() -> int:
    """Discard the output that is left: its reader has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _refuse(what: str) -> int:
    print("croupier:", " ".join(what.split()), file=sys.stderr)
    return BAD_INPUT


def _usage(error: Any) -> str:
    """Say what is wrong with the command line, which option may be meant, and where to read more."""
    meant = did_you_mean(getattr(error, "option_name", ""), getattr(error, "possibilities", None) or ())
    error.__dict__["possibilities"] = None
    said = _misread(error) or " ".join(error.format_message().split()).rstrip(".")
    context: Any = getattr(error, "ctx", None)
    if context is None or context.parent is None:
        return f"{said}{meant}; there are {', '.join(COMMANDS)}"
    return f"{said}{meant}; `{context.command_path} --help` says what there is"


def _misread(error: Any) -> str | None:
    """Say what an option was given and what is right, if its value is of the wrong kind."""
    found: Any = getattr(error.__cause__, "errors", list)()
    option: Any = getattr(error, "param", None)
    if not found or option is None or found[0]["type"] not in MISREAD:
        return None
    wrong = MISREAD[found[0]["type"]].format(**found[0].get("ctx", {}))
    return f"{option.opts[0]} {found[0]['input']!r} {wrong}"
