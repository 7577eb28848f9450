"""What One Draw promises; `pytest` in this folder runs it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from croupier.conformance.game_checks import check_game
from croupier.conformance.stage import Stage
from croupier.exact.analysis import Analysis
from croupier.exact.solver import solver_of
from croupier.games import game_in

FOLDER = Path(__file__).parent


def test_three_kings_after_the_draw() -> None:
    """OD-5, with known cards."""
    round = Stage(game_in(FOLDER).name, "Kd Kc 4h 7s 2s  Kh 9c 8d")
    round.bets("bet=10")
    round.say("hold Kd Kc")
    assert round.result() == {"bet": 20_00}


def test_the_house_keeps_what_it_should() -> None:
    """By the standard paytable."""
    main = solver_of(game_in(FOLDER)()).solve(seconds=20).bets["main"]
    assert isinstance(main, Analysis) and main.house_edge == Fraction("117346311/3164004844")


def test_everything_that_is_asked_of_a_game() -> None:
    """As `croupier check` does."""
    assert [check for check in check_game(game_in(FOLDER)) if check.verdict != "holds"] == []
