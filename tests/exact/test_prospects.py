"""What each choice leads to: every ending with its chance, from the family and from the search beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import DECK, Card, parse_cards
from croupier.contract import advised
from croupier.exact.board.board_look_ahead import BoardLookAhead
from croupier.exact.by_walk.advising import _asked, _main
from croupier.exact.by_walk.replays import OneSeatTable
from croupier.exact.by_walk.sampled_checks import Checker
from croupier.exact.by_walk.tree_search import TreeSearch
from croupier.exact.draw import draw_game
from croupier.exact.prospects import NamedEnding, Prospect, mean_net, prospect
from croupier.exact.seen import Pack
from croupier.exact.solver import AskedHand, solver_of
from croupier.game_folders import VARIABLE
from croupier.games import game_named
from croupier.table.game import Game

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
UNIT = 100
TWELVE = tuple(card for card in DECK if card.rank in (2, 9, 14))
SIXTEEN = tuple(card for card in DECK if card.rank in (2, 7, 9, 14))

HANDS = [
    ("on-the-draw", "As Ks 7d 2c", "", None),
    ("on-the-draw", "As Ks 7d 2c", "Kd", "main=1,trips=1/5"),
    ("on-the-draw", "As Ks 7d 2c", "Kd 3d", None),
    pytest.param("cincinnati-stud", "As Ks 7d 2c 9d Th", "", "main=1,trips=1", marks=pytest.mark.confirm),
    ("three-card-draw", "As Ks 7d", "", None),
    pytest.param("three-card-draw", "As Ks 7d", "", "main+bonus", marks=pytest.mark.confirm),
    ("big-draw", "2s Ks 7d 2c 9d", "", "deuces/big-draw=1,deuces/first-five=1"),
    ("draw-n-shoot-21", "As", "", None),
    ("draw-n-shoot-21", "5s 7d", "", "twenty-one=1,quickcraps=1"),
]


def by_net(leads_to: Prospect) -> dict[Fraction, Fraction]:
    """The chance of each net result, whatever it is called."""
    nets: dict[Fraction, Fraction] = defaultdict(Fraction)
    for ending, chance in leads_to.items():
        nets[ending.net] += chance
    return dict(nets)


def searched(game: Game[Any], pack: tuple[Card, ...], cards: str, board: str) -> dict[str, dict[Fraction, Fraction]]:
    """The chance of each net result of each answer, by the search through the procedure alone."""
    table = OneSeatTable(game, pack, _main(game, UNIT, None).wagering, UNIT)
    likeness = replace(Checker(table).likeness(), together=())
    known, answers = _asked(table, likeness, parse_cards(cards), parse_cards(board))[::-1]
    found = TreeSearch(table, likeness).at(known, answers)
    return {
        answer: by_net(
            prospect(("", Fraction(net, UNIT), chance) for (bet, net, *_), chance in solved.results.items() if not bet)
        )
        for answer, solved in found.items()
    }


@pytest.mark.parametrize(("name", "cards", "board", "variant"), HANDS)
def test_the_endings_of_every_choice_come_to_its_value(name: str, cards: str, board: str, variant: str | None) -> None:
    solver, own, turned_up = solver_of(game_named(name)()), parse_cards(cards), parse_cards(board)
    values = solver.advise(own, turned_up, variant)
    leads_to = solver.leads_to(AskedHand(own, turned_up, variant))
    assert {action: mean_net(ends) for action, ends in leads_to.items()} == values
    assert {sum(ends.values()) for ends in leads_to.values()} == {1}


def test_a_pot_is_left_out_of_the_endings() -> None:
    solver, cards, board = solver_of(game_named("on-the-draw")()), parse_cards("As Ks 7d 2c"), parse_cards("Kd 3d")
    with_pot, without = (AskedHand(cards, board, words) for words in ("main=1,cincy-pot=1", "main=1"))
    assert solver.leads_to(with_pot) == solver.leads_to(without)


def test_what_follows_seven_cards_is_as_the_search_deals_it() -> None:
    game = game_named("on-the-draw")()
    leads_to = solver_of(game).leads_to(AskedHand(parse_cards("As Ks 7d 2c"), parse_cards("Kd 3d")))
    assert {action: by_net(ends) for action, ends in leads_to.items()} == searched(game, DECK, "As Ks 7d 2c", "Kd 3d")
    assert leads_to["fold"] == {NamedEnding("fold", Fraction(-2)): 1}


@pytest.mark.confirm
def test_an_exchange_against_the_dealer_is_as_the_search_deals_it_from_twelve_cards() -> None:
    game, cards = game_named("three-card-draw")(), parse_cards("As 9s 2d")
    read = solver_of(game).mathematics.read("main")  # type: ignore[attr-defined]
    ends = [prospect((row, net, count) for row, _, net, count in of) for of in read.played(TWELVE).ends(cards)]
    leads_to = dict(zip(read.names(cards), map(by_net, ends), strict=True))
    assert leads_to == searched(game, TWELVE, "As 9s 2d", "")


@pytest.mark.confirm
def test_a_draw_is_as_the_search_deals_it_from_twelve_cards() -> None:
    game, cards = game_named("big-draw")(), parse_cards("As 9s 2d 2c 9d")
    read = solver_of(game).mathematics.named("five-card-draw/big-draw")  # type: ignore[attr-defined]
    names, ends = read.names(cards), draw_game(read.ranking, TWELVE).hold_ends(cards)
    rows = read.ranking.rows
    leads_to = {names[held]: by_net(prospect(zip(rows, read.nets, of, strict=True))) for held, of in ends.items()}
    assert leads_to == searched(game, TWELVE, "As 9s 2d 2c 9d", "")


@pytest.mark.confirm
def test_a_board_of_a_plug_in_is_as_the_search_deals_it_from_sixteen_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(EXAMPLES))
    game, cards, board = game_named("casino-holdem")(), "As 9s", "2d 9d 7c"
    mathematics = solver_of(game).mathematics
    read, path = mathematics._asked_of(AskedHand(parse_cards(cards), parse_cards(board)))  # type: ignore[attr-defined]
    solution = read.solve(Pack(SIXTEEN))
    leads_to = solution.leads_to(parse_cards(cards), parse_cards(board), path, lambda *_: ("", None))
    assert {action: by_net(ends) for action, ends in leads_to.items()} == searched(game, SIXTEEN, cards, board)


def test_programs_are_told_the_endings_of_every_choice() -> None:
    told = advised(game_named("on-the-draw")(), "As Ks 7d 2c", "Kd 3d")
    assert isinstance(told.leads_to, Mapping) and set(told.leads_to) == set(told.actions)
    for action, ends in told.leads_to.items():
        assert sum(Fraction(end.net) * Fraction(end.chance) for end in ends) == Fraction(told.actions[action])
        assert [Fraction(end.net) for end in ends] == sorted((Fraction(end.net) for end in ends), reverse=True)


@pytest.mark.confirm
def test_the_endings_of_a_shared_board_before_its_first_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(EXAMPLES))
    mathematics = solver_of(game_named("ultimate-holdem")()).mathematics
    own, pack = parse_cards("As 9s"), Pack(TWELVE)
    read, path = mathematics._asked_of(AskedHand(own))  # type: ignore[attr-defined]
    solution = read.solve(pack)
    dealt_out = [solution._told(ends, _unnamed) for ends in BoardLookAhead(read.game, pack).ends(sorted(own), [], path)]
    leads_to = solution.leads_to(own, (), path, _unnamed)
    assert list(leads_to.values()) == dealt_out
    assert {action: mean_net(ends) for action, ends in leads_to.items()} == solution.advise(own)


def _unnamed(path: object, row: object, result: object) -> tuple[str, None]:
    return "", None
