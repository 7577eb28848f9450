"""Games say how many cards of their own players decide on."""

from __future__ import annotations

import pytest

from croupier.cards import DECK
from croupier.errors import Refused
from croupier.exact import showdown
from croupier.exact.solver import solver_of
from croupier.games import game_named, game_names


@pytest.mark.parametrize("name", game_names())
def test_advice_is_given_on_as_many_cards_as_a_game_says_and_on_no_others(name: str) -> None:
    kind = game_named(name)
    fewest, most = kind.own_cards
    solver = solver_of(kind())
    assert solver.advise(DECK[:fewest])
    for cards in {fewest - 1, most + 1} - {0, len(DECK) + 1}:
        with pytest.raises(Refused):
            solver.advise(DECK[:cards])


@pytest.mark.parametrize("name", ["cincinnati-stud", "three-card-draw"])
def test_a_wrong_number_of_cards_is_refused_before_anything_is_counted(name: str) -> None:
    before = showdown._count.cache_info()
    with pytest.raises(Refused):
        solver_of(game_named(name)()).advise(DECK[:2])
    assert showdown._count.cache_info() == before
