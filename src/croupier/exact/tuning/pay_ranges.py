"""What a row of a paytable may pay: a range as it is written, and the usual one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Final

from croupier.errors import Refused, one_of
from croupier.odds import Odds, Pay, PayTable, Prize
from croupier.table.game import Game

MOST_OF_A_ROW: Final = 100_000
"""The most pays that one row is tried with."""
_FORM: Final = "write LEAST..MOST, with a step after a slash if it is not 1: flush=2:1..5:1/1:2"


@dataclass(frozen=True)
class PayRange:
    """The pays that a row is tried with, rising by equal steps: odds as a number to one, flat prizes in dollars."""

    row: str
    values: tuple[Fraction, ...]
    flat: bool = False

    def pay(self, value: Fraction) -> Odds | Prize:
        """One of them as a paytable has it."""
        return Prize(int(value * 100)) if self.flat else Odds(value)

    @property
    def denominator(self) -> int:
        """All of them are whole multiples of one part in so many."""
        return lcm(*(value.denominator for value in self.values))


def parse_range(words: str, game: Game[Any], bet: str) -> PayRange:
    """A row and its range in words: `flush=2:1..5:1`, `flush=2..5/1:2`, `royal-flush=$1000..$5000/500`.

    >>> from croupier.games import game_named
    >>> game = game_named("on-the-draw")()
    >>> [str(value) for value in parse_range("flush=2:1..3:1/1:2", game, "play").values]
    ['2', '5/2', '3']
    """
    row, equals, written = (part.strip() for part in words.partition("="))
    rows = game.pay_bet(bet).rows
    if row not in rows:
        raise one_of("row", row, rows, f"the {bet} paytable of {game.name}")
    if not equals:
        raise Refused(
            f"--row {row} says no range; {_FORM}, or give {row} as the only --row to be told what it must pay"
        )
    span, slash, step_words = written.partition("/")
    least_words, dots, most_words = span.partition("..")
    flat = (isinstance(game.paytables[bet][row], Prize) and ":" not in written) or "$" in written
    least = _number(least_words, words)
    most = _number(most_words, words) if dots else least
    step = _number(step_words, words) if slash else Fraction(1)
    if most < least:
        raise Refused(
            f"the range {span} of {row} is empty; write the lower pay first: {row}={most_words}..{least_words}"
        )
    if step <= 0:
        raise Refused(f"the step {step_words} of {row} leads nowhere; write one above zero, as in {row}={span}/1:2")
    steps = (most - least) // step
    if steps >= MOST_OF_A_ROW:
        raise Refused(f"the range {written} of {row} has {steps + 1:,} pays; at most {MOST_OF_A_ROW:,} are tried")
    values = tuple(least + step * at for at in range(steps + 1))
    if flat and any((value * 100).denominator != 1 for value in values):
        raise Refused(
            f"the prizes {written} of {row} are not whole cents; write dollars, as in {row}=$1000..$5000/$500"
        )
    return PayRange(row, values, flat)


def _number(text: str, words: str) -> Fraction:
    said = text.strip().lower().lstrip("$").replace(",", "")
    if re.fullmatch(r"\d{1,12}(\.\d{1,6})?", said):
        return Fraction(said)
    try:
        return Odds.parse(said).value
    except Refused:
        raise Refused(f"{text.strip()!r} in --row {words} is no pay; {_FORM}") from None


def usual_ranges(table: PayTable, rows: tuple[str, ...]) -> list[PayRange]:
    """Every row that is paid, with a step less, as it is, and a step more.

    >>> table = PayTable.build("play", "mine", {"flush": "20:1", "straight": "3:2", "two-pair": "push"})
    >>> [[str(value) for value in each.values] for each in usual_ranges(table, tuple(table.pays))]
    [['18', '20', '22'], ['1', '3/2', '2'], ['0', '1']]
    """
    return [_usual(row, pay) for row in rows if (pay := table[row]) is not None]


def _usual(row: str, pay: Pay) -> PayRange:
    flat = isinstance(pay, Prize)
    value = Fraction(pay.cents, 100) if isinstance(pay, Prize) else pay.value if pay else Fraction(0)
    step = max(Fraction(1, value.denominator), _round_number(value / 10))
    return PayRange(row, tuple(each for each in (value - step, value, value + step) if each >= 0), flat)


def _round_number(value: Fraction) -> Fraction:
    """The largest of 1, 2, 5, 10, 20, 50 and so on that is not more; none below 1."""
    ten = 10 ** (len(str(int(value))) - 1)
    return Fraction(max((ten * times for times in (1, 2, 5) if ten * times <= value), default=0))
