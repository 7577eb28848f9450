"""The player's voice: questions, what made a hand, what a fold would have become; nothing of what others hold."""

from __future__ import annotations

import pytest
from examples.games.ultimate_holdem.rules import UltimateHoldem

from croupier.cards import parse_cards
from croupier.dice import Roll
from croupier.games import game_named
from croupier.table.chance import Stacked, seed_from
from croupier.table.events import Dealt, Settled
from croupier.table.placard import Placard
from croupier.table.record import Record, Recorder
from croupier.table.rehearsal import deal, everything, new_table
from croupier.table.round import Round
from croupier.table.seat import HAND
from croupier.table.table import Table
from croupier.voice.hand_story import hand_story
from croupier.voice.player_told import PlayerTold, player_told

ASKED = {
    "on-the-draw": {
        "Bet 3x on Play now ($15), or check and see 5th Street.",
        "Bet 2x on Play now ($10), or check and see 6th Street.",
        "Bet 1x on Play ($5), or fold and give up Ante and Blind ($10; Trips still plays).",
    },
    "cincinnati-stud": {
        "Bet 1x or 2x on Play ($5 or $10), or fold and give up Ante and Blind ($10; Trips still plays).",
    },
    "three-card-draw": {
        "Bet 1x to 2x the Ante on Play and keep your three cards, or swap one for the unseen Draw Card; or fold and "
        "give up Ante and Bonus ($6).",
        "Keep your three cards, or swap one for the unseen Draw Card.",
    },
    "draw-n-shoot-21": {
        "Raise 1 or 2 now ($5 or $10), or do not raise.",
        "Stand and see the dice, or hit and take one more card.",
    },
    "big-draw": {
        "Call the game for everybody: 5 Card Draw, or Deuces Never Loses, in which twos are wild; or pass.",
        "Choose the cards to hold; the others are replaced.",
    },
}


def dealt(game: str, cards: str, answers: list[str]) -> Round:
    """A round of one player with these cards."""
    table = Table(game_named(game)())
    table.sit(1, "You", 100_000)
    round = Round(table, Stacked(parse_cards(cards)))
    for answer in answers:
        round.act(1, answer)
    return round


def recorded(game: str, seed: str, answers: list[str]) -> tuple[Round, Record]:
    """A seeded round of one player, and its record."""
    table = Table(game_named(game)())
    table.sit(1, "You", 100_000)
    recorder = Recorder(table, seed_from(seed))
    for answer in answers:
        recorder.round.act(1, answer)
    return recorder.round, recorder.record()


@pytest.mark.parametrize("game", ASKED)
def test_every_question_speaks_to_the_player(game: str) -> None:
    heard: set[str] = set()

    for number in range(6):
        table = new_table(game_named(game)(), Placard(), 3)
        round = Round.seeded(table, seed_from(f"voice {number}"))
        while not round.finished:
            seat = next(iter(round.waiting))
            if round.betting:
                round.bet(seat, {"bonus": 100} if game == "three-card-draw" and seat == 2 else everything(round, seat))
            else:
                heard.add(player_told(round, seat).asks)
                decision = round.waiting[seat]
                assert decision is not None
                last = seat == 3 and "play" in table.seats[seat].bets
                round.act(seat, decision.legal[1 if not table.clockwise() or (seat == 3 and not last) else 0])
    assert heard == ASKED[game]


def test_a_question_is_not_asked_of_others() -> None:
    table = new_table(game_named("on-the-draw")(), Placard(), 2)
    round = Round.seeded(table, seed_from("two"))
    for seat in (1, 2):
        round.bet(seat, {"ante": 500, "blind": 500})
    assert player_told(round, 1).asks and player_told(round, 1).choices == {"check": "Check", "play-3x": "Bet 3x"}
    assert player_told(round, 2) == PlayerTold()
    assert player_told(round, 0) == PlayerTold()


def test_the_result_says_which_street_made_the_hand_and_marks_five_cards() -> None:
    cards = "Ks Qd 7c 2h 7d" + " Kd 9s" + " 3c 4c 5c"
    told = player_told(dealt("on-the-draw", cards, ["bet ante=5 blind=5", "check", "check", "play-1x"]), 1)
    assert told.lines == ["Two pair, kings and sevens; 7th Street gave the second pair."]
    assert sorted(told.counts) == sorted(["Ks", "Kd", "7c", "7d", "Qd"])
    assert told.face_up == ["hand", "7th Street"]


def test_the_dealers_cards_that_count_are_marked_too() -> None:
    own, dealer = "As Ks Qs Js 9s 2d Ts", "2c 3c 4c 5c 8d 8h 9d"
    told = player_told(dealt("cincinnati-stud", f"{own} {dealer}", ["bet ante=5 blind=5", "play-2x"]), 1)
    assert told.lines == ["Royal flush; 7th Street made it a royal flush."]
    assert sorted(told.counts[:5]) == sorted(["As", "Ks", "Qs", "Js", "Ts"]) and len(told.counts) == 10
    assert {"8d", "8h"} < set(told.counts[5:])


def test_a_draw_is_named_and_a_pat_hand_gives_nobody_the_credit() -> None:
    start = ["five-card-draw", "bet big-draw=5"]
    pat = dealt("big-draw", "As Ad 7c 7h 2s", [*start, "hold As Ad 7c 7h 2s"])
    assert player_told(pat, 1).lines == ["Two pair, aces and sevens."]
    drawn = dealt("big-draw", "As Ad 7c 8h 2s Ah 9c 9d", [*start, "hold As Ad"])
    assert player_told(drawn, 1).lines == ["Full house, aces over nines; your draw made it a full house."]


def test_a_folded_hand_is_told_to_its_player_alone_what_it_would_have_become() -> None:
    round, record = recorded("on-the-draw", "fold 1", ["bet ante=5 blind=5", "check", "check", "fold"])
    lines = player_told(round, 1, record).lines
    stayed, _ = recorded("on-the-draw", "fold 1", ["bet ante=5 blind=5", "check", "check", "play-1x"])
    (why,) = {event.why for event in stayed.events if isinstance(event, Settled)}
    seventh = next(event.cards[0] for event in stayed.events if getattr(event, "place", "") == "7th Street")
    (sign,) = parse_cards(seventh)
    assert lines[0].startswith(f"7th Street was {sign.sign} and made ") and why in lines[0]
    assert lines[1].startswith("With “Bet 1x” you would have ") and lines[1].endswith(", where folding lost $10.")
    assert player_told(round, 0, record) == PlayerTold()


@pytest.mark.parametrize(("setting", "words"), [("true", "does not count"), ("false", "still counts")])
def test_a_folded_hand_is_said_not_to_count_for_the_pot(setting: str, words: str) -> None:
    game = game_named("cincinnati-stud").choose({"fold_forfeits_pot_round": setting})
    table = new_table(game, Placard(), 2)
    round = deal(table, "pot", 0, ("timid", "bold"))
    assert f"You folded: your hand {words} for the Cincy Pot this round." in player_told(round, 1).lines


def test_dice_are_named_and_a_total_is_hard_or_soft() -> None:
    table = Table(game_named("draw-n-shoot-21").choose({"decks": "1"}))
    table.sit(1, "You", 10_000)
    round = Round(table, Stacked((), [Roll(5, 3)]), Stacked(parse_cards("4s Ad")))
    round.act(1, "bet ante=5 craps=1")
    round.act(1, "raise-0")
    assert player_told(round, 1).so_far == "4, hard"
    round.act(1, "hit")
    assert (player_told(round, 1).so_far, player_told(round, 1).face_up) == ("5 or 15, soft", ["hand"])
    round.act(1, "stand")
    assert player_told(round, 1).lines == ["The dice show 5 and 3: an easy 8."]


def test_a_game_of_others_that_writes_nothing_for_players_has_both_voices() -> None:
    heard: set[str] = set()
    table = Table(UltimateHoldem())
    table.sit(1, "You", 10_000)
    round = Round.seeded(table, seed_from("classic"))
    round.bet(1, everything(round, 1))
    while not round.finished:
        heard.add(player_told(round, 1).asks)
        assert round.decision is not None
        round.act(1, round.decision.default.name)
    assert "Raise 4x or 3x on Play now ($20 or $15), or check and see the flop." in heard
    assert "Raise 1x on Play ($5), or fold and give up Ante and Blind ($10; Trips still plays)." in heard


@pytest.mark.parametrize("cards", ["7s 7s 5d 2c Ks", "2d 2d 3c 4h", "Ac Ac 9s"])
def test_a_hand_with_the_same_card_twice_is_told(cards: str) -> None:
    told = hand_story([Dealt(1, HAND, tuple(cards.split())), Settled(1, "21", "lose", 500, 0, "", "20 against 21")], 1)

    assert told is None, "a shoe may deal a card twice; no poker hand is made of that"
