"""The exact value of every answer, worked out when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from croupier.arrays import Floats
from croupier.errors import Refused
from croupier.exact.solved_game import Value, worth
from croupier.exact.solver import AskedHand, Solver, solver_of
from croupier.table.game import Game, Question

Asked = tuple[Question, tuple[str, ...], tuple[tuple[str, Fraction], ...]]
"""A decision as a solver takes it, the answers by their place, and what lies on each spot, in units."""


class AskedOf(Protocol):
    """Who knows what a state asks."""

    @property
    def game(self) -> Game[Any]:
        """The game."""

    def asked(self, state: Any) -> Asked | None:
        """The decision of a state; none where there is nothing to advise on."""


@dataclass(frozen=True)
class AskedAtTable:
    """States that are decisions themselves."""

    game: Game[Any]

    def asked(self, state: Any) -> Asked | None:
        """The decision."""
        asked: Asked | None = state
        return asked


@dataclass(frozen=True)
class Oracle:
    """What every answer to a decision is worth with the best play afterwards, net and in units."""

    source: AskedOf = field(compare=False, repr=False)
    state: Any

    def exact(self) -> dict[str, Value]:
        """The value of each answer, a `Fraction` wherever the game is solved exactly; nothing where none is known."""
        asked = self.source.asked(self.state)
        return {} if asked is None else _weighed(self.source.game, *asked)

    def values(self) -> Floats:
        """The same as floats, by the number of the action."""
        return np.array([float(worth(value)) for value in self.exact().values()])

    @property
    def best(self) -> int:
        """The number of the action that is worth most; the first of several."""
        return int(self._known().argmax())

    def _known(self) -> Floats:
        values = self.values()
        if not len(values):
            raise Refused("nothing is decided here, or nothing is known of what the answers are worth")
        return values

    def regret(self, action: int) -> Value | float:
        """What an action gives away against the best one."""
        self._known()
        values = list(self.exact().values())
        action = action if 0 <= action < len(values) else 0
        exact = [value for value in values if isinstance(value, Fraction)]
        if len(exact) == len(values):
            return max(exact) - exact[action]
        return float(max(map(worth, values)) - worth(values[action]))

    def __reduce__(self) -> tuple[type[Oracle], tuple[AskedAtTable, Asked | None]]:
        """Another process is sent the question, and not who asked it."""
        return Oracle, (AskedAtTable(self.source.game), self.source.asked(self.state))


@lru_cache(maxsize=64)
def _solver(game: Game[Any]) -> Solver:
    return solver_of(game)


@lru_cache(maxsize=4096)
def _weighed(
    game: Game[Any], asked: Question, legal: tuple[str, ...], staked: tuple[tuple[str, Fraction], ...]
) -> dict[str, Value]:
    stake = Fraction(asked.stake, 100)
    values = _solver(game).weigh(AskedHand(asked.cards, asked.board, asked.variant, stake, staked=staked))
    return {answer: values[answer] for answer in legal}
