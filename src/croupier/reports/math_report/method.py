"""How a game is solved, in the words that stand beside its solver and beside what the solver is built on."""

from __future__ import annotations

from importlib import import_module
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

from croupier import exact
from croupier.contract import Json
from croupier.exact.reading.as_showdown import ShowdownSolver
from croupier.exact.solver import solver_of
from croupier.reports.markup import blocks
from croupier.table.game import Game


def method(game: Game[Any]) -> list[Json]:
    """The solver in a sentence, and what it is built on, where that argues how it counts."""
    solver = solver_of(game).mathematics
    own = game.folder() / "exact.md"
    modules = [name for name in solver.texts if name != "hand_counts.contests" or solver.contest() is not None]
    if isinstance(solver, ShowdownSolver) and solver.read(solver.main.name).showdown.up_cards:
        modules.append("showdown.up_card")
    argued = [published_text(import_module(f"{exact.__name__}.{name}")) for name in modules]
    leads = [[{**text[0], "kind": "lead"}, *text[1:]] for text in argued]
    return [*(blocks(own.read_text("utf-8")) if own.is_file() else ()), *chain.from_iterable(leads)]


def published_text(module: ModuleType) -> list[Json]:
    """What papers say of a module: the text file of its name, or `method.md` of its folder, where there is one."""
    source = Path(module.__file__ or "")
    file = source.with_name("method.md") if source.stem == "__init__" else source.with_suffix(".md")
    return list(blocks(file.read_text("utf-8"))) if file.is_file() else []
