"""A shoe from its seed: the order it was shuffled into, and what a round dealt from it takes next."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from croupier.cards import Card
from croupier.errors import Refused
from croupier.games import game_named
from croupier.table.chance import Seeded, Shuffling
from croupier.table.record import TableState, restore
from croupier.table.round import Round

MOST_SHUFFLES = 10
"""More shuffles than this of one shoe in one round are no part of any game."""


class NewShoe(Shuffling):
    """Takes down the cards that a game puts into its shoe, in the order of new packs."""

    def __init__(self) -> None:
        self.pack: list[Card] = []

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        self.pack = list(pack)
        return list(pack)


class ShoeAsTold(Shuffling):
    """A shoe that may run out in a round: the next is shuffled by its seed if that is told, else as it is written."""

    def __init__(self, seeded: Seeded | None, stock: list[Card], written: Sequence[str]) -> None:
        self.seeded = seeded
        self.stock = stock
        self.start = len(stock)
        self.written = written
        self.before: int | None = None
        """Cards that had come out in the round when it was shuffled; None if it was not."""

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        if self.before is None:
            self.before = self.start - len(self.stock)
        if self.seeded is not None:
            return self.seeded.shuffle(pack)
        return [Card.parse(name) for name in reversed(self.written[self.before :])]


def shoe_order(state: TableState, seed: bytes, without: Sequence[str], shuffled_before: int) -> list[Card]:
    """Return a table's shoe as a seed shuffles it, the first card to come out last.

    `without` are the cards that lay on the table meanwhile; `shuffled_before` is how often the same stream had
    shuffled the whole shoe.
    """
    if not 0 <= shuffled_before <= MOST_SHUFFLES:
        raise Refused(f"a shoe is not shuffled {shuffled_before} times before it is dealt from")
    pack = _new_shoe(state)
    stream = Seeded(seed)
    for _ in range(shuffled_before):
        stream.shuffle(pack)
    for name in without:
        card = Card.parse(name)
        if card not in pack:
            raise Refused(f"there are not as many {card} in the shoe as are said to have lain on the table")
        pack.remove(card)
    return stream.shuffle(pack)


def _new_shoe(state: TableState) -> list[Card]:
    """What the game shuffles into an empty shoe: a round begun on one shuffles it before it asks for bets."""
    shoe = NewShoe()
    empty = msgspec.structs.replace(state, shoe_left=0, shoe_dealt=0)
    Round(restore(empty, game_named), Seeded(b""), shoe)
    if not shoe.pack:
        raise Refused(f"{state.game} is not dealt from a shoe")
    return shoe.pack
