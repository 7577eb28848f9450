"""What a dealer deals from: a shuffler that gives packets of one deck, and a shoe with a cut card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.errors import Refused
from croupier.table.chance import Chance, Shuffling
from croupier.table.events import Shuffled

if TYPE_CHECKING:
    from croupier.table.table import Table


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
