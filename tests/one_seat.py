"""A table with one player, whose every round may be walked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from croupier.cards import Card
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.table import Table
from croupier.table.walk import best_value, walk


def one_seat(game: Game[Any], pack: Sequence[Card], placard: Placard | None = None) -> Table:
    """A table of a small pack, with one player who cannot run out of chips."""
    table = Table(game, placard, tuple(pack))
    table.sit(1, "Ann", 100_000_000)
    return table


def best_walked(game: Game[Any], pack: Sequence[Card], bets: Mapping[str, int]) -> Fraction:
    """What the best play of these bets wins in cents, counted by walking every deal of the real table."""
    return best_value(walk(partial(one_seat, game, pack), bets))
