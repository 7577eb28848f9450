"""The files that results of simulations are written to: JSON, CSV, Parquet or Arrow."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any, BinaryIO, Final

from croupier.english import listed
from croupier.errors import Refused
from croupier.extras import need
from croupier.files import written_whole

JSON: Final = ".json"
CSV: Final = ".csv"
PARQUET: Final = ".parquet"
ARROW: Final = ".arrow"
SUFFIXES: Final = (JSON, CSV, PARQUET, ARROW)


def check(path: Path) -> None:
    """Refuse a result file that could not be written, before anything is simulated."""
    if path.suffix not in SUFFIXES:
        raise Refused(f"--output {path} must end in {listed(SUFFIXES, 'or')}, which says how it is written")
    if path.suffix in (PARQUET, ARROW):
        need("parquet")
    if not path.parent.is_dir():
        raise Refused(f"--output {path} cannot be written: there is no folder {path.parent}")
    if path.is_dir():
        raise Refused(f"--output {path} cannot be written: it is a folder")
    for place in (path.parent, path):
        if place.exists() and not os.access(place, os.W_OK):
            raise Refused(f"--output {path} cannot be written: nothing may be written to {place}")


def write(path: Path, said: Mapping[str, Any]) -> None:
    """Write a result beside where it belongs, and put it in its place at once."""
    fill = {JSON: _fill_json, CSV: _fill_csv, PARQUET: _fill_parquet, ARROW: _fill_arrow}[path.suffix]
    try:
        with written_whole(path) as out:
            fill(out, said)
    except OSError as error:
        raise Refused(f"--output {path} cannot be written: {error.strerror or error}; nothing was") from None


def _fill_json(out: BinaryIO, said: Mapping[str, Any]) -> None:
    out.write(json.dumps(said, indent=2, ensure_ascii=False).encode() + b"\n")


def _fill_csv(out: BinaryIO, said: Mapping[str, Any]) -> None:
    rows = _rows(said)
    text = StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    out.write(text.getvalue().encode())


def _fill_parquet(out: BinaryIO, said: Mapping[str, Any]) -> None:
    import pyarrow.parquet

    pyarrow.parquet.write_table(_table(said), out)


def _fill_arrow(out: BinaryIO, said: Mapping[str, Any]) -> None:
    import pyarrow

    table = _table(said)
    with pyarrow.ipc.new_file(out, table.schema) as writer:
        writer.write_table(table)


def _table(said: Mapping[str, Any]) -> Any:
    """The rows, and all the rest as JSON in the file's metadata, under `croupier`."""
    import pyarrow

    return pyarrow.Table.from_pylist(_rows(said)).replace_schema_metadata({"croupier": json.dumps(dict(said))})


def _rows(said: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A row for each strategy, bet and net result."""
    return [
        {
            "strategy": played["strategy"],
            "bet": bet,
            "net": outcome["net"],
            "units": _decimal(outcome["net"]),
            "count": outcome["count"],
            "frequency": outcome["frequency"],
        }
        for played in said["strategies"]
        for bet, result in played["bets"].items()
        for outcome in result["outcomes"]
    ]


def _decimal(net: str) -> float:
    upper, _, lower = net.partition("/")
    return int(upper) / int(lower or 1)
