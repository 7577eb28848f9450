"""The sets of cards a player may have seen: up to the names of suits with a whole deck, each by itself with less."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, perm
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK, Card, refuse_duplicates
from croupier.errors import Refused
from croupier.exact.hand_counts.evaluate import BIT
from croupier.exact.hand_counts.suits import class_number, class_of, classes
from croupier.exact.store import inner_kernel, kernel

CHOOSE: Final = np.array([[comb(n, k) for k in range(8)] for n in range(53)])


@dataclass(frozen=True)
class Pack:
    """A deck to see cards of. What is said of a set of cards holds for all the sets that it stands for."""

    deck: tuple[Card, ...] = DECK

    def __post_init__(self) -> None:
        refuse_duplicates(self.deck)
        object.__setattr__(self, "deck", tuple(sorted(self.deck)))

    @property
    def whole(self) -> bool:
        """Whether no card is missing, so that suits are alike."""
        return self.deck == DECK

    def orders(self, seen: int, more: int) -> int:
        """In how many ways `more` cards can come, one after the other, when so many have been seen."""
        return perm(len(self.deck) - seen, more)

    def bits(self, cards: int) -> Ints:
        """The sets of so many cards, as sums of `BIT`."""
        return classes(cards).bits if self.whole else _sets(self.deck, cards)

    def ways(self, cards: int) -> Ints:
        """How many sets each of them stands for."""
        return classes(cards).ways if self.whole else np.ones(comb(len(self.deck), cards), np.uint8)

    def number(self, cards: Sequence[Card]) -> int:
        """The place of a set of cards in that list."""
        refuse_duplicates(cards)
        if self.whole:
            return class_of(cards)
        missing = [card for card in cards if card not in self.deck]
        if missing:
            raise Refused(f"the {missing[0].long_name} ({missing[0]}) is not in this deck of {len(self.deck)} cards")
        places = sorted(self.deck.index(card) for card in cards)
        return sum(comb(place, count) for count, place in enumerate(places, 1))

    def with_next(self, cards: int, chosen: Ints | None = None) -> Ints:
        """For each set of so many cards, or for those chosen, the places of the sets with one card more."""
        bits = self.bits(cards) if chosen is None else self.bits(cards)[chosen]
        out = np.empty((len(bits), len(self.deck) - cards), np.int32)
        deck = np.array([int(card) for card in self.deck])
        if self.whole:
            _next_classes(bits, out)
        else:
            _next_sets(deck, bits, out)
        return out


@cache
def _sets(deck: tuple[Card, ...], cards: int) -> Ints:
    """Sets in the order of their numbers: places a < b < ... in the deck are number C(a, 1) + C(b, 2) + ..."""
    sets = [0] if cards == 0 else []
    if cards:
        for place in range(cards - 1, len(deck)):
            sets.extend(_sets(deck[:place], cards - 1) + BIT[deck[place]])
    return np.array(sets, np.int64)


def some_hands(deck: Sequence[Card], cards: int, most: int) -> Ints:
    """Every hand of so many cards that the deck has; of more than `most`, so many, dealt at random but always alike."""
    indices = np.array([int(card) for card in deck])
    if comb(len(deck), cards) <= most:
        return np.array(list(combinations(indices, cards)))
    random = np.random.default_rng(indices)
    return np.sort(random.permuted(np.tile(indices, (most, 1)), axis=1)[:, :cards], axis=1)


@kernel
def _next_classes(bits: Ints, out: Ints) -> None:
    for i in range(len(bits)):
        j = 0
        for card in range(52):
            if not bits[i] & BIT[card]:
                out[i, j] = class_number(bits[i] | BIT[card])
                j += 1


@kernel
def _next_sets(deck: Ints, bits: Ints, out: Ints) -> None:
    for i in range(len(bits)):
        j = 0
        for card in deck:
            if not bits[i] & BIT[card]:
                held = number = 0
                for place in range(len(deck)):
                    if (bits[i] | BIT[card]) & BIT[deck[place]]:
                        held += 1
                        number += CHOOSE[place, held]
                out[i, j] = number
                j += 1


@inner_kernel
def with_one_more(places: Ints, size: int, more: int) -> int:
    """The number of a set of so many places with one place more, or none if it is there already."""
    number, at = 0, 0
    for j in range(size):
        if places[j] == more:
            return -1
        if places[j] > more and at == j:
            number += CHOOSE[more, j + 1]
            at += 1
        number += CHOOSE[places[j], at + 1]
        at += 1
    return int(number + CHOOSE[more, size + 1]) if at == size else int(number)


@inner_kernel
def find_set(number: int, size: int, deck: Ints, cards: Ints) -> None:
    """The cards of a deck that make the set of that number, in their order."""
    top = len(deck)
    for j in range(size, 0, -1):
        top -= 1
        while CHOOSE[top, j] > number:
            top -= 1
        number -= CHOOSE[top, j]
        cards[j - 1] = deck[top]
