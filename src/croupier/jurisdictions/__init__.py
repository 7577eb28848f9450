"""Limits by place and date: one file for each place, every number in it with its source and the day it took effect."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from croupier.errors import Refused, one_of
from croupier.jurisdictions.file import PlaceFile, read_place, read_place_file
from croupier.jurisdictions.jurisdiction import Jurisdiction

__all__ = ["UNREGULATED", "Jurisdiction", "jurisdiction_named", "jurisdiction_names", "own_place", "use_places"]

UNREGULATED: Final = "unregulated"
"""Where everything is allowed: what a table is under unless another place is named."""


OWN_PLACES: Final = "CROUPIER_JURISDICTIONS"
"""Where processes are told of the files of a house's own places."""


def jurisdiction_names() -> list[str]:
    """The places whose limits are known: ours, and the house's own.

    >>> jurisdiction_names()
    ['unregulated', 'washington']
    """
    return sorted({*_ours(), *map(_name, _own_files())})


def use_places(paths: Sequence[Path]) -> None:
    """Let tables be under the law of these files too, here and in the processes started from here."""
    names = [_name(path) for path in paths]
    for name, path in zip(names, paths, strict=True):
        if name in _ours() or names.count(name) > 1:
            raise Refused(f"there is a jurisdiction {name} already; give {path} another name")
        read_place_file(path)
    os.environ[OWN_PLACES] = os.pathsep.join(str(path.resolve()) for path in paths)


def own_place(name: str) -> PlaceFile | None:
    """What the file of a house's own place says, by its name; none where it is no such place."""
    return next((read_place_file(path) for path in _own_files() if _name(path) == name), None)


def _own_files() -> list[Path]:
    return [Path(words) for words in os.environ.get(OWN_PLACES, "").split(os.pathsep) if words]


def _name(path: Path) -> str:
    return path.stem


def _ours() -> list[str]:
    return [entry.name.removesuffix(".toml") for entry in files(__name__).iterdir() if entry.name.endswith(".toml")]


def jurisdiction_named(name: str, on: date, cap_binds_play: bool | None = None) -> Jurisdiction:
    """The rules in force in a place on a day; `cap_binds_play` where the house reads that rule otherwise.

    >>> print(jurisdiction_named("washington", date(2010, 1, 1)).single_wager)
    $300 a wager by WAC 230-15-140 (since 2009-01-01)
    """
    if name not in jurisdiction_names():
        raise one_of("jurisdiction", name, jurisdiction_names())
    return (own_place(name) or _place(name)).on(name, on, cap_binds_play)


@cache
def _place(name: str) -> PlaceFile:
    return read_place((files(__name__) / f"{name}.toml").read_text("utf-8"))
