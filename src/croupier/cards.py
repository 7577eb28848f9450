"""A pack of cards: what a card is, how it is written, and the order of a new deck."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from croupier.errors import Refused

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SUIT_SIGNS: Final = "♣♦♥♠"
OUTLINED_SIGNS: Final = "♧♢♡♤"
RANK_NAMES: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")

BACK: Final = "??"
"""How a card is written to somebody who may not see it."""


class Card:
    """One of the 52 cards; there is one object for each, so cards compare by identity.

    >>> Card.parse("10d"), Card.parse("A♠"), Card.parse("as").rank
    (Td, As, 14)
    >>> Card.parse("Kd") < Card.parse("As")
    True
    """

    __slots__ = ("index", "name", "rank", "suit")

    index: int
    """0 for the two of clubs to 51 for the ace of spades: four times the rank's place plus the suit's."""
    rank: int
    """2 to 14, the ace being 14."""
    suit: int
    """0 to 3: clubs, diamonds, hearts, spades."""
    name: str

    def __new__(cls, index: int) -> Card:
        return DECK[index]

    @classmethod
    def _print(cls, index: int) -> Card:
        card = object.__new__(cls)
        card.index = index
        card.rank = index // 4 + 2
        card.suit = index % 4
        card.name = RANKS[index // 4] + SUITS[index % 4]
        return card

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written as `As`, `10d`, `Td`, `A♠` or `A♤`."""
        card = _BY_NAME.get(plain_signs(text).strip().lower())
        if card is None:
            raise Refused(
                f"{text!r} is not a card; write a rank (2-10, T, J, Q, K, A) and a suit (c, d, h, s), as in As"
            )
        return card

    @property
    def sign(self) -> str:
        """The card with its suit drawn: `A♠`, `10♦`."""
        rank = "10" if self.rank == 10 else self.name[0]
        return rank + SUIT_SIGNS[self.suit]

    @property
    def long_name(self) -> str:
        """The card in words: `ace of spades`."""
        return f"{RANK_NAMES[self.rank - 2]} of {SUIT_NAMES[self.suit]}"

    def __index__(self) -> int:
        return self.index

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (self.index,)


DECK: Final[tuple[Card, ...]] = tuple(Card._print(index) for index in range(52))
"""A new deck, twos first."""

_BY_NAME: Final = {
    spelling.lower(): card
    for card in DECK
    for rank in ({card.name[0], "10"} if card.rank == 10 else {card.name[0]})
    for spelling in (rank + card.name[1], rank + SUIT_SIGNS[card.suit])
}


_PLAIN: Final = str.maketrans(OUTLINED_SIGNS, SUIT_SIGNS, "\ufe0e\ufe0f")


def plain_signs(text: str) -> str:
    """Text with its suits drawn in one way: filled, and without the marks that ask for a coloured picture.

    >>> plain_signs("A♤ K♦\ufe0f")
    'A♠ K♦'
    """
    return text.translate(_PLAIN)


def is_card(word: str) -> bool:
    """Whether a word is the name of a card.

    >>> is_card("As"), is_card("??"), is_card("keep")
    (True, False, False)
    """
    return len(word) == 2 and word[0] in RANKS and word[1] in SUITS


def parse_cards(text: str) -> tuple[Card, ...]:
    """Several cards, with or without spaces or commas; a card given twice is refused.

    >>> parse_cards("As Kd 7c"), parse_cards("askd10h"), parse_cards("A♠,K♦")
    ((As, Kd, 7c), (As, Kd, Th), (As, Kd))
    """
    if not isinstance(text, str):
        raise Refused(f"cards are given as {text!r}; write words, as in 'As Kd 7c'")
    pieces = re.findall(r"(?:10|[^\s,])[^\s,]?", plain_signs(text))
    cards = tuple(Card.parse(piece) for piece in pieces)
    refuse_duplicates(cards)
    return cards


def refuse_duplicates(cards: Iterable[Card]) -> None:
    """Refuse a card that is there twice, naming it."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise Refused(f"the {card.long_name} ({card}) is given twice; a deck has it once")
        seen.add(card)


def rank_plural(rank: int) -> str:
    """The rank in the plural: `sixes`, `kings`."""
    name = RANK_NAMES[rank - 2]
    return name + ("es" if name.endswith("x") else "s")
