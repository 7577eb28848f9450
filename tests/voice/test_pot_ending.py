"""What players in a pot are told of it: who won it with what, why nobody did, and how it is divided."""

from __future__ import annotations

import pytest

from croupier.conformance.stage import Stage
from croupier.voice.player_told import player_told
from tests.rules.test_pots_at_the_table import (
    ACE_HIGH,
    DEALER_LOW,
    DEALER_TRIPS,
    DRAW,
    FLUSH,
    IN,
    IN_STUD,
    LOWER_FLUSH,
    NOTHING,
    ONE_PAIR,
    OTHER_NOTHING,
    STRAIGHT_FLUSHES,
    TWO_PAIR,
    cincinnati,
    on_the_draw,
)

RULE = "the best hand in it wins it if that is"


def told(table: Stage, seat: int) -> str:
    return player_told(table.round, seat).pot


def test_whoever_wins_it_is_told_with_what_and_the_others_who() -> None:
    table = on_the_draw(FLUSH, LOWER_FLUSH)
    table.bets(IN)
    assert told(table, 1) == ""
    table.say("play-3x", "play-3x")
    won = f"$5 from the Cincy Pot, after $5 for the house, with a flush, ace high: {RULE} a flush or better."
    assert told(table, 1) == f"You win {won}"
    assert told(table, 2) == f"player 1 wins {won}"


def test_whoever_is_not_in_it_is_told_nothing() -> None:
    table = on_the_draw(FLUSH, LOWER_FLUSH, NOTHING)
    table.bets(DRAW, IN, IN)
    table.say("play-3x", "play-3x", "play-3x")
    assert told(table, 1) == "" and told(table, 2).startswith("You win $5")


def test_a_pot_that_nobody_wins_rolls_over_and_is_said_to_wait_for_a_better_hand() -> None:
    table = on_the_draw(NOTHING, OTHER_NOTHING)
    table.bets(IN)
    table.say("check", "check", "check", "check", "play-1x", "play-1x")
    rolls = "The Cincy Pot rolls over: no hand in it is a flush or better. $10 stays in it for the next round."
    assert told(table, 1) == told(table, 2) == rolls


def test_equal_hands_share_it() -> None:
    table = on_the_draw(*STRAIGHT_FLUSHES, NOTHING, streets="2d 3c")
    table.bets(IN)
    table.say("play-3x", "play-3x", "play-3x")
    won = f"share the Cincy Pot, $5 each, after $5 for the house, with a straight flush, nine high: {RULE} a flush or"
    assert told(table, 2) == f"player 1 and you {won} better."
    assert told(table, 3) == f"player 1 and player 2 {won} better."


def test_a_dealer_who_takes_part_may_win_it() -> None:
    table = cincinnati(TWO_PAIR, DEALER_TRIPS, dealer_participates="true")
    table.bets(IN_STUD)
    table.say("play-1x")
    assert told(table, 1) == f"The dealer wins $10 from the Cincy Pot: {RULE} two pair or better."


@pytest.mark.parametrize(
    ("split", "whom"),
    [("players", "$50 each to you and player 2"), ("players-and-house", "$33 each to you, player 2 and the house")],
)
def test_a_pot_that_is_not_won_by_its_last_game_is_divided(split: str, whom: str) -> None:
    table = cincinnati(ONE_PAIR, ACE_HIGH, DEALER_LOW, tenth_game_split=split)
    for number in range(10):
        if number:
            table.deal(f"{ONE_PAIR} {ACE_HIGH} {DEALER_LOW}")
        table.bets(IN_STUD)
        table.say("play-1x", "play-1x")
    assert told(table, 1) == f"The Cincy Pot was not won by its last game, so it is divided: {whom}."
