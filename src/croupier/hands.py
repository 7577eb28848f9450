"""What beats what: poker hands of five to seven cards, three-card hands, and five cards with deuces wild.

Each ranking is an enumeration of categories, lowest first; a `Hand` is a category and the ranks that break a tie. Two
hands of the same ranking compare as tuples, higher being better. A category's `row` is its name in a paytable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from croupier.cards import RANK_NAMES, Card, rank_plural
from croupier.errors import Refused

JACK: Final = 11
ACE: Final = 14


class Category(IntEnum):
    """A kind of hand; greater is better."""

    @property
    def row(self) -> str:
        """Its name in a paytable."""
        return self.name.lower().replace("_", "-")

    @property
    def words(self) -> str:
        """Its name in a sentence."""
        return self.name.lower().replace("_", " ")


class Poker(Category):
    """Five-card poker, one deck."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


class ThreeCard(Category):
    """Three-card poker in the order of TCD-1: the mini royal stands apart, and a straight beats a flush."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    MINI_ROYAL = 6


class Deuces(Category):
    """Five cards with twos wild, as Deuces Never Loses pays them; nothing below three of a kind is told apart."""

    NOTHING = 0
    THREE_OF_A_KIND = 1
    STRAIGHT = 2
    FLUSH = 3
    FULL_HOUSE = 4
    FOUR_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FIVE_OF_A_KIND = 7
    WILD_ROYAL = 8
    FOUR_DEUCES = 9
    NATURAL_ROYAL = 10


class Hand(NamedTuple):
    """A hand's category and the ranks that break a tie, most important first."""

    category: Category
    ranks: tuple[int, ...] = ()

    @property
    def row(self) -> str:
        """The paytable row this hand is paid by; a pair of jacks or better has a row of its own.

        >>> from croupier.cards import parse_cards
        >>> poker_hand(parse_cards("Js Jd 7c 4h 2d")).row, poker_hand(parse_cards("Ts Td 7c 4h 2d")).row
        ('jacks-or-better', 'pair')
        """
        if self.category is Poker.PAIR and self.ranks[0] >= JACK:
            return "jacks-or-better"
        return self.category.row

    def __str__(self) -> str:
        return _describe(self)


def _straight_tops() -> tuple[int, ...]:
    """For each set of ranks, as bits 2 to 14, the top rank of the best five-card straight in it, or 0."""
    tops = [0] * (1 << 15)
    runs = [(0b1111100 << (top - 6), top) for top in range(14, 5, -1)] + [(1 << 14 | 0b111100, 5)]
    for bits in range(1 << 15):
        for run, top in runs:
            if bits & run == run:
                tops[bits] = top
                break
    return tuple(tops)


_STRAIGHT_TOP: Final = _straight_tops()
_THREE_STRAIGHTS: Final[dict[tuple[int, ...], int]] = {
    (14, 3, 2): 3,
    **{(top, top - 1, top - 2): top for top in range(4, 15)},
}


def _top(bits: int, count: int) -> tuple[int, ...]:
    """The highest `count` ranks of a set, highest first."""
    ranks = []
    for _ in range(count):
        rank = bits.bit_length() - 1
        ranks.append(rank)
        bits ^= 1 << rank
    return tuple(ranks)


def poker_hand(cards: Sequence[Card]) -> Hand:
    """The best five-card poker hand in five, six or seven cards.

    >>> from croupier.cards import parse_cards
    >>> print(poker_hand(parse_cards("Ks 4d Kd 4c 9h 2s 3s")))
    two pair, kings and fours
    """
    if not 5 <= len(cards) <= 7:
        raise Refused(f"a poker hand is made of five to seven cards; {len(cards)} were given")
    suited = [0, 0, 0, 0]
    for card in cards:
        suited[card.suit] |= 1 << card.rank
    clubs, diamonds, hearts, spades = suited
    ranks = clubs | diamonds | hearts | spades

    flush = 0
    for bits in suited:
        if bits.bit_count() >= 5:
            flush = bits
            top = _STRAIGHT_TOP[bits]
            if top == ACE:
                return Hand(Poker.ROYAL_FLUSH, (ACE,))
            if top:
                return Hand(Poker.STRAIGHT_FLUSH, (top,))

    black, red = clubs | spades, diamonds | hearts
    both_black, both_red = clubs & spades, diamonds & hearts
    fours = both_black & both_red
    if fours:
        quad = fours.bit_length() - 1
        return Hand(Poker.FOUR_OF_A_KIND, (quad, *_top(ranks ^ 1 << quad, 1)))
    threes = both_black & red | both_red & black
    twos = both_black | both_red | black & red
    if threes:
        trip = threes.bit_length() - 1
        rest = twos ^ 1 << trip
        if rest:
            return Hand(Poker.FULL_HOUSE, (trip, rest.bit_length() - 1))
    if flush:
        return Hand(Poker.FLUSH, _top(flush, 5))
    top = _STRAIGHT_TOP[ranks]
    if top:
        return Hand(Poker.STRAIGHT, (top,))
    if threes:
        return Hand(Poker.THREE_OF_A_KIND, (trip, *_top(ranks ^ 1 << trip, 2)))
    if twos:
        pair = twos.bit_length() - 1
        rest = twos ^ 1 << pair
        if rest:
            second = rest.bit_length() - 1
            return Hand(Poker.TWO_PAIR, (pair, second, *_top(ranks ^ 1 << pair ^ 1 << second, 1)))
        return Hand(Poker.PAIR, (pair, *_top(ranks ^ 1 << pair, 3)))
    return Hand(Poker.HIGH_CARD, _top(ranks, 5))


def three_card_hand(cards: Sequence[Card]) -> Hand:
    """The three-card poker hand of exactly three cards.

    >>> from croupier.cards import parse_cards
    >>> print(three_card_hand(parse_cards("As 2s 3s")), "|", three_card_hand(parse_cards("6s 6d Qc")))
    straight flush, three high | pair of sixes
    """
    if len(cards) != 3:
        raise Refused(f"a three-card hand is three cards; {len(cards)} were given")
    high, middle, low = ranks = tuple(sorted((card.rank for card in cards), reverse=True))
    suited = cards[0].suit == cards[1].suit == cards[2].suit
    straight = _THREE_STRAIGHTS.get(ranks)
    if straight and suited:
        return Hand(ThreeCard.MINI_ROYAL if straight == ACE else ThreeCard.STRAIGHT_FLUSH, (straight,))
    if high == low:
        return Hand(ThreeCard.THREE_OF_A_KIND, (high,))
    if straight:
        return Hand(ThreeCard.STRAIGHT, (straight,))
    if suited:
        return Hand(ThreeCard.FLUSH, ranks)
    if middle in (high, low):
        return Hand(ThreeCard.PAIR, (middle, low if middle == high else high))
    return Hand(ThreeCard.HIGH_CARD, ranks)


def best_three_of_four(cards: Sequence[Card]) -> Hand:
    """The best three-card hand in four cards.

    >>> from croupier.cards import parse_cards
    >>> print(best_three_of_four(parse_cards("As Ks Qs Ad")))
    mini royal
    """
    if len(cards) != 4:
        raise Refused(f"the best three of four needs four cards; {len(cards)} were given")
    return max(three_card_hand([card for card in cards if card is not left_out]) for left_out in cards)


def deuces_hand(cards: Sequence[Card]) -> Hand:
    """The hand of five cards when twos are wild.

    >>> from croupier.cards import parse_cards
    >>> print(deuces_hand(parse_cards("As Ks Qs 2d 2c")), "|", deuces_hand(parse_cards("As Ad 9s 2d 2c")))
    wild royal | four of a kind
    """
    if len(cards) != 5:
        raise Refused(f"a deuces-wild hand is five cards; {len(cards)} were given")
    natural = [card for card in cards if card.rank != 2]
    deuces = 5 - len(natural)
    if deuces == 4:
        return Hand(Deuces.FOUR_DEUCES)
    counts = Counter(card.rank for card in natural)
    most = max(counts.values()) + deuces
    suited = len({card.suit for card in natural}) == 1
    ranks = set(counts)
    distinct = len(ranks) == len(natural)
    low_ace = {1 if rank == ACE else rank for rank in ranks}
    straight = distinct and (max(ranks) - min(ranks) <= 4 or max(low_ace) - min(low_ace) <= 4)

    if suited and distinct and min(ranks) >= 10:
        return Hand(Deuces.WILD_ROYAL if deuces else Deuces.NATURAL_ROYAL)
    if most == 5:
        return Hand(Deuces.FIVE_OF_A_KIND)
    if suited and straight:
        return Hand(Deuces.STRAIGHT_FLUSH)
    if most == 4:
        return Hand(Deuces.FOUR_OF_A_KIND)
    if len(ranks) == 2 and most == 3:
        return Hand(Deuces.FULL_HOUSE)
    if suited:
        return Hand(Deuces.FLUSH)
    if straight:
        return Hand(Deuces.STRAIGHT)
    if most == 3:
        return Hand(Deuces.THREE_OF_A_KIND)
    return Hand(Deuces.NOTHING)


def compared(hand: Hand, other: Hand) -> str:
    """How a hand does against another, in words; where both read alike, with the cards that decide.

    >>> from croupier.cards import parse_cards
    >>> print(compared(three_card_hand(parse_cards("Ks Td 4c")), three_card_hand(parse_cards("Kd 8s 5c"))))
    king high with ten beats king high with eight
    """
    if hand == other:
        return f"{hand} ties"
    mine, theirs = str(hand), str(other)
    if mine == theirs:
        deciding = next((one, two) for one, two in zip(hand.ranks, other.ranks, strict=True) if one != two)
        mine, theirs = (f"{mine} with {RANK_NAMES[rank - 2]}" for rank in deciding)
    return f"{mine} beats {theirs}" if hand > other else f"{mine} loses to {theirs}"


def _describe(hand: Hand) -> str:
    """The hand in words: `full house, aces over kings`."""
    category, ranks = hand
    words = category.words
    if not ranks:
        return words
    high = RANK_NAMES[ranks[0] - 2]
    match category.row:
        case "straight-flush" | "straight" | "flush":
            return f"{words}, {high} high"
        case "four-of-a-kind" | "three-of-a-kind":
            return f"{words}, {rank_plural(ranks[0])}"
        case "full-house":
            return f"{words}, {rank_plural(ranks[0])} over {rank_plural(ranks[1])}"
        case "two-pair":
            return f"{words}, {rank_plural(ranks[0])} and {rank_plural(ranks[1])}"
        case "pair":
            return f"pair of {rank_plural(ranks[0])}"
        case "high-card":
            return f"{high} high"
        case _:
            return words
