"""How a game is solved, in the words that stand beside its solver and beside what the solver is built on."""

from __future__ import annotations

from importlib import import_module
from itertools import chain
from pathlib import Path
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
    families = [published_text(family) for family in _built_on(solver)]
    argued = [[{**text[0], "kind": "lead"}, *text[1:]] for text in families if text]
    return [*published_text(solver), *chain.from_iterable(argued)]


def published_text(module: ModuleType) -> list[Json]:
    """What papers say of a module: the text file of its name, or `method.md` of its folder, where there is one."""
    source = Path(module.__file__ or "")
    file = source.with_name("method.md") if source.stem == "__init__" else source.with_suffix(".md")
    return list(blocks(file.read_text("utf-8"))) if file.is_file() else []


def _built_on(solver: ModuleType) -> list[ModuleType]:
    """The modules of the exact room that a solver takes something from."""
    names = dict.fromkeys(getattr(value, "__module__", None) or "" for value in vars(solver).values())
    return [import_module(name) for name in names if name.startswith(f"{exact.__name__}.")]
