"""What is counted of a pot over simulated rounds: how long it runs, how large it grows, and where its cents go."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from croupier.arrays import Ints
from croupier.exact.store import kernel
from croupier.json_figures import as_float
from croupier.simulate.kernel.outcomes import add_at
from croupier.simulate.pot_runs.pot_kernel import (
    BALANCE,
    COLLECTED,
    DIVIDED,
    ENDED,
    FROM_HOUSE,
    NUMBER,
    ROLLED_OVER,
    SIZE,
    TO_DEALER,
    TO_HOUSE,
    WON,
    PotSheet,
)

LONGEST: Final = 1023
"""Pots that run longer are counted as this long."""
LARGEST: Final = 4095
"""Pots of more units are counted as this large."""
ENDINGS: Final = {WON: "won", DIVIDED: "divided", COLLECTED: "collected"}

PAID_IN, PAID_OUT, HOUSE_OUT, HOUSE_IN, DEALER, ENTRIES, LEFT = range(7)


@dataclass
class PotTally:
    """A pot, counted."""

    rounds: int
    lengths: Ints
    """By what became of it, how many pots had so many rounds."""
    sizes: Ints
    """By what became of it, how many pots were so many units large, fractions left out."""
    sums: Ints
    """Cents paid in and out by players, to and from the house, to the dealer; entries; cents left at closing time."""

    @classmethod
    def nothing(cls) -> PotTally:
        """A tally of no rounds."""
        endings = COLLECTED + 1
        return cls(
            0,
            np.zeros((endings, LONGEST + 1), np.int64),
            np.zeros((endings, LARGEST + 1), np.int64),
            np.zeros(LEFT + 1, np.int64),
        )

    def add(self, other: PotTally) -> None:
        """Count what another tally has counted."""
        self.rounds += other.rounds
        self.lengths += other.lengths
        self.sizes += other.sizes
        self.sums += other.sums

    def count(self, sheet: PotSheet, rounds: int, unit: int) -> None:
        """Count the rounds of a shift."""
        self.rounds += rounds
        counted = self.lengths, self.sizes, self.sums
        count_pot(sheet.wagers[:rounds], sheet.shares[:rounds], sheet.pot[:rounds], unit, *counted)

    def to_json(self, unit: int) -> dict[str, Any]:
        """The pot for programs."""
        cents = dict(
            zip(
                ("paid_in", "paid_out", "to_house", "from_house", "to_dealer", "entries", "left_at_closing"),
                self.sums.tolist(),
                strict=True,
            )
        )
        return {
            "rounds": self.rounds,
            "unit_cents": unit,
            "entries": cents.pop("entries"),
            "cents": cents,
            **as_float("house_cents_per_round", Fraction(cents["to_house"] - cents["from_house"], self.rounds)),
            "ended": {
                words: {
                    "pots": int(self.lengths[ended].sum()),
                    "rounds": _told(self.lengths[ended]),
                    "units": _told(self.sizes[ended]),
                }
                for ended, words in ENDINGS.items()
            },
        }


def average(counts: Ints) -> Fraction:
    """The average of numbers that came so often each."""
    return Fraction(int((np.arange(len(counts)) * counts).sum()), int(counts.sum()))


def _told(counts: Ints) -> dict[str, Any]:
    if not counts.any():
        return as_float("average", None) | {"counts": {}}
    found = np.flatnonzero(counts).tolist()
    return as_float("average", average(counts)) | {"counts": {str(number): int(counts[number]) for number in found}}


@kernel
def count_pot(wagers: Ints, shares: Ints, pot: Ints, unit: int, lengths: Ints, sizes: Ints, sums: Ints) -> None:
    """Count the rounds of a shift."""
    for at in range(len(pot)):
        for seat in range(wagers.shape[1]):
            sums[PAID_IN] += wagers[at, seat]
            sums[PAID_OUT] += shares[at, seat]
            sums[ENTRIES] += wagers[at, seat] > 0
        sums[HOUSE_OUT] += pot[at, TO_HOUSE]
        sums[HOUSE_IN] += pot[at, FROM_HOUSE]
        sums[DEALER] += pot[at, TO_DEALER]
        ended = pot[at, ENDED]
        if ended > ROLLED_OVER:
            add_at(lengths, ended, min(pot[at, NUMBER], LONGEST), 1)
            add_at(sizes, ended, min(pot[at, SIZE] // unit, LARGEST), 1)
    if len(pot):
        sums[LEFT] += pot[-1, BALANCE]
