"""One compiled kernel for each family of games, driven by tables that are read off the procedure."""

from __future__ import annotations

from typing import Any

from croupier.errors import Refused
from croupier.exact.reading.as_board import BoardSolver
from croupier.exact.reading.as_draw import DrawSolver
from croupier.exact.reading.as_showdown import ShowdownSolver
from croupier.exact.reading.as_streets import StreetsSolver
from croupier.exact.reading.chosen_rounds import Unread
from croupier.exact.solver import solver_of
from croupier.simulate.families.board_kernel import BoardKernel
from croupier.simulate.families.draw_kernel import DrawKernel
from croupier.simulate.families.poker_showdown_kernel import PokerShowdownKernel
from croupier.simulate.families.streets_kernel import StreetsKernel
from croupier.simulate.families.three_card_kernel import ThreeCardKernel
from croupier.simulate.simulated_table import GameKernel
from croupier.table.game import Game


def family_kernel(game: Game[Any]) -> GameKernel | None:
    """The kernel of the family that a game is of; none if its procedure is of no kind that has one."""
    try:
        mathematics = solver_of(game).mathematics
        if isinstance(mathematics, StreetsSolver):
            return StreetsKernel(mathematics)
        if isinstance(mathematics, ShowdownSolver):
            poker = mathematics.read(mathematics.main.name).showdown.ranking == "poker"
            return PokerShowdownKernel(mathematics) if poker else ThreeCardKernel(mathematics)
        if isinstance(mathematics, DrawSolver):
            return DrawKernel(mathematics)
        if isinstance(mathematics, BoardSolver):
            return BoardKernel(mathematics)
    except (Refused, Unread):
        return None
    return None
