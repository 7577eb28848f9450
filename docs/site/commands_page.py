"""The reference of the `croupier` command, from the command itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.cli.app import command_line


def pages() -> Iterator[tuple[str, str]]:
    """The page of all commands."""
    commands = command_line().all_commands()
    lines = [
        "# Commands",
        "",
        "`croupier COMMAND --help` says the same. A bad name, card, row or number is answered with one line on",
        "standard error and exit status 2, and nothing is written. With `--json` exact numbers are fractions.",
        "",
        "| command | what it does |",
        "|---|---|",
    ]
    for name, command in commands.items():
        lines.append(f"| [`croupier {name}`](#{name}) | {_help(command)} |")
    for name, command in commands.items():
        lines += ["", f"## {name} {{ #{name} }}", "", _help(command), "", "```text", _usage(name, command), "```", ""]
        lines += _table(command)
    yield "reference/commands.md", "\n".join(lines) + "\n"


def _usage(name: str, command: Any) -> str:
    given = [_placeholder(argument) for argument in command.params if argument.param_type_name == "argument"]
    return " ".join(["croupier", name, "[OPTIONS]", *given])


def _table(command: Any) -> list[str]:
    rows = ["| | what it says | default |", "|---|---|---|"]
    for parameter in command.params:
        names = " ".join(f"`{name}{_value(parameter)}`" for name in (*parameter.opts, *parameter.secondary_opts))
        if parameter.param_type_name == "argument":
            names = f"`{_placeholder(parameter)}`"
        rows.append(f"| {names} | {_cell(parameter.help or '')} | {_default(parameter)} |")
    return rows


def _placeholder(argument: Any) -> str:
    """An argument as the usage line has it."""
    word = argument.metavar or argument.name.upper()
    several = "..." if argument.nargs == -1 else ""
    return f"{word}{several}" if argument.required else f"[{word}{several}]"


def _value(parameter: Any) -> str:
    if getattr(parameter, "is_flag", False):
        return ""
    return f" {parameter.metavar or parameter.name.upper()}"


def _default(parameter: Any) -> str:
    if parameter.required:
        return "required"
    if getattr(parameter, "is_flag", False) or parameter.default in (None, "", []) or callable(parameter.default):
        return ""
    return f"`{parameter.default}`"


def _help(command: Any) -> str:
    return _cell((command.help or "").partition("\f")[0])


def _cell(words: str) -> str:
    return " ".join(words.split()).replace("|", "\\|")
