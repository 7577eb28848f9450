"""The files that results of commands are written to: JSON, CSV, Parquet or Arrow."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

from croupier.english import listed
from croupier.errors import Refused
from croupier.extras import need
from croupier.files import written_whole
from croupier.shown.frames import Rows, columns, csv_bytes

JSON: Final = ".json"
CSV: Final = ".csv"
PARQUET: Final = ".parquet"
ARROW: Final = ".arrow"
SUFFIXES: Final = (JSON, CSV, PARQUET, ARROW)


def check(path: Path) -> None:
    """Refuse a result file that could not be written, before anything is worked out."""
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


def write(path: Path, said: Mapping[str, Any], rows: Rows) -> None:
    """Write a result beside where it belongs, and put it in its place at once; all but JSON have a table of it."""
    fill = {JSON: _fill_json, CSV: _fill_csv, PARQUET: _fill_parquet, ARROW: _fill_arrow}[path.suffix]
    try:
        with written_whole(path) as out:
            fill(out, said, rows)
    except OSError as error:
        raise Refused(f"--output {path} cannot be written: {error.strerror or error}; nothing was") from None


def _fill_json(out: BinaryIO, said: Mapping[str, Any], rows: Rows) -> None:
    out.write(json.dumps(said, indent=2, ensure_ascii=False).encode() + b"\n")


def _fill_csv(out: BinaryIO, said: Mapping[str, Any], rows: Rows) -> None:
    out.write(csv_bytes(rows))


def _fill_parquet(out: BinaryIO, said: Mapping[str, Any], rows: Rows) -> None:
    import pyarrow.parquet

    pyarrow.parquet.write_table(_table(said, rows), out)


def _fill_arrow(out: BinaryIO, said: Mapping[str, Any], rows: Rows) -> None:
    import pyarrow

    table = _table(said, rows)
    with pyarrow.ipc.new_file(out, table.schema) as writer:
        writer.write_table(table)


def _table(said: Mapping[str, Any], rows: Rows) -> Any:
    """The rows, and all the rest as JSON in the file's metadata, under `croupier`."""
    import pyarrow

    table = pyarrow.table({name: _alike([row.get(name) for row in rows]) for name in columns(rows)})
    return table.replace_schema_metadata({"croupier": json.dumps(dict(said))})


def _alike(values: list[Any]) -> list[Any]:
    """A column's values of one kind: words, where any of them is, as an exact figure beside one that is estimated."""
    if not any(isinstance(value, str) for value in values):
        return values
    return [value if value is None else str(value) for value in values]
