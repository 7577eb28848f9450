"""The Cincy Pot of Cincinnati Stud, rule by rule."""

import json
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.pots import CarryoverPot
from croupier.table.pot import DEALER
from tests.pots.hands import ACES, FLUSH_KING, TWO_PAIR, TWO_PAIR_AGAIN, play


@pytest.mark.rule("CS-P1")
def test_participants_play_against_each_other_and_where_allowed_the_dealer() -> None:
    hands = {"Ann": TWO_PAIR, "Bob": ACES, DEALER: FLUSH_KING}
    awarded = play(CarryoverPot(500, dealer_participates=True), "Ann Bob", hands)
    assert (awarded.won, awarded.shares, awarded.to_house) == (True, {}, 1500)
    pot = CarryoverPot(500)
    pot.gather({"Ann": 500, "Bob": 500})
    with pytest.raises(AssertionError, match="the dealer cannot win"):
        pot.award(hands)
    assert pot.award({"Ann": TWO_PAIR, "Bob": ACES}).shares == {"Ann": 1000}


@pytest.mark.rule("CS-P3")
def test_a_new_pot_opens_with_lammers_for_wagers_and_chips_in_the_pot_circle() -> None:
    pot = CarryoverPot(500)
    gathered = pot.gather({"Ann": 500, "Bob": 500, "Cy": 500})
    opening = "CS-P3 Replace each pot wager with a lammer (3) and stack the chips in the pot circle."
    assert opening in gathered.sentences
    assert (pot.balance, gathered.from_house) == (1500, 0)


@pytest.mark.rule("CS-P5")
def test_the_counter_on_the_layout_follows_the_games_and_a_new_pot_may_open_after_the_division() -> None:
    pot = CarryoverPot(500, games=3)
    for game in (1, 2, 3):
        assert f"CS-P5 Set the counter to game {game} of 3;" in pot.gather({"Ann": 500}).sentences[-1]
        awarded = pot.award({})
    assert awarded.sentences[-1] == "CS-P5 Take wagers for a new pot before the next game is dealt."
    assert pot.price("Bob") == 500


@pytest.mark.rule("CS-P6")
def test_one_missed_game_is_out_until_a_new_pot_opens() -> None:
    pot = CarryoverPot(500)
    play(pot, "Ann Bob")
    gathered = pot.gather({"Ann": 500})
    assert "CS-P6 Move Bob's lammer to the pot circle: out until a new pot opens." in gathered.sentences
    with pytest.raises(AssertionError, match="Bob cannot win"):
        pot.award({"Ann": ACES, "Bob": FLUSH_KING})
    pot.award({"Ann": ACES})
    assert pot.about()["in"] == ["Ann"]
    with pytest.raises(Refused, match=r"CS-P6 .* missed a round"):
        pot.price("Bob")
    for _ in range(7):
        play(pot, "Ann")
    with pytest.raises(Refused, match="CS-P6"):
        pot.price("Bob")
    awarded = play(pot, "Ann")
    assert awarded.shares == {"Ann": 2700}, "$55 between Ann and the house; Bob has no part"
    assert pot.price("Bob") == 500


@pytest.mark.rule("CS-P7")
def test_a_tie_with_the_dealer_divides_too_and_odd_chips_stay() -> None:
    pot = CarryoverPot(500, dealer_participates=True)
    awarded = play(pot, "Ann Bob", {"Ann": TWO_PAIR, "Bob": ACES, DEALER: TWO_PAIR_AGAIN})
    assert (awarded.shares, awarded.to_house, pot.balance) == ({"Ann": 700}, 700, 100)


@pytest.mark.rule("CS-P8")
def test_a_new_pot_may_open_in_the_game_in_which_the_old_one_is_collected() -> None:
    pot = CarryoverPot(500)
    play(pot, "Ann Bob")
    before = pot.state()
    gathered = pot.gather({"Cy": 500})
    assert gathered.to_house == 1000
    assert (pot.balance, pot.rounds, pot.about()["in"]) == (500, 1, ["Cy"])
    assert pot.void() == {"Cy": 500}
    assert pot.state() == before
    pot.gather({"Cy": 500})
    assert pot.award({"Cy": TWO_PAIR}).shares == {"Cy": 500}


@pytest.mark.rule("CS-P9")
def test_lammers_are_collected_and_counted_when_the_pot_is_paid_divided_or_collected() -> None:
    counted = "CS-P9 Collect the lammers, count them (3) and put them in the chip tray."
    for end in ("paid", "divided", "collected"):
        pot = CarryoverPot(500, games=2)
        assert counted not in play(pot, "Ann Bob Cy").sentences
        if end == "collected":
            said = pot.gather({}).sentences
        else:
            said = play(pot, "Ann Bob", {"Ann": TWO_PAIR if end == "paid" else ACES}).sentences
        assert counted in said


@pytest.mark.rule("CS-P10")
def test_a_folded_player_has_a_share_of_the_division_after_the_last_game() -> None:
    pot = CarryoverPot(500, games=1)
    assert play(pot, "Ann Bob", {"Bob": ACES}).shares == {"Ann": 300, "Bob": 300}


def test_a_game_can_be_taken_back_with_the_dealers_contribution() -> None:
    pot = CarryoverPot(500, dealer_participates=True)
    play(pot, "Ann Bob")
    before = pot.state()
    pot.gather({"Ann": 500})
    assert pot.void() == {"Ann": 500, DEALER: 500}
    assert pot.state() == before
    assert pot.price("Bob") == 500


def test_games_are_gathered_and_awarded_in_turn() -> None:
    pot = CarryoverPot(500)
    for out_of_turn in (lambda: pot.award({}), pot.void):
        with pytest.raises(AssertionError, match="no round has been gathered"):
            out_of_turn()
    pot.gather({"Ann": 500})
    with pytest.raises(AssertionError, match="neither awarded nor taken back"):
        pot.gather({"Bob": 500})


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ({"contribution": 0}, "above zero"),
        ({"contribution": 500, "games": 0}, "0 games"),
        ({"contribution": 500, "chip": -1}, "above zero"),
        ({"contribution": 500, "tenth_game_split": "house"}, "there are players-and-house, players"),
    ],
)
def test_terms_that_cannot_be_are_refused(terms: dict[str, Any], message: str) -> None:
    with pytest.raises(Refused, match=message):
        CarryoverPot(**terms)


def test_a_saved_pot_is_plain_json_and_goes_on_as_before() -> None:
    pot = CarryoverPot(500, dealer_participates=True, tenth_game_split="players", games=2)
    play(pot, "Ann Bob", {"Ann": TWO_PAIR, DEALER: TWO_PAIR_AGAIN})
    play(pot, "Ann Bob")
    pot.gather({"Ann": 500})
    again = CarryoverPot.restore(json.loads(json.dumps(pot.state())))
    assert again.state() == pot.state()
    assert again.about() == pot.about()
    assert again.award({"Ann": ACES}) == pot.award({"Ann": ACES})
    json.dumps(pot.about())
