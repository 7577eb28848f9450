"""A game at every number of seats with every value of every setting, found from the game itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from croupier.errors import Refused
from croupier.table.game import Game
from croupier.table.settings import Setting, settings_of
from croupier.table.table import Table

PLAYERS = ("Ann", "Bob", "Cyd", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kim", "Lou")
"""No name among them has a card's name in it."""

Kind = type[Game[Any]]


@dataclass(frozen=True)
class Case:
    """A game with one setting moved off its default, and a number of players."""

    kind: Kind
    players: int
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def game(self) -> Game[Any]:
        """The game as this case has it."""
        return self.kind.choose(self.settings)

    def seat_players(self, table: Table, stack: int = 200_000) -> Table:
        """The table with this case's players at it."""
        for number, name in enumerate(PLAYERS[: self.players], start=1):
            table.sit(number, name, stack)
        return table

    def table(self, stack: int = 200_000) -> Table:
        """A new table with this case's players at it."""
        return self.seat_players(Table(self.game), stack)

    def __str__(self) -> str:
        said = " ".join(f"{name}={value}" for name, value in self.settings.items())
        return f"{self.kind.name}-{self.players}-{said or 'as-ruled'}"


def other_values(kind: Kind, setting: Setting) -> list[str]:
    """The values of a setting besides its default: all of a choice, some of a number or of a row of numbers."""
    values = [value for value in _candidates(setting) if value != setting.default]
    return [value for value in values if _taken(kind, setting.name, value)]


def cases(kind: Kind, seat_counts: tuple[int, ...] | None = None) -> Iterator[Case]:
    """Every seat count as ruled and with each other value of each setting, one at a time."""
    chosen = [{}, *({s.name: value} for s in settings_of(kind.Settings) for value in other_values(kind, s))]
    for players in seat_counts or range(1, kind.seats + 1):
        for settings in chosen:
            yield Case(kind, players, settings)


def _candidates(setting: Setting) -> list[str]:
    if " | " in setting.allowed:
        return setting.allowed.split(" | ")
    bounds = re.fullmatch(r"(\d+) (?:to (\d+)|or more)", setting.allowed)
    if bounds:
        least = int(bounds[1])
        most = int(bounds[2]) if bounds[2] else max(least, int(setting.default)) + 9
        return [str(number) for number in sorted({least, least + 1, (least + most) // 2, most})]
    if "an amount in dollars" in setting.allowed:
        return ["1", "2", "25"]
    numbers = [int(number) for number in setting.default.split(",")]
    rows = [numbers[::-1], [number + 1 for number in numbers], [*numbers, max(numbers) + 1], numbers[:1]]
    return [",".join(map(str, row)) for row in rows]


def _taken(kind: Kind, name: str, value: str) -> bool:
    """Whether the game takes this value; one that `allowed` lists, it must."""
    try:
        kind.choose({name: value})
    except Refused as refusal:
        if "," not in value and "whole numbers" not in _setting(kind, name).allowed:
            raise Refused(f"{kind.name} refuses {name}={value}, which it says is allowed: {refusal}") from None
        return False
    return True


def _setting(kind: Kind, name: str) -> Setting:
    return next(setting for setting in settings_of(kind.Settings) if setting.name == name)
