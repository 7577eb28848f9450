"""On the Draw as a person can remember it: what to bet on at each street."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from croupier.cards import Card
from croupier.table.strategy import Rule

Cards = Sequence[Card]


def choose(cards: Cards, board: Cards, legal: Sequence[str]) -> str:
    """The action for four cards and the streets turned up so far: the first rule of the street that fits."""
    (play,) = (action for action in legal if action.startswith("play-"))
    (decline,) = (action for action in legal if action != play)
    seen = (*cards, *board)
    for rule, fits in _CARD[len(board)]:
        if fits(seen):
            return decline if rule.action in ("check", "fold") else play
    raise AssertionError("the last rule of a street fits every hand")


def _matches(cards: Cards) -> int:
    """How many pairs of cards match: one for a pair, two for two pair, three for three of a kind."""
    return sum(held * (held - 1) // 2 for held in Counter(card.rank for card in cards).values())


def _pair(cards: Cards) -> bool:
    return _matches(cards) >= 1


def _two_pair(cards: Cards) -> bool:
    return _matches(cards) >= 2


def _four_to_a_flush(cards: Cards) -> bool:
    return max(Counter(card.suit for card in cards).values()) >= 4


def _four_to_a_straight(cards: Cards) -> bool:
    """Four in a row, open at both ends."""
    ranks = {card.rank for card in cards}
    return any(ranks.issuperset(range(low, low + 4)) for low in range(2, 11))


def _any(cards: Cards) -> bool:
    return True


_FIRST: Final = (
    (Rule("Before 5th Street, bet any pair.", "play-3x"), _pair),
    (Rule("Otherwise check.", "check"), _any),
)
_SECOND: Final = (
    (Rule("On 5th Street, bet a pair or better.", "play-2x"), _pair),
    (Rule("Bet four to a flush.", "play-2x"), _four_to_a_flush),
    (Rule("Otherwise check.", "check"), _any),
)
_THIRD: Final = (
    (Rule("On 6th Street, bet a pair or better.", "play-1x"), _pair),
    (Rule("Bet four to a flush.", "play-1x"), _four_to_a_flush),
    (Rule("Bet four to an open straight.", "play-1x"), _four_to_a_straight),
    (Rule("Otherwise fold.", "fold"), _any),
)
_CARD: Final[tuple[tuple[tuple[Rule, Callable[[Cards], bool]], ...], ...]] = (_FIRST, _SECOND, _THIRD)

RULES: Final[tuple[Rule, ...]] = tuple(rule for street in _CARD for rule, _ in street)
"""The strategy card, street by street: the first rule of a street that fits decides."""
