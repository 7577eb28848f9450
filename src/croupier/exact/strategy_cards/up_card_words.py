"""Five cards beside a card of the dealer's that is seen: hands that a strategy card need not tell apart, and words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final, NamedTuple, Self

import numpy as np

from croupier.arrays import Ints
from croupier.cards import RANK_NAMES, Card
from croupier.errors import InvariantError
from croupier.exact.hand_counts.evaluate import BIT, strengths
from croupier.exact.hand_counts.suits import hands_from
from croupier.exact.showdown.up_card import CARDS, HAND, UpCardCounts
from croupier.exact.strategy_cards.hand_words import (
    ANY,
    RANKS,
    SUITS,
    HandWord,
    SeenCards,
    high_cards,
    made_words,
    pair_words,
    rank_words,
)
from croupier.hands import ACE, JACK

QUEEN, KING = JACK + 1, JACK + 2
_PLACES: Final = ("highest", "second-highest", "third-highest", "fourth-highest", "lowest")


@dataclass(frozen=True)
class UpSeen(SeenCards):
    """Hands of five cards, each beside a card of the dealer's."""

    up: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    """The rank of the dealer's card."""

    def like(self, cards: Sequence[Card]) -> Self:
        """One hand, the dealer's card last."""
        *own, up = cards
        return replace(self, bits=np.array([sum(int(BIT[card]) for card in own)]), up=np.array([up.rank]))

    def matches(self) -> Ints:
        """Whether the hand has a card of the dealer's rank."""
        return np.asarray(self.ranks >> self.up - 2 & 1 == 1)


class UpStates(NamedTuple):
    """The hands that differ in strength or in the rank of the dealer's card."""

    hands: UpSeen
    state: Ints
    """For each class and card of the dealer's, as `UpCardCounts` has them, the place of the hand here."""


def states_of(counts: UpCardCounts) -> UpStates:
    """Tell classes apart by their strength and by the dealer's rank alone; the rest a player does not look at."""
    _, first, kind = np.unique(strengths(hands_from(counts.bits, HAND)), return_index=True, return_inverse=True)
    up = np.arange(CARDS) // SUITS
    bits = np.repeat(counts.bits[first], RANKS)
    ranks = np.tile(np.arange(2, RANKS + 2), len(first))
    return UpStates(UpSeen(bits, HAND + 1, up=ranks), (kind[:, None] * RANKS + up).reshape(-1))


def up_vocabulary() -> list[HandWord]:
    """What may be said of five cards and one of the dealer's, first what is said of any."""
    words = [ANY, *made_words(), *pair_words()]
    high: list[tuple[int, ...]] = [(ACE, second) for second in (KING, QUEEN, JACK)]
    high += [(ACE, KING, third) for third in range(QUEEN, 3, -1)]
    high += [(ACE, KING, *ranks) for ranks in combinations(range(QUEEN, 7, -1), 2)]
    words += [high_cards(ranks, joins=True) for ranks in ((ACE,), *high)]
    words += [_exactly(ranks) for ranks in ((ACE, KING), (ACE, KING, QUEEN), (ACE, KING, JACK))]
    words.append(_word("a dealer's card that matches one of yours", UpSeen.matches))
    words.append(
        _word("a dealer's queen or lower that matches one of yours", lambda seen: seen.matches() & (seen.up <= QUEEN))
    )
    words += [of(rank) for rank in range(3, ACE) for of in (_up_to, _from)]
    words.append(_word("a dealer's ace", lambda seen: seen.up == ACE))
    return [*words, *map(_below, range(1, HAND)), *map(_holding, (QUEEN, JACK, 10))]


def _exactly(ranks: tuple[int, ...]) -> HandWord:
    """No pair, and these as the highest cards."""
    words = "-".join(RANK_NAMES[rank - 2] for rank in ranks) + " high"

    def fits(seen: UpSeen) -> Ints:
        highest = [seen.highest(place) == rank for place, rank in enumerate(ranks)]
        return np.asarray((seen.ladder == 0) & np.logical_and.reduce(highest))

    return _word(words, fits)


def _up_to(rank: int) -> HandWord:
    return _word(f"a dealer's {RANK_NAMES[rank - 2]} or lower", lambda seen: seen.up <= rank)


def _from(rank: int) -> HandWord:
    return _word(f"a dealer's {RANK_NAMES[rank - 2]} or higher", lambda seen: seen.up >= rank)


def _below(place: int) -> HandWord:
    words = f"a dealer's card below your {_PLACES[place]} card"
    return _word(words, lambda seen: seen.up < seen.highest(place))


def _holding(rank: int) -> HandWord:
    return _word(rank_words(rank), lambda seen: seen.of_rank[rank - 2] >= 1)


def _word(words: str, fits: Callable[[UpSeen], Ints]) -> HandWord:
    def of(hands: SeenCards) -> Ints:
        if not isinstance(hands, UpSeen):
            raise InvariantError("hands of another game")
        return np.asarray(fits(hands))

    return HandWord(words, of)
