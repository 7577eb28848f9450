"""Lessons: every kind of ending has a hand that was dealt through the table, for our games and for those of others."""

from __future__ import annotations

import pytest
from examples.games.caribbean_stud.rules import CaribbeanStud
from examples.games.three_card_poker.rules import ThreeCardPoker

from croupier.games import game_named, game_names
from croupier.table.events import PotAwarded, Settled
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
        assert {event.result for event in settled} == {ending.result for ending in hand.endings}
        assert all(_label(taught, event.spot) in " ".join(one.says for one in hand.endings) for event in settled)
        assert bool(hand.pot) == any(isinstance(event, PotAwarded) for event in events)


def _label(taught: Lesson, spot: str) -> str:
    return next(bet.label for bet in taught.bets if bet.name == spot)


REASONS = {
    "on-the-draw": {
        ("Blind pushes: two pair, jacks and sixes.", "The Blind table pushes two pair."),
        ("Play wins $22.50 at 3 to 2: three of a kind, tens.", "The Play table pays 3 to 2 for three of a kind."),
        (
            "Ante, Blind and Play lose $25: pair of nines.",
            "Two pair or better wins 1 to 1; less loses. The Play and Blind tables begin with two pair.",
        ),
        ("Ante and Blind lose $10: you folded.", ""),
    },
    "cincinnati-stud": {
        ("Trips loses $1: two pair, jacks and eights.", "The Trips table begins with three of a kind."),
        (
            "Ante, Blind and Play push: ten high ties.",
            "The better hand wins 1 to 1, a tie pushes, a worse hand loses.",
        ),
        (
            "Blind wins $7.50 at 3 to 2: straight, jack high beats pair of queens.",
            "The Blind table pays 3 to 2 for a straight.",
        ),
    },
    "three-card-draw": {
        (
            "Ante and Play win $15 at 1 to 1: king high ties.",
            "The better hand wins 1 to 1; a tie wins too; a worse hand loses.",
        ),
        ("Bonus loses $1: nine high.", "The Bonus table begins with a flush."),
        (
            "Ante Bonus wins $35 at 7 to 1: straight flush, king high.",
            "The Ante Bonus table pays 7 to 1 for a straight flush.",
        ),
    },
    "draw-n-shoot-21": {
        ("Ante and Raise win $15 at 1 to 1: a score of 19.", "The 21 table pays 1 to 1 for eighteen to twenty."),
        ("Ante loses $5: a score of 22.", "17 pushes and 18 to 21 win, by the table; less, or more than 21, loses."),
        ("Craps loses $1: K♣ does not match 9.", "No match loses."),
    },
    "big-draw": {
        ("Big Draw pushes: pair of jacks.", "The Big Draw table pushes jacks or better."),
        ("Big Draw pushes: three of a kind.", "The Big Draw table pushes three of a kind."),
        ("First 5 loses $1: not a winning hand.", "The First 5 table begins with three of a kind."),
    },
}
POTS = {
    "on-the-draw": {
        "You win $5 from the Cincy Pot, after $5 for the house, with a flush, king high: the best hand in it wins it "
        "if that is a flush or better.",
        "The Cincy Pot rolls over: no hand in it is a flush or better. $10 stays in it for the next round.",
    },
    "cincinnati-stud": {
        "Ann wins $10 from the Cincy Pot with a straight, queen high: the best hand in it wins it if that is two pair "
        "or better.",
    },
}


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=[] if game == "three-card-draw" else [pytest.mark.confirm]) for game in game_names()],
)
def test_every_kind_of_ending_has_a_guided_hand(game: str) -> None:
    taught = lesson(game_named(game)())
    check(taught)
    assert ENDINGS[game] <= {hand.title for hand in taught.hands}
    said = {(ending.says, ending.because) for hand in taught.hands for ending in hand.endings}
    assert said >= REASONS[game]
    assert all(because or says.endswith("you folded.") for says, because in said)
    assert {hand.pot for hand in taught.hands} >= POTS.get(game, set())


def test_a_game_of_others_is_taught_without_a_word_written_for_it() -> None:
    taught = lesson(ThreeCardPoker())
    check(taught)
    titles = {hand.title for hand in taught.hands}
    assert "You fold: Ante loses" in titles and any("Ante and Play win" in title for title in titles)
    assert any("tie" in title for title in titles)
    said = {ending.says for hand in taught.hands for ending in hand.endings}
    assert "Ante loses $5: you folded." in said and any(" lose $10: " in says and " loses to " in says for says in said)
