"""Casino table games: deal them, solve them exactly, simulate them and print their papers, from one definition.

>>> import croupier as cr
>>> cr.game("on-the-draw").analyze()["main"].house_edge
Fraction(39093001, 2341229800)
"""

from importlib import import_module
from types import ModuleType
from typing import Any

__version__ = "0.3.0"

_LAZY = {
    "game": "croupier.interactive.chosen_game",
    "game_names": "croupier.games",
    "ChosenGame": "croupier.interactive.chosen_game",
    "PayTable": "croupier.odds",
    "Refused": "croupier.errors",
    "parse_cards": "croupier.cards",
}
"""What people ask for by these names, and where it is: loaded only then, for the command starts with this module."""

__all__ = ["ChosenGame", "PayTable", "Refused", "__version__", "game", "game_names", "parse_cards"]


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'croupier' has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)


def __dir__() -> list[str]:
    """What the Tab key shows: what people ask for, and the modules that were imported."""
    modules = (name for name, value in globals().items() if isinstance(value, ModuleType))
    return sorted({*__all__, *modules, *(name for name in globals() if name.startswith("__"))})
