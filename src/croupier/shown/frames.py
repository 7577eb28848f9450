"""Tables of a result for pandas, Polars and CSV: a float, and beside it the fraction where it is exact."""

from __future__ import annotations

import csv
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

from croupier.errors import Refused, one_of
from croupier.extras import Extra, need

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
            with open(path, "w", newline="", encoding="utf-8") as out:
                writer = csv.DictWriter(out, list(rows[0]) if rows else [])
                writer.writeheader()
                writer.writerows(rows)
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


def _library(name: Extra) -> Any:
    need(name)
    return import_module(name)
