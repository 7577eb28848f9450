"""Numbers as people write them."""

from __future__ import annotations

import re
from fractions import Fraction

from croupier.errors import Refused


def read_rounds(text: str, what: str = "rounds") -> int:
    """A number of rounds, or of something else, written as 1000, 1_000_000, 1,000,000, 1e9 or 2.5e6.

    >>> read_rounds("1e9"), read_rounds("1_000_000"), read_rounds("2.5e6")
    (1000000000, 1000000, 2500000)
    """
    plain = re.fullmatch(r"(\d+(?:[_,]\d+)*)(\.\d+)?(?:[eE]\+?(\d{1,2}))?", text.strip(), re.ASCII)
    refusal = Refused(f"{text!r} is not a number of {what}; write a whole number above zero, as in 1000000 or 1e6")
    if plain is None:
        raise refusal
    digits = re.sub("[_,]", "", plain[1]) + (plain[2] or "")
    rounds = Fraction(f"{digits}e{plain[3] or 0}")
    if rounds.denominator != 1 or rounds < 1:
        raise refusal
    if rounds > 10**18:
        raise Refused(f"{text} {what} would take longer than anybody can wait; write no more than 1e18")
    return rounds.numerator


def read_number(option: str, text: str) -> Fraction:
    """A number that is not below zero, exactly as it is written.

    >>> read_number("--hours", "2.5"), read_number("--error-rate", "1e-3")
    (Fraction(5, 2), Fraction(1, 1000))
    """
    if re.fullmatch(r"(\d{1,9}(\.\d{0,9})?|\.\d{1,9})([eE][-+]?\d{1,2})?", text.strip(), re.ASCII) is None:
        raise Refused(f"{option} {text!r} is not a number; write it as in 0.5 or 2, none below zero")
    return Fraction(text.strip())
