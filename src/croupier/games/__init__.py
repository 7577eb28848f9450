"""The games, one folder each; adding a folder adds a game, and nothing outside it names it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from croupier.errors import Refused, one_of
from croupier.table.game import Game


def game_names() -> list[str]:
    """The names of all games, as commands take them.

    >>> "on-the-draw" in game_names()
    True
    """
    return sorted(module.name.replace("_", "-") for module in iter_modules(__path__) if module.ispkg)


@cache
def game_named(name: str) -> type[Game[Any]]:
    """The game of that name: the one `Game` in its folder's rules.py."""
    if name not in game_names():
        raise one_of("game", name, game_names())
    rules = import_module(f"{__name__}.{name.replace('-', '_')}.rules")
    (game,) = (
        kind
        for kind in vars(rules).values()
        if isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == rules.__name__
    )
    if game.name != name:
        raise Refused(f"the game in the folder of {name} calls itself {game.name!r}; set its name to {name!r}")
    return game
