"""What becomes of a table's pots: how long they run, how large they grow, who gets what, and what coming in is worth.

Tables are dealt in evenings that begin with an empty pot and are independent of each other; every standard error is
from the spread between evenings, so that it knows that the rounds of a pot and the players of a round are not.

A pot that is still running when the table closes cannot be counted, and to leave it out would favour short ones. So
pots are counted that begin `MARGIN` rounds or more before the end, all of which are over by then; their number does
not depend on how those to come will end, and so their means are the true ones (Wald).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

import numpy as np

from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.exact.hand_counts.contests import PotOdds, pot_bounds, pot_odds
from croupier.exact.solver import solver_of
from croupier.exact.store import kernel
from croupier.pots.raked import RakedPot
from croupier.simulate.estimates import Estimate, ratio
from croupier.simulate.kept_lines import KeptLines
from croupier.simulate.kernel.outcomes import add_at
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.pot_runs.late_entry import LATE, join_late
from croupier.simulate.pot_runs.pot_counts import LARGEST, LONGEST
from croupier.simulate.pot_runs.pot_kernel import (
    DIVIDED,
    ENDED,
    FROM_HOUSE,
    ROLLED_OVER,
    SIZE,
    TO_DEALER,
    TO_HOUSE,
    WON,
    PotSheet,
    PotTable,
    check_pot,
)
from croupier.simulate.runs.prepared import simulation_of
from croupier.simulate.runs.runner import Stop, Stretch, cut, never
from croupier.simulate.setup import OPTIMAL, Habits, Setup
from croupier.simulate.simulated_table import SHIFT, Simulation

FEWEST_EVENINGS: Final = 10
"""Fewer do not tell how far a mean may be off."""
MARGIN: Final = 1024
MOST_MISSED: Final = 15
"""Whoever has missed more rounds is counted as having missed so many."""
STEADY: Final = "steady"
CASUAL: Final = "casual"
JOINING: Final = {STEADY: Habits(), CASUAL: Habits(join=0.5, skip=0.1, leave=0.02)}
"""Players who are always in, and players who come and go."""
NEVER_FOLD: Final = "never-fold"
COUNTED: Final = 2
"""Hands up to which a pot is counted."""

ROUNDS, GAMES, WON_ROUNDS, HOUSE, DEALER = range(5)
POTS, LENGTH, CENTS, OF_WON, OF_DIVIDED, HOUSE_DIVIDED, PLAYERS_DIVIDED = range(5, 12)
COLUMNS: Final = 12
"""What is added up of an evening: rounds, those somebody bet on, those that won the pot, cents to the house and to the
dealer; then, of pots that are counted: how many, their rounds and cents, those won, those divided and what the house
and the players had of them."""
EVENING: Final = (COLUMNS,), (MOST_MISSED + 1, 2), (len(LATE), 2)
"""The shapes of an evening's lines: its sums, its entries, and those who might have come in late."""


@dataclass(frozen=True)
class PotStudy:
    """Pots, counted evening by evening."""

    setup: Setup
    pot: PotTable
    evenings: Ints
    """By evening, the `COLUMNS`."""
    lengths: Ints
    """How many pots had so many rounds."""
    sizes: Ints
    """How many pots were so many units large when they ended, fractions left out."""
    entries: Ints
    """By evening and missed rounds, how many came into a pot and the cents they came out ahead."""
    late: Ints | None
    """By evening, for each of `LATE`: pots, and the cents a newcomer came out ahead where nobody else comes or goes."""

    @property
    def rounds(self) -> int:
        """All rounds dealt."""
        return int(self.evenings[:, ROUNDS].sum())

    @property
    def pots(self) -> int:
        """All pots counted."""
        return int(self.evenings[:, POTS].sum())

    @property
    def won_in_a_round(self) -> Estimate:
        """How often a round that somebody bets on wins the pot."""
        return self._ratio(WON_ROUNDS, GAMES)

    @property
    def length(self) -> Estimate:
        """The rounds that a pot has."""
        return self._ratio(LENGTH, POTS)

    @property
    def size(self) -> Estimate:
        """The cents in a pot when it ends."""
        return self._ratio(CENTS, POTS)

    @property
    def won(self) -> Estimate:
        """The share of pots that are won."""
        return self._ratio(OF_WON, POTS)

    @property
    def divided(self) -> Estimate:
        """The share of pots that the last game has not won."""
        return self._ratio(OF_DIVIDED, POTS)

    @property
    def house_of_a_division(self) -> Estimate | None:
        """The cents that the house has of a pot that is divided."""
        return self._ratio(HOUSE_DIVIDED, OF_DIVIDED) if self.evenings[:, OF_DIVIDED].any() else None

    @property
    def players_of_a_division(self) -> Estimate | None:
        """The cents that the players together have of a pot that is divided."""
        return self._ratio(PLAYERS_DIVIDED, OF_DIVIDED) if self.evenings[:, OF_DIVIDED].any() else None

    def house_an_hour(self, rounds_per_hour: Fraction) -> Estimate:
        """The cents that an hour brings the house, by rake, division or win, less what it puts in."""
        return self._ratio(HOUSE, ROUNDS).times(rounds_per_hour)

    def dealer_an_hour(self, rounds_per_hour: Fraction) -> Estimate:
        """The cents that an hour brings the dealer in person."""
        return self._ratio(DEALER, ROUNDS).times(rounds_per_hour)

    def percentile(self, counts: Ints, percent: int) -> int:
        """The number that so many of the pots are not above."""
        return int(np.searchsorted(np.cumsum(counts), -(-int(counts.sum()) * percent // 100)))

    def entered(self) -> dict[int, tuple[int, Estimate]]:
        """By missed rounds: how many came in, and the cents that coming in and staying as they do was worth."""
        return {
            missed: (int(times.sum()), ratio(cents, times))
            for missed in range(MOST_MISSED + 1)
            for times, cents in [self.entries[:, missed].T]
            if times.sum() > 1
        }

    def entered_late(self) -> dict[int, Estimate]:
        """By missed rounds: the cents that coming in late is worth where everybody stays until the pot is won."""
        if self.late is None:
            return {}
        return {missed: ratio(*self.late[:, place].T[::-1]) for place, missed in enumerate(LATE)}

    def odds(self) -> PotOdds | None:
        """The exact odds of a round's pot, where they can be counted: up to two hands, all in and none given up."""
        game = self.setup.game
        contest = solver_of(game).mathematics.contest()
        if contest is None or self.setup.players + contest.dealer > COUNTED or not self._all_stay:
            return None
        return pot_odds(contest, self.setup.players)

    def bounds(self) -> tuple[Fraction, Fraction] | None:
        """What the probability that a round wins the pot exactly lies between, where it cannot be counted."""
        contest = solver_of(self.setup.game).mathematics.contest()
        if contest is None or not self._all_stay or self.setup.players + contest.dealer <= COUNTED:
            return None
        return pot_bounds(contest, self.setup.players + contest.dealer)

    @property
    def _all_stay(self) -> bool:
        """Whether all are in every round, and nobody gives up a hand that could win."""
        return self.setup.pot == JOINING[STEADY] and not self._folds_matter

    @property
    def _folds_matter(self) -> bool:
        """Whether a hand may be folded that would have won the pot, as far as is known."""
        played = set(self.setup.strategies)
        if not self.pot.cannot_win.any() or played == {NEVER_FOLD}:
            return False
        return played != {OPTIMAL} or not solver_of(self.setup.game).mathematics.folds_only_below(self.pot.pot.least)

    def entering_together(self) -> dict[int, tuple[Fraction, Fraction]]:
        """By how many come in at once and stay: the exact cents it is worth to each of them, and to each who was in.

        Whoever is in has paid for the same rounds as any other and has the same chance, so that each bears an equal
        part of the rake. Those who were in bear less of it the more come in.
        """
        players = self.setup.players
        if self.late_exactly() is None or not isinstance(self.pot.pot, RakedPot):
            return {}
        rake = Fraction(self.pot.pot.terms.rake)
        return {more: (-rake / players, rake / (players - more) - rake / players) for more in range(1, players)}

    def assumptions(self) -> list[str]:
        """What is assumed of those who play for the pot, in sentences."""
        habits, raked = self.setup.pot or JOINING[STEADY], isinstance(self.pot.pot, RakedPot)
        said = []
        if habits == JOINING[STEADY]:
            said.append("Everybody is in every pot from its first round to its last, and nobody leaves the table.")
        else:
            said.append(
                f"Before each round a player who is not in comes in with a chance of {habits.join:g}"
                f"{', paying for the rounds missed' if raked else ', but only into a pot that has not begun'}; one "
                f"who is in sits the round out with a chance of {habits.skip:g}; and a player leaves the table, and "
                f"another sits down who is not in, with a chance of {habits.leave:g}."
            )
            said.append(
                "When a pot has been won or divided everybody is out of it: each comes into the next one by the same "
                "chance as whoever is not in."
            )
        if not self.pot.cannot_win.any():
            said.append("A player who folds the main hand stays in for the pot.")
        elif self._folds_matter:
            said.append("A player who folds the main hand gives up the pot of that round.")
        else:
            said.append(
                "A player who folds the main hand gives up the pot of that round, but no hand is folded so that could "
                "have won it."
            )
        said.append("The main hand is played as if there were no pot: its value does not change what is folded.")
        said.append("Everybody makes the same bets in every round, whatever has been won or lost.")
        return said

    def late_exactly(self) -> Fraction | None:
        """The exact cents that coming in late is worth, whatever was missed, but for odd chips of a tie.

        After m missed rounds and n more, k others and the newcomer have each paid for m + n rounds of u cents. All
        play alike, so each has the same chance of the pot of (k + 1) (m + n) u less the rake: what the newcomer can
        expect of it is what was paid, less an equal part of the rake.
        """
        if not isinstance(self.pot.pot, RakedPot) or self.setup.players == 1:
            return None
        return -Fraction(self.pot.pot.terms.rake, self.setup.players)

    def rake_exactly(self) -> Fraction | None:
        """The exact cents of rake in a round, house's and dealer's, where the odds of a round are known."""
        odds = self.odds()
        if odds is None or not isinstance(odds.won, Fraction) or not isinstance(self.pot.pot, RakedPot):
            return None
        terms = self.pot.pot.terms
        return terms.rake * odds.won if terms.rake <= terms.unit * self.setup.players else None

    def _ratio(self, upper: int, lower: int) -> Estimate:
        return ratio(self.evenings[:, upper], self.evenings[:, lower])


@dataclass
class PotLines:
    """Evenings as they were counted: a line each, and how long and how large their pots were in all."""

    rounds: int
    lines: KeptLines
    lengths: Ints
    """One row: how many pots had so many rounds."""
    sizes: Ints
    """One row: how many were so many units large."""

    def add(self, other: PotLines) -> None:
        """Take in other evenings."""
        self.rounds += other.rounds
        self.lines.add(other.lines)
        self.lengths += other.lengths
        self.sizes += other.sizes


@dataclass(frozen=True)
class PotJob:
    """A table that is dealt and played for its pot, evening after evening."""

    simulation: Simulation
    pot: PotTable
    seed: str
    shift: ClassVar[int] = SHIFT

    @classmethod
    def of(cls, setup: Setup, seed: str) -> PotJob:
        """The job to play for the pot of this table."""
        check_pot(setup)
        simulation = simulation_of(setup)
        return cls(simulation, PotTable(simulation), seed)

    @property
    def weight(self) -> int:
        """Every seat is dealt to."""
        return self.simulation.setup.players

    def nothing(self) -> PotLines:
        """No evenings."""
        return PotLines(0, KeptLines(), np.zeros((1, LONGEST + 1), np.int64), np.zeros((1, LARGEST + 1), np.int64))

    def deal(self, stretch: Stretch, stop: Stop = never) -> PotLines:
        """Deal a stretch, play for its pots and count them."""
        counted, shifts = self.nothing(), list(cut(stretch, SHIFT))
        evenings, entries, late = (np.zeros((len(shifts), *shape), np.int64) for shape in EVENING)
        key, dealt, sheet = key_of(self.seed), self.simulation.sheet(), self.pot.sheet(SHIFT)
        for evening, (first, rounds) in enumerate(shifts):
            self.simulation.deal(key, first, rounds, dealt)
            self.pot.play(key, first, rounds, dealt, sheet)
            sums, of_entries = evenings[evening], entries[evening]
            count_evening(rounds, sheet, self.pot.unit, sums, counted.lengths, counted.sizes, of_entries)
            join_late(self.pot, dealt, rounds, late[evening])
        counted.rounds = stretch.rounds
        counted.lines.pieces[stretch.first] = evenings, entries, late
        return counted

    def results(self, counted: PotLines) -> PotStudy:
        """What has been counted, evening by evening."""
        check_rounds(counted.rounds)
        evenings, entries, late = counted.lines.in_order()
        setup = self.simulation.setup
        can_join = isinstance(self.pot.pot, RakedPot) and setup.players > 1
        lengths, sizes = counted.lengths[0], counted.sizes[0]
        return PotStudy(setup, self.pot, evenings, lengths, sizes, entries, late if can_join else None)


def check_rounds(rounds: int) -> None:
    """Refuse so few rounds that nothing can be told of their pots."""
    if rounds < FEWEST_EVENINGS * SHIFT:
        raise Refused(
            f"{rounds:,} rounds are too few to tell how far pots are off; "
            f"play {FEWEST_EVENINGS * SHIFT:,} or more, evenings of {SHIFT:,}"
        )


@kernel
def count_evening(
    rounds: int, sheet: PotSheet, unit: int, sums: Ints, lengths: Ints, sizes: Ints, entries: Ints
) -> None:
    """Count an evening; whoever comes into a pot is followed until it ends, or another has the seat."""
    wagers, shares, people, pot, _, notes = sheet
    players = wagers.shape[1]
    missed, paid = notes[0], notes[1]
    missed[:] = -1
    paid[:] = 0
    games, start = 0, 0
    for at in range(rounds):
        counted = (at if games == 0 else start) < rounds - MARGIN
        gathered = 0
        for seat in range(players):
            if missed[seat] >= 0 and people[at, seat] != people[at - 1, seat]:
                _enter(entries, missed[seat], -paid[seat], counted)
                missed[seat] = -1
                paid[seat] = 0
            if wagers[at, seat]:
                if missed[seat] < 0:
                    missed[seat] = min(wagers[at, seat] // unit - 1, MOST_MISSED)
                paid[seat] += wagers[at, seat]
                gathered += wagers[at, seat]
        if gathered:
            start = at if games == 0 else start
            games += 1
            sums[GAMES] += 1
        ended = pot[at, ENDED]
        sums[ROUNDS] += 1
        sums[HOUSE] += pot[at, TO_HOUSE] - pot[at, FROM_HOUSE]
        sums[DEALER] += pot[at, TO_DEALER]
        sums[WON_ROUNDS] += ended == WON
        if ended <= ROLLED_OVER:
            continue
        for seat in range(players):
            if missed[seat] >= 0:
                _enter(entries, missed[seat], shares[at, seat] - paid[seat], counted)
            missed[seat] = -1
            paid[seat] = 0
        if counted:
            sums[POTS] += 1
            sums[LENGTH] += games
            sums[CENTS] += pot[at, SIZE]
            sums[OF_WON] += ended == WON
            sums[OF_DIVIDED] += ended == DIVIDED
            if ended == DIVIDED:
                sums[HOUSE_DIVIDED] += pot[at, TO_HOUSE]
                for seat in range(players):
                    sums[PLAYERS_DIVIDED] += shares[at, seat]
            add_at(lengths, 0, min(games, LONGEST), 1)
            add_at(sizes, 0, min(pot[at, SIZE] // unit, LARGEST), 1)
        games = 0


@kernel
def _enter(entries: Ints, missed: int, cents: int, counted: bool) -> None:
    entries[missed, 0] += counted
    entries[missed, 1] += cents * counted
