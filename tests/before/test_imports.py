"""What the documentation of 0.1.0 imports can still be imported."""

from __future__ import annotations

from importlib import import_module

import pytest

DOCUMENTED = {
    "croupier.cards": "parse_cards",
    "croupier.exact.draw": "analyze_draw draw_game",
    "croupier.exact.draw_rankings": "DEUCES POKER",
    "croupier.exact.futures": "rows_by",
    "croupier.exact.paid": "net",
    "croupier.exact.seen": "Pack",
    "croupier.exact.shoe": "LOSES Shoe ShoeGame as_drawn net_pays solve",
    "croupier.exact.showdown": "Choice Played Result Showdown",
    "croupier.exact.solver": "solver_of",
    "croupier.exact.streets": "Street Streets solve",
    "croupier.games": "game_named",
    "croupier.hands": "Hand Poker ThreeCard",
    "croupier.odds": "PayTable",
    "croupier.simulate.at_once": "simulate",
    "croupier.simulate.setup": "Setup",
    "croupier.table.round": "Round",
    "croupier.table.table": "Table",
    "croupier.table.view": "view",
}


@pytest.mark.parametrize("module", DOCUMENTED)
def test_a_documented_import_works(module: str) -> None:
    there = import_module(module)
    assert [name for name in DOCUMENTED[module].split() if not hasattr(there, name)] == []
