"""Walking every branch of a round: each deal with its exact probability, each decision taken every way.

On a stripped deck this is a proof by exhaustion that uses nothing but the game's own procedure. Cards dealt to one
place in one movement are one branch for each set of cards, all equally likely; burned cards, which nobody ever sees,
are none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from croupier.cards import Card
from croupier.dice import ROLLS, Roll
from croupier.errors import Refused
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

    def branch(self, width: int) -> int:
        """Which of `width` branches this path takes here."""
        if self.at == len(self.turns):
            self.turns.append(0)
            self.widths.append(width)
        assert self.widths[self.at] == width, "the same path must meet the same branches"
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
        self.at = 0
        return True


class Everything(Chance):
    """Chance that takes every branch in turn, along a path."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.probability = Fraction(1)

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        return sorted(pack)

    def take(self, stock: list[Card], count: int) -> list[Card]:
        if count > len(stock):
            raise Refused(f"{count} cards are needed and {len(stock)} are left")
        ways = comb(len(stock), count)
        self.probability /= ways
        places = _combination(len(stock), count, self.path.branch(ways))
        cards = [stock[place] for place in places]
        for place in reversed(places):
            del stock[place]
        return cards

    def burn(self, stock: list[Card], count: int) -> None:
        if count > len(stock):
            raise Refused(f"{count} cards are to be burned and {len(stock)} are left")

    def pick(self, pack: Sequence[Card]) -> Card:
        self.probability /= len(pack)
        return pack[self.path.branch(len(pack))]

    def roll(self) -> Roll:
        self.probability /= len(ROLLS)
        return ROLLS[self.path.branch(len(ROLLS))]


def _combination(size: int, count: int, number: int) -> tuple[int, ...]:
    """The combination of that number among all of `count` out of `size`, in lexicographic order."""
    cached = _COMBINATIONS.get((size, count))
    if cached is None:
        cached = _COMBINATIONS[size, count] = list(combinations(range(size), count))
    return cached[number]


_COMBINATIONS: dict[tuple[int, int], list[tuple[int, ...]]] = {}


@dataclass(frozen=True, slots=True)
class Line:
    """One complete round: its probability, what seat 1 saw and did, and the round itself."""

    probability: Fraction
    """Of the deal alone; over all lines with the same decisions the probabilities add up to 1."""
    decisions: tuple[tuple[Any, str], ...]
    """For each decision of seat 1, what it had seen, and the answer on this line."""
    net: int
    """What seat 1 won or lost, in cents."""
    round: Round


def walk(
    new_table: Callable[[], Table],
    bets: dict[str, int],
    opening: tuple[str, ...] = (),
) -> Iterator[Line]:
    """Every line of a round that seat 1 plays alone; `opening` answers what is asked before the bets."""
    path = Path()
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
            legal = round.decision.legal
            answer = legal[path.branch(len(legal))]
            decisions.append((_sight(round), answer))
            round.act(1, answer)
        yield Line(chance.probability, tuple(decisions), table.seats[1].stack - stack, round)
        if not path.advance():
            return


def _sight(round: Round) -> Any:
    """Everything seat 1 can see, as a key; the order in which cards were dealt to a place is no knowledge."""
    seen = view(round, 1)
    own = [(name, tuple(sorted(cards))) for seat in seen.seats for name, cards in seat.places.items()]
    bets = [tuple(sorted(seat.bets.items())) for seat in seen.seats]
    common = [(name, tuple(sorted(cards))) for name, cards in seen.places.items()]
    return tuple(own), tuple(bets), tuple(common)


def best_value(lines: Iterator[Line], value: Callable[[Line], int] = lambda line: line.net) -> Fraction:
    """What the best play wins on average, in cents: backwards over everything seat 1 can have seen.

    The lines that go on from one sight by one answer make that answer's value; the best answer is the sight's value,
    and counts in the value of the answer that led to it. A player who forgets nothing comes to a sight by one way only.
    """
    ends: dict[tuple[tuple[Any, str], ...], Fraction] = defaultdict(Fraction)
    for line in lines:
        ends[line.decisions] += line.probability * value(line)
    while any(ends_here for ends_here in ends):
        longest = max(map(len, ends))
        answers: dict[tuple[tuple[Any, str], ...], dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        shorter: dict[tuple[tuple[Any, str], ...], Fraction] = defaultdict(Fraction)
        for decisions, worth in ends.items():
            if len(decisions) < longest:
                shorter[decisions] += worth
            else:
                *before, (sight, answer) = decisions
                answers[(*before, (sight, ""))][answer] += worth
        for decisions, worths in answers.items():
            shorter[decisions[:-1]] += max(worths.values())
        ends = shorter
    return ends[()]
