"""The Cincy Pot of On the Draw, rule by rule."""

import json
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.hands import Poker
from croupier.pots import CarryoverPot, RakedPot
from croupier.table.pot import DEALER
from tests.pots.hands import ACES, FLUSH_KING, FLUSH_KING_AGAIN, ROYAL, STRAIGHT, TWO_PAIR, play


def five_dollar_pot(rake: int = 200, dealer_percent: int = 0) -> RakedPot:
    return RakedPot(unit=500, rake=rake, dealer_percent=dealer_percent)


@pytest.mark.rule("OTD-P1")
@pytest.mark.parametrize("cents", [499, 501, 1000, 0])
def test_another_wager_than_the_price_is_refused_and_changes_nothing(cents: int) -> None:
    pot = five_dollar_pot()
    before = pot.state()
    with pytest.raises(Refused, match=r"OTD-P1.*\$5"):
        pot.gather({"Ann": 500, "Bob": cents})
    assert pot.state() == before


def test_a_house_may_ask_for_another_hand() -> None:
    pot = RakedPot(500, 0, least=Poker.STRAIGHT)
    assert play(pot, "Ann Bob", {"Ann": STRAIGHT, "Bob": TWO_PAIR}).shares == {"Ann": 1000}


@pytest.mark.rule("OTD-P4")
def test_a_new_pot_opens_with_lammers_for_wagers_and_chips_in_the_centre() -> None:
    pot = five_dollar_pot()
    opening = "OTD-P4 Replace each pot wager with a lammer and pull the chips into the centre circle."
    assert opening in pot.gather({"Ann": 500, "Bob": 500}).sentences
    assert pot.balance == 1000
    pot.award({})
    assert opening not in pot.gather({"Ann": 500, "Bob": 500}).sentences
    pot.award({"Ann": ROYAL})
    assert opening in pot.gather({"Bob": 500}).sentences


@pytest.mark.rule("OTD-P5")
def test_a_participant_who_misses_a_round_is_out_until_it_is_made_up() -> None:
    pot = five_dollar_pot()
    play(pot, "Ann Bob")
    play(pot, "Ann")
    assert pot.about()["in"] == ["Ann"]
    with pytest.raises(Refused, match=r"Bob bets \$5 on the pot; .* it is \$10"):
        pot.gather({"Ann": 500, "Bob": 500})
    play(pot, "Ann Bob")
    assert pot.about()["in"] == ["Ann", "Bob"]


@pytest.mark.rule("OTD-P5")
def test_whoever_has_not_bet_on_the_round_cannot_win_it() -> None:
    pot = five_dollar_pot()
    play(pot, "Ann Bob")
    pot.gather({"Ann": 500})
    with pytest.raises(AssertionError, match="Bob cannot win"):
        pot.award({"Ann": ACES, "Bob": ROYAL})


@pytest.mark.rule("OTD-P6")
def test_what_does_not_divide_into_whole_chips_stays_in_the_next_pot() -> None:
    pot = RakedPot(unit=500, rake=200, chip=100)
    awarded = play(pot, "Ann Bob Cy", {"Ann": FLUSH_KING, "Cy": FLUSH_KING_AGAIN})
    assert awarded.shares == {"Ann": 600, "Cy": 600}
    assert (pot.balance, pot.rounds) == (1500 - 200 - 2 * 600, 0)
    assert pot.price("Di") == 500
    assert play(pot, "Di", {"Di": ROYAL}).shares == {"Di": 400}


@pytest.mark.rule("OTD-P8")
def test_a_new_player_pays_twenty_five_dollars_after_four_rounds_at_five() -> None:
    pot = five_dollar_pot()
    for _ in range(4):
        play(pot, "Ann Bob")
    assert pot.price("Cy") == 2500
    gathered = pot.gather({"Ann": 500, "Bob": 500, "Cy": 2500})
    assert "OTD-P8 Take $25 from Cy, who joins, for 4 missed rounds and this one." in gathered.sentences
    assert pot.award({"Ann": ACES, "Cy": FLUSH_KING}).shares == {"Cy": 5 * 3 * 500 - 200}


@pytest.mark.rule("OTD-P9")
def test_the_dealer_counts_the_rounds_of_the_running_pot() -> None:
    pot = five_dollar_pot()
    for number in range(1, 5):
        assert f"OTD-P9 Count round {number} " in pot.gather({"Ann": 500}).sentences[-1]
        pot.award({})
        assert pot.rounds == number
    play(pot, "", {})
    assert pot.rounds == 4, "a round that nobody bets on is no round of the pot"
    awarded = play(pot, "Ann", {"Ann": ROYAL})
    assert awarded.sentences[-1].startswith("OTD-P9 Clear the counter")
    assert pot.rounds == 0


@pytest.mark.rule("OTD-P10")
def test_a_player_who_comes_back_pays_the_rounds_missed_since_leaving_and_the_new_one() -> None:
    pot = five_dollar_pot()
    play(pot, "Ann Bob")
    play(pot, "Ann Bob")
    gathered = pot.gather({"Ann": 500})
    assert "OTD-P10 Put a lammer before Bob's betting area: 1 round missed." in gathered.sentences
    pot.award({})
    gathered = pot.gather({"Ann": 500})
    assert "OTD-P10 Put a lammer before Bob's betting area: 2 rounds missed." in gathered.sentences
    pot.award({})
    assert pot.about()["price_to_return"] == {"Bob": 1500}
    gathered = pot.gather({"Ann": 500, "Bob": 1500})
    assert "OTD-P10 Take $15 from Bob for 2 missed rounds and this one; lift those lammers." in gathered.sentences
    assert pot.balance == 5 * 2 * 500


def test_a_round_can_be_taken_back_to_the_cent() -> None:
    pot = five_dollar_pot()
    play(pot, "Ann Bob")
    play(pot, "Ann")
    before = pot.state()
    pot.gather({"Bob": 1000, "Cy": 1500})
    assert pot.void() == {"Bob": 1000, "Cy": 1500}
    assert pot.state() == before
    pot.gather({})
    assert pot.void() == {}
    assert pot.state() == before


def test_rounds_are_gathered_and_awarded_in_turn() -> None:
    pot = five_dollar_pot()
    for out_of_turn in (lambda: pot.award({}), pot.void):
        with pytest.raises(AssertionError, match="no round has been gathered"):
            out_of_turn()
    pot.gather({"Ann": 500})
    with pytest.raises(AssertionError, match="neither awarded nor taken back"):
        pot.gather({"Ann": 500})


@pytest.mark.parametrize("name", ["", "  ", DEALER])
def test_a_player_needs_a_name(name: str) -> None:
    pot = five_dollar_pot()
    with pytest.raises(Refused, match="needs a name"):
        pot.price(name)
    with pytest.raises(Refused, match="needs a name"):
        pot.gather({name: 500})


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ({"unit": 0, "rake": 0}, "above zero"),
        ({"unit": 500, "rake": -1}, "rake"),
        ({"unit": 500, "rake": 0, "dealer_percent": 101}, "101 %"),
        ({"unit": 500, "rake": 0, "chip": 0}, "above zero"),
        ({"unit": 550, "rake": 0}, r"pot wager of \$5.50 is not whole chips"),
        ({"unit": 500, "rake": 50}, r"rake of \$0.50 is not whole chips"),
    ],
)
def test_terms_that_cannot_be_are_refused(terms: dict[str, Any], message: str) -> None:
    with pytest.raises(Refused, match=message):
        RakedPot(**terms)


def test_the_ledger_tells_the_way_of_every_cent() -> None:
    pot = RakedPot(500, 100, dealer_percent=40, chip=20)
    play(pot, "Ann Bob")
    play(pot, "Ann Cy", {"Ann": FLUSH_KING, "Cy": FLUSH_KING_AGAIN})
    told = [(entry.round, entry.who, entry.cents) for entry in pot.now.closed]
    assert told == [
        (1, "Ann", 500),
        (1, "Bob", 500),
        (2, "Ann", 500),
        (2, "Cy", 1000),
        (2, "Ann", -1200),
        (2, "Cy", -1200),
        (2, "the house", -60),
        (2, "the dealer", -40),
    ]
    assert pot.now.entries == ()


def test_a_saved_pot_is_plain_json_and_goes_on_as_before() -> None:
    pot = five_dollar_pot()
    play(pot, "Ann Bob")
    pot.gather({"Ann": 500, "Cy": 1000})
    again = RakedPot.restore(json.loads(json.dumps(pot.state())))
    assert again.state() == pot.state()
    assert again.about() == pot.about()
    assert again.award({"Cy": ROYAL}) == pot.award({"Cy": ROYAL})
    json.dumps(pot.about())


def test_a_changed_or_foreign_saved_pot_is_refused() -> None:
    pot = five_dollar_pot()
    play(pot, "Ann Bob")
    pot.gather({"Ann": 500})
    for path, value in (
        (("now", "balance"), 99),
        (("now", "paid"), {"Ann": 2, "Bob": 2}),
        (("now", "rounds"), 1),
        (("gathering", "wagers"), {"Ann": 1000}),
        (("gathering", "before", "balance"), 1),
        (("terms", "unit"), "five"),
        (("terms", "rake"), -5),
        (("kind",), "carryover"),
    ):
        state = json.loads(json.dumps(pot.state()))
        place = state
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        with pytest.raises(Refused):
            RakedPot.restore(state)
    with pytest.raises(Refused, match="'raked' pot; a 'carryover' pot is wanted"):
        CarryoverPot.restore(pot.state())
    with pytest.raises(Refused, match="not a saved raked pot"):
        RakedPot.restore({})


def test_a_saved_pot_in_which_somebody_has_paid_for_rounds_to_come_is_refused() -> None:
    pot = RakedPot(500, 200)
    pot.gather({"Ann": 500})
    pot.award({})
    state = pot.state()
    state["now"]["balance"] += 500
    state["now"]["paid"] = {"Ann": 2}
    state["now"]["entries"] = [*state["now"]["entries"], {"round": 1, "who": "Ann", "cents": 500, "why": "wager"}]
    with pytest.raises(Refused, match="somebody has paid for more than the 1 rounds"):
        RakedPot.restore(state)


def test_a_player_who_is_called_otherwise_stays_in_with_all_that_was_paid() -> None:
    pot = five_dollar_pot()
    play(pot, "Ann Bob")
    play(pot, "Bob")
    pot.rename("Ann", "Anna")
    assert (pot.knows("Ann"), pot.price("Anna"), pot.price("Ann")) == (False, 2 * 500, 3 * 500)
    assert RakedPot.restore(json.loads(json.dumps(pot.state()))).state() == pot.state()
    assert play(pot, "Anna Bob", {"Anna": ROYAL}).shares == {"Anna": 5 * 500 + 500 - 200}
