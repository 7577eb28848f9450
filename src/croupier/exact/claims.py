"""Published figures beside exact ones, and whether they agree at the precision in which they are printed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cache, cached_property
from math import hypot, sqrt
from typing import Any, Final, Literal, get_args

import msgspec
from msgspec import UNSET

from croupier.errors import InvariantError, Refused, one_of
from croupier.exact.analysis import Analysis
from croupier.exact.hold_model import USUAL
from croupier.exact.reading.endings import bet_groups
from croupier.exact.solver import beside, has_beside, solver_of
from croupier.json_shapes import FigureAudited, ReadingTried
from croupier.table.game import Game

Verdict = Literal["reproduced", "reproduced under another reading", "rounding", "not reproduced", "not derivable"]
"""The exact value rounds to the printed one; that of another reading does; it is within one unit of the last place; is
further away; is unknowable.
"""
VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)
ELSEWHERE: Final[Verdict] = "reproduced under another reading"
SAMPLING_ERRORS: Final = 2
"""The standard errors, of a reading's simulation and the document's together, that are laid to chance."""

HOLDS: Final = ("estimated_hold", "expected_hold")
"""What a table keeps of the money that is bought in for depends on how people play, not on the rules."""


CLAIMS: Final = ("house_edge", "hit_frequency", "average_wager", "element_of_risk", "variance", "expected_value")
"""What may be claimed beside a paytable, per unit or, where prizes are flat, at a stake: `house_edge_at_5`."""


@dataclass(frozen=True, slots=True)
class Exact:
    """A computed value: a fraction, or the square root of one."""

    fraction: Fraction
    is_root: bool = False
    spread: float | None = None
    """The standard deviation in one round of what is counted, for figures that a document simulated."""
    error: float = 0.0
    """The standard error, of a value that is itself simulated."""

    @property
    def value(self) -> Fraction:
        """The value to compare with: for a root, to the sixteen digits of a float."""
        return Fraction(sqrt(self.fraction)) if self.is_root else self.fraction

    def __str__(self) -> str:
        return f"sqrt({self.fraction})" if self.is_root else str(self.fraction)


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as a document prints it.

    >>> Printed.parse("-0.0237%").round(Fraction(-1, 4219)), Printed.parse("One out of every 2.8 rolls.").value
    ('-0.0237%', Fraction(14, 5))
    """

    text: str
    value: Fraction
    places: int
    percent: bool
    over: bool
    """Whether the document says no more than that the value is above this."""

    @classmethod
    def parse(cls, text: str, means: str = "") -> Printed:
        """The one number in the words; or, where there is none, the number that the words mean."""
        found = re.findall(r"(-?\d[\d,]*(?:\.(\d+))?)\s*(%?)", means or text)
        if len(found) != 1:
            raise Refused(f"the published figure {text!r} has {len(found)} numbers; one is wanted")
        number, decimals, percent = found[0]
        value = Fraction(number.replace(",", "")) / (100 if percent else 1)
        return cls(text, value, len(decimals), bool(percent), text.startswith("over "))

    @property
    def last_place(self) -> Fraction:
        """One unit in the last place that is printed."""
        return Fraction(1, 10**self.places * (100 if self.percent else 1))

    def rounded(self, value: Fraction) -> Fraction:
        """A value with as many places as this figure, halves away from zero."""
        units = abs(value) / self.last_place
        whole = (2 * units.numerator + units.denominator) // (2 * units.denominator)
        return (-whole if value < 0 else whole) * self.last_place

    def round(self, value: Fraction) -> str:
        """A value written as this figure is, with as many places."""
        units = self.rounded(value) / self.last_place
        digits = str(abs(units)).rjust(self.places + 1, "0")
        written = f"{digits[: -self.places]}.{digits[-self.places :]}" if self.places else digits
        return ("-" if units < 0 else "") + written + ("%" if self.percent else "")

    def finer(self, value: Fraction) -> str:
        """A value written with two places more than this figure."""
        return replace(self, places=self.places + 2).round(value)

    def verdict(self, value: Fraction, chance: float = 0.0) -> Verdict:
        """What is to be said of this figure if the exact value is that, give or take what is laid to chance."""
        apart = max(abs(value - self.value) - Fraction(chance), Fraction(0))
        if value > self.value if self.over else apart <= self.last_place / 2:
            return "reproduced"
        return "rounding" if apart <= self.last_place and not self.over else "not reproduced"


@dataclass(frozen=True)
class Reading:
    """Another way to read a figure, and what comes of it."""

    words: str
    exact: Exact
    command: str = ""
    """What regenerates it."""


@dataclass(frozen=True)
class Finding:
    """One published figure, audited."""

    game: str
    figure: str
    place: str
    label: str
    text: str
    printed: Printed | None
    exact: Exact | None
    readings: tuple[Reading, ...] = ()
    note: str = ""
    rounds: int = 0

    @property
    def plain_verdict(self) -> Verdict:
        """Whether the exact value of the rules as they are read is what is printed."""
        if self.printed is None or self.exact is None:
            return "not derivable"
        return self.printed.verdict(self.exact.value)

    @property
    def verdict(self) -> Verdict:
        """The same; where it is not, whether another reading gives what is printed."""
        plain = self.plain_verdict
        return ELSEWHERE if plain != "not derivable" and self.explained_by is not None else plain

    @property
    def explained_by(self) -> Reading | None:
        """The first reading that gives what is printed, where the usual one does not."""
        if self.printed is None or self.plain_verdict == "reproduced":
            return None
        return next((reading for reading in self.readings if self.verdict_of(reading) == "reproduced"), None)

    @property
    def nearest(self) -> Reading | None:
        """The reading that comes nearest to what is printed."""
        if self.printed is None or not self.readings:
            return None
        printed = self.printed.value
        return min(self.readings, key=lambda reading: abs(reading.exact.value - printed))

    def verdict_of(self, reading: Reading) -> Verdict:
        """What is to be said of a reading; of one that is simulated, give or take chance."""
        if self.printed is None:
            raise InvariantError("the claim has no printed figure")
        chance = (
            SAMPLING_ERRORS * hypot(reading.exact.error, self.standard_error or 0.0) if reading.exact.error else 0.0
        )
        return self.printed.verdict(reading.exact.value, chance)

    @property
    def difference(self) -> Fraction | None:
        """What is printed less the exact value."""
        return self.printed.value - self.exact.value if self.printed and self.exact else None

    @property
    def standard_error(self) -> float | None:
        """How far off the document's simulation may be by chance, where the figure comes from one."""
        if not self.rounds or self.exact is None or self.exact.spread is None:
            return None
        return self.exact.spread / sqrt(self.rounds)

    @property
    def standard_errors_away(self) -> float | None:
        """The standard errors between the exact value and the nearest one that would be printed so."""
        if not self.standard_error or self.printed is None or self.difference is None:
            return None
        return float(max(abs(self.difference) - self.printed.last_place / 2, Fraction(0))) / self.standard_error

    def told(self) -> FigureAudited:
        """The finding as `audit --json` has it."""
        return FigureAudited(
            self.game,
            self.figure,
            self.place,
            self.label,
            self.text,
            None if self.exact is None else str(self.exact),
            None if self.exact is None else float(self.exact.value),
            self.printed.round(self.exact.value) if self.printed and self.exact else None,
            None if self.difference is None else float(self.difference),
            self._difference_as_printed(),
            self.verdict,
            [self._tried(reading) for reading in self.readings],
            self.note,
            UNSET if self.standard_error is None else self.rounds,
            UNSET if self.standard_error is None else self.standard_error,
            UNSET if self.standard_error is None else self.standard_errors_away,
        )

    def _difference_as_printed(self) -> str | None:
        """What is printed less the exact value rounded to the printed places."""
        if self.printed is None or self.exact is None:
            return None
        return self.printed.round(self.printed.value - self.printed.rounded(self.exact.value))

    def _tried(self, reading: Reading) -> ReadingTried:
        if self.printed is None:
            raise InvariantError("the claim has no printed figure")
        value = reading.exact.value
        return ReadingTried(
            reading.words,
            str(reading.exact),
            float(value),
            self.printed.round(value),
            self.verdict_of(reading),
            reading.command,
            float(self.printed.value - value),
            reading.exact.error or UNSET,
        )


class _Claims(msgspec.Struct, forbid_unknown_fields=True):
    bet: str
    place: str


class _Figure(msgspec.Struct, forbid_unknown_fields=True):
    figure: str
    label: str
    printed: str
    place: str
    means: str = ""
    rounds: int = 0


class _Table(msgspec.Struct, forbid_unknown_fields=True):
    figure: str
    place: str
    columns: list[str]
    rows: list[list[str]]
    rounds: int = 0


class _Reading(msgspec.Struct, forbid_unknown_fields=True):
    of: str
    words: str
    figure: str
    command: str = ""
    """What regenerates it, where it is not the audit of the figure."""


class _Note(msgspec.Struct, forbid_unknown_fields=True):
    of: str
    words: str


class _Published(msgspec.Struct, forbid_unknown_fields=True):
    """The published.toml of a game; figures printed beside a paytable are read from the paytable's claims."""

    claims: dict[str, _Claims] = {}
    figure: list[_Figure] = []
    table: list[_Table] = []
    reading: list[_Reading] = []
    note: list[_Note] = []


@dataclass(frozen=True)
class Audit:
    """The audit of one game's published figures."""

    kind: type[Game[Any]]
    published: _Published
    computed: Mapping[str, Exact] = field(default_factory=dict)
    """What the game's figures.py computes, by figure."""

    @cached_property
    def claims(self) -> dict[str, _Claims]:
        """Where the claims of each bet's paytables are printed, and of which wager; if nobody says, in their file."""
        beside = {bet: _Claims(claimed_wager(self.kind, bet), "paytables.toml") for bet in self.kind.printed()}
        return self.published.claims or beside

    def findings(self) -> Iterator[Finding]:
        """Every published figure, in the order of the file; one that is not reproduced with the readings tried."""
        for figure in self._listed():
            finding = self._finding(figure)
            if finding.plain_verdict in ("rounding", "not reproduced"):
                finding = replace(finding, readings=tuple(self._readings(figure.figure)))
            yield finding

    def _finding(self, figure: _Figure) -> Finding:
        derivable = figure.figure.rpartition("/")[2] not in HOLDS
        return Finding(
            game=self.kind.name,
            figure=figure.figure,
            place=figure.place,
            label=figure.label,
            text=figure.printed,
            printed=Printed.parse(figure.printed, figure.means) if derivable else None,
            exact=self.exact(figure.figure) if derivable else None,
            note=" ".join(self._notes(figure, derivable)),
            rounds=figure.rounds,
        )

    def _notes(self, figure: _Figure, derivable: bool) -> Iterator[str]:
        yield from (note.words for note in self.published.note if fnmatchcase(figure.figure, note.of))
        if derivable:
            return
        place = figure.figure.rpartition("/")[0]
        edge, wager = self.exact(f"{place}/house_edge"), self.exact(f"{place}/average_wager")
        if edge is not None and wager is not None:
            printed = Printed.parse(figure.printed, figure.means).value
            yield USUAL.beside(figure.printed, printed, edge.value, wager.value)

    def _readings(self, figure: str) -> Iterator[Reading]:
        for reading in self.published.reading:
            if fnmatchcase(figure, reading.of):
                exact = self.exact(reading.figure.replace("*", _star(reading.of, figure)))
                if exact is not None:
                    again = f"croupier audit {self.kind.name} --figure {figure}"
                    yield Reading(reading.words, exact, reading.command or again)

    def exact(self, figure: str) -> Exact | None:
        """The exact value of a figure: the game's own, or that of a paytable's claim; none of what is estimated."""
        if figure in self.computed:
            return self.computed[figure]
        bet, name, claim = figure.rsplit("/", 2) if figure.count("/") >= 2 else ("", "", "")
        if bet not in self.claims:
            raise Refused(f"nothing computes the published figure {figure!r} of {self.kind.name}")
        measure, at, dollars = claim.partition("_at_")
        if measure not in CLAIMS or (at and not dollars.isdecimal()):
            raise one_of("claim", claim, [*CLAIMS, *HOLDS], f"{self.kind.name} {bet}")
        chosen = self.kind.choose(paytables={bet: name})
        names = tuple((of, table.name) for of, table in chosen.paytables.items())
        stake, analysed = Fraction(dollars) if at else Fraction(1), self.claims[bet].bet
        found = _solved(self.kind, names, stake, analysed)
        return None if found is None else Exact(getattr(found, measure))

    def _listed(self) -> Iterator[_Figure]:
        yield from self._claimed()
        for table in self.published.table:
            for row, *cells in table.rows:
                for column, printed in zip(table.columns, cells, strict=True):
                    figure = f"{table.figure}/{slug(row)}/{slug(column)}"
                    yield _Figure(figure, f"{row} {column}", printed, table.place, rounds=table.rounds)
        yield from self.published.figure

    def _claimed(self) -> Iterator[_Figure]:
        printed_tables = self.kind.printed()
        claiming = [bet for bet in self.claims if any(table.claims for table in printed_tables[bet].values())]
        for bet in claiming:
            claims, tables = self.claims[bet], printed_tables[bet]
            alone = all(self.claims[other].place != claims.place for other in claiming if other != bet)
            for name, paytable in tables.items():
                for claim, printed in paytable.claims.items():
                    words = claim.replace("_at_", " at $").replace("_", " ")
                    label = " ".join(([] if alone else [bet]) + ([name] if len(tables) > 1 else []) + [words])
                    yield _Figure(f"{bet}/{name}/{claim}", label, printed, claims.place)


def audit(kind: type[Game[Any]], figure: str = "*") -> list[Finding]:
    """Every figure that the game's document publishes, or those of some name, beside the exact one."""
    published = _published(kind)
    game = kind()
    computed = beside(game, "figures").figures(game) if has_beside(game, "figures") else {}
    found = [finding for finding in Audit(kind, published, computed).findings() if fnmatchcase(finding.figure, figure)]
    if not found and figure != "*":
        raise Refused(f"{kind.name} publishes no figure {figure!r}; `croupier audit {kind.name} --json` names them")
    return found


def claimed_wager(kind: type[Game[Any]], bet: str) -> str:
    """The wager that the figures printed beside a bet's paytables are of: the one that the bet is part of, if nothing
    else is said.
    """
    published = _published(kind)
    if bet in published.claims:
        return published.claims[bet].bet
    return next((group.name for group in bet_groups(kind()) if bet in group.spots), bet)


def _published(kind: type[Game[Any]]) -> _Published:
    file = kind.folder() / "published.toml"
    if not file.is_file():
        return _Published()
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), _Published)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Refused(f"the published.toml of {kind.name} cannot be read: {error}") from None


def slug(words: str) -> str:
    """Printed words as they stand in a figure's name.

    >>> slug("Lose 3 units"), slug("p * EV"), slug("A:")
    ('lose-3-units', 'p-ev', 'a')
    """
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def _star(pattern: str, figure: str) -> str:
    """What the star of a pattern stands for in a figure that fits it."""
    before, star, after = pattern.partition("*")
    return figure[len(before) : len(figure) - len(after)] if star else ""


@cache
def _solved(
    kind: type[Game[Any]], paytables: tuple[tuple[str, str], ...], dollars: Fraction, bet: str
) -> Analysis | None:
    """A bet by these paytables; none where it can only be estimated."""
    solver = solver_of(kind.choose(paytables=dict(paytables)))
    found = solver.exactly(bet, dollars)
    if found is None and bet not in (bets := solver.bet_names(dollars)):
        raise one_of("bet", bet, bets, f"the claims of {kind.name}")
    return found
