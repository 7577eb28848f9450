"""Money in whole cents: how it is written, what a bet may be, and how a payout that does not come out even is paid."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from croupier.errors import Refused, one_of
from croupier.odds import Odds, Prize

Breakage = Literal["exact", "down-to-chip"]
"""How a payout that is not whole chips is paid: to the cent, rounded down to it; or down to the smallest chip."""

MOST_DIGITS: Final = 15
"""The most digits that an amount of dollars has."""

BREAKAGE_RULES: Final[tuple[Breakage, ...]] = ("exact", "down-to-chip")


def dollars(cents: int) -> str:
    """An amount of cents as people write it.

    >>> dollars(1500), dollars(750), dollars(-120000)
    ('$15', '$7.50', '-$1,200')
    """
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{part:02}" if part else "")


def plain_dollars(cents: int) -> str:
    """An amount of cents in the words of an answer.

    >>> plain_dollars(1500), plain_dollars(120050)
    ('15', '1200.50')
    """
    return dollars(cents).replace("$", "").replace(",", "")


def parse_dollars(text: str) -> int:
    """The cents in an amount written as `5`, `$7.50` or `1,200`: a comma parts thousands, and is no decimal point."""
    match = re.fullmatch(r"\$?(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d\d?))?", text.strip(), re.ASCII)
    if match is None:
        raise Refused(f"{text!r} is not an amount of money; write dollars, none below zero, as in 5 or 7.50")
    whole = match[1].replace(",", "").lstrip("0")
    if len(whole) > MOST_DIGITS:
        given = text if len(text) <= 2 * MOST_DIGITS else f"{text[: 2 * MOST_DIGITS]}..."
        raise Refused(f"{given!r} is too large an amount of money; the most is ${'999,' * (MOST_DIGITS // 3 - 1)}999")
    return int(whole or "0") * 100 + int((match[2] or "").ljust(2, "0"))


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the most that may be bet on a spot, in cents."""

    least: int
    most: int

    def __post_init__(self) -> None:
        if not 0 < self.least <= self.most:
            raise Refused(
                f"a limit from {dollars(self.least)} to {dollars(self.most)} allows no bet; "
                "the least must be above zero and not above the most"
            )

    def __contains__(self, cents: int) -> bool:
        return self.least <= cents <= self.most

    def __str__(self) -> str:
        return f"{dollars(self.least)} to {dollars(self.most)}"


@dataclass(frozen=True, slots=True)
class Cashier:
    """How this table pays: its smallest chip and its rule for what does not come out even.

    >>> from croupier.odds import Odds
    >>> Cashier("exact").payout(500, Odds.parse("3:2")), Cashier("down-to-chip").payout(500, Odds.parse("3:2"))
    (750, 700)
    """

    breakage: Breakage = "exact"
    chip: int = 100

    def __post_init__(self) -> None:
        if self.breakage not in BREAKAGE_RULES:
            raise one_of("breakage rule", self.breakage, BREAKAGE_RULES)
        if self.chip <= 0:
            raise Refused(f"the smallest chip is {self.chip} cents; it must be above zero")

    def __str__(self) -> str:
        return f"paid down to {dollars(self.chip)} chips" if self.breakage == "down-to-chip" else "paid to the cent"

    def payout(self, stake: int, pay: Odds | Prize) -> int:
        """The cents won, besides the stake that comes back."""
        if isinstance(pay, Prize):
            return pay.cents
        won = stake * pay.value.numerator // pay.value.denominator
        return won - won % self.chip if self.breakage == "down-to-chip" else won
