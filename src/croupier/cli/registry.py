"""Which module has which command, in the groups of `croupier --help`, told without importing any of them."""

from __future__ import annotations

import os
import sys
import textwrap
from functools import cache
from importlib.abc import InspectLoader
from importlib.util import find_spec
from itertools import pairwise
from shutil import get_terminal_size
from types import CodeType
from typing import Final

GROUPS: Final = {
    "Games and tables": {
        "games": "game_list",
        "rules": "rules_of_game",
        "play": "play",
        "replay": "replay",
        "deal": "deal",
    },
    "The mathematics": {
        "analyze": "numbers.mathematics",
        "advise": "numbers.mathematics",
        "exposure": "numbers.mathematics",
        "strategy": "numbers.strategy_card",
        "audit": "numbers.mathematics",
        "tune": "numbers.tune_tables",
        "compare": "numbers.tune_tables",
        "solve": "numbers.solve",
    },
    "Simulation": {
        "simulate": "numbers.simulate_tables",
        "merge": "numbers.simulate_tables",
        "hold": "numbers.hold",
    },
    "Papers": {
        "report": "report",
        "close": "house.close_day",
        "preflight": "preflight",
    },
    "A game of your own": {
        "new": "studio",
        "check": "studio",
        "dev": "studio",
    },
    "The house": {
        "serve": "house.serve",
        "account": "house.serve",
        "migrate": "house.schema_migration",
        "backup": "house.backup",
        "restore": "house.backup",
        "archive": "house.year_archive",
    },
    "For programs and shells": {
        "schema": "json_schema",
        "completion": "completion",
    },
    "Trust": {
        "verify": "verification",
        "rng-test": "verification",
        "audit-log": "verification",
    },
}
"""The module in `croupier.cli.commands` with the function of each command; only the one asked for is imported."""

COMMANDS: Final = {command: module for group in GROUPS.values() for command, module in group.items()}
SCHEMA_VERSIONS: Final = dict.fromkeys(
    (
        "games",
        "rules",
        "replay",
        "analyze",
        "advise",
        "exposure",
        "strategy",
        "audit",
        "tune",
        "compare",
        "solve",
        "simulate",
        "merge",
        "preflight",
        "hold",
        "check",
        "verify",
        "rng-test",
        "audit-log",
    ),
    1,
)
"""The commands that take --json, and the version of the schema of each; it moves when a program could notice."""
ASKS_FOR_HELP: Final = ("--help", "-h")
OPTIONS: Final = {
    "--games DIR": "A game's folder, or a folder of games, as CROUPIER_GAMES. Repeatable.",
    "--version": "Say which version this is.",
    "-h, --help": "Show this message; after a command, what it takes.",
}
OPENING: Final = """Casino table games, written down once: dealt, proved and checked from one definition.

`croupier games` lists the games; `croupier play on-the-draw` opens a table."""
WIDEST: Final = 100

BAD_INPUT: Final = 2
STOPPED: Final = 130
"""Exit statuses: words that cannot be right, and a command that somebody stopped."""


def command_asked(words: list[str]) -> str | None:
    """The command that a command line names: its first word that is no option and no value of --games.

    >>> command_asked(["--games", "mine", "play", "my-game"])
    'play'
    """
    plain = (word for before, word in pairwise(["", *words]) if before != "--games" and not word.startswith("-"))
    return next(plain, None)


def schema_name(command: str) -> str:
    """The name of the schema that a command's JSON keeps to, as in `croupier/analyze/1`."""
    return f"croupier/{command}/{SCHEMA_VERSIONS[command]}"


def sentence_of(command: str) -> str:
    """What a command does, from the first line of its function's docstring; its module is loaded and not run."""
    function = command.replace("-", "_")
    for part in _code(f"croupier.cli.commands.{COMMANDS[command]}").co_consts:
        if isinstance(part, CodeType) and part.co_name == function:
            return next((text for text in part.co_consts[:1] if isinstance(text, str)), "").strip().partition("\n")[0]
    raise LookupError(f"croupier.cli.commands.{COMMANDS[command]} has no function {function}")


def help_page() -> str:
    """The page of `croupier --help`: every command in its group, each with its sentence."""
    width = min(get_terminal_size((WIDEST, 24)).columns, WIDEST) if sys.stdout.isatty() else WIDEST
    column = max(map(len, (*COMMANDS, *OPTIONS))) + 4
    lines = ["Usage: croupier [OPTIONS] COMMAND [ARGS]...", "", *OPENING.splitlines()]
    sections = {title: {command: sentence_of(command) for command in group} for title, group in GROUPS.items()}
    for title, section in (sections | {"Options": OPTIONS}).items():
        lines += ["", f"{title}:"]
        for word, sentence in section.items():
            lines += textwrap.wrap(
                sentence, width, initial_indent=f"  {word:<{column - 2}}", subsequent_indent=" " * column
            )
    return "\n".join(lines)


@cache
def _code(module: str) -> CodeType:
    """A module compiled, from its source or as it was installed."""
    spec = find_spec(module)
    assert spec is not None and isinstance(spec.loader, InspectLoader), f"there is no module {module}"
    code = spec.loader.get_code(module)
    assert code is not None
    return code


def nobody_reads() -> int:
    """Forget what is still to be written, and whatever may come: whoever read it has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
