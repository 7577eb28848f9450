"""The kernels' chance for the table's engine: the same cards and dice, drawn by other code.

Words come from NumPy's Philox, and cards are taken from them one at a time, in Python: what a kernel deals and what the
engine deals agree only if both are right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from croupier.cards import Card
from croupier.dice import ROLLS, Roll
from croupier.simulate.kernel.stream import CALL, CARDS_OF_A_WORD, DECK, DICE, LANES, SHOE, SHOE_CARDS_OF_A_WORD, Key
from croupier.table.chance import Chance, Shuffling


def block(key: Key, first: int, second: int, purpose: int) -> list[int]:
    """The four words of one counter; NumPy's generator gives the block after the counter that it is given."""
    counter = first | second << 64 | purpose << 128
    generator = np.random.Philox(counter=(counter - 1) % (1 << 256), key=int(key[0]) | int(key[1]) << 64)
    words: list[int] = generator.random_raw(LANES).tolist()
    return words


def round_words(key: Key, number: int, purpose: int) -> Iterator[int]:
    """The words of a round."""
    place = 0
    while True:
        yield block(key, number // LANES, place, purpose)[number % LANES]
        place += 1


def shoe_words(key: Key, shift: int, shoe: int) -> Iterator[int]:
    """The words of a shift's shoe."""
    number = 0
    while True:
        yield from block(key, shift, shoe << 32 | number, SHOE)
        number += 1


class Fractions:
    """Whole numbers from words, several from each."""

    def __init__(self, words: Iterator[int], of_a_word: int) -> None:
        self.words = words
        self.of_a_word = of_a_word
        self.taken = 0
        self.fraction = 0

    def below(self, limit: int) -> int:
        """A number below the limit."""
        if self.taken % self.of_a_word == 0:
            self.fraction = next(self.words)
        self.taken += 1
        number, self.fraction = divmod(self.fraction * limit, 1 << 64)
        return number

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        """The pack in order, the next card last."""
        order = list(pack)
        for place in range(len(order)):
            other = place + self.below(len(order) - place)
            order[place], order[other] = order[other], order[place]
        return order[::-1]


class RoundChance(Chance):
    """The deck and the dice of one round."""

    def __init__(self, key: Key, number: int) -> None:
        self.key = key
        self.number = number
        self.cards = Fractions(round_words(key, number, DECK), CARDS_OF_A_WORD)

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        return Fractions(round_words(self.key, self.number, DECK), CARDS_OF_A_WORD).shuffle(pack)

    def pick(self, pack: Sequence[Card]) -> Card:
        return pack[self.cards.below(len(pack))]

    def roll(self) -> Roll:
        return ROLLS[Fractions(round_words(self.key, self.number, DICE), 1).below(len(ROLLS))]

    def call(self, legal: Sequence[str], caller: int) -> str:
        """What the player says who is the so-manieth to be asked for the game."""
        words = round_words(self.key, self.number, CALL)
        for _ in range(caller):
            next(words)
        return legal[next(words) * len(legal) >> 64]


class ShoeChance(Shuffling):
    """The shoes of one shift."""

    def __init__(self, key: Key, shift: int) -> None:
        self.key = key
        self.shift = shift
        self.shoes = 0

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        order = Fractions(shoe_words(self.key, self.shift, self.shoes), SHOE_CARDS_OF_A_WORD).shuffle(pack)
        self.shoes += 1
        return order
