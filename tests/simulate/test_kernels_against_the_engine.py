"""Every kernel against the table's engine: the same cards, the same decisions, the same cents, round for round."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from croupier.chips import Range
from croupier.errors import Refused
from croupier.exact.solver import SIMPLE
from croupier.games import game_named
from croupier.simulate.runs.prepared import simulation_of, strategies_of
from croupier.simulate.setup import OPTIMAL, Setup
from croupier.table.events import Shuffled
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.settings import settings_of
from tests.contract.cases import GAMES, other_values
from tests.simulate.dealt_again import same_rounds


def settings(kind: type[Game[Any]]) -> list[dict[str, str]]:
    """As ruled, and every other value of every setting by itself."""
    return [{}, *({s.name: value} for s in settings_of(kind.Settings) for value in other_values(kind, s))]


def setups(kind: type[Game[Any]], words: dict[str, str], strategy: str) -> list[Setup]:
    """A single player and a full table, with all bets; and each bet that can be made alone, in uneven amounts."""
    game = kind.choose(words)
    found = [Setup(game, players, (strategy,)) for players in (1, 2, kind.seats)]
    for spot in kind.spots:
        if not spot.later and not spot.pot:
            alone = {other.name: 700 for other in kind.spots if spot.name in (other.name, other.equals)}
            try:
                found.append(Setup(game, 2, (strategy,), alone, Placard(breakage="down-to-chip")))
            except Refused:
                continue
    return found


def check(setup: Setup, seeds: int, rounds: int = 1) -> None:
    random = Random(str(setup.bets))
    simulation = simulation_of(setup)
    for seed in range(seeds):
        same_rounds(simulation, f"seed {seed}", rounds, shift=random.choice((0, 1, 77, 123_456_789)))


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_a_kernel_deals_decides_and_pays_as_the_engine_does(kind: type[Game[Any]]) -> None:
    for setup in setups(kind, {}, OPTIMAL):
        check(setup, seeds=8)
        check(setup, seeds=1, rounds=60 // setup.players)


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_a_kernel_keeps_to_every_setting_as_the_engine_does(kind: type[Game[Any]]) -> None:
    for words in settings(kind):
        check(Setup(kind.choose(words), 2, (SIMPLE,), error_rate=0.2), seeds=4, rounds=4)


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_every_strategy_of_a_kernel_is_legal_at_the_table_and_errors_are_too(kind: type[Game[Any]]) -> None:
    for strategy in strategies_of(kind()):
        check(Setup(kind(), 2, (strategy,)), seeds=2, rounds=8)
        check(Setup(kind(), 2, (strategy,), error_rate=0.5), seeds=2, rounds=8)


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_seats_may_play_by_different_strategies(kind: type[Game[Any]]) -> None:
    names = strategies_of(kind())
    check(Setup(kind(), min(len(names), kind.seats), names[: kind.seats]), seeds=2, rounds=8)


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_a_kernel_pays_large_bets_and_other_paytables_as_the_engine_does(kind: type[Game[Any]]) -> None:
    for bet, tables in kind.printed().items():
        for name in tables:
            game = kind.choose(paytables={bet: name})
            bets = {spot.name: 123_00 for spot in kind.spots if not spot.later and not spot.pot}
            limits = {spot: Range(1_00, 500_00) for spot in bets}
            check(Setup(game, 2, (SIMPLE,), bets, Placard(limits=limits, breakage="down-to-chip")), seeds=1, rounds=16)


def test_every_round_may_begin_with_a_new_shoe() -> None:
    for players in (1, 7):
        setup = Setup(game_named("draw-n-shoot-21")(), players, ("mimic-dealer",), fresh_shoe=True)
        rounds = same_rounds(simulation_of(setup), "fresh", 30)
        assert [event.cards for round in rounds for event in round.events if isinstance(event, Shuffled)] == [312] * 30


def test_a_shoe_that_runs_out_in_the_middle_of_a_round_is_filled_again_as_the_engine_does() -> None:
    game = game_named("draw-n-shoot-21").choose({"decks": "1"})
    rounds = same_rounds(simulation_of(Setup(game, 7, ("mimic-dealer",))), "a short shoe", 40)
    shuffled = [event.cards for round in rounds for event in round.events if isinstance(event, Shuffled)]
    assert len([cards for cards in shuffled if cards < 52]) > 5


def test_a_single_deck_is_played_in_every_way_with_the_hands_that_it_has() -> None:
    game = game_named("draw-n-shoot-21").choose({"decks": "1"})
    for strategy in strategies_of(game):
        check(Setup(game, 7, (strategy,)), seeds=1, rounds=8)


@pytest.mark.confirm
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_a_thousand_seeds_of_every_setting_are_dealt_alike(kind: type[Game[Any]]) -> None:
    for words in settings(kind):
        for setup in setups(kind, words, OPTIMAL):
            check(setup, seeds=1000 // len(setups(kind, words, OPTIMAL)) + 1)
