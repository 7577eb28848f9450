"""How results are set out: tables alike for people, JSON alike for programs."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table as Grid

from croupier.cli.result_tables import check_table, schema_name, table_rows
from croupier.errors import Refused
from croupier.json_figures import digest, told
from croupier.shown import result_files

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


@dataclass(frozen=True)
class ForPrograms:
    """What a command tells programs: JSON that is printed, a file with the result or a table of it, both or neither."""

    command: str
    json: bool
    output: Path | None = None
    table: str = ""

    def __post_init__(self) -> None:
        """Refuse a file that could not be written, before anything is worked out."""
        check_table(self.command, self.table)
        if self.output is not None:
            result_files.check(self.output)
        if self.table and (self.output is None or self.output.suffix == result_files.JSON):
            why = "is of a file" if self.output is None else f"cannot be taken out of {self.output}, which has them all"
            raise Refused(f"--table {self.table} {why}; write it as in -o {self.table}.csv")

    def __bool__(self) -> bool:
        return self.json or self.output is not None

    def tell(self, said: Any) -> None:
        """Write the file and print the JSON, where they were asked for."""
        whole = with_digest(self.command, said)
        if self.output is not None:
            has_all = self.output.suffix == result_files.JSON
            rows = [] if has_all else table_rows(self.command, whole, self.table)
            result_files.write(self.output, whole, rows)
        if self.json:
            _print(whole)


def print_json(command: str, said: Any) -> None:
    """Print what a command says for programs: which schema it keeps to, and the digest of its figures."""
    _print(with_digest(command, said))


def _print(said: Any) -> None:
    print(json.dumps(said, indent=2, ensure_ascii=False))


def with_digest(command: str, said: Any) -> dict[str, Any]:
    """What a command says as plain values, with the name of its schema and the digest of its figures."""
    plain: dict[str, Any] = told(said)
    return {**plain, "schema": schema_name(command), "digest": digest(plain)}
