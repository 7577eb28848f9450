"""Strategies as a user would write them."""

from __future__ import annotations

import sys

from croupier.games import game_named
from croupier.table.view import View


def simple(view: View) -> str:
    """The game's short strategy."""
    return game_named(view.game)().automatic(view)


def nonsense(view: View) -> str:
    """What no table takes."""
    return "double down"


def fails(view: View) -> str:
    """What breaks in the middle."""
    raise ZeroDivisionError("no chips left to divide")


def leaves(view: View) -> str:
    """What would end the whole program."""
    sys.exit(3)


not_a_function = "simple"
