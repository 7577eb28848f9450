"""Rounds of a kernel with chosen cards: the words that lay a deck out so, and cards that make a hand of every row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random

from croupier.cards import DECK, Card
from croupier.hands import Hand
from croupier.simulate.kernel.stream import CARDS_OF_A_WORD

Cards = Sequence[Card]


def words_of(cards: Cards, words: int) -> list[int]:
    """The words of a round in which these cards come first, any others after them."""
    chosen = list(cards) + [card for card in DECK if card not in cards]
    deck = list(DECK)
    ahead = []
    for place in range(CARDS_OF_A_WORD * words):
        if place >= len(deck):
            break
        other = deck.index(chosen[place])
        ahead.append(other - place)
        deck[place], deck[other] = deck[other], deck[place]
    return [_word(ahead, first) for first in range(0, len(ahead), CARDS_OF_A_WORD)]


def _word(ahead: Sequence[int], first: int) -> int:
    """The least word from which these whole numbers are taken, each below the cards that are left."""
    number, results = 0, 1
    for place in range(first, min(first + CARDS_OF_A_WORD, len(ahead))):
        number = number * (len(DECK) - place) + ahead[place]
        results *= len(DECK) - place
    return -(-(number << 64) // results)


def hands_by_row(size: int, hand_of: Callable[[Cards], Hand], each: int, seed: str) -> dict[str, list[Cards]]:
    """Up to so many hands of every row: those that need a plan, and what a shuffled deck gives besides."""
    random = Random(seed)
    found: dict[str, list[Cards]] = {}
    for cards in (*_planned(size, random), *(random.sample(DECK, size) for _ in range(8000))):
        hands = found.setdefault(hand_of(cards).row, [])
        if len(hands) < each:
            hands.append(tuple(cards))
    return found


def _planned(size: int, random: Random) -> Iterator[Cards]:
    """Hands that seldom come: cards in order of one suit, of one rank, and of two, filled up with any others."""
    for suit in range(4):
        of_suit = [card for card in DECK if card.suit == suit]
        for run in range(13):
            yield from _filled([of_suit[(place + run) % 13] for place in range(min(size, 5))], size, random)
    for rank in range(2, 15):
        of_rank = [card for card in DECK if card.rank == rank]
        for count in (3, 4):
            yield from _filled(of_rank[:count][:size], size, random)
            yield from _filled(list(dict.fromkeys([*of_rank[: count - 1], *DECK[:4]]))[:size], size, random)
    for low, high in combinations(range(2, 15), 2):
        pair = [card for card in DECK if card.rank == low][:2]
        yield from _filled([*pair, *(card for card in DECK if card.rank == high)][: min(size, 5)], size, random)


def _filled(cards: list[Card], size: int, random: Random) -> Iterator[Cards]:
    rest = [card for card in DECK if card not in cards]
    for _ in range(6):
        yield [*cards, *random.sample(rest, size - len(cards))]


def in_other_suits(cards: Cards) -> list[list[Card]]:
    """The same ranks with every suit exchanged for another: hands as good, of cards that one deck may have besides."""
    moved = [[Card(card.index - card.suit + (card.suit + by) % 4) for card in cards] for by in (1, 2, 3)]
    return [hand for hand in moved if not set(hand) & set(cards)]


def disjoint(hand: Cards, others: Sequence[Cards]) -> list[Cards]:
    """Those of the others that have no card of the hand."""
    return [other for other in others if not set(other) & set(hand)]
