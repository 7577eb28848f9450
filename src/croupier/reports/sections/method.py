"""How a game is solved, in the words that stand above its solver and above what the solver is built on."""

from __future__ import annotations

from importlib import import_module
from inspect import getdoc
from itertools import chain
from types import ModuleType
from typing import Any

from croupier import exact
from croupier.contract import Json
from croupier.exact.solver import solver_of
from croupier.reports.markup import blocks
from croupier.table.game import Game


def method(game: Game[Any]) -> list[Json]:
    """The solver in a sentence, and what it is built on, where that argues how it counts."""
    solver = solver_of(game).module
    families = [list(blocks(getdoc(family) or "")) for family in _built_on(solver)]
    argued = [[{**opening, "kind": "lead"}, *argument] for opening, *argument in families if argument]
    return [*blocks(getdoc(solver) or ""), *chain.from_iterable(argued)]


def _built_on(solver: ModuleType) -> list[ModuleType]:
    """The modules of the exact room that a solver takes something from."""
    names = dict.fromkeys(getattr(value, "__module__", None) or "" for value in vars(solver).values())
    return [import_module(name) for name in names if name.startswith(f"{exact.__name__}.")]
