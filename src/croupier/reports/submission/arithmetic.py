"""The arithmetic of every wager for a reader with a calculator: numerators over one denominator, and their sums."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import comb, lcm
from typing import Any, Final

from croupier.contract import Json
from croupier.exact.analysis import Analysis
from croupier.reports.paper_words import bet_label, percent, result_words
from croupier.table.game import Game

PACKS: Final = tuple(52 * decks for decks in range(1, 9))
MOST_CARDS: Final = 7
MOST_DRAWS: Final = 4
DICE: Final = 36


def arithmetic(game: Game[Any], bet: Analysis, hands: Iterable[int]) -> Json:
    """The rows of a return table over one denominator, with the sums that must come out."""
    whole = lcm(*(row.returns.denominator for row in bet.rows))
    paid = [row for row in bet.rows if row.returns > 0]
    returned = sum((row.returns for row in paid), Fraction(0))
    return {
        "label": bet_label(game, bet.bet),
        "unit": bet.unit,
        "cases": f"{bet.cases:,}",
        "pack": of_the_pack(bet.cases, hands),
        "denominator": f"{whole:,}",
        "rows": [
            {
                "result": result_words(game, row.row),
                "combinations": f"{row.combinations:,}",
                "one_in": one_in(row.probability),
                "numerator": _whole(row.returns * whole),
                "share": percent(row.returns / returned, 3) if row.returns > 0 else "–",
            }
            for row in bet.rows
        ],
        "combinations": f"{sum(row.combinations for row in bet.rows):,}",
        "numerator": _whole(bet.expected_value * whole),
        "expected_value": str(bet.expected_value).replace("-", "−"),
    }


def _whole(value: Fraction) -> str:
    return f"{value.numerator:,}".replace("-", "−")


def one_in(probability: Fraction) -> str:
    """How often something comes, as one round in so many.

    >>> one_in(Fraction(4, 2598960)), one_in(Fraction(2, 5)), one_in(Fraction(0))
    ('649,740', '2.500', 'never')
    """
    if not probability:
        return "never"
    value = 1 / probability
    return f"{float(value):,.0f}" if value >= 1000 else f"{float(value):,.3f}"


def of_the_pack(cases: int, hands: Iterable[int]) -> str:
    """How so many cases come about by dealing a hand of one of these sizes, then other cards, then rolling dice.

    >>> of_the_pack(comb(52, 4) * 48 * 47 * 46, [4, 7]), of_the_pack(312 * 36, [1]), of_the_pack(10, [5])
    ('C(52, 4) × C(48, 1) × C(47, 1) × C(46, 1)', 'C(312, 1) × 36', '')
    """
    for draws, hand, pack in product(range(MOST_DRAWS), hands, PACKS):
        for rolls, dice in ((1, ()), (DICE, (str(DICE),))):
            dealt, left = divmod(cases, comb(pack, hand) * rolls)
            found = None if left else _drawn(dealt, pack - hand, draws)
            if found is not None:
                return " × ".join([f"C({pack}, {hand})", *found, *dice])
    return ""


def _drawn(cases: int, pack: int, draws: int) -> list[str] | None:
    """So many draws from what is left of the pack that give so many cases, if there are such."""
    if draws == 0:
        return [] if cases == 1 else None
    for cards in range(1, MOST_CARDS + 1):
        further, left = divmod(cases, comb(pack, cards))
        found = None if left else _drawn(further, pack - cards, draws - 1)
        if found is not None:
            return [f"C({pack}, {cards})", *found]
    return None
