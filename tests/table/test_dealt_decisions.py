"""Decisions to practise."""

from __future__ import annotations

import pytest

from croupier.exact.solver import AskedHand, solver_of
from croupier.games import game_named, game_names
from croupier.table.chance import seed_from
from croupier.table.rehearsal import dealt_decisions

STREETS = {
    "on-the-draw": {4, 5, 6},
    "cincinnati-stud": {6},
    "three-card-draw": {3},
    "big-draw": {5},
    "draw-n-shoot-21": {1, 2, 3},
}


@pytest.mark.parametrize("name", game_names())
def test_decisions_of_every_street_are_dealt_and_can_be_advised_on(name: str) -> None:
    game = game_named(name)()
    dealt = list(dealt_decisions(game, seed_from("monday"), 12))
    seen = {len(f"{one.cards} {one.board}".split()) for one in dealt}
    assert STREETS[name] <= seen
    assert dealt == list(dealt_decisions(game, seed_from("monday"), 12)) != list(dealt_decisions(game, bytes(32), 12))
    assert all(len(one.legal) > 1 for one in dealt)
    if name == "three-card-draw":
        solver = solver_of(game)
        assert set(solver.weigh(AskedHand(solver.read_cards(dealt[0].cards)))) == set(dealt[0].legal)
