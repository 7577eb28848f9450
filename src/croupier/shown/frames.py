"""Tables of a result for pandas, Polars and CSV: a float, and beside it the fraction where it is exact."""

from __future__ import annotations

import csv
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

from croupier.errors import Refused, one_of
from croupier.extras import Extra, need
from croupier.files import written_whole

Rows = Sequence[Mapping[str, Any]]


class Tabular(ABC):
    """A result that is one table or several."""

    @abstractmethod
    def frames(self) -> dict[str, Rows]:
        """The tables by name, each a row a mapping; the first is what is meant if none is named."""

    def to_pandas(self, table: str = "") -> Any:
        """A table as a pandas DataFrame."""
        return _library("pandas").DataFrame(self.records(table))

    def to_polars(self, table: str = "") -> Any:
        """A table as a Polars DataFrame."""
        return _library("polars").DataFrame(self.records(table), infer_schema_length=None)

    def to_csv(self, path: str | Path, table: str = "") -> None:
        """Write a table to a file, its columns in the first line."""
        rows = self.records(table)
        try:
            with written_whole(Path(path)) as out:
                out.write(csv_bytes(rows))
        except OSError as error:
            raise Refused(f"{path} cannot be written: {error.strerror or error}") from None

    def records(self, table: str = "") -> list[dict[str, Any]]:
        """The rows of a table; a fraction `x` is a float, and `x_exact` beside it the fraction in words."""
        tables = self.frames()
        name = table or next(iter(tables))
        if name not in tables:
            raise one_of("table", name, list(tables))
        return [plain_row(row) for row in tables[name]]


def plain_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row without fractions.

    >>> plain_row({"net": Fraction(-1, 2), "row": "fold"})
    {'net': -0.5, 'net_exact': '-1/2', 'row': 'fold'}
    """
    plain: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, Fraction):
            plain |= {name: float(value), f"{name}_exact": str(value)}
        else:
            plain[name] = value
    return plain


def columns(rows: Rows) -> list[str]:
    """The columns of a table, in the order in which its rows come to have them."""
    return list(dict.fromkeys(name for row in rows for name in row))


def csv_bytes(rows: Rows) -> bytes:
    """A table as CSV, its columns in the first line; what a row does not have is left empty.

    >>> csv_bytes([{"bet": "main", "net": "-1/2"}, {"bet": "trips", "note": "a, b"}])
    b'bet,net,note\\nmain,-1/2,\\ntrips,,"a, b"\\n'
    """
    text = StringIO()
    writer = csv.DictWriter(text, columns(rows), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def _library(name: Extra) -> Any:
    need(name)
    return import_module(name)
