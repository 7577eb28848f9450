"""A command line handed to the function of its command, and how errors are printed."""

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
from typer.main import get_command

from croupier.cli.described import described
from croupier.cli.registry import (
    ASKS_FOR_HELP,
    BAD_INPUT,
    COMMANDS,
    OPENING,
    OPTIONS,
    STOPPED,
    command_asked,
    help_page,
    nobody_reads,
)
from croupier.errors import Refused, did_you_mean
from croupier.game_folders import VARIABLE, name_folders

Function = Callable[[str], Callable[..., Any]]
"""Gives the function of a command."""
MISREAD: Final = {
    "int_parsing": "is not a whole number; write it as in 3",
    "int_from_float": "is not a whole number; write it as in 3",
    "float_parsing": "is not a number; write it as in 0.5",
    "greater_than_equal": "is too small; write {ge} or more",
    "less_than_equal": "is too large; write {le} or less",
}
"""By what is wrong with the value of an option, what is said of it."""
Games = Annotated[list[Path], typer.Option("--games", metavar="DIR", help=OPTIONS["--games DIR"])]


def dispatch(words: list[str]) -> int:
    """Carry out a command; its exit status is 2 for words that cannot be right, which are answered in one line."""
    named = os.environ.get(VARIABLE)
    try:
        status = _carried_out(words)
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
        return nobody_reads()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return _refuse(f"{str(error.filename)[:60]}...: {error.strerror}")
        if error.errno != errno.ENOSPC:
            raise
        nobody_reads()
        return _refuse(f"the output cannot be written: {error.strerror}")
    finally:
        _name_again(named)
    if status == STOPPED:
        print(file=sys.stderr)
    return status if isinstance(status, int) else 0


def _carried_out(words: list[str]) -> Any:
    asked = command_asked(words)
    if asked is not None and {*words} & {*ASKS_FOR_HELP} and (said := help_asked(asked, words)):
        print(said)
        return 0
    from croupier.games import look_again

    look_again()
    return command_line(words)(args=words, prog_name="croupier", standalone_mode=False)


def function_of(command: str) -> Callable[..., Any]:
    """The function that carries out a command."""
    found: Callable[..., Any] = getattr(
        import_module(f"croupier.cli.commands.{COMMANDS[command]}"), command.replace("-", "_")
    )
    return found


def command_line(words: list[str], function: Function = function_of) -> typer.Typer:
    """The command that is asked for, with its function; all of them where none is asked for."""
    asked = command_asked(words)
    if asked is not None and asked not in COMMANDS:
        meant = did_you_mean(asked, list(COMMANDS))
        raise Refused(f"No such command {asked!r}{meant}; there are {', '.join(COMMANDS)}")
    app = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": [*ASKS_FOR_HELP]},
    )
    app.callback(invoke_without_command=True, help=OPENING)(_with_games(_croupier))
    for command in COMMANDS if asked is None else [asked]:
        app.command(command)(_with_games(function(command)))
    return app


def help_asked(asked: str, words: list[str], function: Function = described) -> str | None:
    """What a command takes, if that is asked for: a word for help may also be the value of the option before it."""
    group: Any = get_command(command_line([asked], function))
    command = group.commands[asked]
    valued = {name for option in command.params if not getattr(option, "is_flag", True) for name in option.opts}
    if not any(word in ASKS_FOR_HELP and before not in valued for before, word in pairwise(["", *words])):
        return None
    above = typer.Context(group, info_name="croupier", **group.context_settings)
    said: str = command.get_help(typer.Context(command, info_name=asked, parent=above))
    return said


def _with_games(function: Callable[..., Any]) -> Callable[..., Any]:
    """A command that takes --games too, and begins by saying which games of others are left out."""

    @wraps(function)
    def command(*words: Any, games_: list[Path], **options: Any) -> Any:
        name_folders(*games_)
        if function is not _croupier:
            from croupier.games import games_left_out

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


def _croupier(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(help_page())


def _refuse(what: str) -> int:
    print("croupier:", " ".join(what.split()), file=sys.stderr)
    return BAD_INPUT


def _usage(error: typer.TyperException, words: list[str]) -> str:
    """What the command line has wrong, the option that may be meant, and where it stands what would be right."""
    possible = getattr(error, "possibilities", None) or ()
    meant = did_you_mean(getattr(error, "option_name", ""), possible)
    error.__dict__["possibilities"] = None
    said = _misread(error) or " ".join(error.format_message().split()).rstrip(".")
    command = command_asked(words)
    right = f"`croupier {command} --help` says what there is" if command else f"there are {', '.join(COMMANDS)}"
    return f"{said}{meant}; {right}"


def _misread(error: typer.TyperException) -> str | None:
    """What was given for an option and would be right, where its value is not of the kind that it takes."""
    found: Any = getattr(error.__cause__, "errors", list)()
    option: Any = getattr(error, "param", None)
    if not found or option is None or found[0]["type"] not in MISREAD:
        return None
    wrong = MISREAD[found[0]["type"]].format(**found[0].get("ctx", {}))
    return f"{option.opts[0]} {found[0]['input']!r} {wrong}"
