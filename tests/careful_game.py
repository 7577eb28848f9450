"""A game whose behaviour version 2 refuses a bet that version 1 took, as an upgrade of the program would bring it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import croupier.games
from croupier.game_folders import VARIABLE
from croupier.games import game_named
from croupier.table.game import Game

NAME = "careful-draw"
RULES = '''
"""On the Draw, which does not take Trips any more since behaviour version 2, nor the smaller Play bets."""

from collections.abc import Mapping

from croupier.errors import Refused
from croupier.games.on_the_draw.rules import OnTheDraw, OnTheDrawSettings


class CarefulSettings(OnTheDrawSettings, frozen=True, kw_only=True):
    """Those of the game it comes from."""

    def check(self, behaviour: int) -> None:
        super().check(behaviour)
        if behaviour >= 2 and self.play_multiples[0] < 3:
            raise Refused("the first Play bet is 3x or more since behaviour version 2")


class CarefulDraw(OnTheDraw):
    """It plays by whichever version it is asked to."""

    name = "careful-draw"
    title = "Careful Draw"
    behaviour = 1
    Settings = CarefulSettings

    def check_bets(self, bets: Mapping[str, int]) -> None:
        super().check_bets(bets)
        if self.behaviour >= 2 and "trips" in bets:
            raise Refused("Trips is not taken since behaviour version 2")
'''


@contextmanager
def careful_game(folder: Path) -> Iterator[type[Game[Any]]]:
    """The game, put into a folder of its own and found as any other; it is at version 1 until a test raises it."""
    own = Path(croupier.games.__file__).parent
    game = folder / "games" / NAME.replace("-", "_")
    shutil.copytree(own / "on_the_draw", game, ignore=shutil.ignore_patterns("*.py", "published.toml"))
    (game / "rules.py").write_text(RULES, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(game.parent))
        yield game_named(NAME)
