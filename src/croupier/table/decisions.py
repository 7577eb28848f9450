"""What a player is asked, what may be answered, and how an answer is read."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from croupier.chips import dollars, parse_dollars, plain_dollars
from croupier.errors import Refused


@dataclass(frozen=True, slots=True)
class Option:
    """One legal answer."""

    name: str
    spot: str = ""
    """The spot that chips go onto with this answer, if any do."""
    cents: int = 0
    public: str = ""
    """What the other seats are told, where the name gives cards away."""
    meaning: Any = None
    """What the procedure makes of it."""


@dataclass(frozen=True, slots=True)
class Between:
    """Answers that differ only in an amount: any whole number of chips between two of the options.

    The answer's name has the amount in dollars where the options have their multiple: `play-$15 keep`.
    """

    pattern: str
    """The option's name with `AMOUNT` where the amount stands: `play-AMOUNT keep`."""
    least: int
    most: int
    chip: int
    spot: str
    public: str = ""
    meaning: Any = None

    def read(self, answer: str) -> Option | None:
        """The option that this answer is, if it is one of these."""
        head, tail = self.pattern.split("AMOUNT")
        match = re.fullmatch(re.escape(head) + r"(\$[\d.,]+)" + re.escape(tail), answer)
        if match is None:
            return None
        try:
            cents = parse_dollars(match[1])
        except Refused:
            return None
        if not self.least <= cents <= self.most or cents % self.chip:
            return None
        return Option(answer, self.spot, cents, self.public.replace("AMOUNT", match[1]), self.meaning)

    def __str__(self) -> str:
        return f"{self.pattern.replace('AMOUNT', '$...')} from {dollars(self.least)} to {dollars(self.most)}"


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to one seat; the first option is what a player who says nothing is given."""

    seat: int
    options: tuple[Option, ...]
    between: tuple[Between, ...] = ()
    asks: str = ""
    """The question in the player's words, where the rules have better ones than can be made of the options."""
    whole: tuple[tuple[Option, ...], tuple[Between, ...]] = ((), ())
    """All options and amounts, those that the stack does not cover among them."""

    @classmethod
    def within(
        cls, stack: int, seat: int, options: tuple[Option, ...], between: tuple[Between, ...], asks: str = ""
    ) -> Decision:
        """A question with what a stack covers of its answers."""
        affordable = tuple([option for option in options if option.cents <= stack])
        amounts = tuple([replace(one, most=min(one.most, stack)) for one in between if one.least < stack])
        return cls(seat, affordable, amounts, asks, (options, between))

    @property
    def default(self) -> Option:
        """The answer for a player who gives none: it puts no more chips at risk."""
        return self.options[0]

    @property
    def legal(self) -> list[str]:
        """The answers by name."""
        return [option.name for option in self.options]

    def read(self, answer: str) -> Option:
        """The option that this answer is; anything else is refused with the legal ones named."""
        for option in self.options:
            if option.name == answer:
                return option
        for amounts in self.between:
            option_between = amounts.read(answer)
            if option_between is not None:
                return option_between
        raise self.refusal(f"{answer!r} is not an answer for seat {self.seat}")

    def refusal(self, why: str) -> Refused:
        """The error for what is no answer, with the legal ones named."""
        return Refused(f"{why}; legal: {', '.join([*self.legal, *map(str, self.between)])}")


@dataclass(frozen=True, slots=True)
class Betting:
    """A question to every seat at once: their bets for this round."""

    seats: tuple[int, ...]


def write_bets(bets: dict[str, int]) -> str:
    """Bets in the words of the log.

    >>> write_bets({"ante": 500, "blind": 500, "trips": 250}), write_bets({})
    ('bet ante=5 blind=5 trips=2.50', 'pass')
    """
    if not bets:
        return "pass"
    return " ".join(["bet", *(f"{spot}={plain_dollars(cents)}" for spot, cents in bets.items())])


def read_bets(words: str) -> dict[str, int]:
    """The bets that the words say, in cents.

    >>> read_bets("bet ante=5 blind=5 trips=2.50")
    {'ante': 500, 'blind': 500, 'trips': 250}
    """
    verb, *pairs = words.split()[:1] + words.split()[1:] or [""]
    if verb == "pass" and not pairs:
        return {}
    if verb != "bet" or not pairs:
        raise Refused(f"{words!r} is not a bet; say 'pass', or 'bet SPOT=DOLLARS ...' as in 'bet ante=5'")
    bets: dict[str, int] = {}
    for pair in pairs:
        spot, equals, amount = pair.partition("=")
        if not equals:
            raise Refused(f"{pair!r} is not a bet; write SPOT=DOLLARS, as in ante=5")
        if spot in bets:
            raise Refused(f"two bets are given for {spot}; give one")
        cents = parse_dollars(amount)
        if cents:
            bets[spot] = cents
    return bets
