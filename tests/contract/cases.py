"""Every game of ours at every number of seats with every value of every setting."""

from __future__ import annotations

from croupier.conformance.round_cases import PLAYERS, Case, Kind, cases, other_values
from croupier.games import game_named, game_names

__all__ = ["GAMES", "PLAYERS", "Case", "Kind", "cases", "every_case", "other_values", "some_cases"]

GAMES: list[Kind] = [game_named(name) for name in game_names()]


def every_case() -> list[Case]:
    """Every game x seat count x setting."""
    return [case for kind in GAMES for case in cases(kind)]


def some_cases() -> list[Case]:
    """Every game x setting at two seats."""
    return [case for kind in GAMES for case in cases(kind, (2,))]
