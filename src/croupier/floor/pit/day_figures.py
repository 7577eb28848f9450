"""A day of the pit: what was counted, and the figures of each table, game and shift that follow from it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Final

import msgspec

from croupier.errors import Refused
from croupier.floor import clock
from croupier.floor.entries import Opened
from croupier.floor.pit.figures import PitFigures, PitGathered, Theories

DAY_BEGINS: Final = 6
"""The hour in which a day of the pit begins."""
SHIFTS: Final = (("day", 6), ("swing", 14), ("grave", 22))
"""The shifts, and the hours in which they begin."""


class TableHour(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was counted at a table in an hour since 1970."""

    hour: int
    table: int
    rounds: int
    voids: int
    seats: int
    pairs: int
    drop: int
    cashed: int
    pot_wagers: int
    pot_win: int
    corrected: int


class BetSum(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Bets of one wager at one stake, added up by table and by hour, day or account."""

    table: int
    wager: str
    stake: Annotated[int, msgspec.Meta(ge=0)]
    rounds: Annotated[int, msgspec.Meta(ge=0)]
    handle: int
    won: int
    hour: int = 0
    day: int = 0
    account: int = 0


class TableOnDay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table at which something was counted, and how it stood when that was read."""

    id: int
    is_open: bool
    pot: int
    owed: int
    opened: Opened


@dataclass(frozen=True)
class DayFigures:
    """What each table, game and shift of a day has brought, and all of them."""

    tables: list[PitFigures]
    games: list[PitFigures]
    shifts: list[PitFigures]
    all: PitFigures


class DayOfPit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that was counted in a day."""

    day: str
    ahead: int
    """Hours that the pit's clocks are ahead of UTC."""
    tables: list[TableOnDay]
    hours: list[TableHour]
    bets: list[BetSum]

    @property
    def opened(self) -> dict[int, Opened]:
        """What its tables were opened with."""
        return {table.id: table.opened for table in self.tables}

    @property
    def wagers(self) -> list[tuple[int, str, int]]:
        """The bets whose mathematics is needed."""
        return [(bet.table, bet.wager, bet.stake) for bet in self.bets]

    def is_whole(self) -> bool:
        """Whether everything was counted at one of the tables and in one of the hours of the day."""
        first, opened = first_hour(self.day, self.ahead)[1], self.opened
        places = [(row.table, row.hour) for row in self.hours] + [(bet.table, bet.hour) for bet in self.bets]
        return all(table in opened and 0 <= hour - first < 24 for table, hour in places)

    def figures(self, known: Theories) -> DayFigures:
        """The figures that these counts make."""
        _, first = first_hour(self.day, self.ahead)
        opened = self.opened
        shifts = [name for name, _ in SHIFTS for _ in range(24 // len(SHIFTS))]
        gathered: defaultdict[tuple[str, object], PitGathered] = defaultdict(PitGathered)

        def groups(table: int, hour: int) -> list[PitGathered]:
            of = opened[table].game, shifts[hour - first]
            return [gathered[key] for key in (("all", ""), ("table", table), ("game", of[0]), ("shift", of[1]))]

        for row in self.hours:
            for group in groups(row.table, row.hour):
                group.add_table(row)
        for bet in self.bets:
            for group in groups(bet.table, bet.hour):
                group.add_wager(bet)
        return DayFigures(
            [gathered["table", table.id].figures(table.opened.name, known) for table in self.tables],
            [gathered["game", game].figures(game, known) for game in sorted({each.game for each in opened.values()})],
            [gathered["shift", name].figures(name, known) for name, _ in SHIFTS if ("shift", name) in gathered],
            gathered["all", ""].figures("all", known),
        )


def first_hour(day: str | None, ahead: int) -> tuple[str, int]:
    """A day of the pit, today if none is said, and the hour since 1970 in which it begins."""
    try:
        said = date.fromisoformat(day) if day else None
    except ValueError:
        raise Refused(f"{day!r} is not a day; write 2026-01-31") from None
    if said is None:
        said = (datetime.fromtimestamp(clock.now() / clock.SECOND, UTC) + timedelta(hours=ahead - DAY_BEGINS)).date()
    return said.isoformat(), (said - date(1970, 1, 1)).days * 24 + DAY_BEGINS - ahead


def day_of(hour: int, ahead: int) -> str:
    """The day of the pit that begins in an hour."""
    return (date(1970, 1, 1) + timedelta(hours=hour + ahead - DAY_BEGINS)).isoformat()
