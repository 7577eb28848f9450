"""What tests ask of the solvers of the five games."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from croupier.cards import Card
from croupier.exact.analysis import Analysis
from croupier.exact.reading.as_draw import DrawSolver
from croupier.exact.reading.as_showdown import ShowdownSolver
from croupier.exact.reading.as_streets import StreetsSolver
from croupier.exact.solver import solver_of
from croupier.table.game import Game


def analyze(game: Game[Any], stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> dict[str, Analysis]:
    """Every bet."""
    return solver_of(game).analyze(stake, deck)


def advise(
    game: Game[Any],
    cards: Sequence[Card],
    board: Sequence[Card] = (),
    variant: str | None = None,
    stake: Fraction | int = 1,
) -> dict[str, Fraction]:
    """Every choice."""
    return solver_of(game).advise(cards, board, variant, stake)


def strategy_analysis(game: Game[Any], variant: str = "", stake: Fraction | int = 1) -> Analysis:
    """The main bet by the short strategy."""
    return solver_of(game).mathematics.strategy_analysis(variant, stake)


def as_streets(game: Game[Any]) -> StreetsSolver:
    """The solver of a game of streets."""
    solver = solver_of(game).mathematics
    assert isinstance(solver, StreetsSolver)
    return solver


def as_showdown(game: Game[Any]) -> ShowdownSolver:
    """The solver of a showdown."""
    solver = solver_of(game).mathematics
    assert isinstance(solver, ShowdownSolver)
    return solver


def as_draw(game: Game[Any]) -> DrawSolver:
    """The solver of a game of draw."""
    solver = solver_of(game).mathematics
    assert isinstance(solver, DrawSolver)
    return solver
