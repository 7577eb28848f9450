"""Draw 'n Shoot 21 as a person can remember it: when to raise, when to hit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from croupier.cards import Card
from croupier.hands import ACE
from croupier.table.game import Rule, ShortStrategy

Cards = Sequence[Card]


def choose(cards: Cards, legal: Sequence[str]) -> str:
    """The raise where raises are legal, else hit or stand: the first rule that fits, the raise being the most legal.

    >>> from croupier.cards import parse_cards
    >>> choose(parse_cards("3d"), ["raise-0", "raise-1", "raise-2"]), choose(parse_cards("3d"), ["stand", "hit"])
    ('raise-2', 'hit')
    """
    raises = sorted((action for action in legal if action.startswith("raise-")), key=_antes)
    if raises:
        return raises[-1] if _rule(_RAISE_CARD, cards).action == "raise" else raises[0]
    action = _rule(_HIT_CARD, cards).action
    return action if action in legal else "stand"


def hard_total(cards: Cards) -> int:
    """The cards' total with every ace counting 1."""
    return sum(1 if card.rank == ACE else min(card.rank, 10) for card in cards)


def is_soft(cards: Cards) -> bool:
    """Whether an ace can count 11."""
    return hard_total(cards) <= 11 and any(card.rank == ACE for card in cards)


def _antes(action: str) -> int:
    return int(action.removeprefix("raise-"))


def _ace_to_three(cards: Cards) -> bool:
    return cards[0].rank in (ACE, 2, 3)


def _eight_or_less(cards: Cards) -> bool:
    return hard_total(cards) <= 8 and not is_soft(cards)


def _soft_fifteen_to_eighteen(cards: Cards) -> bool:
    return is_soft(cards) and 15 <= hard_total(cards) + 10 <= 18


def _any(cards: Cards) -> bool:
    return True


_Card = tuple[tuple[Rule, Callable[[Cards], bool]], ...]

_RAISE_CARD: Final[_Card] = (
    (Rule("Raise the most when the first card is an ace, a two or a three.", "raise"), _ace_to_three),
    (Rule("Do not raise on any other card.", "raise-0"), _any),
)

_HIT_CARD: Final[_Card] = (
    (Rule("Hit a hard total of 8 or less.", "hit"), _eight_or_less),
    (Rule("Hit a soft total of 15 to 18.", "hit"), _soft_fifteen_to_eighteen),
    (Rule("Stand on everything else.", "stand"), _any),
)


def _rule(card: _Card, cards: Cards) -> Rule:
    """The first rule that fits; the last one fits every hand."""
    return next(rule for rule, fits in card if fits(cards))


def _fitting(cards: Cards, legal: Sequence[str]) -> tuple[Rule, ...]:
    raises = any(action.startswith("raise-") for action in legal)
    return (_rule(_RAISE_CARD if raises else _HIT_CARD, cards),)


RULES: Final[tuple[Rule, ...]] = tuple(rule for rule, _ in (*_RAISE_CARD, *_HIT_CARD))
"""The strategy card: the first raise rule that fits decides the raise, then the first hit rule at every draw."""

STRATEGY: Final = ShortStrategy(
    {"": RULES},
    lambda cards, legal, variant: choose(cards, legal),
    fitting=lambda cards, legal, variant: _fitting(cards, legal),
)
