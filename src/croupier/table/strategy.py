"""Strategies that a person can remember."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from croupier.cards import Card

Choose = Callable[[Sequence[Card], Sequence[str], str], str]
"""The answer with the cards that a player sees, out of those that are legal, in a variant."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of a strategy card; the first rule whose sentence fits the hand decides."""

    sentence: str
    action: str
    kinds: int = 1
    """How many kinds of hands the sentence names, each of which a person has to remember."""


@dataclass(frozen=True, slots=True)
class ShortStrategy:
    """A strategy card, and what it answers."""

    rules: Mapping[str, tuple[Rule, ...]]
    """By variant of the game; under "" where the game is one."""
    choose: Choose
    by_ranks: bool = False
    """Whether it looks at nothing but the ranks and at how many cards the longest suit has."""
