"""What a bet brings when it is paid by a paytable, and the Analysis of one that asks for no choice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Final

from croupier.exact.analysis import Analysis, ReturnRow
from croupier.hands import Poker
from croupier.odds import Pay, PayTable, Prize

POKER_ROWS: Final = ("high-card", "pair", "jacks-or-better", *(kind.row for kind in Poker if kind > Poker.PAIR))
"""The paytable rows of poker hands, lowest first: each category, a pair of jacks or better standing apart."""


def net(pay: Pay, wager: int | Fraction = 1, dollars: int | Fraction = 1) -> Fraction:
    """The net result, in units of so many dollars, of a wager of so many units; a flat prize is the same for any wager.

    >>> from croupier.odds import Odds
    >>> net(Odds.parse("3:2"), 2), net(None, 2), net(Prize(1000_00), 2, 5)
    (Fraction(3, 1), Fraction(-2, 1), Fraction(200, 1))
    """
    if pay is None:
        return Fraction(-wager)
    if isinstance(pay, Prize):
        return Fraction(pay.cents, 100) / dollars
    return pay.value * wager


def shown(row: str, table: PayTable) -> str:
    """The row a result is shown under: a pair of jacks is a pair unless the paytable tells it apart."""
    return "pair" if row == "jacks-or-better" and table[row] is None else row


def analyze_counts(
    bet: str, counts: Mapping[str, int], table: PayTable, dollars: int | Fraction = 1, unit: str = "bet"
) -> Analysis:
    """A bet of one unit of so many dollars whose result falls in each row in so many of the equally likely cases."""
    lines = [(shown(row, table), count, net(table[row], 1, dollars)) for row, count in counts.items()]
    return analyze_lines(bet, lines, table, unit)


def analyze_lines(bet: str, lines: Sequence[tuple[str, int, Fraction]], table: PayTable, unit: str = "bet") -> Analysis:
    """A bet of one unit without a choice: so many of the equally likely cases are told under a row and net this."""
    outcomes: dict[int, int] = defaultdict(int)
    counted: dict[str, int] = defaultdict(int)
    returned: dict[str, int] = defaultdict(int)
    scale = lcm(*(result.denominator for _, _, result in lines))
    for row, count, result in lines:
        whole = result.numerator * (scale // result.denominator)
        counted[row] += count
        returned[row] += whole * count
        outcomes[whole] += count
    cases = sum(counted.values())
    rows = tuple(
        ReturnRow(row, count, Fraction(count, cases), table[row], Fraction(returned[row], scale * cases))
        for row, count in counted.items()
    )
    possible = {Fraction(result, scale): Fraction(count, cases) for result, count in outcomes.items() if count}
    expected_value = Fraction(sum(returned.values()), scale * cases)
    return Analysis(bet, unit, possible, Fraction(1), expected_value, {}, rows, cases)
