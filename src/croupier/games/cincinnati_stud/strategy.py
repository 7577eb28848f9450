"""Cincinnati Stud as a person can remember it: when to fold, when to play, when to play big."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from croupier.cards import Card
from croupier.hands import Poker, poker_hand
from croupier.table.strategy import Rule


def choose(cards: Sequence[Card], legal: Sequence[str]) -> str:
    """The action for six cards: the first rule that fits, its size read as the least or the most that is legal."""
    plays = sorted((action for action in legal if action.startswith("play-")), key=_multiple)
    for rule, fits in _CARD:
        if fits(cards):
            return {"fold": "fold", "play-1x": plays[0], "play-2x": plays[-1]}[rule.action]
    raise AssertionError("the last rule fits every hand")


def _multiple(action: str) -> int:
    return int(action.removeprefix("play-").removesuffix("x"))


def _eights_or_better(cards: Sequence[Card]) -> bool:
    hand = poker_hand(cards)
    return hand.category > Poker.PAIR or (hand.category is Poker.PAIR and hand.ranks[0] >= 8)


def _four_to_a_flush(cards: Sequence[Card]) -> bool:
    return max(Counter(card.suit for card in cards).values()) >= 4


def _queen_or_pair(cards: Sequence[Card]) -> bool:
    return _four_to_a_flush(cards) or poker_hand(cards) >= (Poker.HIGH_CARD, (12,))


_CARD: Final[tuple[tuple[Rule, Callable[[Sequence[Card]], bool]], ...]] = (
    (Rule("Play the most with a pair of eights or better.", "play-2x"), _eights_or_better),
    (Rule("Play the least with any pair, a queen high or better, or four to a flush.", "play-1x"), _queen_or_pair),
    (Rule("Fold everything else.", "fold"), lambda cards: True),
)

RULES: Final[tuple[Rule, ...]] = tuple(rule for rule, _ in _CARD)
"""The strategy card, in order: the first rule that fits decides."""
