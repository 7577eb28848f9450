"""How results are set out: tables alike for people, JSON alike for programs."""

from __future__ import annotations

import json
import sys
from typing import Any

from rich.console import Console
from rich.table import Table as Grid


def plain_console(pipe_width: int = 120) -> Console:
    """Where tables are printed: as wide as the terminal, or so wide on a pipe."""
    return Console(width=None if sys.stdout.isatty() else pipe_width, highlight=False)


def grid(*columns: str, title: str | None = None, numbers: slice = slice(1, None)) -> Grid:
    """A table with its title at the left and its columns of numbers, usually all but the first, at the right."""
    table = Grid(*columns, title=title, title_style="bold", title_justify="left")
    for column in table.columns[numbers]:
        column.justify = "right"
    return table


def print_json(said: dict[str, Any]) -> None:
    """Print a result for programs."""
    print(json.dumps(said, indent=2, ensure_ascii=False))
