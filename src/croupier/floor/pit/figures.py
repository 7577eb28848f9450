"""The figures of the pit: what tables, games, shifts, days and players have brought, beside what they should bring."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from math import exp, lgamma
from typing import Annotated, Any, Final, Literal

import msgspec
import numpy as np

from croupier.errors import Refused
from croupier.floor import clock
from croupier.floor.entries import Opened
from croupier.floor.pit.bands import BetsMade, BetTheory, Expected
from croupier.json_shapes import SharedLuck

TABLE_RATE: Final = 1 / 1000
"""How often chance alone sets off the alarm of a table's day, both sides together."""
PERSON_RATE: Final = 1 / 10_000
"""The same for one of a person's alarms, a day."""
BAND: Final = TABLE_RATE / 2
"""The chance outside of a band, on each side."""
_NOTHING: Final = 1e-18
"""The part of a sum that is not added any more."""
MOST_ADDED: Final = 1_000_000
"""Terms of a sum that are added at most."""
FEWEST: Final = 20
"""Rounds below which no band is drawn, and nothing is said of a table or a player."""

AlarmKind = Literal["table-low", "table-high", "player", "clock", "voids"]
DAY_BEGINS: Final = 6
"""The hour in which a day of the pit begins."""
SHIFTS: Final = (("day", 6), ("swing", 14), ("grave", 22))
"""The shifts, and the hours in which they begin."""


class PitFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What a table, a game, a shift or a day has brought. Cents are the house's."""

    name: str
    rounds: int
    voids: int
    rounds_per_hour: float
    """Over the hours in which any were dealt."""
    average_bet: float
    """What a player bets in a round, all spots together, in cents."""
    drop: int
    handle: int
    win: int
    """Of all bets against the house."""
    pot_wagers: int
    pot_win: int
    corrected: int
    """What corrections have paid to players, less what they took."""
    theoretical: float | None
    """What these bets win on average if everybody plays as well as can be; none while some of it is unknown."""
    deviation: float | None
    low: float | None
    high: float | None
    """The band that the win lies in, but for the stated rate; none for fewer than 20 rounds."""
    chance_below: float | None
    """How likely so little is, or less; none within 1.5 deviations, where it is not worked out sharply."""
    chance_above: float | None
    assumed_independent: bool
    """Whether bets of one round count as independent, since what they have in common has not been measured."""


class PlayerRating(msgspec.Struct, frozen=True, kw_only=True):
    """What a player is worth to the house, and how far they are from it. Cents are the house's."""

    account: int
    name: str
    rounds: int
    decisions: int
    clocked: int
    """Decisions that the clock made for them."""
    voided: int
    """Rounds of theirs that were called off."""
    average_bet: float
    handle: int
    win: int
    theoretical: float | None
    """Their theoretical loss."""
    chance_below: float | None
    """How likely it is that the house wins so little of them, or less; none as for a table."""


class Alarm(msgspec.Struct, frozen=True):
    """Something that chance alone brings about more seldom than the stated rate."""

    kind: AlarmKind
    table: int | None
    account: int | None
    who: str
    words: str
    chance: float
    rate: float


@dataclass
class Theories:
    """The mathematics of bets by table, wager and stake, and what bets have in common by table."""

    bets: Mapping[tuple[int, str, int], BetTheory]
    luck: Mapping[int, SharedLuck]


@dataclass
class _Stakes:
    """The number of times that each wager was made, and its stakes in all."""

    made: Counter[str] = field(default_factory=Counter)
    staked: Counter[str] = field(default_factory=Counter)

    def add(self, wager: str, stake: int, times: int) -> None:
        self.made[wager] += times
        self.staked[wager] += stake * times

    @property
    def means(self) -> dict[str, float]:
        return {wager: self.staked[wager] / times for wager, times in self.made.items() if times}

    def hung_together(self, theory: BetTheory, wager: str, stake: int, luck: SharedLuck) -> BetTheory:
        """A bet with what others of its seat win beside its outcomes, or without what it wins beside another's."""
        mean = self.means
        for leader, others in luck.followed.items():
            if leader == wager:
                more = np.zeros(len(theory.won))
                for other in others.keys() & mean.keys():
                    share = min(self.made[other] / self.made[wager], 1.0) * mean[other] / stake
                    more += share * np.interp(theory.places, others[other].at, others[other].won)
                return theory.beside(more)
            if leader in mean and wager in others:
                return theory.narrowed(others[wager].explained * min(self.made[leader] / self.made[wager], 1.0))
        return theory


def _is_followed(luck: SharedLuck, one: str, other: str) -> bool:
    """Return True if one of these bets is given beside the outcomes of the other."""
    return other in luck.followed.get(one, ()) or one in luck.followed.get(other, ())


@dataclass
class PitGathered:
    """Counts that belong together."""

    counts: Counter[str] = field(default_factory=Counter)
    wagers: defaultdict[tuple[int, str, int], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    hours: set[tuple[int, int]] = field(default_factory=set)
    """The tables and hours in which rounds were dealt."""
    of_tables: defaultdict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add_table(self, row: Any) -> None:
        """Count an hour of a table."""
        told = {name: value for name, value in msgspec.structs.asdict(row).items() if name not in ("hour", "table")}
        self.counts.update(told)
        self.of_tables[row.table].update(told)
        if row.rounds:
            self.hours.add((row.table, row.hour))

    def add_wager(self, row: Any) -> None:
        """Count bets of one stake."""
        self.wagers[row.table, row.wager, row.stake].update(rounds=row.rounds, handle=row.handle, won=row.won)

    def expected(self, known: Theories) -> Expected | None:
        """Return what the bets should bring; None if the mathematics of one of them is not known yet."""
        if not all(key in known.bets for key in self.wagers):
            return None
        of_luck: defaultdict[int, _Stakes] = defaultdict(_Stakes)
        of_tables: defaultdict[int, _Stakes] = defaultdict(_Stakes)
        luck = {id(each): each for each in known.luck.values()} | {0: SharedLuck(0, {}, {})}
        bets: Counter[tuple[int, int, int, str]] = Counter()
        theories = {}
        for (table, wager, stake), counts in self.wagers.items():
            theory, of = known.bets[table, wager, stake], id(known.luck[table]) if table in known.luck else 0
            theories[id(theory)] = theory
            bets[of, id(theory), stake, wager] += counts["rounds"]
            of_luck[of].add(wager, stake, counts["rounds"])
            of_tables[table].add(wager, stake, counts["rounds"])
        made = [
            BetsMade(of_luck[of].hung_together(theories[theory], wager, stake, luck[of]), stake, times)
            for (of, theory, stake, wager), times in bets.items()
        ]
        shared = [
            self._together(table, stakes, known.luck[table])
            for table, stakes in of_tables.items()
            if table in known.luck
        ]
        return Expected(made, sum(each for each, _ in shared), sum(third for _, third in shared))

    def _together(self, table: int, stakes: _Stakes, luck: SharedLuck) -> tuple[float, float]:
        """Return what bets of one round add to variance and third moment, at their average stakes."""
        counts, made, mean = self.of_tables[table], stakes.made, stakes.means
        seats, pairs = counts["seats"], counts["pairs"]
        added = 0.0
        for one in mean:
            for other in mean:
                both = min(made[one], made[other])
                if one != other and one in luck.within and not _is_followed(luck, one, other):
                    added += luck.within[one].get(other, 0.0) * mean[one] * mean[other] * both
                if seats and one in luck.between:
                    share = made[one] * made[other] / seats**2
                    added += luck.between[one].get(other, 0.0) * mean[one] * mean[other] * pairs * share
        main = next((wager for wager in luck.bets if wager in mean), None)
        if main is None or not seats:
            return added, 0.0
        triples = pairs * max(pairs / seats - 1, 0)
        return added, (3 * luck.pair_third * pairs + luck.triple_third * triples) * mean[main] ** 3

    def _is_unmeasured(self, known: Theories) -> bool:
        """Return True if bets may depend on each other at a table where that has not been measured."""
        wagers: Counter[int] = Counter(table for table, _ in {(table, wager) for table, wager, _ in self.wagers})
        return any(
            (table not in known.luck or not known.luck[table].rounds)
            and (number > 1 or self.of_tables[table]["pairs"] > 0)
            for table, number in wagers.items()
        )

    def figures(self, name: str, known: Theories) -> PitFigures:
        """All of it, for people."""
        total: Counter[str] = Counter()
        for counts in self.wagers.values():
            total.update(counts)
        expected = self.expected(known)
        told: dict[str, float | None] = dict.fromkeys(
            ("theoretical", "deviation", "low", "high", "chance_below", "chance_above")
        )
        counts = self.counts
        if expected is not None and expected.deviation:
            told |= {"theoretical": expected.win, "deviation": expected.deviation}
            if counts["rounds"] >= FEWEST:
                told["low"], told["high"] = expected.band(BAND)
                told["chance_below"], told["chance_above"] = expected.sharp_odds(total["won"])
        return PitFigures(
            name=name,
            rounds=counts["rounds"],
            voids=counts["voids"],
            rounds_per_hour=counts["rounds"] / max(len(self.hours), 1),
            average_bet=total["handle"] / max(counts["seats"], 1),
            drop=counts["drop"],
            handle=total["handle"],
            win=total["won"],
            pot_wagers=counts["pot_wagers"],
            pot_win=counts["pot_win"],
            corrected=counts["corrected"],
            assumed_independent=self._is_unmeasured(known),
            **told,
        )

    def rating(self, account: int, name: str, known: Theories) -> PlayerRating:
        """Return a player's rating; luck shared with others at the table is left out."""
        total: Counter[str] = Counter()
        for counts in self.wagers.values():
            total.update(counts)
        expected = self.expected(known)
        return PlayerRating(
            account=account,
            name=name,
            rounds=self.counts["rounds"],
            decisions=self.counts["decisions"],
            clocked=self.counts["clocked"],
            voided=self.counts["voided"],
            average_bet=total["handle"] / max(self.counts["rounds"], 1),
            handle=total["handle"],
            win=total["won"],
            theoretical=None if expected is None else expected.win,
            chance_below=expected.sharp_odds(total["won"])[0]
            if expected is not None and self.counts["rounds"] >= FEWEST
            else None,
        )


def table_alarms(tables: Iterable[tuple[int, PitFigures]]) -> list[Alarm]:
    """Tables whose win lies outside its band."""
    found = []
    for number, told in tables:
        if told.chance_below is None or told.chance_above is None:
            continue
        if told.chance_below < BAND:
            words = "has won less of its bets than the mathematics allows for"
            found.append(Alarm("table-low", number, None, told.name, words, told.chance_below, TABLE_RATE))
        if told.chance_above < BAND:
            words = "has won more than best play allows for: players err, or they are paid too little"
            found.append(Alarm("table-high", number, None, told.name, words, told.chance_above, TABLE_RATE))
    return found


def player_alarms(players: Iterable[PlayerRating]) -> list[Alarm]:
    """Players who have won too much, left too much to the clock, or had too many of their rounds called off."""
    players = list(players)
    found = []
    asked, clocked = (sum(getattr(player, name) for player in players) for name in ("decisions", "clocked"))
    dealt, voided = (sum(getattr(player, name) for player in players) for name in ("rounds", "voided"))
    for player in players:
        if player.chance_below is not None and player.chance_below < PERSON_RATE:
            words = "has won more than bets like theirs bring"
            found.append(Alarm("player", None, player.account, player.name, words, player.chance_below, PERSON_RATE))
        chance = at_least(player.clocked, player.decisions, clocked - player.clocked, asked - player.decisions)
        if chance < PERSON_RATE:
            others = f"others {clocked - player.clocked} of {asked - player.decisions}"
            words = f"left {player.clocked} of {player.decisions} decisions to the clock, {others}"
            found.append(Alarm("clock", None, player.account, player.name, words, chance, PERSON_RATE))
        rounds = player.rounds + player.voided
        chance = at_least(player.voided, rounds, voided - player.voided, dealt + voided - rounds)
        if chance < PERSON_RATE:
            others = f"others {voided - player.voided} of {dealt + voided - rounds}"
            words = f"had {player.voided} of {rounds} rounds called off, {others}"
            found.append(Alarm("voids", None, player.account, player.name, words, chance, PERSON_RATE))
    return found


def at_least(count: int, of: int, others: int, of_others: int) -> float:
    """The chance of at least so many of so many, from how many of the others' there were (beta-binomial).

    More than a million are counted as a million with the same share: that never makes the chance smaller.

    >>> round(at_least(3, 3, 0, 0), 4), at_least(0, 100, 5, 50)
    (0.3125, 1.0)
    """
    if count <= 0 or of <= 0:
        return 1.0
    if of > MOST_ADDED:
        count, of = count * MOST_ADDED // of, MOST_ADDED
    yes, no = others + 0.5, max(of_others - others, 0) + 0.5
    if count <= of * yes / (yes + no):
        return max(1.0 - _falling(of - count + 1, of, no, yes), 0.0)
    return min(_falling(count, of, yes, no), 1.0)


def _falling(count: int, of: int, yes: float, no: float) -> float:
    """The sum of the chances from so many on, each worked out from the one before, until what follows is nothing."""
    if count > of:
        return 0.0
    ways = lgamma(of + 1) - lgamma(count + 1) - lgamma(of - count + 1)
    chance = total = exp(min(ways + _log_beta(count + yes, of - count + no) - _log_beta(yes, no), 0.0))
    for k in range(count, of):
        chance *= (of - k) / (k + 1) * (k + yes) / (of - k - 1 + no)
        total += chance
        if chance < total * _NOTHING:
            break
    return total


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


class TableHour(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The counts of a table in an hour since 1970."""

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
    """The figures of each table, game and shift of a day, and of all together."""

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
        """The terms that its tables were opened with."""
        return {table.id: table.opened for table in self.tables}

    @property
    def wagers(self) -> list[tuple[int, str, int]]:
        """The bets whose mathematics is needed."""
        return [(bet.table, bet.wager, bet.stake) for bet in self.bets]

    def is_whole(self) -> bool:
        """Return True if all counts are of its tables and of the hours of the day."""
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
