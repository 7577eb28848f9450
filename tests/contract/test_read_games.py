"""What must hold of every game whose mathematics is read: of ours, found by themselves, and of classics."""

from __future__ import annotations

from typing import Any

import pytest
from examples.games.casino_holdem.rules import CasinoHoldem
from examples.games.let_it_ride.rules import LetItRide
from examples.games.mississippi_stud.rules import MississippiStud
from examples.games.three_card_poker.rules import ThreeCardPoker
from examples.games.ultimate_holdem.rules import UltimateHoldem

from croupier.exact.reading import Unread, read
from croupier.exact.reading.classes import BetsRead, form_of
from croupier.exact.reading.endings import bet_groups
from croupier.exact.solver import has_beside
from croupier.simulate.runs.prepared import kernel_of
from croupier.table.game import Game
from tests.contract.cases import GAMES, cases

CLASSICS: list[type[Game[Any]]] = [CasinoHoldem, LetItRide, MississippiStud, ThreeCardPoker, UltimateHoldem]
READ = [kind for kind in GAMES if not has_beside(kind(), "exact")]


def spots(game: Game[Any]) -> frozenset[str]:
    return frozenset[str]().union(*(group.spots for group in bet_groups(game)))


def bets(game: Game[Any]) -> tuple[tuple[str, int], ...]:
    return tuple((spot, 1) for group in bet_groups(game) for spot in group.opens)


@pytest.mark.parametrize("kind", [*READ, *CLASSICS])
def test_a_game_of_a_known_family_needs_no_solver_of_its_own(kind: type[Game[Any]]) -> None:
    assert read(kind()).texts
    assert not has_beside(kind(), "simulation")
    assert kernel_of(kind()) is not None


@pytest.mark.parametrize(
    "kind",
    [
        *(kind for kind in (*READ, LetItRide) if kind.name != "big-draw"),
        *(pytest.param(kind, marks=pytest.mark.confirm) for kind in CLASSICS if kind is not LetItRide),
    ],
)
def test_endings_of_a_class_are_paid_alike_on_every_way_with_any_cards_beside(kind: type[Game[Any]]) -> None:
    game = kind()
    arguments = (kind, game.settings, bets(game), spots(game), "", "final")
    thorough, quick = form_of(*arguments, True), form_of(*arguments)
    assert (thorough.ranking, thorough.qualifier) == (quick.ranking, quick.qualifier)
    assert thorough.dealt.keys() == quick.dealt.keys()


@pytest.mark.parametrize("kind", READ)
def test_every_setting_is_read(kind: type[Game[Any]]) -> None:
    for case in cases(kind, (1,)):
        assert read(case.game).texts == read(kind()).texts


@pytest.mark.parametrize("kind", [kind for kind in READ if kind.name != "big-draw"])
def test_what_is_read_of_an_ending_is_what_the_table_settles(kind: type[Game[Any]]) -> None:
    """Each ending once more, through a scene that remembers nothing."""
    game = kind()
    reading = BetsRead(game, dict(bets(game)), spots(game))
    for ending, dealt in reading.form.dealt.items():
        for way in reading.ways:
            fresh = reading.endings.scene.settle(reading.cards(way, dealt[0]), way.answers)
            assert fresh == reading.settled(way, ending)


def test_what_cannot_be_read_says_why() -> None:
    shoot = next(kind for kind in GAMES if kind.name == "draw-n-shoot-21")
    with pytest.raises(Unread, match="dice are rolled"):
        read(shoot())


def test_what_games_bring_of_solvers_and_kernels_is_little() -> None:
    written = [kind.folder() / f"{part}.py" for kind in GAMES for part in ("exact", "simulation")]
    assert 0 < sum(len(file.read_text("utf-8").splitlines()) for file in written if file.is_file()) < 700
