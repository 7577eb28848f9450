"""What can become of a seat's round, numbered: a kernel counts numbers, and here stands what each of them is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.exact.store import inner_kernel

LARGEST: Final = 2**31
"""What a table can win or lose in a round is below this many units, so that its square can be counted."""


@inner_kernel
def add_at(counts: Ints, row: int, column: int, amount: int) -> None:
    """Count something; where several count into the same table at once, in their stead this is done at one blow."""
    counts[row, column] += amount


@dataclass(frozen=True)
class Outcome:
    """One thing that can become of a seat's round."""

    nets: Mapping[str, int]
    """Cents won or lost on each spot that had a bet."""
    wagers: Mapping[str, int]
    """Cents wagered on each."""
    action: str = ""
    """The last thing the player did: `fold`, `play-3x`, `draw-2`."""
    bets: tuple[str, ...] | None = None
    """The bets that it is an outcome of, if not of all."""


@dataclass(frozen=True)
class OutcomeBet:
    """One or several spots whose result is told together, as an Analysis tells it."""

    name: str
    spots: tuple[str, ...]
    stake: int
    """The cents that are one unit."""
    unit: str = "bet"
    acts: bool = False
    """Whether the player's actions are about this bet."""


@dataclass(frozen=True)
class Outcomes:
    """All outcomes of a game, by number; None where a number stands for nothing that can happen."""

    every: Sequence[Outcome | None]
    bets: tuple[OutcomeBet, ...]
    unit: int = 0
    """The cents that results are counted in; if none are given, the most that do for all of them."""

    @classmethod
    def number(cls, count: int, outcome: Callable[[int], Outcome | None], bets: Sequence[OutcomeBet]) -> Outcomes:
        """The outcomes that numbers below `count` stand for."""
        return cls([outcome(number) for number in range(count)], tuple(bets))

    def __len__(self) -> int:
        return len(self.every)

    @cached_property
    def cents_of_a_unit(self) -> int:
        """The cents that results are counted in: every net result is a multiple of them."""
        if self.unit:
            return self.unit
        amounts = [cents for outcome in self.every if outcome for cents in outcome.nets.values()]
        return gcd(*amounts) or 1

    def bet_cents(self, bet: OutcomeBet) -> Ints:
        """The net result of a bet for every outcome, in cents; 0 where it is not an outcome of the bet."""
        return _counted([self._cents(outcome, bet, "nets") for outcome in self.every])

    def bet_wagers(self, bet: OutcomeBet) -> Ints:
        """What is wagered on a bet, in cents."""
        return _counted([self._cents(outcome, bet, "wagers") for outcome in self.every])

    def of_bet(self, bet: OutcomeBet) -> Ints:
        """Whether each number stands for an outcome of the bet."""
        return np.array([_is_of(outcome, bet) for outcome in self.every], np.bool_)

    def bet_units(self, players: int) -> Ints:
        """The net results of all bets, by bet and outcome, in units of cents."""
        cents = np.array([self.bet_cents(bet) for bet in self.bets])
        units = cents // self.cents_of_a_unit
        if int(np.abs(cents).sum(axis=0).max()) // self.cents_of_a_unit * players >= LARGEST:
            raise Refused(
                f"a round can win more than {LARGEST:,} times {self.cents_of_a_unit} cents, which is more than can be "
                "counted; bet less, or in rounder amounts"
            )
        return np.ascontiguousarray(units)

    @cached_property
    def seat_cents(self) -> Ints:
        """All that a seat wins or loses in a round, for every outcome."""
        return _counted([sum(outcome.nets.values()) if outcome else 0 for outcome in self.every])

    @staticmethod
    def _cents(outcome: Outcome | None, bet: OutcomeBet, what: str) -> int:
        if outcome is None or not _is_of(outcome, bet):
            return 0
        amounts: Mapping[str, int] = getattr(outcome, what)
        return sum(amounts.get(spot, 0) for spot in bet.spots)


def _counted(cents: list[int]) -> Ints:
    if max(map(abs, cents)) >= 2**62:
        raise Refused("a round can win or lose more than can be counted; bet less, or at lower odds")
    return np.array(cents, np.int64)


def _is_of(outcome: Outcome | None, bet: OutcomeBet) -> bool:
    return outcome is not None and (outcome.bets is None or bet.name in outcome.bets)
