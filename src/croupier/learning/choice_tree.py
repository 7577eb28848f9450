"""The decisions of a round as a tree, the same with any cards: what is asked, what has been seen, where it leads."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from croupier.arrays import Ints
from croupier.exact.reading.chosen_rounds import DecisionAsked, Way, with_upcards
from croupier.exact.reading.endings import Endings
from croupier.exact.reading.seating import Seating, seating
from croupier.learning.env_rounds import NO_CARD, EnvTerms


@dataclass(frozen=True)
class ChoiceNode:
    """A decision that some answers lead to."""

    answers: tuple[int, ...]
    asked: DecisionAsked


class ChoiceTree:
    """Every decision of a game whose questions do not depend on the cards, and every way that ends a round."""

    def __init__(self, terms: EnvTerms) -> None:
        units = {spot: Fraction(cents, terms.unit) for spot, cents in terms.bets.items()}
        self.terms = terms
        self.ways: list[Way] = with_upcards(Endings(terms.game, units, terms.variant).ways)
        nodes = {way.answers[:at]: asked for way in self.ways for at, asked in enumerate(way.asked)}
        self.nodes = [
            ChoiceNode(answers, nodes[answers]) for answers in sorted(nodes, key=lambda each: (len(each), each))
        ]
        longest = max(self.ways, key=lambda way: (len(way.asked), not way.folded, len(way.final)))
        self.seating: Seating = seating(terms.game, dict.fromkeys(terms.bets, 1), 1, longest.answers, terms.variant)

    @cached_property
    def after(self) -> Ints:
        """By node and action, the next node, or -1 less the number of a way; what is not legal is the first answer."""
        numbers = {node.answers: number for number, node in enumerate(self.nodes)}
        numbers |= {way.answers: -1 - number for number, way in enumerate(self.ways)}
        widest = self.terms.shape[0]
        after = np.zeros((len(self.nodes), widest), np.int64)
        for number, node in enumerate(self.nodes):
            for action in range(widest):
                answer = action if action < len(node.asked.options) else 0
                after[number, action] = numbers[*node.answers, answer]
        return after

    @cached_property
    def places(self) -> Ints:
        """Where in the deck the cards lie that a seat sees, in the order in which it comes to see them."""
        return np.array([*self.seating.seats[0][: self._own_and_shared], *self.seating.up], np.int64)

    @property
    def _own_and_shared(self) -> int:
        return max(len(node.asked.seen) for node in self.nodes)

    @cached_property
    def seen(self) -> Ints:
        """By node and place, whether the card there has been seen."""
        seen = np.zeros((len(self.nodes), len(self.places)), np.bool_)
        for number, node in enumerate(self.nodes):
            seen[number, : len(node.asked.seen)] = True
            seen[number, self._own_and_shared : self._own_and_shared + len(node.asked.upcards)] = True
        return seen

    @cached_property
    def staked(self) -> Ints:
        """By node and spot, what has been bet, in hundredths of a unit."""
        spots = self.terms.spots
        return np.array(
            [[int(100 * node.asked.staked.get(spot, 0)) for spot in spots] for node in self.nodes], np.int32
        )

    def observations(self, cards: Ints, node: int) -> Ints:
        """What is seen at a node in many rounds, given the cards at `places`."""
        slots = self.terms.shape[1]
        out = np.full((len(cards), self.terms.length), NO_CARD, np.int32)
        out[:, 0] = len(self.nodes[node].answers)
        seen = self.seen[node]
        out[:, 1 : 1 + int(seen.sum())] = cards[:, seen]
        out[:, 1 + slots :] = self.staked[node]
        return out
