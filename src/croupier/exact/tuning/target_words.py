"""What a search must meet, read from words."""

from __future__ import annotations

import re
from fractions import Fraction

from croupier.errors import Refused
from croupier.exact.tuning.table_search import Span, Target


def parse_target(
    edge: str, within: str = "0.05%", hit: str = "", deviation: str = "", keep_order: bool = False
) -> Target:
    """An edge and how near to it, a range of hit frequencies and one of standard deviations.

    >>> target = parse_target("2.5%", hit="20%..30%", deviation="4..5.5")
    >>> str(target.edge), str(target.within), target.standard_deviation
    ('1/40', '1/2000', (Fraction(4, 1), Fraction(11, 2)))
    """
    near = _number(within, "--within", "0.05%")
    if near < 0:
        raise Refused(f"--within {within} is below zero; write how far from the target an edge may be, as in 0.05%")
    aim = _number(edge, "--target-edge", "2.5%")
    if abs(aim) >= 1 and "%" not in edge:
        raise Refused(f"--target-edge {edge} is {float(aim):.0%}; write a percentage, as in {edge}%")
    return Target(
        aim,
        near,
        _span(hit, "--hit-frequency", "20%..30%"),
        _span(deviation, "--standard-deviation", "4..5.5"),
        keep_order,
    )


def _number(words: str, option: str, example: str) -> Fraction:
    match = re.fullmatch(r"(-?\d{1,20}(?:\.\d{1,20})?)\s*(%?)|(-?\d{1,20}/0*[1-9]\d{0,19})", words.strip())
    if match is None:
        raise Refused(f"{option} {words!r} is no number; write it as {example}, as a decimal or as a fraction")
    return Fraction(match[3]) if match[3] else Fraction(match[1]) / (100 if match[2] else 1)


def _span(words: str, option: str, example: str) -> Span | None:
    if not words:
        return None
    least, dots, most = words.partition("..")
    if not dots:
        raise Refused(f"{option} {words!r} is no range; write it as {example}")
    span = _number(least, option, example), _number(most, option, example)
    if span[1] < span[0]:
        raise Refused(f"the range {words} of {option} is empty; write the lower number first: {most}..{least}")
    return span
