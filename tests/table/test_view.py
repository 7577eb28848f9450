"""A view is what one seat sees of the table at one moment."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from croupier.cards import parse_cards
from croupier.conformance.random_players import play_out
from croupier.games import game_named
from croupier.table.chance import Stacked
from croupier.table.events import WATCHER
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import View, table_view, view
from tests.contract.cases import GAMES, Case, Kind


def dealt() -> Round:
    """On the Draw with two players, dealt and not yet decided: Ann has four spades, Bob four hearts."""
    table = Table(game_named("on-the-draw")())
    table.sit(1, "Ann", 10_000)
    table.sit(3, "Bob", 10_000)
    cards = parse_cards("As Ks Qs Js 2c Ah Kh Qh Jh 3c 4c 5c")
    round = Round(table, Stacked(cards))
    for seat in (1, 3):
        round.bet(seat, {"ante": 500, "blind": 500})
    return round


def test_only_the_seat_that_is_asked_is_told_what_it_may_answer() -> None:
    round = dealt()
    assert view(round, 1).legal == ["check", "play-3x"]
    assert view(round, 3).legal == []
    round.act(1, "check")
    assert view(round, 1).legal == []
    assert view(round, 3).legal == ["check", "play-3x"]


def test_a_view_says_whether_bets_are_taken_and_whether_the_round_is_over() -> None:
    table = Table(game_named("on-the-draw")())
    table.sit(1, "Ann", 10_000)
    assert table_view(table, None, 1).finished and not table_view(table, None, 1).betting
    round = Round.seeded(table, b"")
    assert view(round, 1).betting and not view(round, 1).finished
    round.bet(1, {"ante": 500, "blind": 500})
    assert not view(round, 1).betting
    round.act(1, "play-3x")
    assert view(round, 1).finished and view(round, 1).waiting == []


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_a_view_goes_to_json_and_back(kind: Kind) -> None:
    def check(round: Round) -> None:
        for seat in (WATCHER, 1, 2):
            seen = view(round, seat)
            assert msgspec.json.decode(msgspec.json.encode(seen), type=View) == seen

    play_out(Round.seeded(Case(kind, 2).table(), b"json"), Random(1), check)
