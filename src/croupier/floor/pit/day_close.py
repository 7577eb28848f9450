"""The day's close, a paper: what the pit counted in a day, the figures that follow from it, and alarms.

Counts, what bets were measured to have in common, and alarms about players are its inputs. Everything else in the paper
follows from them and from the paytables of the tables, and is worked out again when the paper is checked. That the
counts are right, the house's log proves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from math import isclose, isfinite
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from croupier.checks import Check, Verified
from croupier.contract import Json
from croupier.errors import Refused
from croupier.floor import clock
from croupier.floor.pit.bet_mathematics import measured_luck, solved_bets, terms_of_table, theories_of
from croupier.floor.pit.figures import (
    PERSON_RATE,
    TABLE_RATE,
    Alarm,
    DayOfPit,
    PitFigures,
    PlayerRating,
    TableOnDay,
    Theories,
    first_hour,
    player_alarms,
    table_alarms,
)
from croupier.floor.signatures import check_signature
from croupier.floor.storage.keys.house_signer import HouseSigner
from croupier.games import game_named
from croupier.json_shapes import SharedLuck
from croupier.reports.checking import checks_of, read_paper
from croupier.reports.paper_words import decimal, money_words, odds_words
from croupier.reports.proof import Maker, Sealed, canonical, seal

WHEN: Final = "%Y-%m-%d %H:%M"
SHIFT_WORDS: Final = {"day": "Day, 6 to 14", "swing": "Swing, 14 to 22", "grave": "Grave, 22 to 6"}
COUNTED: Final = ("rounds", "voids", "drop", "handle", "win", "pot_wagers", "pot_win", "corrected")
"""Counted columns of a line; cents are the house's."""
WHOLE: Final = ("average_bet", "theoretical", "deviation", "low", "high")
"""Columns that are rounded to whole cents."""


class LuckStated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The luck that bets at some tables share, as it was measured."""

    tables: list[int]
    luck: SharedLuck


class CloseInputs(DayOfPit, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A day as it was counted, and what else its paper follows from."""

    kind: Literal["close"]
    made: str
    """When the paper was made, in UTC, to the minute."""
    luck: list[LuckStated]
    unknown: list[tuple[int, str, int]]
    """Tables, wagers and stakes of bets whose mathematics was not known."""
    people: list[Alarm]
    """Alarms about players."""


def seal_close(
    counted: DayOfPit, known: Theories, people: Sequence[PlayerRating], signer: HouseSigner
) -> Sealed[CloseInputs]:
    """Return the paper of a day, signed by the house, to be set in type."""
    inputs = CloseInputs(
        **msgspec.structs.asdict(counted),
        kind="close",
        made=datetime.fromtimestamp(clock.now() / clock.SECOND, UTC).strftime(WHEN),
        luck=_luck_stated(counted, known),
        unknown=sorted({bet for bet in counted.wagers if bet not in known.bets}),
        people=player_alarms(people),
    )
    sealed = seal(inputs, close_facts(inputs, known), _maker(inputs), signer.public_keys[0])
    return msgspec.structs.replace(sealed, signature=signer.sign(sealed.said()))


def close_facts(inputs: CloseInputs, known: Theories) -> Json:
    """Return all that is printed in the paper of a day."""
    figures = inputs.figures(known)
    of_game: defaultdict[str, list[TableOnDay]] = defaultdict(list)
    for table in inputs.tables:
        of_game[table.opened.game].append(table)
    of_tables = list(zip(inputs.tables, figures.tables, strict=True))
    lines: Json = {
        "tables": [_line(told, f"{table.id} {told.name}", [table]) for table, told in of_tables],
        "games": [_line(told, told.name, of_game[told.name]) for told in figures.games],
        "shifts": [_line(told, SHIFT_WORDS[told.name], None) for told in figures.shifts],
        "all": _line(figures.all, "All tables", inputs.tables),
    }
    alarms = [*map(_rounded, table_alarms((table.id, told) for table, told in of_tables)), *inputs.people]
    every = [*lines["tables"], *lines["games"], *lines["shifts"], lines["all"]]
    facts = {
        "over": _is_over(inputs),
        "numbers": {"lines": lines, "alarms": alarms, "table_rate": TABLE_RATE, "person_rate": PERSON_RATE},
        "words": {
            "clocks": f"{abs(inputs.ahead)} hours {'behind' if inputs.ahead < 0 else 'ahead of'}",
            "lines": {
                name: list(map(_line_words, each)) if isinstance(each, list) else _line_words(each)
                for name, each in lines.items()
            },
            "alarms": [_alarm_words(alarm) for alarm in alarms],
            "table_rate": odds_words(TABLE_RATE),
            "person_rate": odds_words(PERSON_RATE),
            "independent": any(line["assumed_independent"] for line in every),
            "unknown": any(line["rounds"] > 0 and line["theoretical"] is None for line in every),
        },
    }
    return msgspec.json.decode(canonical(facts), type=Json)


def check_close(path: Path, partial: bool = False, keys: Collection[str] = ()) -> Verified:
    """Return every check of a day's close; a partial one does not measure again what bets have in common.

    Its counts, and its alarms about players, are the word of the house that signed it.
    """
    paper = read_paper(path, Sealed[CloseInputs])
    inputs: CloseInputs = paper.sealed.inputs
    if not inputs.is_whole():
        raise Refused(f"the counts in {path} are not of the tables and the hours of a day")
    for opened in inputs.opened.values():
        game_named(opened.game).check_release(opened.release)
    luck = {number: each.luck for each in inputs.luck for number in each.tables}
    of_terms = {terms_of_table(opened): luck.get(number) for number, opened in inputs.opened.items()}
    here = theories_of(inputs.opened, inputs.wagers, solved_bets, of_terms.get)
    known = Theories({bet: theory for bet, theory in here.bets.items() if bet not in inputs.unknown}, here.luck)
    late = len(here.bets) - len(known.bets)
    sealed = paper.sealed
    signed = check_signature(sealed.said(), sealed.signature, sealed.key, keys)
    stated = _check_stated(inputs, late, partial)
    checks = (signed, *checks_of(paper, close_facts(inputs, known), _maker(inputs), stated))
    return Verified(f"the day's close of {inputs.day}", checks, paper.sealed.maker.croupier)


def _maker(counted: DayOfPit) -> Maker:
    return Maker.of_house(sorted({opened.game for opened in counted.opened.values()}))


def _check_stated(inputs: CloseInputs, late: int, partial: bool) -> Iterator[Check]:
    """Check what a paper states besides its counts."""
    if late:
        yield Check("theory", "open", f"the mathematics of {late} bets was not known when it was made")
    yield _check_luck(inputs, partial)


def _check_luck(inputs: CloseInputs, partial: bool) -> Check:
    """Check what bets have in common, which bands depend on."""
    if partial and inputs.luck:
        return Check("shared", "open", "what bets of one round have in common was not measured again")
    opened = inputs.opened
    measured = {number: each.luck for each in inputs.luck for number in each.tables}
    for number, luck in measured.items():
        again = measured_luck(terms_of_table(opened[number]))
        if not _is_close(msgspec.to_builtins(luck), msgspec.to_builtins(again)):
            return Check("shared", "fails", f"what bets at table {number} have in common comes out otherwise")
    without = len(opened.keys() - measured.keys())
    marked = f"; it was not measured for {without} of the tables, which the paper marks" if without else ""
    return Check("shared", "holds", f"what bets of one round have in common is the same when measured again{marked}")


def _is_close(one: Any, other: Any) -> bool:
    """Return True if figures are the same but for how machines round."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_is_close(one[name], other[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_is_close, one, other))
    return isclose(one, other, rel_tol=1e-6, abs_tol=1e-9) if isinstance(one, float) else bool(one == other)


def _is_over(inputs: CloseInputs) -> bool:
    """Return True if the day was over when the paper was made."""
    try:
        made = datetime.strptime(inputs.made, WHEN).replace(tzinfo=UTC)
    except ValueError:
        raise Refused(f"{inputs.made!r} is not when a paper was made; it is written as in 2026-01-31 06:00") from None
    return made.timestamp() / 3600 >= first_hour(inputs.day, inputs.ahead)[1] + 24


def _luck_stated(counted: DayOfPit, known: Theories) -> list[LuckStated]:
    """Return what bets have in common, once for tables with the same terms."""
    alike: defaultdict[bytes, list[int]] = defaultdict(list)
    for number, opened in counted.opened.items():
        if number in known.luck:
            alike[terms_of_table(opened)].append(number)
    return [LuckStated(numbers, known.luck[numbers[0]]) for numbers in alike.values()]


def _rounded(alarm: Alarm) -> Alarm:
    """Return an alarm with its odds to six digits, which are the same on every machine."""
    return msgspec.structs.replace(alarm, chance=float(f"{alarm.chance:.6g}"))


def _line(told: PitFigures, name: str, tables: Sequence[TableOnDay] | None) -> Json:
    """Return a line of the paper; shifts have no pots and owe nothing."""
    whole = {name: _whole(getattr(told, name)) for name in WHOLE}
    return {
        "name": name,
        **{name: getattr(told, name) for name in COUNTED},
        **whole,
        "rounds_per_hour": round(told.rounds_per_hour, 1),
        "hold": _hold(told.win, told.drop),
        "theoretical_hold": _hold(whole["theoretical"], told.drop),
        "pot": None if tables is None else sum(table.pot for table in tables),
        "owed": None if tables is None else sum(table.owed for table in tables),
        "assumed_independent": told.assumed_independent,
    }


def _hold(win: int | None, drop: int) -> str | None:
    """Return win by drop; None where nothing was bought in for."""
    return None if win is None or not drop else f"{win / drop:.1%}"


def _whole(cents: float | None) -> int | None:
    """Round to whole cents; None where nothing is known, or more than a float holds."""
    return None if cents is None or not isfinite(cents) else round(cents)


def _line_words(line: Json) -> Json:
    """Return the words of a line's cells; nothing else of it is set in type."""
    none = "–"
    low, high = line["low"], line["high"]
    cents = {
        name: none if line[name] is None else money_words(line[name])
        for name in ("drop", "handle", "win", "theoretical", "average_bet", "corrected", "pot", "owed")
    }
    band = none if low is None or high is None else f"{money_words(low, whole=True)} to {money_words(high, whole=True)}"
    hold, theoretical = ((line[name] or none).replace("-", "−") for name in ("hold", "theoretical_hold"))
    mark = "*" if line["assumed_independent"] else ""
    win = [cents["drop"], cents["handle"], cents["win"], cents["theoretical"], band, hold, theoretical + mark]
    an_hour = decimal(line["rounds_per_hour"], 1).removesuffix(".0")
    pots_won = money_words(line["pot_win"]) if line["pot_wagers"] else none
    play = [f"{line['rounds']:,}", an_hour, cents["average_bet"], f"{line['voids']:,}", cents["corrected"], pots_won]
    standing = [] if line["pot"] is None else [cents["pot"], cents["owed"]]
    return {"name": line["name"], "win": win, "play": play + standing}


def _alarm_words(alarm: Alarm) -> list[str]:
    who = alarm.who if alarm.table is None else f"Table {alarm.table}, {alarm.who}"
    return [who, alarm.words[:1].upper() + alarm.words[1:], odds_words(alarm.chance), odds_words(alarm.rate)]
