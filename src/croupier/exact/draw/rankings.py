"""How the five-card hands of a draw game are ranked: as poker, with deuces wild, or in a way of one's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.errors import Refused, one_of
from croupier.exact.draw.draw_counts import BINOMIAL, first_hands, rename_suits
from croupier.exact.paid import POKER_ROWS
from croupier.exact.store import kernel

DEUCES_ROWS: Final = (
    "nothing",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "five-of-a-kind",
    "wild-royal",
    "four-deuces",
    "natural-royal",
)

_HIGH_CARD, _PAIR, _JACKS, _TWO_PAIR, _THREE, _STRAIGHT, _FLUSH, _FULL_HOUSE, _FOUR, _STRAIGHT_FLUSH, _ROYAL = range(11)
_BY_PAIRS: Final = np.array([_HIGH_CARD, _PAIR, _TWO_PAIR, _THREE, _FULL_HOUSE, -1, _FOUR], np.int64)

_WILD_THREE, _WILD_STRAIGHT, _WILD_FLUSH, _WILD_FULL_HOUSE, _WILD_FOUR = range(1, 6)
_WILD_STRAIGHT_FLUSH, _WILD_FIVE, _WILD_ROYAL, _FOUR_DEUCES, _NATURAL_ROYAL = range(6, 11)
_BY_DEUCES_AND_PAIRS: Final = np.array(
    [
        [0, 0, 0, _WILD_THREE, _WILD_FULL_HOUSE, -1, _WILD_FOUR],
        [0, _WILD_THREE, _WILD_FULL_HOUSE, _WILD_FOUR, -1, -1, _WILD_FIVE],
        [_WILD_THREE, _WILD_FOUR, -1, _WILD_FIVE, -1, -1, -1],
        [_WILD_FOUR, _WILD_FIVE, -1, -1, -1, -1, -1],
    ],
    np.int64,
)

_JACK: Final = 9
_TEN: Final = 8
_FIVE: Final = 3
_ACE: Final = 12


@dataclass(frozen=True)
class Ranking:
    """The rows that tell final hands apart, lowest first, and the row of every hand of a deck."""

    rows: tuple[str, ...]
    categories: Callable[[Ints], Ints]
    """From a deck, as card indices in ascending order, each hand's place in `rows`, by the number of the hand."""

    @classmethod
    def by_hand(cls, rows: tuple[str, ...], row_of: Callable[[Sequence[Card]], str]) -> Ranking:
        """A ranking of one's own, said of one hand at a time; it may not depend on the names of suits."""

        def category(cards: Sequence[Card]) -> int:
            row = row_of(cards)
            if row not in rows:
                raise one_of("row", row, rows, f"the ranking of {' '.join(map(str, cards))}")
            return rows.index(row)

        def categories(deck: Ints) -> Ints:
            whole = len(deck) == 52
            hands, _ = first_hands(deck, whole)
            named = [[Card(deck[place]) for place in hand] for hand in hands.tolist()]
            listed = np.array([category(cards) for cards in named], np.uint8)
            if not whole:
                return listed
            for cards, found in zip(named, listed, strict=True):
                renamed = sorted(Card(card.index ^ 3) for card in cards)
                if category(renamed) != found:
                    raise Refused(f"{cards} and {renamed} have different rows; the names of suits may not matter")
            every = np.empty(BINOMIAL[52, 5], np.uint8)
            every[rename_suits(hands, listed)[0]] = listed[:, None]
            return every

        return cls(rows, categories)


# Cards come in ascending order, so equal ranks stand together and deuces first; rank 0 is a two and 12 an ace. The
# number of pairs of equal rank among some cards tells their multiplicities apart: among five cards, 0 is all different,
# 1 a pair, 2 two pair, 3 three of a kind, 4 a full house, 6 four of a kind. Different ranks fit into a straight if they
# are within four of each other, or if all but an ace are fives or less.


@kernel
def _poker_row(a: int, b: int, c: int, d: int, e: int) -> int:
    p, q, r, s, t = a >> 2, b >> 2, c >> 2, d >> 2, e >> 2
    neighbours = (p == q) + (q == r) + (r == s) + (s == t)
    if neighbours == 0:
        suited = a & 3 == b & 3 and a & 3 == c & 3 and a & 3 == d & 3 and a & 3 == e & 3
        straight = t - p == 4 or (t == _ACE and s == _FIVE)
        if suited and straight:
            return _ROYAL if p == _TEN else _STRAIGHT_FLUSH
        return _FLUSH if suited else _STRAIGHT if straight else _HIGH_CARD
    if neighbours == 1:
        paired = p if p == q else q if q == r else r if r == s else s
        return _JACKS if paired >= _JACK else _PAIR
    pairs = neighbours + (p == r) + (q == s) + (r == t) + (p == s) + (q == t)
    return int(_BY_PAIRS[pairs])


@kernel
def _deuces_row(a: int, b: int, c: int, d: int, e: int) -> int:
    deuces = (a < 4) + (b < 4) + (c < 4) + (d < 4)
    if deuces == 4:
        return _FOUR_DEUCES
    p, q, r, s, t = a >> 2, b >> 2, c >> 2, d >> 2, e >> 2
    low = p if deuces == 0 else q if deuces == 1 else r if deuces == 2 else s
    pairs = int(s == t)
    if deuces < 3:
        pairs += (r == s) + (r == t)
    if deuces < 2:
        pairs += (q == r) + (q == s) + (q == t)
    if deuces < 1:
        pairs += (p == q) + (p == r) + (p == s) + (p == t)
    row = int(_BY_DEUCES_AND_PAIRS[deuces, pairs])
    if pairs:
        return row
    suit = e & 3
    suited = (a < 4 or a & 3 == suit) and (b < 4 or b & 3 == suit) and (c < 4 or c & 3 == suit) and d & 3 == suit
    straight = t - low <= 4 or (t == _ACE and s <= _FIVE)
    if suited and low >= _TEN:
        return _WILD_ROYAL if deuces else _NATURAL_ROYAL
    if suited and straight:
        return _WILD_STRAIGHT_FLUSH
    return max(row, _WILD_FLUSH if suited else _WILD_STRAIGHT if straight else 0)


@kernel
def _rank(deck: Ints, deuces_wild: bool) -> Any:
    """The row of every hand of a deck, in the order of their numbers."""
    rows = np.empty(BINOMIAL[len(deck), 5], np.uint8)
    number = 0
    for e in range(4, len(deck)):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        if deuces_wild:
                            rows[number] = _deuces_row(deck[a], deck[b], deck[c], deck[d], deck[e])
                        else:
                            rows[number] = _poker_row(deck[a], deck[b], deck[c], deck[d], deck[e])
                        number += 1
    return rows


POKER: Final = Ranking(POKER_ROWS, partial(_rank, deuces_wild=False))
"""Poker, with a row for a pair of jacks or better."""

DEUCES: Final = Ranking(DEUCES_ROWS, partial(_rank, deuces_wild=True))
"""Twos wild, nothing below three of a kind told apart."""
