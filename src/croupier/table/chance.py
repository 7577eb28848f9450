"""Chance and what is dealt by it: a seeded stream or cards in a known order, a shuffler, a shoe with a cut card."""

from __future__ import annotations

import hmac
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from struct import unpack
from typing import TYPE_CHECKING, Final

from croupier.cards import Card
from croupier.dice import Roll
from croupier.errors import Refused
from croupier.table.events import Shuffled

if TYPE_CHECKING:
    from croupier.table.table import Table


ALGORITHM: Final = "croupier-1"
"""The name of the stream below; it changes whenever the same seed would deal other cards."""

WORDS: Final = 1 << 32


class Shuffling(ABC):
    """What decides the order of cards: all that a shoe asks."""

    @abstractmethod
    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        """The pack in the order it will be dealt, the next card last."""

    def take(self, stock: list[Card], count: int) -> list[Card]:
        """The next cards of a shuffled stock, taken out of it; their order among themselves does not matter."""
        if count > len(stock):
            raise Refused(f"{count} cards are needed and {len(stock)} are left")
        taken = stock[: -count - 1 : -1] if count else []
        del stock[len(stock) - count :]
        return taken

    def burn(self, stock: list[Card], count: int) -> None:
        """Put the next cards of a stock away; nobody ever sees them."""
        self.take(stock, count)


class Chance(Shuffling):
    """What decides the cards and the dice of a round."""

    @abstractmethod
    def pick(self, pack: Sequence[Card]) -> Card:
        """Any card of the pack, which stays whole: a shoe without end."""

    @abstractmethod
    def roll(self) -> Roll:
        """What the two dice show."""


class Seeded(Chance):
    """An HMAC-SHA256 stream under a seed, cut into 32-bit words; a word that would favour some results is thrown away.

    >>> from croupier.cards import DECK
    >>> Seeded(b"a seed").shuffle(DECK)[-5:] == Seeded(b"a seed").shuffle(DECK)[-5:]
    True
    """

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self._block = 0
        self._words: list[int] = []

    def below(self, limit: int) -> int:
        """A whole number from 0 up to, not including, the limit, each as likely as any other."""
        fair = WORDS - WORDS % limit
        while True:
            if not self._words:
                block = hmac.digest(self.seed, b"%s/%d" % (ALGORITHM.encode(), self._block), "sha256")
                self._words = list(unpack(">8I", block))
                self._block += 1
            word = self._words.pop()
            if word < fair:
                return word % limit

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        order = list(pack)
        below = self.below
        for place in range(len(order) - 1, 0, -1):
            other = below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order

    def pick(self, pack: Sequence[Card]) -> Card:
        return pack[self.below(len(pack))]

    def roll(self) -> Roll:
        return Roll(self.below(6) + 1, self.below(6) + 1)


class Stacked(Chance):
    """Cards and dice in the order given: for examples, tests and training.

    >>> from croupier.cards import DECK, parse_cards
    >>> stock = Stacked(parse_cards("As Kd")).shuffle(DECK)
    >>> Stacked(()).take(stock, 2)
    [As, Kd]
    """

    def __init__(self, cards: Iterable[Card], rolls: Iterable[Roll] = ()) -> None:
        self.cards = list(cards)
        self.rolls = list(rolls)

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        rest = list(pack)
        for card in self.cards:
            if card not in rest:
                raise Refused(f"the pack has no {card} left to stack")
            rest.remove(card)
        return rest + self.cards[::-1]

    def pick(self, pack: Sequence[Card]) -> Card:
        if not self.cards:
            raise Refused("the stacked cards have run out")
        return self.cards.pop(0)

    def roll(self) -> Roll:
        if not self.rolls:
            raise Refused("the stacked rolls have run out")
        return self.rolls.pop(0)


def seed_from(words: str) -> bytes:
    """The seed that a person's words stand for."""
    return sha256(words.encode()).digest()


def derive(seed: bytes, purpose: str) -> bytes:
    """A seed for one purpose, from which the first cannot be found."""
    return hmac.digest(seed, purpose.encode(), "sha256")


def mixed(seed: bytes, table: int, round: int, client_seeds: Mapping[int, str]) -> bytes:
    """The seed that a round is dealt from: the house's, and what each seat added to it.

    >>> mixed(bytes(32), 1, 1, {}) == mixed(bytes(32), 1, 1, {2: "rabbit"})
    False
    """
    clients = [[seat, client_seeds[seat]] for seat in sorted(client_seeds)]
    words = json.dumps([ALGORITHM, table, round, clients], separators=(",", ":"), ensure_ascii=True)
    return hmac.digest(seed, words.encode(), "sha256")


class Shuffler:
    """One deck, shuffled for this round alone."""

    def __init__(self, table: Table, chance: Chance) -> None:
        self.table = table
        self.chance = chance
        self.stock = chance.shuffle(table.pack)
        table.emit(Shuffled(len(table.pack)))

    def packet(self, *sizes: int) -> tuple[list[Card], ...]:
        """The next packet, already divided into what goes to different places."""
        take, stock = self.chance.take, self.stock
        return tuple([take(stock, size) for size in sizes])

    def deal(self, count: int) -> list[Card]:
        """The next cards, together."""
        return self.chance.take(self.stock, count)

    def burn(self, count: int) -> None:
        """Put the next cards away unseen."""
        self.chance.burn(self.stock, count)


class Shoe:
    """Several decks that last for many rounds, until the cut card comes out."""

    def __init__(self, stock: list[Card], left: int, dealt: int = 0) -> None:
        self.stock = stock
        self.left = left
        """Cards in the shoe; a replay knows only the stock that its round will need."""
        self.dealt = dealt
        """Cards that have come out since it was shuffled."""

    def past_cut_card(self, behind: int) -> bool:
        """Whether no more than the cards behind the cut card are left."""
        return self.left <= behind

    def shuffle(self, pack: Sequence[Card], chance: Shuffling) -> None:
        """Fill the shoe with this pack, shuffled."""
        self.stock = chance.shuffle(pack)
        self.left = len(pack)
        self.dealt = 0

    def deal(self, chance: Shuffling) -> Card:
        """The next card."""
        if not self.stock:
            raise Refused("the shoe's record ends before the round does: it has been cut short or edited")
        (card,) = chance.take(self.stock, 1)
        self.left -= 1
        self.dealt += 1
        return card
