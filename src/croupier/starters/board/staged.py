"""What Shared Three promises; `pytest` in this folder runs it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from croupier.conformance.game_checks import check_game
from croupier.conformance.stage import Stage
from croupier.exact.analysis import Analysis
from croupier.exact.solver import solver_of
from croupier.games import game_in

FOLDER = Path(__file__).parent


def test_kings_against_queens() -> None:
    """ST-6, with known cards."""
    round = Stage(game_in(FOLDER).name, "Kd Kc  Qh Qs  2s 7d 9c")
    round.bets("ante=10")
    round.say("call")
    assert round.result() == {"ante": 10_00, "call": 10_00}


def test_the_house_keeps_what_it_should() -> None:
    """By the standard paytable."""
    main = solver_of(game_in(FOLDER)()).solve(seconds=20).bets["main"]
    assert isinstance(main, Analysis) and main.house_edge == Fraction("9587449/1170614900")


def test_everything_that_is_asked_of_a_game() -> None:
    """As `croupier check` does."""
    assert [check for check in check_game(game_in(FOLDER)) if check.verdict != "holds"] == []
