"""How results are set out: tables alike for people, JSON alike for programs."""

from __future__ import annotations

import json
import sys
from typing import Any, Final

from rich.console import Console
from rich.table import Table as Grid

from croupier.cli.registry import schema_name
from croupier.json_figures import digest, told

_UNLIMITED: Final = 10_000


def plain_console() -> Console:
    """Where tables are printed: as wide as the terminal, or as wide as they are on a pipe."""
    return Console(width=None if sys.stdout.isatty() else _UNLIMITED, highlight=False)


def grid(*columns: str, title: str | None = None, numbers: slice = slice(1, None)) -> Grid:
    """A table with its title at the left and its numbers, usually all but the first, at the right; none is cut."""
    table = Grid(*columns, title=title, title_style="bold", title_justify="left")
    for column in table.columns:
        column.overflow = "fold"
    for column in table.columns[numbers]:
        column.justify = "right"
    return table


def print_json(command: str, said: Any) -> None:
    """Print what a command says for programs: which schema it keeps to, and the digest of its figures."""
    print(json.dumps(with_digest(command, said), indent=2, ensure_ascii=False))


def with_digest(command: str, said: Any) -> dict[str, Any]:
    """What a command says as plain values, with the name of its schema and the digest of its figures."""
    plain: dict[str, Any] = told(said)
    return {**plain, "schema": schema_name(command), "digest": digest(plain)}
