"""The words that a strategy card may use of the cards a player sees, each tested on many hands at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations
from typing import Final, Self

import numpy as np

from croupier.arrays import Ints
from croupier.cards import RANK_NAMES, Card, rank_plural
from croupier.english import in_words
from croupier.exact.hand_counts.evaluate import BIT
from croupier.hands import ACE

RANKS: Final = 13
SUITS: Final = 4
EVERY: Final = RANKS
"""How many ranks would complete a straight that is there."""
_SETS: Final = np.arange(1 << RANKS)
_MANY: Final = (6, 10, 11)
"""The ranks that sentences about several high cards name."""


def rank_words(rank: int) -> str:
    """A rank with its article.

    >>> rank_words(14), rank_words(8), rank_words(13)
    ('an ace', 'an eight', 'a king')
    """
    name = RANK_NAMES[rank - 2]
    return f"{'an' if name[0] in 'ae' else 'a'} {name}"


@cache
def _straights(length: int) -> Ints:
    """The sets of ranks that are straights of so many cards; an ace is also below a two."""
    low_ace = 1 << ACE - 2 | (1 << length - 1) - 1
    return np.array([low_ace, *(((1 << length) - 1) << low for low in range(RANKS - length + 1))])


@cache
def in_a_straight(length: int) -> Ints:
    """For every set of ranks, the most of them that one straight has."""
    return np.asarray(np.bitwise_count(_SETS[:, None] & _straights(length)).max(axis=1))


@cache
def completing(length: int) -> Ints:
    """For every set of ranks, how many ranks would complete a straight."""
    missing = _straights(length) & ~_SETS[:, None]
    one = np.where(np.bitwise_count(missing) == 1, missing, 0)
    ranks = np.bitwise_count(np.bitwise_or.reduce(one, axis=1)).astype(np.int64)
    return np.where((missing == 0).any(axis=1), EVERY, ranks)


@cache
def _highest(place: int) -> Ints:
    """For every set of ranks, the highest, the second, the third; 0 where there is none."""
    ordered = [sorted((rank + 2 for rank in range(RANKS) if ranks >> rank & 1), reverse=True) for ranks in _SETS]
    return np.array([ranks[place] if len(ranks) > place else 0 for ranks in ordered])


@dataclass(frozen=True)
class SeenCards:
    """Hands of so many cards, in a game whose straights and flushes have so many."""

    bits: Ints
    """Each hand as the sum of its cards' `BIT`."""
    seen: int
    straight: int = 5

    @classmethod
    def of(cls, cards: Sequence[Card], straight: int = 5) -> SeenCards:
        """One hand."""
        return cls(np.array([sum(int(BIT[card]) for card in cards)]), len(cards), straight)

    def like(self, cards: Sequence[Card]) -> Self:
        """One hand in the same game."""
        return replace(self, bits=np.array([sum(int(BIT[card]) for card in cards)]), seen=len(cards))

    @cached_property
    def suits(self) -> Ints:
        """The ranks in each suit."""
        return np.array([(self.bits >> 16 * suit & 0x1FFF).astype(np.int32) for suit in range(SUITS)])

    @cached_property
    def ranks(self) -> Ints:
        """The ranks that are there."""
        return np.asarray(np.bitwise_or.reduce(self.suits, axis=0))

    @cached_property
    def of_rank(self) -> Ints:
        """How many cards there are of each rank."""
        return np.array([(self.suits >> rank & 1).sum(axis=0, dtype=np.uint8) for rank in range(RANKS)])

    @cached_property
    def in_suit(self) -> Ints:
        """How many cards each suit has."""
        return np.asarray(np.bitwise_count(self.suits))

    @cached_property
    def of_a_suit(self) -> Ints:
        """How many cards the longest suit has."""
        return np.asarray(self.in_suit.max(axis=0))

    @cached_property
    def of_a_kind(self) -> Ints:
        """How many cards the most frequent rank has."""
        return np.asarray(self.of_rank.max(axis=0))

    @cached_property
    def pairs(self) -> Ints:
        """How many ranks have two cards or more."""
        return np.asarray((self.of_rank >= 2).sum(axis=0))

    @cached_property
    def paired(self) -> Ints:
        """The highest rank of which there are two cards or more; 0 if there is none."""
        ranks = np.arange(2, ACE + 1)[:, None]
        return np.asarray(np.where(self.of_rank >= 2, ranks, 0).max(axis=0))

    @cached_property
    def flush(self) -> Ints:
        """Whether there is a flush."""
        return np.asarray(self.of_a_suit >= self.straight)

    @cached_property
    def completing(self) -> Ints:
        """How many ranks would complete a straight."""
        return completing(self.straight)[self.ranks]

    @property
    def is_straight(self) -> Ints:
        """Whether there is a straight."""
        return np.asarray(self.completing == EVERY)

    @cached_property
    def to_a_straight(self) -> Ints:
        """The most cards that one straight has."""
        return in_a_straight(self.straight)[self.ranks]

    @cached_property
    def to_a_straight_flush(self) -> Ints:
        """The most cards that one straight flush has."""
        return np.asarray(in_a_straight(self.straight)[self.suits].max(axis=0))

    @cached_property
    def to_a_royal_flush(self) -> Ints:
        """The most cards of one suit that are a ten or higher."""
        return np.asarray(np.bitwise_count(self.suits >> 10 - 2).max(axis=0))

    @cached_property
    def in_a_row_of_a_suit(self) -> Ints:
        """Three if one suit has three ranks in a row, else 0."""
        with_ace = self.suits << 1 | self.suits >> RANKS - 1
        return np.asarray((with_ace & with_ace >> 1 & with_ace >> 2).any(axis=0) * 3)

    @cached_property
    def full_house(self) -> Ints:
        """Whether there is a full house, or four of a kind."""
        return (self.of_a_kind >= 3) & (self.pairs >= 2) | (self.of_a_kind >= 4)

    @cached_property
    def ladder(self) -> Ints:
        """How good the hand is: 0 without a pair, and one more for every line of `made` that it is as good as."""
        if self.straight == 3:
            straight_flush = self.flush & self.is_straight & (self.to_a_straight_flush >= 3)
            return _climb(self.pairs > 0, self.flush, self.is_straight, self.of_a_kind >= 3, straight_flush)
        two_pair, three = self.pairs >= 2, self.of_a_kind >= 3
        return _climb(self.pairs > 0, two_pair, three, self.is_straight, self.flush, self.full_house)

    def highest(self, place: int) -> Ints:
        """The highest rank, the second or the third, equal ones counted once."""
        return _highest(place)[self.ranks]

    def at_least(self, rank: int) -> Ints:
        """How many cards are of that rank or higher."""
        return np.asarray(self.of_rank[rank - 2 :].sum(axis=0))


def _climb(*steps: Ints) -> Ints:
    """The last of the steps that each hand has, counted from 1."""
    reached = np.zeros(steps[0].shape, np.int64)
    for place, step in enumerate(steps, 1):
        reached[step] = place
    return reached


MADE: Final = {
    5: ("two pair", "three of a kind", "a straight", "a flush", "a full house"),
    3: ("a flush", "a straight", "three of a kind", "a straight flush"),
}
"""Hands better than a pair, the lowest first, where straights have so many cards."""


_OF_FEW_CARDS: Final = ("two pair", "three of a kind")


@dataclass(frozen=True)
class HandWord:
    """Something that may be said of a hand."""

    words: str
    """What comes after `with`; nothing where any hand will do."""
    fits: Callable[[SeenCards], Ints]
    joins: bool = True
    """Whether a sentence may say it together with another word."""


ANY: Final = HandWord("", lambda hands: np.ones(len(hands.bits), np.bool_))


def vocabulary(straight: int, fewest: int, most: int) -> list[HandWord]:
    """What may be said of hands of so many cards, first what is said of any hand.

    Of words that come to the same in a list, that which stands first here is taken.
    """
    words = [ANY, *made_words(straight, most)]
    for suited in range(straight - 1, max(2, min(fewest, straight - 2)) - 1, -1):
        words += [_suited(suited), _in_straight_flush(suited)]
    to_go = f"{in_words(straight - 1)} to a straight"
    words.append(HandWord(f"{to_go} that two ranks would complete", lambda hands: hands.completing >= 2))
    words.append(HandWord(f"{to_go}, inside or out", lambda hands: hands.completing >= 1))
    if straight > 3:
        words.append(HandWord(f"{in_words(straight - 2)} to a straight", lambda hands: hands.to_a_straight >= 3))
        words.append(HandWord("three to a royal flush", lambda hands: hands.to_a_royal_flush >= 3))
        words.append(HandWord("three in a row of a suit", lambda hands: hands.in_a_row_of_a_suit >= 3))
    if straight > 3 and most > 3:
        words.append(HandWord("two cards in each of two suits", lambda hands: (hands.in_suit >= 2).sum(axis=0) >= 2))
    words += pair_words()
    if straight == 3:
        words += [high_cards(ranks, len(ranks) < 3) for size in (1, 2, 3) for ranks in _falling(size)]
    else:
        words += [_high(rank) for rank in range(10, ACE + 1)]
        words += [_several(count, rank) for count in (2, 3) for rank in _MANY]
    return words


def made_words(straight: int = 5, most: int = 5) -> list[HandWord]:
    """Hands better than a pair that so many cards can be."""
    made = [_made(step, name) for step, name in enumerate(MADE[straight], 2)]
    return [word for word, name in zip(made, MADE[straight], strict=True) if most >= straight or name in _OF_FEW_CARDS]


def pair_words() -> list[HandWord]:
    """Any pair, and pairs from a rank up."""
    return [HandWord("any pair or better", lambda hands: hands.ladder >= 1), *map(_pair, range(3, ACE + 1))]


def _falling(size: int) -> list[tuple[int, ...]]:
    """Ranks without a pair or straight that a threshold may name, highest first; a lowest one says nothing more."""
    return [ranks for ranks in combinations(range(ACE, 2, -1), size) if ranks[0] >= 7]


def _pair(rank: int) -> HandWord:
    return HandWord(
        f"a pair of {rank_plural(rank)} or better", lambda hands: (hands.ladder > 1) | (hands.paired >= rank)
    )


def _made(step: int, name: str) -> HandWord:
    return HandWord(f"{name} or better", lambda hands: hands.ladder >= step)


def _suited(count: int) -> HandWord:
    return HandWord(f"{in_words(count)} of a suit", lambda hands: hands.of_a_suit >= count)


def _in_straight_flush(count: int) -> HandWord:
    return HandWord(f"{in_words(count)} to a straight flush", lambda hands: hands.to_a_straight_flush >= count)


def _high(rank: int) -> HandWord:
    words = rank_words(rank) if rank == ACE else f"{rank_words(rank)} or higher"
    return HandWord(words, lambda hands: hands.at_least(rank) >= 1)


def _several(count: int, rank: int) -> HandWord:
    words = f"{in_words(count)} cards {RANK_NAMES[rank - 2]} or higher"
    return HandWord(words, lambda hands: hands.at_least(rank) >= count)


def high_cards(ranks: tuple[int, ...], joins: bool) -> HandWord:
    """A hand that is as high as these ranks, or better."""
    names = "-".join(RANK_NAMES[rank - 2] for rank in ranks)
    words = f"{names} high or better" if len(ranks) == 1 else f"{names} or better"

    def fits(hands: SeenCards) -> Ints:
        above, level = hands.ladder >= 1, np.ones(len(hands.bits), np.bool_)
        for place, rank in enumerate(ranks):
            above = above | level & (hands.highest(place) > rank)
            level = level & (hands.highest(place) == rank)
        return np.asarray(above | level)

    return HandWord(words, fits, joins)
