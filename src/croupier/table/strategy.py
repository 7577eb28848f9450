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

    @property
    def whole(self) -> str:
        """The whole sentence, also where the card only names a hand.

        >>> Rule("a pair, or two", "hold one pair").whole, Rule("Fold everything else.", "fold").whole
        ('With a pair, or two, hold one pair.', 'Fold everything else.')
        """
        named_only = not self.sentence[:1].isupper()
        return f"With {self.sentence}, {self.action}." if named_only else self.sentence


@dataclass(frozen=True, slots=True)
class ShortStrategy:
    """A strategy card, and what it answers."""

    rules: Mapping[str, tuple[Rule, ...]]
    """By variant of the game; under "" where the game is one."""
    choose: Choose
    by_ranks: bool = False
    """Whether it looks at nothing but the ranks and at how many cards the longest suit has."""
    fitting: Callable[[Sequence[Card], Sequence[str], str], tuple[Rule, ...]] | None = None
    """The rules that decide a hand, asked as `choose` is."""

    def deciding(self, cards: Sequence[Card], legal: Sequence[str], variant: str = "") -> tuple[Rule, ...]:
        """The rules that decide a hand; where that is not written down, the one rule whose action is the answer."""
        here = "" if "" in self.rules else variant
        if self.fitting is not None:
            return self.fitting(cards, legal, here)
        answer = self.choose(cards, legal, here)
        named = tuple(rule for rule in self.rules.get(here, ()) if rule.action == answer)
        return named if len(named) == 1 else ()
