"""What is done when something goes wrong: the entries that concern a game, by what it is played with."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from croupier.contract import Json
from croupier.english import listed
from croupier.reports.rules_of_play.equipment_list import Equipment


class Irregularity(msgspec.Struct, forbid_unknown_fields=True):
    """Something that goes wrong, and the house's ruling on it."""

    what: str
    remedy: str
    when: list[str] = []
    """What the game must have for it to happen."""
    at: str = ""
    """The act of the dealer's, by its verb, that it happens before; anywhere if none is named."""
    does: str = ""
    """The ruling in a few words; one without them does not happen in the school's rounds."""
    seen: Literal["", "says", "adds", "exposed"] = ""
    """How it is seen at the table."""
    off: bool = False
    """Whether the round ends there, and every wager goes back."""
    dead: bool = False
    """Whether one player's hand is taken away, and that player's wagers go back."""
    places: list[str] = []
    """The game's places that it is about, found out and not written down."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    irregularity: list[Irregularity]


def irregularities(equipment: Equipment) -> list[Json]:
    """The irregularities that can happen in this game, each with its remedy."""
    return [{"what": ruling.what, "remedy": ruling.remedy} for ruling in rulings(equipment)]


def rulings(equipment: Equipment) -> list[Irregularity]:
    """The same with when they happen, in the words of this game."""
    places = {name: listed(getattr(equipment, name), "or") for name in ("unseen", "shared", "dealers")}
    return [
        msgspec.structs.replace(
            entry,
            what=entry.what.format(**places),
            remedy=entry.remedy.format(**places),
            places=[place for name in entry.when if name in places for place in getattr(equipment, name)],
        )
        for entry in _entries()
        if all(_concerns(equipment, what) for what in entry.when)
    ]


def _concerns(equipment: Equipment, what: str) -> bool:
    if what.startswith("!"):
        return not _concerns(equipment, what[1:])
    if what == "equal_bets":
        return any(spot.equals for spot in equipment.game.spots)
    return bool(getattr(equipment, what))


@cache
def _entries() -> list[Irregularity]:
    text = (files(__package__) / "irregularities.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _File).irregularity
