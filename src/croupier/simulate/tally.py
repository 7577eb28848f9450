"""What is counted of simulated rounds: whole numbers only, so that tallies add up alike in any order.

How often each outcome came says nearly everything; sums and squares of single seats follow from it. Besides, where
several seats play alike, the squares of what they together won in a round on each bet: seats share cards and dice, and
the error of their common mean has to know it. Squares are below 2^62; their upper and lower 32 bits are added up apart.

Then what depends on the order of rounds, which is that of a shift. A streak is counted at every length it reaches, so
that the streaks of exactly that length are those that reach it less those that reach the next; a push neither breaks
nor lengthens one. An hour is so many rounds of a shift, one after the other, and what is left of the shift is none;
what a seat and what the whole table wins in it falls into a bin, and so does the deepest fall from a peak on the way.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.exact.store import kernel
from croupier.simulate.kernel.outcomes import Outcomes, add_at
from croupier.simulate.pots import PotTally
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import SHIFT, fixed

LONGEST: Final = 255
"""Streaks that are longer are counted as this long."""
BINS: Final = 4096
"""Bins for the results of an hour, half of them for losses; whatever is beyond falls into the last."""
LOST, WON = 0, 1
SEAT, TABLE, FALL = 0, 1, 2
"""What is binned: an hour of a seat, of the whole table as its players see it, and a seat's fall within the hour."""

_LOWER: Final = 0xFFFF_FFFF
_BINS_OF_A_DEVIATION: Final = 32


@dataclass
class Tally:
    """What has been counted."""

    rounds: int
    counts: Ints
    """By strategy and outcome."""
    squares: list[list[int]]
    """By strategy and bet, in units of the outcomes: the squares of what its seats together won in a round; all 0 where
    no two seats play alike."""
    reached: Ints
    """By lost and won, how many streaks reached each length."""
    hours: Ints
    """By what is binned, then by bin."""
    deepest: int = 0
    """The deepest fall in an hour, in cents."""
    pot: PotTally | None = None

    def add(self, other: Tally) -> None:
        """Count what another tally has counted."""
        self.rounds += other.rounds
        self.counts += other.counts
        self.squares = [
            [one + more for one, more in zip(ours, theirs, strict=True)]
            for ours, theirs in zip(self.squares, other.squares, strict=True)
        ]
        self.reached += other.reached
        self.hours += other.hours
        self.deepest = max(self.deepest, other.deepest)
        if self.pot is not None and other.pot is not None:
            self.pot.add(other.pot)

    def add_squares(self, halves: Ints) -> None:
        """Add squares by strategy and bet, given as the sums of their upper and their lower halves."""
        for squares, of_bets in zip(self.squares, halves.tolist(), strict=True):
            for bet, (upper, lower) in enumerate(of_bets):
                squares[bet] += (upper << 32) + lower


class Counter:
    """Counts the sheets of one table."""

    def __init__(self, setup: Setup, outcomes: Outcomes, rounds_per_hour: int) -> None:
        check_hour(rounds_per_hour)
        self.outcomes = outcomes
        self.strategies = len(setup.groups)
        self.groups = fixed(setup.group_of_seat)
        self.rounds_per_hour = rounds_per_hour
        self.bet_units = fixed(outcomes.bet_units(setup.players))
        self.seat_cents = fixed(outcomes.seat_cents)
        self.bin_cents = bin_cents(setup, rounds_per_hour)
        self.hour_notes = SHIFT // rounds_per_hour + 1
        """Numbers to note what the table wins in the hours of a shift."""

    @property
    def tables(self) -> tuple[Ints, Ints, Ints]:
        """What each seat plays, and what outcomes are worth on each bet and to a seat."""
        return self.groups, self.bet_units, self.seat_cents

    def nothing(self) -> Tally:
        """A tally of no rounds."""
        return Tally(
            rounds=0,
            counts=np.zeros((self.strategies, len(self.outcomes)), np.int64),
            squares=[[0] * len(self.outcomes.bets) for _ in range(self.strategies)],
            reached=np.zeros((2, LONGEST + 1), np.int64),
            hours=np.zeros((3, BINS), np.int64),
        )

    def count(self, outcomes: Ints, tally: Tally) -> None:
        """Count consecutive rounds, which begin with a shift."""
        halves = np.zeros((self.strategies, len(self.outcomes.bets), 2), np.int64)
        tables = self.tables
        counted = tally.counts, halves, tally.reached, tally.hours
        notes = np.zeros(self.hour_notes, np.int64), np.zeros(halves.shape[:2], np.int64)
        deepest = count_shift(outcomes, tables, self.rounds_per_hour, self.bin_cents, counted, notes)
        tally.rounds += len(outcomes)
        tally.deepest = max(tally.deepest, int(deepest))
        tally.add_squares(halves)


def check_hour(rounds_per_hour: int) -> None:
    """Refuse an hour that no shift is long enough for."""
    if not 1 <= rounds_per_hour <= SHIFT:
        raise Refused(f"{rounds_per_hour} rounds per hour cannot be simulated; it is 1 to {SHIFT:,}")


def bin_cents(setup: Setup, rounds_per_hour: int) -> int:
    """How wide a bin is: whole dollars, about a thirtieth of what the opening bets of an hour's rounds spread to."""
    dollars = sum(setup.bets.values()) / 100 * sqrt(rounds_per_hour) / _BINS_OF_A_DEVIATION
    return 100 * ceil(dollars)


@kernel
def count_shift(
    outcomes: Ints,
    tables: tuple[Ints, ...],
    rounds_per_hour: int,
    bin_cents: int,
    counted: tuple[Ints, ...],
    notes: tuple[Ints, Ints],
) -> int:
    """Count the rounds of a shift; the deepest fall in an hour."""
    groups, bet_units, seat_cents = tables
    counts, squares, reached, hours = counted
    rounds, players = outcomes.shape
    for at in range(rounds):
        for seat in range(players):
            add_at(counts, groups[seat], outcomes[at, seat], 1)
    table, together = notes
    if players > len(counts):
        _add_squares(outcomes, groups, bet_units, squares, together)
    deepest = 0
    for hour in range(rounds // rounds_per_hour):
        table[hour] = 0
    for seat in range(players):
        way, streak = 0, 0
        money, peak, fall = 0, 0, 0
        left, hour = rounds_per_hour, 0
        for at in range(rounds):
            net = seat_cents[outcomes[at, seat]]
            decided = int(net != 0)
            now = way + decided * (int(net > 0) - way)
            same = int(now == way)
            streak = same * (streak + decided) + (1 - same)
            way = now
            add_at(reached, way, min(streak, LONGEST), decided)
            money += net
            peak = max(peak, money)
            fall = max(fall, peak - money)
            left -= 1
            if left == 0:
                add_at(hours, SEAT, _bin(money, bin_cents), 1)
                add_at(hours, FALL, _bin(fall, bin_cents), 1)
                deepest = max(deepest, fall)
                table[hour] += money
                money, peak, fall = 0, 0, 0
                left, hour = rounds_per_hour, hour + 1
    for hour in range(rounds // rounds_per_hour):
        add_at(hours, TABLE, _bin(table[hour], bin_cents), 1)
    return deepest


@kernel
def _add_squares(outcomes: Ints, groups: Ints, bet_units: Ints, squares: Ints, together: Ints) -> None:
    """Add the squares of what the seats of each strategy win together on each bet."""
    rounds, players = outcomes.shape
    for at in range(rounds):
        together[:, :] = 0
        for seat in range(players):
            for bet in range(len(bet_units)):
                together[groups[seat], bet] += bet_units[bet, outcomes[at, seat]]
        for group in range(len(squares)):
            for bet in range(len(bet_units)):
                square = together[group, bet] * together[group, bet]
                squares[group, bet, 0] += square >> 32
                squares[group, bet, 1] += square & _LOWER


@kernel
def _bin(cents: int, width: int) -> int:
    """The bin of an amount: the one in the middle begins with nothing."""
    return min(max(cents // width + BINS // 2, 0), BINS - 1)
