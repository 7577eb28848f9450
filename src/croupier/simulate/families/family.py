"""What the kernels of all families have in common: bets as the game groups them, stakes, short strategies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK
from croupier.exact.game_mathematics import SIMPLE
from croupier.exact.hand_counts.suits import classes, hands_from
from croupier.exact.reading.endings import BetGroup
from croupier.exact.store import kept, version_of
from croupier.simulate.kernel.outcomes import OutcomeBet
from croupier.simulate.setup import OPTIMAL, Setup
from croupier.simulate.simulated_table import GameKernel
from croupier.table.game import Game, short_strategy_of

NEVER_FOLD: Final = "never-fold"


class FamilyKernel(GameKernel):
    """A game of a family, by its bets."""

    def __init__(self, game: Game[Any], groups: Sequence[BetGroup]) -> None:
        self.game, self.groups = game, groups

    @property
    def solved_strategies(self) -> tuple[str, ...]:
        """The best play, and the short strategy if one is written down."""
        return (OPTIMAL,) if self.game.short_strategy is None else (OPTIMAL, SIMPLE)

    def bets(self, setup: Setup) -> tuple[OutcomeBet, ...]:
        return tuple(
            OutcomeBet(group.name, tuple(group.spots), setup.bets[group.opens[0]], group.unit, group is self.groups[0])
            for group in self.groups
            if group.opens[0] in setup.bets
        )

    def action(self, said: Sequence[str]) -> str:
        return said[-1].split()[0]

    def stake(self, setup: Setup, group: BetGroup) -> Fraction:
        """The dollars to ask a solver for: those bet, where prizes are flat; else one, all stakes being alike."""
        own = {group.name, *group.spots}
        tables = [table for bet, table in self.game.paytables.items() if bet.rpartition("/")[2] in own]
        flat = any(table.fixed for table in tables) and group.opens[0] in setup.bets
        return Fraction(setup.bets[group.opens[0]], 100) if flat else Fraction(1)


def always(word: str) -> str:
    """The name of the strategy that does one thing whatever the cards.

    >>> always("play-3x"), always("raise")
    ('always-3x', 'always-raise')
    """
    size = word.rpartition("-")[2]
    return f"always-{size if size[:-1].isdecimal() else word}"


def by_short_strategy(game: Game[Any], seen: int, legal: Sequence[str]) -> Ints:
    """What the short strategy does with every class of so many cards, by its place among the legal answers."""
    strategy = short_strategy_of(game)

    def ask() -> dict[str, Ints]:
        every = classes(seen).bits
        alike = _ranks_and_longest_suit(every) if strategy.by_ranks else every
        _, first, where = np.unique(alike, return_index=True, return_inverse=True)
        hands = hands_from(every[first], seen).tolist()
        answers = [legal.index(strategy.choose([DECK[card] for card in hand], legal, "")) for hand in hands]
        return {"answers": np.array(answers, np.uint8)[where]}

    asked = sha256(repr(legal).encode()).hexdigest()[:8]
    version = version_of(strategy.choose.__module__) ^ version_of(__name__)
    return kept(f"{game.name}-simple-{seen}-{asked}", version, ask)["answers"]


def _ranks_and_longest_suit(bits: Ints) -> Ints:
    """A number for each hand that is the same for two with as many cards of each rank and in the longest suit."""
    suits = np.array([bits >> 16 * suit & 0x1FFF for suit in range(4)])
    number: Ints = np.bitwise_count(suits).max(axis=0).astype(np.int64)
    for rank in range(13):
        number = 5 * number + (suits >> rank & 1).sum(axis=0)
    return number
