"""A bet from a shoe as a function of what is left in it: exact for every composition, at the play of a new shoe.

A round takes some cards of each kind, in some order, and nets something. With `left[k]` cards of kind k of N in all,
each order of the cards `m` of one round has the probability prod(left[k] (left[k] - 1) ... m[k] factors) / (N (N - 1)
... |m| factors). So one number for each set `m` is enough: what its orders, each with its rolls, net together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, perm, prod

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.cards import Card
from croupier.exact.store import kernel

Drawn = tuple[int, ...]
"""How many cards of each kind a round takes."""


@dataclass(frozen=True)
class ShoeBet:
    """A bet of a game that is dealt from a shoe."""

    name: str
    unit: str
    kinds: tuple[tuple[Card, ...], ...]
    """The faces that come to the same, by kind."""
    fresh: tuple[int, ...]
    """How many cards of each kind a new shoe has."""
    worth: Mapping[Drawn, Fraction]
    """What all orders of these cards net together, in units, each by the probability of its rolls."""
    chosen: bool
    """Whether the player has choices, which are then those that are best with a new shoe."""

    def value(self, left: Sequence[int]) -> Fraction:
        """What one unit nets before a round, with so many cards of each kind left."""
        cards = sum(left)
        return sum(
            (
                net * prod(perm(there, some) for there, some in zip(left, drawn, strict=True)) / perm(cards, sum(drawn))
                for drawn, net in self.worth.items()
            ),
            Fraction(0),
        )

    @cached_property
    def expected_value(self) -> Fraction:
        """What one unit nets with a new shoe."""
        return self.value(self.fresh)

    @cached_property
    def effects(self) -> tuple[Fraction, ...]:
        """By how much the value moves when one card of each kind is gone."""
        return tuple(
            self.value([there - (other == kind) for other, there in enumerate(self.fresh)]) - self.expected_value
            for kind in range(len(self.fresh))
        )

    @property
    def kinds_words(self) -> list[str]:
        """The ranks of each kind of card, as in `T J Q K`."""
        return [" ".join(dict.fromkeys(card.name[0] for card in sorted(cards))) for cards in self.kinds]

    @property
    def cards(self) -> int:
        """How many cards a new shoe has."""
        return sum(self.fresh)

    @property
    def most_drawn(self) -> int:
        """The most cards that a round takes, for one seat."""
        return max(map(sum, self.worth))

    @cached_property
    def by_card(self) -> tuple[tuple[int, ...], int] | None:
        """What one card of each kind nets in whole parts of a unit, and how many parts that is; only if one decides."""
        if self.most_drawn != 1:
            return None
        nets = [self.worth.get(tuple(map(int, row)), Fraction(0)) for row in np.eye(len(self.fresh), dtype=int)]
        parts = lcm(*(net.denominator for net in nets))
        return tuple(int(net * parts) for net in nets), parts

    def values(self, left: Ints) -> Floats:
        """The same for many compositions, a row each, in double precision."""
        drawn = np.array(list(self.worth), np.int64)
        out = np.empty(len(left))
        _values(np.ascontiguousarray(left, np.int64), drawn, np.array([float(net) for net in self.worth.values()]), out)
        return out


@kernel
def _values(left: Ints, drawn: Ints, nets: Floats, out: Floats) -> None:
    for row in range(len(left)):
        cards, total = left[row].sum(), 0.0
        for case in range(len(drawn)):
            likely, taken = nets[case], 0
            for kind in range(left.shape[1]):
                for some in range(drawn[case, kind]):
                    likely *= (left[row, kind] - some) / (cards - taken)
                    taken += 1
            total += likely
        out[row] = total
