"""How a game is solved from its rules: what is tried, one after the other."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, Protocol

from croupier.errors import Refused
from croupier.exact.by_walk.solving import solve_by_walk
from croupier.exact.reading import what_was_read
from croupier.exact.solved_game import SolvedGame, Unwatched, Watcher
from croupier.exact.solver import has_beside, solver_of
from croupier.table.game import Game


class Attempt(Protocol):
    """A way to solve a game; None where it does not fit the game, and the next one is tried."""

    def __call__(self, game: Game[Any], stake: Fraction, seconds: float, watcher: Watcher) -> SolvedGame | None:
        """The game solved at a stake in dollars, in about so many seconds."""


def solve_by_family(game: Game[Any], stake: Fraction, seconds: float, watcher: Watcher) -> SolvedGame | None:
    """The game by the family that its procedure is of, or by an exact.py of its own."""
    solver = solver_of(game)
    watcher.stage(f"reading the procedure of {game.title}", 1)
    try:
        statement = what_was_read(game) if not has_beside(game, "exact") else ["It is solved by its own exact.py."]
        mathematics = solver.mathematics
    except Refused:
        return None
    watcher.stage(f"solving {game.title}", seconds)
    method = type(mathematics).__name__.removesuffix("Solver").lower()
    return SolvedGame(method, (*statement, "Every bet is exact."), mathematics.analyze(stake))


ATTEMPTS: Final[tuple[Attempt, ...]] = (solve_by_family, solve_by_walk)
"""The last of them fits every game that can be dealt."""


def solve_game(
    game: Game[Any], stake: Fraction | int = 1, seconds: float = 60, watcher: Watcher | None = None
) -> SolvedGame:
    """A game solved by the first attempt that fits it."""
    for attempt in ATTEMPTS:
        solved = attempt(game, Fraction(stake), seconds, watcher or Unwatched())
        if solved is not None:
            return solved
    raise Refused(f"nothing that is known solves {game.name}")
