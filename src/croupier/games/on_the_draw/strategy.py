"""On the Draw as a person can remember it: the same hands are worth a bet at every street."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from croupier.cards import Card
from croupier.hands import ACE
from croupier.table.game import Rule, ShortStrategy

Cards = Sequence[Card]

_STRAIGHTS: Final = (1 << ACE | 0b111100, *(0b11111 << low for low in range(2, 11)))


def choose(cards: Cards, board: Cards, legal: Sequence[str]) -> str:
    """The action for four cards and the streets turned up so far, at the size that is legal."""
    (play,) = (action for action in legal if action.startswith("play-"))
    (decline,) = (action for action in legal if action != play)
    return play if bets((*cards, *board)) else decline


def bets(seen: Cards) -> bool:
    """Whether the first rule that fits the cards seen is to bet."""
    return rule_for(seen).action == "play"


def rule_for(seen: Cards) -> Rule:
    """The first rule that fits the cards seen; the last one fits every hand."""
    return next(rule for rule, fits in _CARD if fits(seen))


def _ranks(cards: Cards) -> int:
    """The ranks that are there, as bits 2 to 14."""
    ranks = 0
    for card in cards:
        ranks |= 1 << card.rank
    return ranks


def _most_of_a_suit(cards: Cards) -> int:
    suits = [card.suit for card in cards]
    return max(suits.count(suit) for suit in range(4))


@cache
def _completing(ranks: int) -> frozenset[int]:
    """The ranks that would make a straight; for a straight that is there, every rank."""
    missing = [straight & ~ranks for straight in _STRAIGHTS]
    if 0 in missing:
        return frozenset(range(2, ACE + 1))
    return frozenset(lacking.bit_length() - 1 for lacking in missing if lacking.bit_count() == 1)


def _pair(cards: Cards) -> bool:
    return _ranks(cards).bit_count() < len(cards)


def _four_to_a_flush(cards: Cards) -> bool:
    return _most_of_a_suit(cards) >= 4


def _two_ranks_make_a_straight(cards: Cards) -> bool:
    return len(_completing(_ranks(cards))) >= 2


def _inside_with_three_suited(cards: Cards) -> bool:
    return len(cards) == 4 and bool(_completing(_ranks(cards))) and _most_of_a_suit(cards) == 3


_CARD: Final[tuple[tuple[Rule, Callable[[Cards], bool]], ...]] = (
    (Rule("Bet any pair or better, at once.", "play"), _pair),
    (Rule("Bet four to a flush or better.", "play"), _four_to_a_flush),
    (Rule("Bet four to a straight that two ranks would complete, or a straight.", "play"), _two_ranks_make_a_straight),
    (Rule("Before 5th Street, bet four to any straight with three of a suit.", "play"), _inside_with_three_suited),
    (Rule("Otherwise check, and on 6th Street fold.", "check"), lambda cards: True),
)

RULES: Final[tuple[Rule, ...]] = tuple(rule for rule, _ in _CARD)
"""The strategy card, in order, the same at every street: the first rule that fits decides."""

STRATEGY: Final = ShortStrategy(
    {"": RULES},
    lambda cards, legal, variant: choose(cards, (), legal),
    by_ranks=True,
    fitting=lambda cards, legal, variant: (rule_for(cards),),
)
