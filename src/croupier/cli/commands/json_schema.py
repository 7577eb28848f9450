"""`croupier schema`: the JSON schema of what a command prints with `--json`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from croupier.errors import one_of


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
