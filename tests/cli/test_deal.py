"""`croupier deal`: rounds dealt by typed acts, drills, and exams."""

from __future__ import annotations

import io
from contextlib import redirect_stdout

import pytest

from croupier.cards import BACK, Card
from croupier.chips import dollars
from croupier.cli.screen import Screen
from croupier.cli.terminal.school_session import LessonSession
from croupier.games import game_named, game_names
from croupier.school.dealt_view import seen_so_far
from croupier.school.sitting import Sitting, SittingTerms
from croupier.table.placard import Placard
from tests.cli.terminal import croupier
from tests.cli.test_replay import refused


def right_acts(game: str, seed: str, players: int = 3) -> list[str]:
    """The acts of a round, as they are typed."""
    sitting = Sitting(SittingTerms(game_named(game)(), Placard(), seed, players, 1))
    return [str(due.act) for due in sitting.marking.script]


def lines(*words: str) -> str:
    return "".join(f"{word}\n" for word in words)


@pytest.mark.parametrize("game", game_names())
def test_a_round_without_a_fault_is_passed(game: str) -> None:
    acts = right_acts(game, "1")
    said = croupier("deal", game, "--lesson", "exam", "--seed", "1", typed=lines(*acts))
    assert said.status == 0 and f"{len(acts)} of {len(acts)} acts right at the first try: 100.0%" in said.out
    assert said.out.endswith("passed\n")


def test_a_mistake_is_told_with_its_rule_and_can_be_put_right() -> None:
    acts = right_acts("on-the-draw", "1")
    said = croupier("deal", "on-the-draw", "--seed", "1", typed=lines("shuffle", "dance", "help", "show", *acts))
    assert "OTD-2: Too early. Take the bets." in said.out
    assert "unknown act of a dealer 'dance'" in said.out
    assert "pay SEAT SPOT DOLLARS" in said.out
    assert "1 mistake;" in said.out


def test_watching_deals_the_round_by_enter_alone() -> None:
    said = croupier(
        "deal", "big-draw", "--lesson", "watch", "--seed", "1", typed="\n" * len(right_acts("big-draw", "1"))
    )
    assert said.status == 0 and "Move the button to seat 1 (Ann)." in said.out
    assert said.out.endswith("of 1 round; deal them yourself with --lesson hints.\n") and "%" not in said.out


@pytest.mark.parametrize("game", game_names())
def test_a_dealer_is_shown_every_card_and_bet_when_asked(game: str) -> None:
    played = game_named(game)()
    sitting = Sitting(SittingTerms(played, Placard(), "1", min(6, played.seats), 1))
    said = io.StringIO()
    for due in sitting.marking.script:
        sitting.do(str(due.act))
        said.truncate(said.seek(0))
        with redirect_stdout(said):
            LessonSession(Screen(), sitting, "exam").tell_table()
        text, seen = said.getvalue(), seen_so_far(sitting.before, sitting.marking)
        for seat in seen.seats:
            bets = [(spot.label, dollars(seat.bets[spot.name])) for spot in played.spots if spot.name in seat.bets]
            assert all(f"{label} {money}" in text for label, money in bets)
            cards = [card for cards in seat.places.values() for card in cards if card != BACK]
            assert all(Card.parse(card).sign in text for card in cards)
        if seen.pot and seen.pot["in"]:
            assert text.count(", Cincy Pot") == len(seen.pot["in"])


def test_paytables_are_told_in_an_exam_as_they_stand_on_the_felt() -> None:
    said = croupier("deal", "on-the-draw", "--lesson", "exam", "--seed", "1", typed=lines("Paytables", "QUIT"))
    assert said.status == 0 and "royal flush" in said.out and "100 to 1" in said.out


def test_an_exam_gives_nothing_away() -> None:
    said = croupier("deal", "on-the-draw", "--lesson", "exam", "--seed", "1", typed=lines("show", "quit"))
    assert said.status == 0 and "OTD-2" not in said.out and "nothing is marked" in said.out


def test_an_exam_ends_with_its_result_in_lines() -> None:
    acts = right_acts("three-card-draw", "1")
    words = ("deal", "three-card-draw", "--lesson", "exam", "--seed", "1")
    said = croupier(*words, typed=lines("roll", *acts))
    assert said.status == 0 and f"{len(acts) - 1} of {len(acts)} acts right at the first try" in said.out
    assert "1 mistake; " in said.out and f"round 1, TCD-2: roll; right: {acts[0]}" in said.out


def test_drills_say_what_is_right() -> None:
    said = croupier("deal", "on-the-draw", "--drill", "payout", "--seed", "1", typed=lines("x", "0.01", "quit"))
    assert "'x' is not an amount of money" in said.out and "no: $" in said.out and "0 of 1 question right" in said.out
    said = croupier("deal", "on-the-draw", "--drill", "protection", "--seed", "1", typed=lines("1"))
    assert "of 1 question right" in said.out
    said = croupier("deal", "on-the-draw", "--drill", "call", "--seed", "1", typed=lines("help", "?", "quit"))
    assert said.out.count("Type the number of a choice") == 2 and "0 of 0 questions right" in said.out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--lesson", "dream"), "unknown lesson 'dream'"),
        (("--drill", "dream"), "unknown drill 'dream'"),
        (("--players", "12"), "has 1 to 9 players"),
        (("--rounds", "11"), "1 to 10 rounds"),
    ],
)
def test_what_cannot_be_dealt_is_refused_in_one_line(words: tuple[str, ...], why: str) -> None:
    assert why in refused(croupier("deal", "on-the-draw", *words))
