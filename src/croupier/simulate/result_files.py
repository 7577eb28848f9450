"""The files that results of simulations are written to: JSON or Parquet."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

from croupier.errors import Refused
from croupier.extras import need
from croupier.files import written_whole

JSON: Final = ".json"
PARQUET: Final = ".parquet"


def check(path: Path) -> None:
    """Refuse a result file that could not be written, before anything is simulated."""
    if path.suffix not in (JSON, PARQUET):
        raise Refused(f"--output {path} must end in {JSON} or {PARQUET}, which says how it is written")
    if path.suffix == PARQUET:
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
    fill = _fill_parquet if path.suffix == PARQUET else _fill_json
    try:
        with written_whole(path) as out:
            fill(out, said)
    except OSError as error:
        raise Refused(f"--output {path} cannot be written: {error.strerror or error}; nothing was") from None


def _fill_json(out: BinaryIO, said: Mapping[str, Any]) -> None:
    out.write(json.dumps(said, indent=2, ensure_ascii=False).encode() + b"\n")


def _fill_parquet(out: BinaryIO, said: Mapping[str, Any]) -> None:
    """A row for each strategy, bet and net result; all the rest as JSON in the file's metadata, under `croupier`."""
    import pyarrow
    import pyarrow.parquet

    rows = [
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
    table = pyarrow.Table.from_pylist(rows)
    pyarrow.parquet.write_table(table.replace_schema_metadata({"croupier": json.dumps(dict(said))}), out)


def _decimal(net: str) -> float:
    upper, _, lower = net.partition("/")
    return int(upper) / int(lower or 1)
