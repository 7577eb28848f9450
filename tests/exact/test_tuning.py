"""Searches over paytables: what they find is what solving every table finds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cli import carry_out
from croupier.errors import Refused
from croupier.exact.solver import solver_of
from croupier.exact.tuning import SearchStopped, Target, TunedBet, parse_range, parse_target, tune, unknown_pay
from croupier.exact.tuning.pay_grid import PayGrid
from croupier.exact.tuning.valuing import ByBounds, OneByOne, Swept, valuing
from croupier.games import game_named
from croupier.odds import Odds, PayTable, Prize
from croupier.table.game import Game

INFINITE = {"decks": "infinite"}
TWENTY_ONE = "twenty-one"


def chosen(name: str, setting: dict[str, str] | None = None) -> Game[Any]:
    return game_named(name).choose(setting)


def every_table(game: Game[Any], bet: str, wager: str, words: Sequence[str], stake: int) -> dict[Any, Any]:
    """Every table of the ranges with its analysis, each built and solved without the search."""
    ranges = [parse_range(each, game, bet) for each in words]
    base, solved = game.paytables[bet], {}
    for values in product(*(each.values for each in ranges)):
        odds, fixed = dict(base.odds), dict(base.fixed)
        for each, value in zip(ranges, values, strict=True):
            if each.flat:
                fixed[each.row] = Prize(int(value * 100))
                odds.pop(each.row, None)
            else:
                odds[each.row] = Odds(value)
        table = PayTable(bet, "mine", odds, fixed)
        with_it = type(game)(game.settings, {**game.paytables, bet: table})
        solved[frozenset(odds.items()), frozenset(fixed.items())] = solver_of(with_it).analyze(stake)[wager]
    return solved


@pytest.mark.parametrize(
    ("name", "setting", "bet", "wager", "words", "edge", "within", "stake"),
    [
        ("on-the-draw", {}, "play", "main", ["flush=2:1..4:1/1:2", "straight=1..2", "full-house=3..5"], "2%", "4%", 1),
        ("on-the-draw", {}, "blind", "main", ["flush=1:1..3:1", "straight=push..2:1"], "1%", "3%", 1),
        ("on-the-draw", {}, "trips", "trips", ["flush=5..8", "straight=3..5"], "2%", "3%", 1),
        ("draw-n-shoot-21", INFINITE, TWENTY_ONE, TWENTY_ONE, ["blackjack=1..3", "twenty-one=1..2/1:2"], "3%", "4%", 1),
        ("draw-n-shoot-21", INFINITE, "quickcraps", "quickcraps", ["ten-ten=1..4", "seven=$0..$2"], "8%", "6%", 2),
        ("three-card-draw", {}, "ante-bonus", "main", ["straight=push..3", "straight-flush=3..5"], "5%", "6%", 1),
    ],
)  # fmt: skip
def test_a_search_finds_what_solving_every_table_finds(
    name: str, setting: dict[str, str], bet: str, wager: str, words: list[str], edge: str, within: str, stake: int
) -> None:
    game, target = chosen(name, setting), parse_target(edge, within)
    solved = every_table(game, bet, wager, words, stake)
    expected = {key: one for key, one in solved.items() if abs(one.house_edge - target.edge) <= target.within}
    assert 0 < len(expected) < len(solved)

    found = tune(game, bet, target, [parse_range(each, game, bet) for each in words], stake)

    assert (found.wager, found.searched, found.met) == (wager, len(solved), len(expected))
    tables = [(frozenset(each.table.odds.items()), frozenset(each.table.fixed.items())) for each in found.found]
    assert set(tables) == set(expected)
    for key, each in zip(tables, found.found, strict=True):
        one, figures = expected[key], each.figures
        assert (figures.expected_value, figures.hit_frequency) == (one.expected_value, one.hit_frequency)
        assert figures.variance == one.variance
    distances = [abs(each.house_edge - target.edge) for each in found.found]
    assert distances == sorted(distances)
    nearest = tune(game, bet, target, [parse_range(each, game, bet) for each in words], stake, limit=1)
    assert nearest.met == len(expected)
    assert abs(nearest.found[0].house_edge - target.edge) == distances[0]


@settings(max_examples=15, deadline=None)
@given(
    least=st.tuples(*[st.fractions(0, 4, max_denominator=3)] * 3),
    counts=st.tuples(*[st.integers(1, 6)] * 3),
    steps=st.tuples(*[st.fractions(Fraction(1, 4), 2, max_denominator=4)] * 3),
    aim=st.fractions(-1, Fraction(1, 4), max_denominator=50),
    within=st.fractions(0, Fraction(1, 5), max_denominator=100),
)
def test_bounds_hold_and_leave_nothing_open(
    least: tuple[Fraction, ...], counts: tuple[int, ...], steps: tuple[Fraction, ...], aim: Fraction, within: Fraction
) -> None:
    """The two ways to bound values agree with the value of every table, whatever the ranges and the target."""
    game = chosen("on-the-draw")
    rows = zip(("full-house", "flush", "straight"), least, counts, steps, strict=True)
    words = [f"{row}={_odds(low)}..{_odds(low + step * (count - 1))}/{_odds(step)}" for row, low, count, step in rows]
    tuned = TunedBet(game, "play", [parse_range(each, game, "play") for each in words])
    grid, everything = PayGrid(tuned.ranges), np.arange(tuned.size)
    assert tuned.nets is not None
    swept = valuing(tuned, grid, lambda share: None)
    assert isinstance(swept, Swept)
    swept.solve(everything, lambda share: None)
    exact = [Fraction(int(value), swept.unit) for value in swept.lower]
    inside = [-aim - within <= value <= -aim + within for value in exact]
    for bounds in (valuing(tuned, grid, lambda share: None), ByBounds(tuned, grid, tuned.nets)):
        bounds.narrow(-aim - within, -aim + within, np.ones(tuned.size, bool), lambda share: None)
        lower, upper = ([Fraction(int(value), bounds.unit) for value in of] for of in (bounds.lower, bounds.upper))
        assert all(low <= value <= high for low, value, high in zip(lower, exact, upper, strict=True))
        known = [-aim - within <= low and high <= -aim + within for low, high in zip(lower, upper, strict=True)]
        assert known == inside


def _odds(value: Fraction) -> str:
    return f"{value.numerator}:{value.denominator}"


def test_a_game_that_does_not_tell_its_endings_is_searched_table_by_table() -> None:
    game = chosen("on-the-draw")
    tuned = TunedBet(game, "play", [parse_range("flush=2..4", game, "play")])
    one_by_one = OneByOne(tuned, PayGrid(tuned.ranges), lambda share: None)
    swept = valuing(tuned, PayGrid(tuned.ranges), lambda share: None)
    swept.solve(np.arange(3), lambda share: None)
    for one, other in zip(one_by_one.lower, swept.lower, strict=True):
        assert Fraction(int(one), one_by_one.unit) == Fraction(int(other), swept.unit)
    numbers = np.array([2, 0])
    assert list(one_by_one.figures(numbers, print)) == list(swept.figures(numbers, lambda share: None))


def test_the_pay_of_one_row_meets_the_target_exactly() -> None:
    game, edge = chosen("on-the-draw"), Fraction(1, 40)
    unknown = unknown_pay(game, "play", "flush", edge)
    assert unknown.least == unknown.most
    pays = {**game.paytables["play"].odds, "flush": Odds(unknown.least)}
    exact = solver_of(type(game)(game.settings, {"play": PayTable("play", "mine", pays)})).analyze()["main"]
    assert exact.house_edge == edge
    assert [str(each.table["flush"]) for each in unknown.found] == ["3 to 1", "2 to 1"]
    with pytest.raises(Refused, match=r"even if flush pushes, the edge is 20\.4080%"):
        unknown_pay(game, "play", "flush", Fraction(1, 2))


def test_order_hits_and_deviation_are_kept() -> None:
    game = chosen("on-the-draw")
    ranges = [parse_range(each, game, "play") for each in ("flush=2:1..4:1/1:2", "straight=1:1..4:1/1:2")]
    free = tune(game, "play", Target(Fraction(1, 40), Fraction(1, 10)), ranges)
    kept = tune(game, "play", Target(Fraction(1, 40), Fraction(1, 10), keep_order=True), ranges)
    in_order = [each for each in free.found if not each.table.oddities(game.pay_bet("play").rows)]
    assert 0 < len(in_order) < len(free.found)
    assert list(kept.found) == in_order
    middle = free.found[len(free.found) // 2].figures
    span = Fraction(0), middle.hit_frequency
    fewer = tune(game, "play", Target(Fraction(1, 40), Fraction(1, 10), hit_frequency=span), ranges)
    assert list(fewer.found) == [each for each in free.found if each.figures.hit_frequency <= span[1]]
    wild = Fraction(str(round(free.found[0].standard_deviation, 3))), Fraction(100)
    fewer = tune(game, "play", Target(Fraction(1, 40), Fraction(1, 10), standard_deviation=wild), ranges)
    assert list(fewer.found) == [each for each in free.found if each.figures.variance >= wild[0] ** 2]


def test_a_search_ends_when_nobody_wants_it_any_more() -> None:
    game = chosen("on-the-draw")
    with pytest.raises(SearchStopped):
        tune(game, "play", Target(Fraction(1, 40)), [parse_range("flush=2..5", game, "play")], stopped=lambda: True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--row", "flush=5:1..2:1"], "5:1..2:1 of flush is empty; write the lower pay first: flush=2:1..5:1"),
        (["--row", "fluhs=2:1..5:1"], "unknown row 'fluhs' for the play paytable of on-the-draw; there are royal"),
        (["--row", "fluhs"], "unknown row 'fluhs'"),
        (["--row", "flush=2:1..5:1/0:1"], "the step 0:1 of flush leads nowhere"),
        (["--row", "flush=2..x"], "'x' in --row flush=2..x is no pay"),
        (["--row", "flush=2..3", "--row", "flush=4..5"], "two ranges are given for flush"),
        (["--row", "flush=2..4"], "edges go from -4.9970% to 8.3020%, and the nearest, the table as it is, has 1.66"),
        (["--row", "flush=2..4", "--within", "1%", "--hit-frequency", "50%..60%"], "their hit frequencies go from 37"),
        (["--row", "flush=2..4", "--hit-frequency", "60%..50%"], "the range 60%..50% of --hit-frequency is empty"),
        (["--row", "full-house=1:1..9000:1", "--row", "flush=1:1..9000:1"], "81,000,000 tables; at most 20,000,000"),
        (["--row", "flush", "--row", "straight=1..2"], "--row flush says no range"),
        (["--row", "four-of-a-kind=1..2", "--keep-order"], "no table of these ranges keeps the order"),
        (["--target-edge", "2.5"], "--target-edge 2.5 is 250%; write a percentage, as in 2.5%"),
        (["--bet", "plai"], "unknown bet 'plai'"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_a_line_that_says_what_can(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert carry_out(["tune", "on-the-draw", "--bet", "play", "--target-edge", "2.5%", *words]) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    assert said in errors
    assert len(errors.splitlines()) == 1


def test_programs_are_told_exact_numbers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tuning = ["tune", "on-the-draw", "--bet", "play", "--target-edge", "2.5%", "--within", "0.5%"]
    assert carry_out([*tuning, "--row", "flush=2:1..4:1/1:2", "--row", "straight=1:1..3:1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {key: told[key] for key in ("game", "bet", "wager", "target", "searched", "met")} == {
        "game": "on-the-draw", "bet": "play", "wager": "main", "target": "1/40", "searched": 15, "met": 1,
    }  # fmt: skip
    (found,) = told["found"]
    file = tmp_path / "found.toml"
    pays = "\n".join(f'{row} = "{odds}"' for row, odds in found["pays"].items())
    file.write_text(f'bet = "play"\nname = "found"\n[pays]\n{pays}\n', "utf-8")
    assert carry_out(["analyze", "on-the-draw", "--paytable-file", str(file), "--json"]) == 0
    main = json.loads(capsys.readouterr().out)["bets"]["main"]
    figures = ("expected_value", "house_edge", "hit_frequency", "standard_deviation")
    assert {key: found[key] for key in figures} == {key: main[key] for key in figures}

    assert carry_out([*tuning, "--row", "flush", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unknown"]["pays"] == "5722612/1990553"

    assert carry_out(["compare", "on-the-draw", "OTD-01", str(file), "--json"]) == 0
    compared = json.loads(capsys.readouterr().out)
    assert [table["name"] for table in compared["tables"]] == ["OTD-01", "found"]
    assert compared["tables"][1] == {**found, "name": "found"}


def test_tables_stand_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["compare", "on-the-draw", "OTD-01", "OTD-02"]) == 0
    lines = {
        line.split("│")[1].strip(): line.split("│")[2:4] for line in capsys.readouterr().out.splitlines() if "│" in line
    }
    assert [cell.strip() for cell in lines["four of a kind"]] == ["9 to 1", "8 to 1"]
    assert [cell.strip() for cell in lines["edge of main"]] == ["1.6698%", "2.1592%"]
    assert carry_out(["compare", "on-the-draw", "OTD-01", "trips-1"]) == 2
    assert "tables of play and trips are given" in capsys.readouterr().err
    assert carry_out(["compare", "on-the-draw", "OTD-99"]) == 2
    assert "unknown paytable 'OTD-99'" in capsys.readouterr().err


def test_without_ranges_people_are_shown_the_nearest_of_tables_a_step_away(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["tune", "on-the-draw", "--bet", "play", "--target-edge", "2.5%", "--limit", "2"]) == 0
    out = capsys.readouterr().out
    assert "6,561 tables searched" in out
    assert out.count("%") == 2 * 2 + 2
