"""Three Card Draw as a person can remember it: what to throw away, and how much to play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from croupier.cards import Card
from croupier.hands import Hand, ThreeCard, three_card_hand
from croupier.table.strategy import Rule

Cards = Sequence[Card]


def choose(cards: Cards, legal: Sequence[str]) -> str:
    """The action for three cards; a player with only the Bonus bet is offered no size and follows the discards alone."""
    thrown = discard(cards)
    held = f"discard {thrown}" if thrown else "keep"
    if held in legal:
        return held
    sizes = sorted({action.split()[0] for action in legal if action.startswith("play-")}, key=_multiple)
    for rule, fits in _SIZE_CARD:
        if fits(cards):
            return "fold" if rule.action == "fold" else f"{sizes[0 if rule.action == 'play-1x' else -1]} {held}"
    raise AssertionError("the last rule fits every hand")


def discard(cards: Cards) -> Card | None:
    """The card to throw away, or none."""
    for _, throw in _DISCARD_CARD:
        fits, thrown = throw(sorted(cards, reverse=True), three_card_hand(cards))
        if fits:
            return thrown
    raise AssertionError("the last rule fits every hand")


def _multiple(size: str) -> int:
    return int(size.removeprefix("play-").removesuffix("x"))


def _made(cards: Cards, hand: Hand) -> tuple[bool, Card | None]:
    return hand.category >= ThreeCard.FLUSH, None


def _paired(cards: Cards, hand: Hand) -> tuple[bool, Card | None]:
    counts = Counter(card.rank for card in cards)
    return hand.category is ThreeCard.PAIR, min(cards, key=lambda card: counts[card.rank])


def _low(cards: Cards, hand: Hand) -> tuple[bool, Card | None]:
    return True, min(cards)


def _pair_or_better(cards: Cards) -> bool:
    return three_card_hand(cards).category >= ThreeCard.PAIR


def _queen_high(cards: Cards) -> bool:
    return max(card.rank for card in cards) >= 12


_DISCARD_CARD: Final[tuple[tuple[Rule, Callable[[Cards, Hand], tuple[bool, Card | None]]], ...]] = (
    (Rule("Keep a flush or better.", "keep"), _made),
    (Rule("With a pair, discard the odd card.", "discard"), _paired),
    (Rule("Otherwise discard the lowest card.", "discard"), _low),
)

_SIZE_CARD: Final[tuple[tuple[Rule, Callable[[Cards], bool]], ...]] = (
    (Rule("Play the most with a pair or better.", "play-2x"), _pair_or_better),
    (Rule("Play the least with a queen or higher.", "play-1x"), _queen_high),
    (Rule("Fold everything else.", "fold"), lambda cards: True),
)

RULES: Final[tuple[Rule, ...]] = tuple(rule for rule, _ in (*_DISCARD_CARD, *_SIZE_CARD))
"""The strategy card: the first discard rule that fits says what to throw, the first size rule how much to play."""
