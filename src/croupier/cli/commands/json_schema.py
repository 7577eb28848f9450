"""`croupier schema`: the JSON schema of what a command prints with `--json`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from croupier.cli.command_shapes import SHAPES, schema_of
from croupier.errors import one_of


def schema(command: Annotated[str, typer.Argument(metavar="COMMAND", help="A command that takes --json.")]) -> None:
    """The JSON schema, with its version, of what a command prints with --json."""
    if command not in SHAPES:
        raise one_of("command with --json", command, list(SHAPES))
    print(json.dumps(schema_of(command), indent=2))
