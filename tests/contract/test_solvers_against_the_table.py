"""The exact solvers against the best play of every deal through the real table, and against a count on paper.

Where to try every answer of every deal takes long, the table is for `make confirm`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from croupier.games import game_named
from croupier.table.settings import settings_of
from croupier.table.walk import best_value
from tests.contract import direct
from tests.contract.cases import other_values
from tests.contract.walks import PACKS, UNIT, lines, odds, prizes, small_game
from tests.solved_games import analyze

pytestmark = pytest.mark.exhaustive


def by_the_table(name: str, spots: tuple[str, ...], pack: str = "", opening: tuple[str, ...] = ()) -> Fraction:
    """What the best play of one unit on each of the spots wins through the real table, in units."""
    return best_value(lines(name, spots, pack=pack, opening=opening)) / UNIT


def together(*settle: Any) -> Any:
    """Several spots settled as one bet."""
    return lambda *played: sum(one(*played) for one in settle)


def solved(name: str, pack: str = "") -> dict[str, Fraction]:
    """The solver's value of each bet on the small pack."""
    analyses = analyze(small_game(name), stake=Fraction(UNIT, 100), deck=PACKS[pack or name])
    return {bet: analysis.expected_value for bet, analysis in analyses.items()}


def on_the_draw_on_paper(multiples: tuple[int, int, int] = (3, 2, 1)) -> dict[str, Fraction]:
    """Both bets of On the Draw."""
    game, pack = small_game("on-the-draw"), PACKS["on-the-draw"]
    spots = direct.on_the_draw_spots(odds(game, "play"), odds(game, "trips"))
    main = together(spots["ante"], spots["blind"], spots["play"])
    return {
        "main": direct.on_the_draw(pack, None, main, multiples),
        "trips": direct.on_the_draw(pack, lambda cards, legal: legal[0], spots["trips"]),
    }


def cincinnati_stud_on_paper() -> dict[str, Fraction]:
    """Both bets of Cincinnati Stud."""
    game, pack = small_game("cincinnati-stud"), PACKS["cincinnati-stud"]
    spots = direct.cincinnati_stud_spots(odds(game, "blind"), odds(game, "trips"))
    return {
        "main": direct.cincinnati_stud(pack, None, together(spots["ante"], spots["blind"], spots["play"])),
        "trips": direct.cincinnati_stud(pack, lambda cards, legal: legal[0], spots["trips"]),
    }


ON_PAPER = {"on-the-draw": on_the_draw_on_paper, "cincinnati-stud": cincinnati_stud_on_paper}


@pytest.mark.parametrize("name", ON_PAPER)
def test_a_game_is_solved_to_the_value_that_a_count_on_paper_gives(name: str) -> None:
    assert solved(name) == ON_PAPER[name]()


@pytest.mark.parametrize("multiples", [(1, 1, 1), (2, 5, 4)])
def test_other_play_bets_of_on_the_draw_are_solved_as_counted_on_paper(multiples: tuple[int, int, int]) -> None:
    game = small_game("on-the-draw", {"play_multiples": ",".join(map(str, multiples))})
    value = analyze(game, deck=PACKS["on-the-draw"])["main"].expected_value
    assert value == on_the_draw_on_paper(multiples)["main"]


@pytest.mark.confirm
@pytest.mark.parametrize("name", ON_PAPER)
def test_a_game_is_dealt_by_the_table_to_the_value_on_paper(name: str) -> None:
    assert by_the_table(name, ("ante", "blind", "trips")) == sum(ON_PAPER[name]().values())


def test_three_card_draw_is_solved_to_the_value_that_the_table_deals() -> None:
    game, pack = small_game("three-card-draw"), PACKS["three-card-draw"]
    spots = direct.three_card_draw_spots(odds(game, "bonus"), odds(game, "ante-bonus"))
    main = together(spots["ante"], spots["play"], spots["ante-bonus"])
    value = solved("three-card-draw")["main"]
    assert by_the_table("three-card-draw", ("ante",)) == value == direct.three_card_draw(pack, None, main)

    smaller = "three-card-draw with a bonus"
    values = solved("three-card-draw", smaller)
    both = direct.three_card_draw(PACKS[smaller], None, together(main, spots["bonus"]))
    assert by_the_table("three-card-draw", ("ante", "bonus"), smaller) == values["main+bonus"] == both
    assert by_the_table("three-card-draw", ("bonus",), smaller) == values["bonus-alone"]


VARIANTS = ("five-card-draw", "deuces-never-loses")


def big_draw_on_paper(variant: str) -> dict[str, Fraction]:
    """Both bets of one of the two games."""
    game, pack = small_game("big-draw"), PACKS[variant]
    big_draw, first_5 = (
        direct.five_card_pays(variant, odds(game, bet), prizes(game, bet))
        for bet in (f"{variant}/big-draw", f"{variant}/first-5")
    )
    return {
        f"{variant}/big-draw": direct.big_draw(pack, None, big_draw),
        f"{variant}/first-5": direct.first_five(pack, first_5),
    }


@pytest.mark.parametrize("variant", VARIANTS)
def test_big_draw_is_solved_to_the_value_that_a_count_on_paper_gives(variant: str) -> None:
    paper = big_draw_on_paper(variant)
    values = solved("big-draw", variant)
    assert {bet: values[bet] for bet in paper} == paper


@pytest.mark.confirm
@pytest.mark.parametrize("variant", VARIANTS)
def test_big_draw_is_dealt_by_the_table_to_the_same_value(variant: str) -> None:
    for bet, value in big_draw_on_paper(variant).items():
        spot = bet.removeprefix(f"{variant}/")
        assert by_the_table("big-draw", (spot,), variant, opening=(variant,)) == value


def test_draw_n_shoot_21_is_solved_to_the_value_that_the_table_deals() -> None:
    game, shoe = small_game("draw-n-shoot-21"), PACKS["draw-n-shoot-21"]
    values = solved("draw-n-shoot-21")
    paper = direct.draw_n_shoot_21(shoe, None, odds(game, "twenty-one"))
    assert by_the_table("draw-n-shoot-21", ("ante",)) == values["twenty-one"] == paper
    craps = direct.quickcraps(shoe, odds(game, "quickcraps"))
    assert by_the_table("draw-n-shoot-21", ("craps",)) == values["quickcraps"] == craps


def changed(name: str) -> list[Any]:
    """Each other value of each setting of a game, large numbers left out; what is long to walk is for `make confirm`.

    How many decks are in a shoe is left out too, for the small pack is the shoe.
    """
    kind = game_named(name)
    heavy = () if name in ("three-card-draw", "draw-n-shoot-21") else (pytest.mark.confirm,)
    return [
        pytest.param(name, {setting.name: value}, marks=heavy, id=f"{name}-{setting.name}={value}")
        for setting in settings_of(kind.Settings)
        for value in other_values(kind, setting)
        if setting.name != "decks" and not (value.isdigit() and int(value) > 9)
    ]


SOLVED = {
    "on-the-draw": ("main", ("ante", "blind"), "on-the-draw"),
    "cincinnati-stud": ("main", ("ante", "blind"), "cincinnati-stud"),
    "three-card-draw": ("main", ("ante",), "three-card-draw with a bonus"),
    "draw-n-shoot-21": ("twenty-one", ("ante",), "draw-n-shoot-21"),
}


@pytest.mark.parametrize(("name", "settings"), [case for name in SOLVED for case in changed(name)])
@pytest.mark.sample(3)
def test_a_setting_changes_the_table_and_the_mathematics_alike(name: str, settings: dict[str, str]) -> None:
    bet, spots, pack = SOLVED[name]
    analyses = analyze(small_game(name, settings), stake=Fraction(UNIT, 100), deck=PACKS[pack])
    by_table = best_value(lines(name, spots, pack=pack, settings=settings)) / UNIT
    assert analyses[bet].expected_value == by_table
