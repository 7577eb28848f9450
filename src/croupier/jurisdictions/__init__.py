"""Limits by place and date: one file for each place, every number in it with its source and the day it took effect."""

from __future__ import annotations

from datetime import date
from functools import cache
from importlib.resources import files
from typing import Final

from croupier.errors import one_of
from croupier.jurisdictions.file import PlaceFile, read_place
from croupier.jurisdictions.jurisdiction import Jurisdiction

__all__ = ["UNREGULATED", "Jurisdiction", "jurisdiction_named", "jurisdiction_names"]

UNREGULATED: Final = "unregulated"
"""Where everything is allowed: what a table is under unless another place is named."""


def jurisdiction_names() -> list[str]:
    """The places whose limits are known.

    >>> jurisdiction_names()
    ['unregulated', 'washington']
    """
    return sorted(
        entry.name.removesuffix(".toml") for entry in files(__name__).iterdir() if entry.name.endswith(".toml")
    )


def jurisdiction_named(name: str, on: date, cap_binds_play: bool | None = None) -> Jurisdiction:
    """The rules in force in a place on a day; `cap_binds_play` where the house reads that rule otherwise.

    >>> print(jurisdiction_named("washington", date(2010, 1, 1)).single_wager)
    $300 a wager by WAC 230-15-140 (since 2009-01-01)
    """
    if name not in jurisdiction_names():
        raise one_of("jurisdiction", name, jurisdiction_names())
    return _place(name).on(name, on, cap_binds_play)


@cache
def _place(name: str) -> PlaceFile:
    return read_place((files(__name__) / f"{name}.toml").read_text("utf-8"))
