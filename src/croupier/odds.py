"""Odds as they are printed, and the paytables made of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Final

from croupier.errors import Refused, one_of


@dataclass(frozen=True, slots=True, order=True)
class Odds:
    """What a winning bet is paid, per unit staked, the stake coming back besides; odds of 0 to 1 are a push.

    >>> Odds.parse("3:2"), str(Odds.parse("20 to 1")), str(Odds.parse("push")), Odds.parse("6-5").value
    (Odds('3 to 2'), '20 to 1', 'push', Fraction(6, 5))
    """

    value: Fraction

    @classmethod
    def parse(cls, text: str) -> Odds:
        """Odds written as `3:2`, `3 to 2`, `3-2`, `push` or `even`."""
        words = text.strip().lower()
        if words == "push":
            return PUSH
        if words == "even":
            return EVEN
        match = re.fullmatch(r"(\d{1,99})\s*(?::|-|to)\s*(\d{1,99})", words)
        if match is None or int(match[2]) == 0:
            raise Refused(f"{text!r} are not odds; write them as '3:2', '20:1' or 'push', none below zero")
        return cls(Fraction(int(match[1]), int(match[2])))

    def __str__(self) -> str:
        return f"{self.value.numerator} to {self.value.denominator}" if self.value else "push"

    def __repr__(self) -> str:
        return f"Odds({str(self)!r})"


PUSH: Final = Odds(Fraction(0))
EVEN: Final = Odds(Fraction(1))


@dataclass(frozen=True, slots=True)
class Prize:
    """A flat net amount in cents, whatever the stake."""

    cents: int

    def __str__(self) -> str:
        dollars, cents = divmod(self.cents, 100)
        return f"${dollars:,}" + (f".{cents:02}" if cents else "")


LONGEST_NAME: Final = 60
"""The most characters that the name of a paytable has."""

Pay = Odds | Prize | None
"""What a row pays: odds, a flat prize, or nothing at all, which loses."""


@dataclass(frozen=True, slots=True)
class PayTable:
    """What each kind of result pays on one bet; a row that is not listed loses."""

    bet: str
    name: str
    odds: Mapping[str, Odds]
    fixed: Mapping[str, Prize] = field(default_factory=dict)
    claims: Mapping[str, str] = field(default_factory=dict)
    """What the document prints beside the table, word for word: `house_edge = "1.67%"`."""

    def __getitem__(self, row: str) -> Pay:
        return self.fixed.get(row) or self.odds.get(row)

    def _repr_html_(self) -> str:
        """How a notebook shows it: what each row pays, and what is printed beside the table."""
        from croupier.shown.html_parts import html_table, page, text

        lines = [[text(hand_words(row)), text(pay)] for row, pay in self.pays.items()]
        claims = [
            f"<p>{text(name.replace('_', ' '))}, as printed: {text(said)}</p>" for name, said in self.claims.items()
        ]
        return page(html_table(f"{self.bet}, {self.name}", ("hand", "pays"), lines), *claims)

    @property
    def pays(self) -> Mapping[str, Odds | Prize]:
        """Every row that does not lose, with what it pays: odds or a flat prize."""
        return _Rows(self)

    @classmethod
    def build(
        cls,
        bet: str,
        name: str,
        pays: Mapping[str, object],
        fixed: Mapping[str, object] | None = None,
        claims: Mapping[str, str] | None = None,
    ) -> PayTable:
        """A paytable from the words of a file."""
        if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise Refused(
                f"{name[:LONGEST_NAME]!r} is no name for a paytable; write one line of 1 to {LONGEST_NAME} characters"
            )
        return cls(
            bet,
            name,
            {row: _odds(row, name, odds) for row, odds in pays.items()},
            {row: _prize(row, dollars) for row, dollars in (fixed or {}).items()},
            dict(claims or {}),
        )

    @property
    def paid(self) -> set[str]:
        """The rows that do not lose."""
        return {*self.odds, *self.fixed}

    def check_rows(self, rows: tuple[str, ...]) -> None:
        """Refuse a row that this bet does not know, or one that is given twice."""
        for row in (*self.odds, *self.fixed):
            if row not in rows:
                raise one_of("row", row, rows, f"the {self.bet} paytable {self.name!r}")
        for row in self.odds.keys() & self.fixed.keys():
            raise Refused(f"row {row!r} of {self.name!r} has both odds and a fixed prize; give one of them")

    def oddities(self, rows: tuple[str, ...]) -> list[str]:
        """Warnings: rows, best first, that pay less than a lesser hand does.

        >>> table = PayTable.build("play", "mine", {"flush": "2:1", "straight": "3:1"})
        >>> table.oddities(("flush", "straight"))
        ["flush pays 2 to 1, less than straight at 3 to 1, in 'mine'"]
        """
        warnings = []
        paid = [(row, self.odds.get(row)) for row in rows if row not in self.fixed]
        for (better, pay), (worse, worse_pay) in pairwise(paid):
            if worse_pay is not None and (pay is None or pay < worse_pay):
                said = "nothing" if pay is None else str(pay)
                warnings.append(f"{better} pays {said}, less than {worse} at {worse_pay}, in {self.name!r}")
        return warnings


class _Rows(Mapping[str, Odds | Prize]):
    """The rows of a paytable that pay something."""

    def __init__(self, table: PayTable) -> None:
        self._table = table

    def __getitem__(self, row: str) -> Odds | Prize:
        pay = self._table[row]
        if pay is None:
            raise KeyError(row)
        return pay

    def __iter__(self) -> Iterator[str]:
        return iter((*self._table.odds, *self._table.fixed))

    def __len__(self) -> int:
        return len(self._table.odds) + len(self._table.fixed)

    def __repr__(self) -> str:
        return repr(dict(self))


def _odds(row: str, table: str, text: object) -> Odds:
    if str(text).strip().startswith("$"):
        prize = str(text).strip().lstrip("$").replace(",", "") or "1000"
        raise Refused(f"{row} of {table!r}: {text} is a flat prize; write {row} = {prize} in the table of `fixed`")
    try:
        return Odds.parse(str(text))
    except Refused as refused:
        raise Refused(f"{row} of {table!r}: {refused}") from None


def _prize(row: str, dollars: object) -> Prize:
    if isinstance(dollars, bool) or not isinstance(dollars, int | float) or not 0 <= dollars < 1e12:
        raise Refused(f"fixed prize {dollars!r} for {row} is not an amount of dollars; write a number such as 1000")
    cents = Fraction(str(dollars)) * 100
    if cents.denominator != 1:
        raise Refused(f"fixed prize {dollars!r} for {row} is not whole cents; write a number such as 1000 or 12.50")
    return Prize(cents.numerator)


def hand_words(row: str) -> str:
    """A paytable's row in words.

    >>> hand_words("four-of-a-kind"), hand_words("match-5-9")
    ('four of a kind', 'match 5-9')
    """
    parts = row.split("-")
    words = parts[0]
    for before, part in pairwise(parts):
        words += ("-" if before.isdigit() and part.isdigit() else " ") + part
    return words
