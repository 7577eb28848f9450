"""The day's close, a paper: what the pit counted in a day, the figures that follow from it, and alarms.

Counts, what bets were measured to have in common, and alarms about people are stated. Everything else in the paper
follows from them and from the paytables of the tables, and is worked out again when the paper is checked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from math import isclose
from operator import attrgetter
from pathlib import Path
from typing import Final, Literal

import msgspec

from croupier import __version__
from croupier.checks import Check, Verified
from croupier.contract import Json
from croupier.errors import Refused
from croupier.floor import clock
from croupier.floor.pit.bet_mathematics import measured_luck, solved_bets, terms_of_table, theories_of
from croupier.floor.pit.day_figures import DayFigures, DayOfPit, TableOnDay, first_hour
from croupier.floor.pit.figures import (
    PERSON_RATE,
    TABLE_RATE,
    Alarm,
    PitFigures,
    PlayerRating,
    Theories,
    player_alarms,
    table_alarms,
)
from croupier.games import game_named
from croupier.json_shapes import SharedLuck
from croupier.reports.checking import PaperFile, check_digest, open_paper
from croupier.reports.formats import Format
from croupier.reports.proof import build_of, canonical, digest_of
from croupier.reports.typesetting import set_by_template
from croupier.table.game import Release

CLOSE: Final = "close"
TITLE: Final = "The day's close"
FORMATS_OF_CLOSE: Final[tuple[Format, ...]] = ("pdf", "html")
ADDED_UP: Final[tuple[str, ...]] = ("rounds", "voids", "drop", "handle", "win", "pot_wagers", "pot_win", "corrected")
"""What lines of tables, games and shifts have in sums."""
STANDING: Final[tuple[str, ...]] = ("pot", "owed")
"""What only tables and games have."""
THEORY: Final = ("theoretical", "deviation", "low", "high")
SHIFT_WORDS: Final = {"day": "Day, 6 to 14", "swing": "Swing, 14 to 22", "grave": "Grave, 22 to 6"}


class CloseInputs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which day a paper is of, and when it was made."""

    kind: Literal["close"]
    day: str
    ahead: int
    made: str
    """In UTC, to the minute."""


class CloseLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table, a game, a shift or the day; cents are the house's, and whole."""

    name: str
    game: str
    """Whose line of the games a table's is part of; nothing in other lines."""
    rounds: int
    voids: int
    rounds_per_hour: float
    average_bet: int
    drop: int
    handle: int
    win: int
    hold: str | None
    theoretical: int | None
    theoretical_hold: str | None
    deviation: int | None
    low: int | None
    high: int | None
    pot_wagers: int
    pot_win: int
    corrected: int
    pot: int | None
    owed: int | None
    assumed_independent: bool


class CloseLines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All lines of a paper."""

    tables: list[CloseLine]
    games: list[CloseLine]
    shifts: list[CloseLine]
    all: CloseLine


class LuckStated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What bets at some tables were measured to have in common."""

    tables: list[int]
    luck: SharedLuck


class CloseFacts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that is printed in a paper, and what it follows from."""

    counted: DayOfPit
    luck: list[LuckStated]
    behaviours: dict[str, int]
    """The behaviour version of each game."""
    over: bool
    """Whether the day was over when the paper was made."""
    lines: CloseLines
    alarms: list[Alarm]
    people: list[Alarm]
    """Alarms about players."""
    table_rate: float
    person_rate: float


class CloseMaker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What made a paper."""

    croupier: str
    typst: str
    build: str

    @classmethod
    def here(cls, games: Sequence[str]) -> CloseMaker:
        """What would make one now, of tables of these games."""
        return cls(__version__, version("typst"), build_of(tuple(sorted(games)), ("cli",)))

    def __str__(self) -> str:
        return f"Croupier {self.croupier} (build {self.build}), Typst {self.typst}"


class SealedClose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paper's inputs and facts, what made it, and the digest of inputs and facts."""

    inputs: CloseInputs
    facts: Json
    maker: CloseMaker
    digest: str


def seal_close(
    counted: DayOfPit, known: Theories, people: Sequence[PlayerRating], time: int | None = None
) -> SealedClose:
    """The paper of a day, to be set in type."""
    made = datetime.fromtimestamp((clock.now() if time is None else time) / clock.SECOND, UTC).strftime(
        "%Y-%m-%d %H:%M"
    )
    inputs = CloseInputs(kind=CLOSE, day=counted.day, ahead=counted.ahead, made=made)
    games = sorted({opened.game for opened in counted.opened.values()})
    figures = counted.figures(known)
    facts = CloseFacts(
        counted=counted,
        luck=_luck_stated(counted, known),
        behaviours={game: game_named(game).behaviour for game in games},
        over=_is_over(inputs),
        lines=_lines(counted, figures),
        alarms=_table_alarms(counted, figures),
        people=player_alarms(people),
        table_rate=TABLE_RATE,
        person_rate=PERSON_RATE,
    )
    told = msgspec.json.decode(canonical(facts), type=Json)
    return SealedClose(inputs, told, CloseMaker.here(games), digest_of(inputs, told))


def set_close(sealed: SealedClose, format: Format = "pdf") -> bytes:
    """The paper, set in type."""
    return set_by_template(CLOSE, sealed, format)


def format_of_close(path: Path) -> Format:
    """The format that a file's name asks for."""
    wanted = path.suffix.lower().removeprefix(".")
    for format in FORMATS_OF_CLOSE:
        if wanted == format:
            return format
    raise Refused(f"{path} does not end in .pdf or .html; a day's close is written as one of them")


def check_close(path: Path, simulate_again: bool = False) -> Verified:
    """Every check of a paper; what bets have in common is measured again only if that is asked for."""
    file = open_paper(path)
    sealed = file.read(SealedClose)
    try:
        facts = msgspec.convert(sealed.facts, CloseFacts)
    except msgspec.ValidationError as error:
        raise Refused(f"the facts in {path} cannot be read: {error}") from None
    if not facts.counted.is_whole():
        raise Refused(f"the counts in {path} are not of the tables and the hours of a day")
    for game, behaviour in facts.behaviours.items():
        game_named(game).check_release(Release(sealed.maker.croupier, behaviour))
    digest = check_digest(digest_of(sealed.inputs, sealed.facts), sealed.digest, file.marks)
    here = CloseMaker.here(sorted(facts.behaviours))
    checks = (digest, *_check_facts(sealed, facts, here, simulate_again), _check_set(file, sealed, here))
    return Verified(f"{TITLE.lower()} of {sealed.inputs.day}", checks, sealed.maker.croupier)


def _check_facts(sealed: SealedClose, facts: CloseFacts, here: CloseMaker, simulate_again: bool) -> Iterator[Check]:
    if sealed.maker == here:
        yield Check("maker", "holds", f"it was made by {here}, which is what is installed here")
    else:
        yield Check("maker", "open", f"it was made by {sealed.maker}; here is {here}: its layout may be another")
    counted = facts.counted
    luck = {number: each.luck for each in facts.luck for number in each.tables}
    of_terms = {terms_of_table(opened): luck.get(number) for number, opened in counted.opened.items()}
    known = theories_of(counted.opened, counted.wagers, solved_bets, of_terms.get)
    figures = counted.figures(known)
    again = _lines(counted, figures)
    yield _check_sums(facts.lines)
    yield _check_lines(sealed.inputs, facts, again)
    yield _check_theory(facts, again)
    if facts.alarms == (of_tables := _table_alarms(counted, figures)) or _alike(facts.alarms, of_tables):
        yield Check("alarms", "holds", f"the {len(of_tables)} alarms of tables are those that these figures set off")
    else:
        yield Check("alarms", "fails", f"these figures set off {len(of_tables)} alarms of tables, not these")
    yield _check_luck(facts, simulate_again)
    yield Check(
        "people",
        "open",
        f"its {len(facts.people)} alarms about players are stated: it has no figures of single players",
    )
    yield Check(
        "log", "open", "whether its counts are those of the log is not in it; `croupier audit-log` counts them again"
    )


def _check_sums(lines: CloseLines) -> Check:
    """Tables add up to games, games and shifts to the day: by the lines as they are printed."""
    of_game: defaultdict[str, list[CloseLine]] = defaultdict(list)
    for line in lines.tables:
        of_game[line.game].append(line)
    sums = [(f"the tables of {game.name}", of_game[game.name], game, ADDED_UP + STANDING) for game in lines.games]
    sums += [
        ("the games", lines.games, lines.all, ADDED_UP + STANDING),
        ("the shifts", lines.shifts, lines.all, ADDED_UP),
    ]
    for words, parts, whole, names in sums:
        for name in names:
            total, said = sum(getattr(part, name) or 0 for part in parts), getattr(whole, name)
            if total != said:
                return Check("sums", "fails", f"{name} of {words} adds up to {total:,}, not to {said:,}")
        if whole.theoretical is not None and all(part.theoretical is not None for part in parts):
            total = sum(part.theoretical or 0 for part in parts)
            if abs(total - whole.theoretical) > len(parts):
                return Check("sums", "fails", f"theoretical win of {words} is {total:,}, not {whole.theoretical:,}")
    if {line.game for line in lines.tables} != {line.name for line in lines.games}:
        return Check("sums", "fails", "its games are not those of its tables")
    return Check("sums", "holds", f"{len(lines.tables)} tables add up to their games, games and shifts to the day")


def _check_lines(inputs: CloseInputs, facts: CloseFacts, again: CloseLines) -> Check:
    """Every line from the counts, but for the mathematics; hold is win by drop."""
    counted = facts.counted
    if (inputs.day, inputs.ahead, _is_over(inputs)) != (counted.day, counted.ahead, facts.over):
        return Check("lines", "fails", f"its counts are of {counted.day}, or of another time, not of {inputs.day}")
    for said, computed in _pairs(facts.lines, again):
        for name in CloseLine.__struct_fields__:
            one, other = getattr(said, name), getattr(computed, name)
            if name not in (*THEORY, "theoretical_hold") and one != other:
                return Check("lines", "fails", f"{name} of {computed.name} is {other}, not {one}")
        if said.theoretical_hold != _hold(said.theoretical, said.drop):
            return Check("lines", "fails", f"theoretical hold of {computed.name} is not theoretical win by drop")
    hours, bets = len(counted.hours), len(counted.bets)
    return Check("lines", "holds", f"every line follows from {hours:,} hours of tables and {bets:,} sums of bets in it")


def _check_theory(facts: CloseFacts, again: CloseLines) -> Check:
    """Theoretical win, deviation and band, from the bets and the paytables."""
    missing = 0
    for said, computed in _pairs(facts.lines, again):
        for name in THEORY:
            one, other = getattr(said, name), getattr(computed, name)
            if said.theoretical is None and other is not None:
                missing += name == "theoretical"
            elif (one is None) != (other is None) or (one is not None and abs(one - other) > 1):
                return Check("theory", "fails", f"{name} of {computed.name} is {other}, not {one}, by its paytables")
    words = "theoretical win and bands come out the same from the bets and paytables in it"
    if missing:
        return Check("theory", "open", f"{words}, but {missing} lines had not been worked out when it was made")
    return Check("theory", "holds", words)


def _check_luck(facts: CloseFacts, simulate_again: bool) -> Check:
    """What bets have in common, which bands depend on."""
    without = [table.id for table in facts.counted.tables if not any(table.id in each.tables for each in facts.luck)]
    if not simulate_again:
        return Check("shared", "open", "what bets of one round have in common was not measured again (--simulate does)")
    opened = facts.counted.opened
    for each in facts.luck:
        for number in each.tables:
            if not _close(
                msgspec.to_builtins(each.luck), msgspec.to_builtins(measured_luck(terms_of_table(opened[number])))
            ):
                return Check("shared", "fails", f"what bets at table {number} have in common comes out otherwise")
    if without:
        return Check("shared", "open", f"it had not been measured for {len(without)} tables when the paper was made")
    return Check(
        "shared", "holds", "what bets of one round have in common comes out the same when it is measured again"
    )


def _check_set(file: PaperFile, sealed: SealedClose, here: CloseMaker) -> Check:
    if set_close(sealed, file.format) == file.content:
        return Check("paper", "holds", "made again from its facts, it is the same to the last byte")
    if sealed.maker == here:
        return Check("paper", "fails", "made again from its facts, it is another file: it has been edited")
    return Check("paper", "open", "made again here it is another file; what is printed can be checked with its maker")


def _close(one: object, other: object) -> bool:
    """Whether figures are the same but for how machines round."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_close(one[name], other[name]) for name in one)
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=1e-6, abs_tol=1e-9)
    return one == other


def _alike(alarms: Sequence[Alarm], others: Sequence[Alarm]) -> bool:
    """Whether alarms are the same but for the last digits of their odds."""
    return len(alarms) == len(others) and all(
        _close(msgspec.to_builtins(one), msgspec.to_builtins(other)) for one, other in zip(alarms, others, strict=True)
    )


def _pairs(said: CloseLines, computed: CloseLines) -> Iterator[tuple[CloseLine, CloseLine]]:
    for of in (attrgetter("tables"), attrgetter("games"), attrgetter("shifts")):
        if len(of(said)) != len(of(computed)):
            yield said.all, msgspec.structs.replace(computed.all, name="another number of lines")
            return
        yield from zip(of(said), of(computed), strict=True)
    yield said.all, computed.all


def _is_over(inputs: CloseInputs) -> bool:
    try:
        made = datetime.strptime(inputs.made, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
    except ValueError:
        raise Refused(f"{inputs.made!r} is not when a paper was made; it is written as in 2026-01-31 06:00") from None
    return made.timestamp() / 3600 >= first_hour(inputs.day, inputs.ahead)[1] + 24


def _luck_stated(counted: DayOfPit, known: Theories) -> list[LuckStated]:
    """What bets have in common, once for tables with the same terms."""
    alike: defaultdict[bytes, list[int]] = defaultdict(list)
    for number, opened in counted.opened.items():
        if number in known.luck:
            alike[terms_of_table(opened)].append(number)
    return [LuckStated(numbers, known.luck[numbers[0]]) for numbers in alike.values()]


def _table_alarms(counted: DayOfPit, figures: DayFigures) -> list[Alarm]:
    return table_alarms(zip((table.id for table in counted.tables), figures.tables, strict=True))


def _lines(counted: DayOfPit, figures: DayFigures) -> CloseLines:
    of_game: defaultdict[str, list[TableOnDay]] = defaultdict(list)
    for table in counted.tables:
        of_game[table.opened.game].append(table)
    return CloseLines(
        [
            _line(told, f"{table.id} {told.name}", table.opened.game, [table])
            for table, told in zip(counted.tables, figures.tables, strict=True)
        ],
        [_line(told, told.name, "", of_game[told.name]) for told in figures.games],
        [_line(told, SHIFT_WORDS[told.name], "", None) for told in figures.shifts],
        _line(figures.all, "All tables", "", counted.tables),
    )


def _line(told: PitFigures, name: str, game: str, tables: Sequence[TableOnDay] | None) -> CloseLine:
    theoretical = _whole(told.theoretical)
    return CloseLine(
        name=name,
        game=game,
        rounds=told.rounds,
        voids=told.voids,
        rounds_per_hour=round(told.rounds_per_hour, 1),
        average_bet=round(told.average_bet),
        drop=told.drop,
        handle=told.handle,
        win=told.win,
        hold=_hold(told.win, told.drop),
        theoretical=theoretical,
        theoretical_hold=_hold(theoretical, told.drop),
        deviation=_whole(told.deviation),
        low=_whole(told.low),
        high=_whole(told.high),
        pot_wagers=told.pot_wagers,
        pot_win=told.pot_win,
        corrected=told.corrected,
        pot=None if tables is None else sum(table.pot for table in tables),
        owed=None if tables is None else sum(table.owed for table in tables),
        assumed_independent=told.assumed_independent,
    )


def _whole(cents: float | None) -> int | None:
    return None if cents is None else round(cents)


def _hold(win: int | None, drop: int) -> str | None:
    """Win by drop; none where nothing was bought in for."""
    return None if win is None or not drop else f"{win / drop:.1%}"
