"""Walking every branch of a round: each deal with its exact probability, each decision taken every way.

On a stripped deck this is a proof by exhaustion that uses nothing but the game's own procedure. Cards dealt to one
place in one movement are one branch for each set of cards, all equally likely; burned cards, which nobody ever sees,
are none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

from croupier.cards import Card
from croupier.dice import ROLLS, Roll
from croupier.errors import InvariantError, Refused
from croupier.table.chance import Chance
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import view


class Path:
    """The branches taken so far, and which come next: an odometer over all paths."""

    def __init__(self) -> None:
        self.turns: list[int] = []
        self.widths: list[int] = []
        self.at = 0
        self.turned = 0
        """The turn that is new on this path; those before it are as they were on the last."""

    def branch(self, width: int) -> int:
        """Which of `width` branches this path takes here."""
        if self.at == len(self.turns):
            self.turns.append(0)
            self.widths.append(width)
        if self.widths[self.at] != width:
            raise InvariantError("the same path must meet the same branches")
        self.at += 1
        return self.turns[self.at - 1]

    def advance(self) -> bool:
        """Go on to the next path; False after the last."""
        while self.turns and self.turns[-1] + 1 == self.widths[-1]:
            self.turns.pop()
            self.widths.pop()
        if not self.turns:
            return False
        self.turns[-1] += 1
        self.turned = len(self.turns) - 1
        self.at = 0
        return True


class Everything(Chance):
    """Chance that takes every branch in turn, along a path."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.ways = 1
        """How many deals are as likely as this one."""

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        return sorted(pack)

    def take(self, stock: list[Card], count: int) -> list[Card]:
        if count > len(stock):
            raise Refused(f"{count} cards are needed and {len(stock)} are left")
        ways = comb(len(stock), count)
        self.ways *= ways
        places = _combinations(len(stock), count)[self.path.branch(ways)]
        cards = [stock[place] for place in places]
        for place in reversed(places):
            del stock[place]
        return cards

    def burn(self, stock: list[Card], count: int) -> None:
        if count > len(stock):
            raise Refused(f"{count} cards are to be burned and {len(stock)} are left")

    def pick(self, pack: Sequence[Card]) -> Card:
        self.ways *= len(pack)
        return pack[self.path.branch(len(pack))]

    def roll(self) -> Roll:
        self.ways *= len(ROLLS)
        return ROLLS[self.path.branch(len(ROLLS))]


@cache
def _combinations(size: int, count: int) -> list[tuple[int, ...]]:
    """All combinations of `count` out of `size`, in lexicographic order."""
    return list(combinations(range(size), count))


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Everything that seat 1 can see when it decides; in one walk there is one object for each."""

    places: dict[str, tuple[str, ...]]
    """The cards of each place of the seat and of the table; their order is no knowledge, so they are sorted."""
    bets: dict[str, int]


@dataclass(frozen=True, slots=True)
class Line:
    """One complete round: its probability, what seat 1 saw and did, and the round itself."""

    probability: Fraction
    """Of the deal alone; over all lines with the same decisions the probabilities add up to 1."""
    decisions: tuple[tuple[Sight, str], ...]
    """For each decision of seat 1, what it had seen, and the answer on this line."""
    net: int
    """What seat 1 won or lost, in cents."""
    round: Round


def walk(
    new_table: Callable[[], Table],
    bets: dict[str, int],
    opening: tuple[str, ...] = (),
    tries: Callable[[Sight, list[str]], list[str]] = lambda sight, legal: legal,
) -> Iterator[Line]:
    """Every line of a round that seat 1 plays alone.

    `opening` answers what is asked before the bets; `tries` says which of the legal answers to follow, all unless a
    narrower choice is given: one answer for each sight walks a fixed way to play.
    """
    path = Path()
    sights: dict[Any, Sight] = {}
    seen_at: dict[int, Sight] = {}
    while True:
        table = new_table()
        chance = Everything(path)
        stack = table.seats[1].stack
        round = Round(table, chance)
        for answer in opening:
            round.act(1, answer)
        round.bet(1, dict(bets))
        decisions = []
        while round.decision is not None:
            if path.at > path.turned or path.at not in seen_at:
                seen_at[path.at] = _sight(round, sights)
            sight = seen_at[path.at]
            answers = tries(sight, round.decision.legal)
            answer = answers[path.branch(len(answers))]
            decisions.append((sight, answer))
            round.act(1, answer)
        yield Line(Fraction(1, chance.ways), tuple(decisions), table.seats[1].stack - stack, round)
        if not path.advance():
            return


def _sight(round: Round, sights: dict[Any, Sight]) -> Sight:
    seen = view(round, 1)
    (own,) = seen.seats
    places = {name: tuple(sorted(cards)) for name, cards in (own.places | seen.places).items()}
    key = (*places.items(), *own.bets.items())
    if key not in sights:
        sights[key] = Sight(places, own.bets)
    return sights[key]


def best_value(lines: Iterable[Line], value: Callable[[Line], int] = lambda line: line.net) -> Fraction:
    """What the best play wins on average, in cents: backwards over everything seat 1 can have seen.

    The lines that go on from one sight by one answer make that answer's value; the best answer is the sight's value,
    and counts in the value of the answer that led to it. A player who forgets nothing comes to a sight by one way only.
    """
    ends: dict[tuple[tuple[Sight, str], ...], Fraction] = defaultdict(Fraction)
    for line in lines:
        ends[line.decisions] += line.probability * value(line)
    while any(ends):
        longest = max(map(len, ends))
        answers: dict[tuple[tuple[Sight, str], ...], dict[Sight, dict[str, Fraction]]]
        answers = defaultdict(lambda: defaultdict(lambda: defaultdict(Fraction)))
        shorter: dict[tuple[tuple[Sight, str], ...], Fraction] = defaultdict(Fraction)
        for decisions, worth in ends.items():
            if len(decisions) < longest:
                shorter[decisions] += worth
            else:
                *before, (sight, answer) = decisions
                answers[tuple(before)][sight][answer] += worth
        for before_it, sights in answers.items():
            shorter[before_it] += sum(max(worths.values()) for worths in sights.values())
        ends = shorter
    return ends[()]
