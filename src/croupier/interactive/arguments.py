"""What people give to the methods of a game, read or refused in one line that says what to write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

from croupier.cards import Card, parse_cards, refuse_duplicates
from croupier.errors import Refused
from croupier.simulate.numbers import read_rounds

MOST = 10**18


def whole(given: object, what: str, least: int = 1, example: str = "6") -> int:
    """A whole number: 6, 6.0, 1e6 and "1e6" are; a bool is none.

    >>> whole(6.0, "players"), whole("1e6", "rounds"), whole(0, "workers", least=0)
    (6, 1000000, 0)
    """
    if isinstance(given, str):
        given = read_rounds(given, what)
    if isinstance(given, Real) and not isinstance(given, bool) and bool(least <= given <= MOST):  # type: ignore[operator]
        number = Fraction(float(given)) if not isinstance(given, Rational) else Fraction(given)
        if number.denominator == 1:
            return number.numerator
    right = "a whole number above zero" if least == 1 else f"a whole number from {least}"
    raise Refused(f"{what} cannot be {given!r}; write {right}, as in {example}")


def words(given: object, what: str, example: str) -> str:
    """Words, as they are given."""
    if isinstance(given, str):
        return given
    raise Refused(f"{what} is given as {given!r}, a {type(given).__name__}; write words, as in {example!r}")


def seed_words(given: object) -> str:
    """A seed: words, or a whole number as its digits, so that 42 is what `--seed 42` is."""
    return str(given) if isinstance(given, int) and not isinstance(given, bool) else words(given, "seed", "tuesday")


def share(given: object, what: str, example: str) -> str:
    """A share in words: "2.5%", or 0.025 as a number."""
    if isinstance(given, Real) and not isinstance(given, bool):
        return str(given) if isinstance(given, Fraction) else f"{float(given):.12f}".rstrip("0").rstrip(".")
    return words(given, what, example)


def cards(given: object, what: str) -> tuple[Card, ...]:
    """Cards in words, or one after the other.

    >>> cards("As Kd", "cards") == cards(["As", "Kd"], "cards") == cards(parse_cards("AsKd"), "cards")
    True
    """
    if isinstance(given, str):
        return parse_cards(given)
    if isinstance(given, Sequence) and all(isinstance(each, str | Card) for each in given):
        found = tuple(each if isinstance(each, Card) else Card.parse(each) for each in given)
        refuse_duplicates(found)
        return found
    raise Refused(f"{what} are given as {given!r}; write words, as in 'As Kd 7c', or a list of them")


def bets(given: object) -> Mapping[str, Any]:
    """Bets by spot, none if nothing is given."""
    if given is None or isinstance(given, Mapping):
        return given or {}
    raise Refused(f"bets are given as {given!r}; write dollars by spot, as in {{'ante': 5}}")
