"""Hands of every kind, to be dealt where a procedure is read: of each row, and of each leading rank in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from random import Random
from typing import Final

from croupier.cards import DECK, Card
from croupier.hands import Hand, best_three_of_four, deuces_hand, poker_hand, three_card_hand

Cards = tuple[Card, ...]

Kind = tuple[str, int]
"""The row of a hand and its leading rank."""

RANKERS: Final[Mapping[tuple[str, int], Callable[[Sequence[Card]], Hand]]] = {
    ("poker", 5): poker_hand,
    ("poker", 6): poker_hand,
    ("poker", 7): poker_hand,
    ("three-card", 3): three_card_hand,
    ("three-card", 4): best_three_of_four,
    ("deuces", 5): deuces_hand,
}
"""How so many cards may be ranked."""

SAMPLES: Final = 400
EACH: Final = 3


def kind_of(hand: Hand) -> Kind:
    """The row of a hand and its leading rank."""
    return hand.row, hand.ranks[0] if hand.ranks else 0


@lru_cache(maxsize=1 << 14)
def hand_of(ranking: str, cards: Cards) -> Hand:
    """The hand that cards make."""
    return RANKERS[ranking, len(cards)](cards)


@cache
def examples(ranking: str, size: int) -> Mapping[Kind, Sequence[Cards]]:
    """A few hands of so many cards for every kind of hand there is, always the same."""
    random = Random(f"{ranking} {size}")
    found: dict[Kind, list[Cards]] = {}
    for cards in _plans(size, random):
        of_kind = found.setdefault(kind_of(hand_of(ranking, cards)), [])
        if len(of_kind) < EACH:
            of_kind.append(cards)
    return dict(sorted(found.items()))


@cache
def rows(ranking: str, size: int) -> Mapping[str, Sequence[Cards]]:
    """The same by row alone, of each row hands with different leading ranks first."""
    by_row: dict[str, list[Cards]] = {}
    for at in range(EACH):
        for (row, _), hands in examples(ranking, size).items():
            by_row.setdefault(row, []).extend(hands[at : at + 1])
    return by_row


def _plans(size: int, random: Random) -> Iterator[Cards]:
    """Hands that seldom come, and any others."""
    best = min(size, 5 if size > 4 else 3)
    of_suit = [[card for card in DECK if card.suit == suit] for suit in range(4)]
    of_rank = [DECK[at : at + 4] for at in range(0, 52, 4)]
    for low in range(-1, 14 - best):
        run = range(low, low + best)
        for suit in range(4):
            yield _filled([of_suit[suit][rank] for rank in run], size, random)
        yield _filled([of_rank[rank][at % 4] for at, rank in enumerate(run)], size, random)
        yield _filled([of_rank[rank][random.randrange(4)] for rank in run], size, random)
    for rank in range(13):
        for count in range(2, min(4, size) + 1):
            for _ in range(3):
                yield _filled(list(of_rank[rank][:count]), size, random)
    if size > 4:
        for first, second in combinations(range(13), 2):
            for counts in ((3, 2), (2, 3), (2, 2), (4, 1)):
                yield _filled([*of_rank[first][: counts[0]], *of_rank[second][: counts[1]]], size, random)
    for at in range(SAMPLES):
        yield _filled(random.sample(of_suit[at % 4], best), size, random)
        yield tuple(random.sample(DECK, size))


def _filled(cards: list[Card], size: int, random: Random) -> Cards:
    rest = [card for card in DECK if card not in cards]
    return tuple(cards + random.sample(rest, size - len(cards)))


def in_other_suits(cards: Cards) -> Iterator[Cards]:
    """The same ranks in other suits, where no card comes twice: hands as good as these."""
    for by in (1, 2, 3):
        moved = tuple(Card(card.index - card.suit + (card.suit + by) % 4) for card in cards)
        if not set(moved) & set(cards):
            yield moved
