"""What Two Streets promises; `pytest` in this folder runs it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from croupier.conformance.game_checks import check_game
from croupier.conformance.stage import Stage
from croupier.exact.analysis import Analysis
from croupier.exact.solver import solver_of
from croupier.games import game_in

FOLDER = Path(__file__).parent


def test_three_kings_are_paid_5_to_1() -> None:
    """TS-7, with known cards."""
    round = Stage(game_in(FOLDER).name, "Kd Kc 4h  Kh 2s")
    round.bets("ante=10")
    round.say("play-3x")
    assert round.result() == {"play": 150_00, "ante": 10_00}


def test_the_house_keeps_what_it_should() -> None:
    """By the standard paytable."""
    main = solver_of(game_in(FOLDER)()).solve(seconds=20).bets["main"]
    assert isinstance(main, Analysis) and main.house_edge == Fraction("4731/216580")


def test_everything_that_is_asked_of_a_game() -> None:
    """As `croupier check` does."""
    assert [check for check in check_game(game_in(FOLDER)) if check.verdict != "holds"] == []
