"""Breakage, limits and flat prizes at a stake: the solvers against the real table that pays so, on small packs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from croupier.chips import Cashier, Range
from croupier.exact.by_stake import by_stake
from croupier.exact.solver import solver_of
from croupier.games import game_named
from croupier.table.placard import Placard
from croupier.table.walk import Line, best_value, walk
from tests.contract.walks import PACKS, every_answer, small_game
from tests.one_seat import one_seat

STAKE = 500


def paying_lines(
    name: str, spots: tuple[str, ...], placard: Placard, pack: str, opening: tuple[str, ...]
) -> Iterator[Line]:
    game = small_game(name)

    return walk(partial(one_seat, game, PACKS[pack], placard), dict.fromkeys(spots, STAKE), opening, every_answer)


@pytest.mark.confirm
@pytest.mark.parametrize("chip", [100, 500])
@pytest.mark.parametrize(
    ("name", "bet", "spots", "pack", "opening"),
    [
        ("draw-n-shoot-21", "twenty-one", ("ante",), "draw-n-shoot-21", ()),
        ("draw-n-shoot-21", "quickcraps", ("craps",), "draw-n-shoot-21", ()),
        ("big-draw", "deuces-never-loses/big-draw", ("big-draw",), "deuces-never-loses", ("deuces-never-loses",)),
        ("three-card-draw", "main", ("ante",), "three-card-draw with a bonus", ()),
    ],
)
def test_what_a_bet_is_worth_as_the_table_pays_it(
    name: str, bet: str, spots: tuple[str, ...], pack: str, opening: tuple[str, ...], chip: int
) -> None:
    placard = Placard({spots[0]: Range(100, 10_000)}, chip, "down-to-chip")
    paid = small_game(name).paid(placard.cashier)
    solved = solver_of(paid).analyze(Fraction(STAKE, 100), PACKS[pack])
    by_table = best_value(paying_lines(name, spots, placard, pack, opening)) / STAKE
    assert solved[bet].expected_value == by_table


def test_breakage_takes_what_the_odds_leave_over() -> None:
    """By hand: whole odds leave nothing over."""
    game = game_named("big-draw")()
    plain, paid = (
        solver_of(each).analyze(5)["deuces-never-loses/first-5"]
        for each in (game, game.paid(Cashier("down-to-chip", 500)))
    )
    assert plain.outcomes == paid.outcomes, "its odds are whole numbers, so that nothing is left over"


def test_a_raise_that_is_not_paid_in_proportion_is_refused() -> None:
    paid = game_named("draw-n-shoot-21")().paid(Cashier("down-to-chip", 100))
    with pytest.raises(ValueError, match="not solved exactly"):
        solver_of(paid).analyze(3)


def test_first_5_is_even_where_its_flat_prizes_make_up_for_the_rest() -> None:
    """Both of Big Draw's favour the player at a dollar; the stakes at which they are even are exact."""
    found = by_stake(game_named("big-draw")(), Placard({"first-5": Range(100, 400), "big-draw": Range(500, 500)}))
    plain, deuces = found["five-card-draw/first-5"], found["deuces-never-loses/first-5"]
    assert (plain.favours_player, plain.best, plain.worst) == ([100], 100, 400)
    assert plain.break_even == ((Fraction(1000, 989), Fraction(1000, 989)),)
    assert deuces.break_even == ((Fraction(14443, 7893),) * 2,)
    for each in (plain, deuces):
        ((even, _),) = each.break_even
        prizes = (each.edges[100] - each.edges[200]) * 2
        assert each.edges[100] - prizes + prizes / even == 0
    assert "five-card-draw/first-5: it favours the player at $1." in plain.sentences


def test_analyze_says_in_words_that_the_player_is_favoured(capsys: Any) -> None:
    from croupier.cli import carry_out

    assert carry_out(["analyze", "big-draw", "--no-strategies"]) == 0
    said = capsys.readouterr().out
    assert "five-card-draw/first-5 favours the player: it is expected to win 0.0237% of the bet." in said
    assert carry_out(["analyze", "draw-n-shoot-21", "--stake", "5", "--breakage", "down-to-chip", "--chip", "5"]) == 0
    said = capsys.readouterr().out
    assert "a stake of $5, paid down to $5 chips" in said and "4.0447%" in said
    assert carry_out(["analyze", "draw-n-shoot-21", "--breakage", "up"]) == 2
