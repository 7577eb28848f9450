"""A place's file: every rule that is known of it, whenever it was in force."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import msgspec

from croupier.errors import Refused
from croupier.jurisdictions.jurisdiction import (
    AggregatePayout,
    CarryoverRule,
    Caution,
    Dated,
    Jurisdiction,
    LeastWager,
    NoPots,
    Notice,
    RequiredSetting,
    SeparateGames,
    SingleWager,
    SkillGame,
)

D = TypeVar("D", bound=Dated)


class PlaceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a place's file says."""

    place: str
    cap_binds_play: bool = False
    single_wager: tuple[SingleWager, ...] = ()
    least_wager: tuple[LeastWager, ...] = ()
    separate_games: tuple[SeparateGames, ...] = ()
    aggregate_payout: tuple[AggregatePayout, ...] = ()
    carryover_pot: tuple[CarryoverRule, ...] = ()
    no_pots: tuple[NoPots, ...] = ()
    skill_game: tuple[SkillGame, ...] = ()
    required_setting: tuple[RequiredSetting, ...] = ()
    notice: tuple[Notice, ...] = ()
    warning: tuple[Caution, ...] = ()

    def on(self, name: str, day: date, cap_binds_play: bool | None = None) -> Jurisdiction:
        """The rules in force on a day; refused where the wager limit of that day is not known."""
        cap = _last(self.single_wager, day)
        if self.single_wager and cap is None:
            known = "; ".join(map(str, self.single_wager))
            raise Refused(f"what {self.place} allowed on {day} is not known here; known are {known}")
        unknown = [
            _unknown(what, rules, day)
            for what, rules in (
                ("separate games with one hand", self.separate_games),
                ("aggregate payout limits", self.aggregate_payout),
                ("the least wager", self.least_wager),
                ("pots that players compete for", (*self.carryover_pot, *self.no_pots)),
                ("games without a decision", self.skill_game),
            )
            if rules and _last(rules, day) is None
        ]
        return Jurisdiction(
            name=name,
            place=self.place,
            on=day,
            cap_binds_play=self.cap_binds_play if cap_binds_play is None else cap_binds_play,
            single_wager=cap,
            least_wager=_last(self.least_wager, day),
            separate_games=_last(self.separate_games, day),
            aggregate_payout=_last(self.aggregate_payout, day),
            carryover_pot=_last(self.carryover_pot, day),
            no_pots=_last(self.no_pots, day),
            skill_game=_last(self.skill_game, day),
            required=tuple(rule for rule in self.required_setting if rule.in_force(day)),
            posted=tuple(notice for notice in self.notice if notice.in_force(day)),
            cautions=tuple(caution for caution in self.warning if caution.in_force(day)),
            unknown=tuple(unknown),
        )


def read_place_file(path: Path) -> PlaceFile:
    """The file of a place of one's own; what is wrong in it is said in one line."""
    try:
        return read_place(path.read_text("utf-8"))
    except OSError as error:
        raise Refused(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError, Refused) as error:
        raise Refused(f"{path} is no jurisdiction: {error}") from None


def read_place(text: str) -> PlaceFile:
    """A place's file from its text; the rules of a kind must follow each other in time."""
    place = msgspec.convert(tomllib.loads(text), PlaceFile, builtin_types=(date,))
    kinds: tuple[Sequence[Dated], ...] = (
        place.single_wager,
        place.least_wager,
        place.separate_games,
        place.aggregate_payout,
        place.carryover_pot,
        place.no_pots,
        place.skill_game,
    )
    for rules in kinds:
        for earlier, later in pairwise(rules):
            if not earlier.since <= (earlier.until or earlier.since) < later.since:
                raise Refused(f"in {place.place}, {later.cite} does not follow {earlier.cite}")
    return place


def _last(rules: Sequence[D], day: date) -> D | None:
    """The rule that is in force: the last to take effect, unless it has ended."""
    begun = [rule for rule in rules if rule.since <= day]
    return begun[-1] if begun and begun[-1].in_force(day) else None


def _unknown(what: str, rules: Sequence[Dated], day: date) -> str:
    first = rules[0]
    return f"What was allowed in {what} on {day} is not known here and not checked [{first.cite}; {first.source}]"
