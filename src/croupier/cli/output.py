"""Results of commands: JSON for programs, files with one of their tables, tables for people.

A table is found in the JSON by its place: `word` is a name, `{bet}` every name of a mapping, told in the column `bet`,
`[]` every item of a list, `[game=name]` the same with what an item has under `name` in the column `game`, and
`figure=churn` the name `churn`, told in the column `figure`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table as Grid

from croupier.english import listed
from croupier.errors import Refused, one_of
from croupier.json_figures import NOT_FIGURES, digest, told
from croupier.shown import result_files
from croupier.shown.frames import columns

SCHEMA_VERSION: Final = 1
"""The version of every schema of --json."""
SOLVED: Final = {
    "bets": ["bets/{bet}"],
    "returns": ["bets/{bet}/rows/[]"],
    "outcomes": ["bets/{bet}/outcomes/[]"],
    "actions": ["bets/{bet}/actions/{action}"],
}
TABLES: Final[dict[str, dict[str, list[str]]]] = {
    "games": {
        "games": ["games/[]"],
        "bets": ["games/[game=name]/bets/[]"],
        "paytables": ["games/[game=name]/printed/{bet}/tables/[]"],
        "settings": ["games/[game=name]/settings/[]"],
    },
    "analyze": SOLVED
    | {
        "strategies": ["strategies/{bet}/{strategy}"],
        "pot": ["pot/[]"],
        "stakes": ["by_stake/{bet}/stakes/[]"],
    },
    "advise": {"actions": ["actions/{action}", "estimates/{action}"], "endings": ["leads_to/{action}/[]"]},
    "exposure": {
        "hands": ["bets/{bet}/[]"],
        "seen": ["seen/{bet}"],
        "counting": ["counting/{bet}"],
        "effects": ["counting/{bet}/effects_of_removal/{rank}"],
        "counts": ["counting/{bet}/counts/[]"],
        "cuts": ["counting/{bet}/cuts/[]"],
    },
    "strategy": {"cards": ["frontier/[]"], "sentences": ["card/rules/[]"]},
    "audit": {"figures": ["figures/[]"]},
    "tune": {"found": ["found/[]"], "unknown": ["unknown"]},
    "compare": {"tables": ["tables/[]"]},
    "solve": SOLVED,
    "hold": {"figures": ["simulated/{figure}", "figure=churn"], "printed": ["manufacturer/[]"]},
}
"""By command its tables, the first that has rows for who names none, and the places in its JSON of each."""
LAST: Final = ("paytables", "settings")
"""What a game is dealt with: the last columns of every row."""
OF_SEVERAL_TABLES: Final = ("tune", "compare")
"""Commands whose rows are paytables themselves, of the bet that is asked about."""

Row = dict[str, Any]


def schema_name(command: str) -> str:
    """Return the name of a command's schema, as in `croupier/analyze/1`."""
    return f"croupier/{command}/{SCHEMA_VERSION}"


def check_table(command: str, table: str) -> None:
    """Refuse a table that the command never has."""
    if table and table not in TABLES[command]:
        raise one_of("table", table, list(TABLES[command]), f"the result of {command}")


def table_rows(command: str, said: Mapping[str, Any], table: str = "") -> list[Row]:
    """Return the rows of a table: the question, the figures under their JSON names, paytables and settings.

    >>> found = [{"pays": {"flush": "5:1"}, "hit_frequency": "1/4", "hit_frequency_float": 0.25}]
    >>> said = {"game": "on-the-draw", "version": "0.3.0", "settings": {"pot_unit": "5"}, "found": found}
    >>> for column in table_rows("tune", said)[0].items():
    ...     print(*column)
    game on-the-draw
    pays.flush 5:1
    hit_frequency 1/4
    hit_frequency_float 0.25
    settings.pot_unit 5
    """
    tables = TABLES[command]
    found = {name: list(_gathered(said, tables, name)) for name in tables}
    there = [each for each in found if found[each]]
    name = table or next(iter(there), "")
    if name not in there:
        takes = f"table {name} has no rows in this result; --table takes {listed(there, 'or')}"
        raise Refused(takes if there else f"no table of {command} has rows in this result; -o FILE.json has all of it")
    asked = {key: value for key, value in said.items() if key not in NOT_FIGURES and _is_plain(value)}
    dealt = _flat({key: said[key] for key in LAST if key in said})
    if command in OF_SEVERAL_TABLES:
        dealt.pop(f"paytables.{said.get('bet')}", None)
    named = {column: f"{name}.{column}" if column in asked else column for column in columns(found[name])}
    return [asked | {named[column]: row.get(column) for column in named} | dealt for row in found[name]]


def _gathered(said: Mapping[str, Any], tables: Mapping[str, list[str]], name: str) -> Iterator[Row]:
    """Yield the rows of a table without the parts that are tables of their own."""
    names = {step.rpartition("=")[2] for places in tables.values() for place in places for step in place.split("/")}
    apart = names | {f"{each}_float" for each in names}
    for place in tables[name]:
        for row, value in _down(said, place.split("/"), {}):
            yield row | _flat({key: part for key, part in value.items() if _is_plain(part) or key not in apart})


def _down(at: Any, steps: list[str], row: Row) -> Iterator[tuple[Row, Mapping[str, Any]]]:
    """Yield the values at a place, each with the columns collected on the way."""
    if not steps:
        if at is not None:
            yield row, at if isinstance(at, Mapping) else {"value": at}
        return
    step, *after = steps
    if kind := re.fullmatch(r"\[(?:(\w+)=(\w+))?\]", step):
        for item in at or ():
            yield from _down(item, after, row | ({kind[1]: item[kind[2]]} if kind[1] else {}))
    elif step.startswith("{"):
        for name, value in (at or {}).items():
            yield from _down(value, after, row | {step[1:-1]: name})
    else:
        column, _, name = step.rpartition("=")
        below, floats = (at or {}).get(name), (at or {}).get(f"{name}_float")
        if isinstance(below, Mapping) and isinstance(floats, Mapping):
            below = {key: {"value": floats[key], "value_exact": exact} for key, exact in below.items()}
        yield from _down(below, after, row | ({column: name} if column else {}))


def _flat(value: Mapping[str, Any], before: str = "") -> Row:
    """Flatten figures: nested ones become `pays.flush` and `interval_95.0`, a list of words one text."""
    row: Row = {}
    for name, part in value.items():
        if _is_plain(part):
            row[before + name] = part
        elif isinstance(part, Mapping) and not before:
            row |= _flat(part, f"{name}.")
        elif isinstance(part, list) and all(isinstance(each, str) for each in part):
            row[before + name] = "; ".join(part)
        elif isinstance(part, list) and not before:
            row |= _flat({str(at): each for at, each in enumerate(part)}, f"{name}.")
    return row


def _is_plain(value: Any) -> bool:
    return not isinstance(value, Mapping | list)


_UNLIMITED: Final = 10_000


def plain_console() -> Console:
    """Return a console as wide as the terminal; on a pipe, tables take their full width."""
    return Console(width=None if sys.stdout.isatty() else _UNLIMITED, highlight=False)


def grid(*columns: str, title: str | None = None, numbers: slice = slice(1, None)) -> Grid:
    """Return a table whose columns of numbers are aligned right and never cut."""
    table = Grid(*columns, title=title, title_style="bold", title_justify="left")
    for column in table.columns:
        column.overflow = "fold"
    for column in table.columns[numbers]:
        column.justify = "right"
    return table


@dataclass(frozen=True)
class ForPrograms:
    """The output of a command for programs: printed JSON, a file with the result or one of its tables, or both."""

    command: str
    json: bool
    output: Path | None = None
    table: str = ""

    def __post_init__(self) -> None:
        """Refuse a file that could not be written, before the work begins."""
        check_table(self.command, self.table)
        if self.output is not None:
            result_files.check(self.output)
        if self.table and (self.output is None or self.output.suffix == result_files.JSON):
            why = "is of a file" if self.output is None else f"cannot be taken out of {self.output}, which has them all"
            raise Refused(f"--table {self.table} {why}; write it as in -o {self.table}.csv")

    def __bool__(self) -> bool:
        return self.json or self.output is not None

    def tell(self, said: Any) -> None:
        """Write the file and print the JSON, as asked for."""
        whole = with_digest(self.command, said)
        if self.output is not None:
            has_all = self.output.suffix == result_files.JSON
            rows = [] if has_all else table_rows(self.command, whole, self.table)
            result_files.write(self.output, whole, rows)
        if self.json:
            _print(whole)


def print_json(command: str, said: Any) -> None:
    """Print a result as JSON, with the name of its schema and the digest of its figures."""
    _print(with_digest(command, said))


def _print(said: Any) -> None:
    print(json.dumps(said, indent=2, ensure_ascii=False))


def with_digest(command: str, said: Any) -> dict[str, Any]:
    """Return a result as plain values, with the name of its schema and the digest of its figures."""
    plain: dict[str, Any] = told(said)
    return {**plain, "schema": schema_name(command), "digest": digest(plain)}
