"""Lessons: every kind of ending has a hand that was dealt through the table, for our games and for those of others."""

from __future__ import annotations

import pytest
from examples.games.caribbean_stud.rules import CaribbeanStud

from croupier.games import game_named, game_names
from croupier.starters.showdown.rules import ThreeAgainst
from croupier.table.events import Settled
from croupier.table.placard import Placard
from croupier.voice.lesson import Lesson, bets_taught, lesson


def test_a_bet_that_ties_seldom_is_still_said_to_push() -> None:
    """Five cards against five tie once in thousands of deals."""
    (ante, _) = bets_taught(CaribbeanStud(), Placard())
    assert ante.about == "It wins 1 to 1, pushes or loses."


ENDINGS = {
    "on-the-draw": {
        "Two pair: Ante and Play win, Blind pushes",
        "Three of a kind: Ante, Blind and Play win",
        "You fold: Ante and Blind lose",
        "You fold: Trips wins, Ante and Blind lose",
        "Flush: Ante, Blind and Play win; you win the pot",
    },
    "cincinnati-stud": {
        "Two pair: Ante and Play win, Blind pushes",
        "Straight: Ante, Blind and Play win",
        "A tie: Ante, Blind and Play push",
        "You fold: Ante and Blind lose",
        "Three of a kind: Trips wins, Ante, Blind and Play lose",
    },
    "three-card-draw": {
        "A tie: Ante and Play win",
        "You fold: Ante loses",
        "You fold: Ante and Bonus lose",
        "Straight flush: Ante, Bonus, Play and Ante Bonus win",
    },
    "draw-n-shoot-21": {"Blackjack: Ante wins", "A score of 21: Ante wins", "A score of 17: Ante pushes"},
    "big-draw": {
        "Deuces never loses: three of a kind: Big Draw pushes",
        "Five card draw: pair of jacks: Big Draw pushes",
        "Five card draw: two pair: Big Draw wins",
    },
}


def check(taught: Lesson) -> None:
    """A lesson whose hands end as their titles say, and whose every word can be looked up."""
    assert taught.steps[-1] == "Then every bet is settled." and taught.hands and taught.glossary
    assert all(bet.about for bet in taught.bets)
    for hand in taught.hands:
        events = [event for step in hand.steps for event in step.events]
        settled = [event for event in events if isinstance(event, Settled) and event.seat == 1]
        assert settled and all(step.asks and step.answer for step in hand.steps[:-1])
        won = sum(event.won - (event.stake if event.result == "lose" else 0) for event in settled)
        assert hand.bets == "pot" or hand.net_cents == won
        assert "??" not in str(hand.counts)


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=[] if game == "three-card-draw" else [pytest.mark.confirm]) for game in game_names()],
)
def test_every_kind_of_ending_has_a_guided_hand(game: str) -> None:
    taught = lesson(game_named(game)())
    check(taught)
    assert ENDINGS[game] <= {hand.title for hand in taught.hands}


def test_a_game_of_others_is_taught_without_a_word_written_for_it() -> None:
    taught = lesson(ThreeAgainst())
    check(taught)
    titles = {hand.title for hand in taught.hands}
    assert "You fold: Ante loses" in titles and any("Ante and Play win" in title for title in titles)
    assert any("tie" in title for title in titles)
