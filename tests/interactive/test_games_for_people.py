"""`import croupier as cr`: what people ask a game in Python, how results show themselves, and what traps say."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import croupier as cr
from croupier.exact.solver import solver_of
from croupier.games import game_named
from croupier.shown.frames import Tabular
from croupier.table.view import View

GAME = cr.game("three-card-draw")


def test_importing_croupier_loads_nothing_heavy() -> None:
    said = "import croupier, sys; print(*sorted({'numpy', 'numba', 'msgspec', 'rich'} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == ""


def test_everything_is_found_with_the_tab_key() -> None:
    assert {"game", "game_names", "PayTable", "Refused"} <= set(dir(cr))
    assert not {"Any", "ModuleType", "import_module"} & set(dir(cr))
    asked = {"analyze", "advise", "simulate", "sessions", "tune", "exposure", "table", "regret"}
    assert asked <= set(dir(GAME))
    assert all(getattr(type(GAME), name).__doc__ for name in asked)


@cache
def results() -> dict[str, Any]:
    """One of each, of a game that is quickly asked."""
    return {
        "analyze": GAME.analyze(),
        "main": GAME.analyze().main,
        "advise": GAME.advise("As Ks 2d"),
        "simulate": GAME.simulate(20_000, players=2),
        "sessions": GAME.sessions(100, rounds=20, sessions=500),
        "tune": GAME.tune("bonus", "-10%", rows=["flush=2:1..5:1"], within="10%"),
        "exposure": GAME.exposure(3, decks=2),
    }


def test_every_result_shows_itself_and_becomes_a_frame(tmp_path: Path) -> None:
    for name, result in results().items():
        assert isinstance(result, Tabular), name
        html = result._repr_html_()
        assert "<table>" in html or "<svg" in html, name
        for table, rows in result.frames().items():
            frame, polars = result.to_pandas(table), result.to_polars(table)
            assert len(frame) == len(polars) == len(rows), (name, table)
            assert list(frame.columns) == polars.columns, (name, table)
            result.to_csv(tmp_path / "table.csv", table)
            assert len((tmp_path / "table.csv").read_text("utf-8").splitlines()) >= 1 + len(rows) * bool(rows)


def test_what_is_taken_out_of_a_result_shows_itself_too() -> None:
    shown = results()
    parts = {
        "bet": shown["simulate"]["main"],
        "tuned table": shown["tune"][0],
        "line": shown["exposure"][0],
        "paytable": GAME.paytables["bonus"],
    }
    for name, part in parts.items():
        assert "<table>" in part._repr_html_(), name
    assert "<svg" in shown["simulate"]["main"]._repr_html_()


def test_names_of_bars_are_told_whole_and_words_stand_left() -> None:
    assert all(
        f">{row}</text>" in cr.game("on-the-draw").analyze()._repr_html_() for row in ("royal-flush", "straight")
    )
    shown = settled()._repr_html_()
    assert "<td>two pair, kings and eights</td>" in shown and "<svg" in shown
    assert all(result._repr_html_().count('<div class="wide">') for result in results().values())


def settled() -> Any:
    """A round that is over."""
    round = cr.game("on-the-draw").table(players=3, seed="pics").deal(ante=5, blind=5)
    while not round.finished:
        round.act(round.advise().best[0])
    return round


def test_plots_are_drawn_and_fractions_come_on_demand() -> None:
    shown = results()
    for name in ("main", "simulate", "sessions", "exposure", "advise"):
        assert "<svg" in shown[name]._repr_html_(), name
    edge = GAME.analyze()["main"].house_edge
    assert f"<details><summary>{float(edge):.4%}</summary><code>{edge}</code>" in GAME.analyze()._repr_html_()
    assert GAME.analyze().to_pandas().house_edge_exact[0] == str(edge)


def test_figures_are_those_of_the_solver_and_the_kernel() -> None:
    game = game_named("three-card-draw")()
    assert GAME.analyze()["main"] == solver_of(game).analyze()["main"]
    found = GAME.simulate(50_000)
    assert found.main.z is not None and abs(found.main.z) < 5
    assert found.digest == GAME.simulate(50_000, workers=1).digest
    assert found.digest != GAME.simulate(50_000, seed="another").digest


def test_a_python_function_is_a_strategy() -> None:
    def timid(view: View) -> str:
        return view.legal[0]

    assert GAME.simulate(200, strategy=timid).main.mean == -1


def test_a_round_shows_no_card_that_its_player_may_not_see() -> None:
    round = cr.game("on-the-draw").table(players=3, seed="hidden").deal(ante=5, blind=5)
    table = round.round.table
    hidden = [card.name for seat in table.seats.values() if seat.number != 1 for card in seat.cards]
    hidden += [card.name for place in table.places.values() for card in place.cards if place.eyes == ()]
    assert hidden
    told = repr(round) + round._repr_html_() + repr(round.view)
    assert not [name for name in hidden if f"'{name}'" in told or f" {name}" in told or f">{name}<" in told]


def test_a_regret_is_the_exact_cost_of_the_short_strategy() -> None:
    for name in ("three-card-draw", "draw-n-shoot-21"):
        game = cr.game(name)
        strategy = game.game.short_strategy
        assert strategy is not None
        written = game.solver.strategies()[0]
        best = game.solver.analyze()[written.analysis.bet]
        choose = strategy.choose
        assert game.regret(lambda cards, legal, choose=choose: choose(cards, legal, "")) == written.cost(best)


TRAPS: dict[str, tuple[Any, str]] = {
    "a class for a name": (lambda: cr.game(game_named("on-the-draw")), "OnTheDraw is the class of a game; write"),
    "a class for a game": (lambda: solver_of(game_named("on-the-draw")), "OnTheDraw is the class of a game; write On"),
    "a bool for words": (lambda: game_named("on-the-draw").choose({"fold_forfeits_trips": True}), "words, 'true'"),
    "a list for a setting": (lambda: cr.game("on-the-draw", pot_unit=1.5), "write words, a number, True or False"),
    "a bool for rounds": (lambda: GAME.simulate(True), "write a whole number above zero"),
    "a bool for dollars": (lambda: GAME.table().deal(ante=True), "write dollars, as in 5 or 7.50"),
    "a stake of nothing": (lambda: GAME.analyze(stake=0), "write dollars above zero"),
    "a folder of another game": (
        lambda: cr.game("on-the-draw", folder="examples/games/casino_war"),
        "is called 'casino-war', and 'on-the-draw' was asked for",
    ),
    "a folder for paytables": (lambda: cr.game("on-the-draw", "my/folder"), "a folder is folder='my/folder'"),
    "a word for a policy": (lambda: GAME.regret("banana"), "'banana' is no policy; write a function"),
    "a word for an answer": (lambda: GAME.regret(lambda cards, legal: "banana"), "answers 'banana'; there is"),
    "a table that was not found": (
        lambda: GAME.tune("bonus", "-35%", rows={"flush": "4:1..5:1"}, within="10%").game(999),
        "999 is the number of none of the 2 tables found",
    ),
    "words for rounds": (lambda: GAME.simulate("many"), "'many' is not a number of rounds; write"),
    "rounds without end": (lambda: GAME.simulate(1e30), "rounds cannot be 1e+30"),
    "more rounds than a float holds": (lambda: GAME.simulate(10**400), "rounds cannot be 1000"),
    "rounds that are no number": (lambda: GAME.simulate(float("nan")), "rounds cannot be nan"),
    "half a player": (lambda: GAME.simulate(100, players=2.5), "players cannot be 2.5; write a whole number"),
    "a bool for players": (lambda: GAME.table(True), "players cannot be True"),
    "no players": (lambda: GAME.table(0), "players cannot be 0"),
    "no strategy": (lambda: GAME.simulate(100, strategy=None), "strategy is given as None; write a name"),
    "a strategy that answers nothing": (
        lambda: GAME.simulate(100, strategy=lambda view: None),
        "the strategy <lambda>: it answers None; return one of fold",
    ),
    "a list of bets": (lambda: GAME.simulate(100, bets=["ante"]), "write dollars by spot, as in {'ante': 5}"),
    "dollars for bets": (lambda: GAME.table().deal(5), "write dollars by spot, as in {'ante': 5}"),
    "no seed": (lambda: GAME.simulate(100, seed=None), "seed is given as None, a NoneType; write words, as in"),
    "fewer than no workers": (lambda: GAME.simulate(100, workers=-1), "workers cannot be -1"),
    "words for an error rate": (lambda: GAME.simulate(100, error_rate="a"), "write a share from 0 to 1"),
    "one session": (lambda: GAME.sessions(100, sessions=1), "sessions cannot be 1; write a whole number from 2"),
    "too many sessions": (lambda: GAME.sessions(100, sessions=10**15), "sessions cannot be simulated; it is 2 to"),
    "a printed table by name": (lambda: GAME.with_table("printed"), "'printed' is no PayTable"),
    "a bool for cards": (lambda: GAME.advise(True), "cards are given as True; write words, as in 'As Kd 7c'"),
    "no cards": (lambda: cr.parse_cards(None), "cards are given as None; write words, as in"),
    "a bool for a variant": (lambda: cr.game("big-draw").advise("AsKd2c3c4c", variant=True), "write words, as in"),
    "a variant of one game": (lambda: GAME.table().deal(variant="x", ante=5), "is one game; there is no variant 'x'"),
    "a mapping of bets": (lambda: GAME.analyze(together={"main": 1}), "write words, as in 'main=1,trips=1/5'"),
    "a bool for an edge": (lambda: GAME.tune("bonus", True), "target_edge is given as True, a bool"),
    "percents as a number": (lambda: GAME.tune("bonus", 5), "5 is 500%; write a percentage, as in 5%"),
    "a number for rows": (lambda: GAME.tune("bonus", "5%", rows=5), "write ranges, as in ['flush=2:1..5:1']"),
    "a number for a range": (lambda: GAME.tune("bonus", "5%", hit_frequency=0.2), "as in '20%..30%'"),
    "a bool for hands": (lambda: GAME.exposure(True), "hands cannot be True"),
    "a bool for an answer": (lambda: GAME.table().deal(ante=5).act(True), "write words, as in 'fold'"),
    "an unknown game": (lambda: cr.game("on-the-drow"), "there are"),
    "an unknown table": (lambda: GAME.analyze().to_pandas("edges"), "there are bets, returns"),
}


@pytest.mark.parametrize("trap", TRAPS)
def test_a_trap_gets_one_line_that_says_what_to_do(trap: str) -> None:
    fall, words = TRAPS[trap]
    with pytest.raises(cr.Refused) as refused:
        fall()
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_settings_take_python_values_and_words_alike() -> None:
    assert cr.game("on-the-draw", fold_forfeits_trips=True).settings == (
        cr.game("on-the-draw", fold_forfeits_trips="true").settings
    )
    assert cr.game("on-the-draw", play_multiples=(4, 2, 1)).settings["play_multiples"] == "4,2,1"


def test_numbers_and_words_are_taken_alike() -> None:
    assert GAME.simulate("1e4", players="2", seed=42).digest == GAME.simulate(10_000.0, players=2, seed="42").digest
    assert GAME.advise(["As", "Ks", "2d"]) == GAME.advise("As Ks 2d")
    assert cr.game("on-the-draw").advise("As Ks 2d 3c", ["4c"]) == cr.game("on-the-draw").advise("As Ks 2d 3c", "4c")
    near = {"rows": ["flush=2:1..5:1"], "limit": 3}
    assert GAME.tune("bonus", -0.1, within=0.1, **near).found == GAME.tune("bonus", "-10%", within="10%", **near).found


def test_a_tuned_table_is_a_game() -> None:
    tuned = GAME.tune("bonus", "-10%", rows=["flush=2:1..5:1"], within="10%")
    game = tuned.game(0)
    assert game.solver.analyze()["bonus"].house_edge == tuned[0].house_edge
    assert (
        GAME.with_pays("bonus", flush="7:1").paytables["bonus"]["flush"]
        == cr.PayTable.build("bonus", "x", {"flush": "7:1"})["flush"]
    )
