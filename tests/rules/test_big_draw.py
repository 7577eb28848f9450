"""Big Draw Poker, rule by rule."""

from __future__ import annotations

from datetime import date
from itertools import chain, combinations

import pytest

from croupier.chips import Range
from croupier.conformance.stage import Stage
from croupier.errors import Refused
from croupier.table.events import Cleared, Dealt, Decided, Moved, Settled, TurnedUp
from croupier.table.placard import Placard

GAME = "big-draw"
FIVE, DEUCES = "five-card-draw", "deuces-never-loses"
BOTH = "big-draw=10 first-5=2"


def one_at_a_time(*hands: str) -> str:
    """The deck that deals these hands in turn, a card to each."""
    return " ".join(chain.from_iterable(zip(*(hand.split() for hand in hands), strict=True)))


def dealt(deal: str, variant: str = FIVE, bets: str = BOTH, **options: object) -> Stage:
    """A table that has chosen its game and placed its bets."""
    table = Stage(GAME, deal, **options)  # type: ignore[arg-type]
    table.say(variant)
    table.bets(bets)
    return table


def stood_pat(hand: str, variant: str = FIVE, bets: str = BOTH, **options: object) -> Stage:
    """One player who keeps all five cards."""
    table = dealt(hand, variant, bets, **options)
    table.say(f"hold {hand}")
    return table


def pass_round(table: Stage, *choices: str) -> int:
    """A round in which the game is chosen and nobody bets: where the button ends."""
    table.deal()
    table.say(*choices)
    table.bets("-")
    return table.table.button


@pytest.mark.rule("BD-1")
def test_five_players_are_dealt_from_one_deck_and_a_sixth_cannot_sit_down() -> None:
    table = dealt("", bets="big-draw=10", seats=range(1, 6))
    assert table.shuffles() == [52]
    assert {event.seat for event in table.all(Dealt)} == {1, 2, 3, 4, 5}
    table.say(*["hold"] * 5)
    assert table.round.finished
    with pytest.raises(Refused, match="no seat 6 at Big Draw Poker; seats are 1 to 5"):
        table.table.sit(6, "a sixth", 100_00)


@pytest.mark.rule("BD-1")
def test_twos_are_wild_in_deuces_never_loses_and_not_in_5_card_draw() -> None:
    assert stood_pat("9c 9d Kh Kd 2s", FIVE).result()["big-draw"] == +10_00
    assert stood_pat("9c 9d Kh Kd 2s", DEUCES).result()["big-draw"] == +20_00
    assert stood_pat("9c 9d Kh Kd 3s", DEUCES).result()["big-draw"] == -10_00


@pytest.mark.rule("BD-2")
def test_the_button_goes_from_spot_1_to_spot_5_and_back_to_spot_1() -> None:
    table = Stage(GAME, seats=range(1, 6))
    table.say(FIVE)
    table.bets("-")
    assert [table.table.button, *(pass_round(table, FIVE) for _ in range(6))] == [1, 2, 3, 4, 5, 1, 2]


@pytest.mark.rule("BD-2")
def test_empty_spots_are_skipped_even_when_the_button_lay_there() -> None:
    table = Stage(GAME, seats=(2, 3, 5))
    table.say(FIVE)
    table.bets("-")
    assert [table.table.button, *(pass_round(table, FIVE) for _ in range(4))] == [2, 3, 5, 2, 3]
    table.table.leave(3)
    assert pass_round(table, FIVE) == 5
    table.table.sit(1, "a newcomer", 100_00)
    assert pass_round(table, FIVE) == 1


@pytest.mark.rule("BD-2")
def test_the_button_chooses_the_game_or_passes_the_choice_on() -> None:
    table = Stage(GAME, seats=(1, 2, 3))
    assert (table.turn, table.legal) == (1, ["pass", FIVE, DEUCES])
    table.say("pass")
    assert table.turn == 2
    table.say(DEUCES)
    assert (table.table.named["game"], table.table.button) == (DEUCES, 2)
    table.bets("-")
    assert pass_round(table, FIVE) == 3, "it moves on from the player who chose"


@pytest.mark.rule("BD-2")
def test_a_choice_passed_at_spot_5_goes_to_spot_1() -> None:
    table = Stage(GAME, seats=(1, 5))
    table.say(FIVE)
    table.bets("-")
    table.deal()
    assert table.turn == 5
    table.say("pass")
    assert table.turn == 1


@pytest.mark.rule("BD-2")
def test_if_everybody_passes_5_card_draw_is_played_and_the_button_stays() -> None:
    table = Stage(GAME, seats=(1, 3, 4))
    table.say(FIVE)
    table.bets("-")
    table.deal(one_at_a_time("9c 9d Kh Kd 2s", "Ah 8d 7c 5h 3d", "Jh Td 6c 4h 3c"))
    table.say("pass", "pass", "pass")
    assert (table.asked(), table.table.named["game"], table.table.button) == ([3, 4, 1], FIVE, 3)
    table.bets("big-draw=10")
    table.say("hold 9c 9d Kh Kd 2s")
    assert table.turn == 4


@pytest.mark.rule("BD-3")
def test_first_5_is_won_by_the_cards_dealt_and_big_draw_by_the_hand_after_the_draw() -> None:
    table = dealt("Js Jd 8c 5h 3s | Kc Kh Ks Kd 4c")
    table.say("hold")
    assert table.result() == {"first-5": +2_00, "big-draw": +250_00}
    table = dealt("As Kd 8c 5h 3s | Ac Ah 9d")
    table.say("hold As Kd")
    assert table.result() == {"first-5": -2_00, "big-draw": +20_00}


@pytest.mark.rule("BD-3")
def test_a_hand_that_is_broken_by_the_draw_loses_big_draw_and_has_won_first_5() -> None:
    table = dealt("Ks Kd 4c 4d 9h | Qc Jh 8s 7d 2c")
    table.say("hold")
    assert table.result() == {"first-5": +8_00, "big-draw": -10_00}


@pytest.mark.rule("BD-4")
@pytest.mark.parametrize("alone", ["1", "5", "25"])
def test_first_5_takes_a_dollar_beside_big_draw_and_alone_what_the_house_asks(alone: str) -> None:
    settings = {"first5_alone_minimum": alone}
    table = Stage(GAME, settings=settings)
    table.say(FIVE)
    if alone != "1":
        with pytest.raises(Refused, match=rf"BD-4: First 5 without big-draw takes at least \${alone}"):
            table.bets(f"first-5={int(alone) - 1}")
    table.bets(f"first-5={alone}")
    dealt("", bets="big-draw=10 first-5=1", settings=settings)


@pytest.mark.rule("BD-4")
def test_first_5_of_less_than_a_dollar_is_refused() -> None:
    table = Stage(GAME)
    table.say(FIVE)
    with pytest.raises(Refused, match=r"\$0.50 on first-5 is outside this table's limits; it takes \$1 to \$500"):
        table.bets("big-draw=10 first-5=0.50")


BLIND_AND_OPEN = one_at_a_time("Ks Kd 4c 4d 9h", "As Qd 8c 5h 3s")
"""Seat 1 has two pair and First 5 alone; seat 2 has nothing and draws."""


@pytest.mark.rule("BD-4")
def test_first_5_alone_is_played_without_looking_until_all_draws_are_complete() -> None:
    table = Stage(GAME, f"{BLIND_AND_OPEN} 7c 7d 7h", seats=(1, 2))
    table.say(FIVE)
    table.bets("first-5=5", "big-draw=10")
    assert table.turn == 2, "there is nothing for a player without Big Draw to decide"
    assert [table.who_sees(card) for card in ("Ks", "9h", "As")] == [[], [], [2]]
    table.say("hold As Qd")
    (shown,) = (event for event in table.all(TurnedUp) if event.seat == 1)
    assert max(map(table.place_of, table.all(Dealt))) < table.place_of(shown)
    assert table.result(1) == {"first-5": +20_00}
    assert table.settled() == [(2, "big-draw"), (1, "first-5")]
    assert table.who_sees("Ks") == [0, 1, 2]


@pytest.mark.rule("BD-4")
def test_a_blind_first_5_that_loses_is_taken_after_the_draws_too() -> None:
    table = Stage(GAME, one_at_a_time("Ts Td 8c 5h 3s", "As Qd 8d 5c 4s"), seats=(1, 2))
    table.say(FIVE)
    table.bets("first-5=5", "big-draw=10")
    table.say("hold As")
    assert (table.settled()[-1], table.result(1)) == ((1, "first-5"), {"first-5": -5_00})


@pytest.mark.rule("BD-4")
def test_a_house_may_let_a_first_5_player_look() -> None:
    settings = {"first5_alone_blind": "false"}
    table = Stage(GAME, f"{BLIND_AND_OPEN} 7c 7d 7h", seats=(1, 2), settings=settings)
    table.say(FIVE)
    table.bets("first-5=5", "big-draw=10")
    assert (table.turn, table.who_sees("Ks")) == (2, [1])
    table.say("hold As Qd")
    assert table.settled() == [(1, "first-5"), (2, "big-draw")]
    assert table.result(1) == {"first-5": +20_00}


@pytest.mark.rule("BD-5")
def test_a_house_may_require_big_draw() -> None:
    table = Stage(GAME, settings={"require_big_draw": "true"})
    table.say(FIVE)
    with pytest.raises(Refused, match="BD-5"):
        table.bets("first-5=5")
    table.bets("big-draw=10 first-5=1")
    dealt("", bets="big-draw=10", settings={"require_big_draw": "true"})


@pytest.mark.rule("BD-5")
@pytest.mark.parametrize("bets", ["big-draw=10", "first-5=5", "big-draw=10 first-5=5"])
def test_otherwise_either_bet_may_be_made_alone(bets: str) -> None:
    table = dealt("", bets=bets)
    assert table.round.finished == ("big-draw" not in bets)


@pytest.mark.rule("BD-5")
def test_each_bet_has_limits_of_its_own() -> None:
    placard = Placard(limits={"big-draw": Range(5_00, 100_00), "first-5": Range(1_00, 5_00)})
    table = Stage(GAME, placard=placard)
    table.say(FIVE)
    for bets in ("big-draw=4", "big-draw=101", "big-draw=10 first-5=6"):
        with pytest.raises(Refused, match="outside this table's limits"):
            table.bets(bets)
    table.bets("big-draw=100 first-5=5")


@pytest.mark.rule("BD-6")
def test_one_card_at_a_time_goes_round_from_the_button_and_the_house_gets_none() -> None:
    table = Stage(GAME, seats=(1, 2, 5))
    table.say("pass", FIVE)
    table.bets("big-draw=10")
    assert [event.seat for event in table.all(Dealt)] == [2, 5, 1] * 5
    assert {len(event.cards) for event in table.all(Dealt)} == {1}


@pytest.mark.rule("BD-6")
def test_five_at_once_go_to_each_player_from_the_button_and_the_house_gets_none() -> None:
    deal = "2c 3c 4c 5c 6c | 2d 3d 4d 5d 6d | 2h 3h 4h 5h 6h"
    table = Stage(GAME, deal, seats=(1, 2, 5), settings={"deal_style": "five-at-once"})
    table.say("pass", "pass", FIVE)
    table.bets("big-draw=10")
    assert [(event.seat, " ".join(event.cards)) for event in table.all(Dealt)] == [
        (5, "2c 3c 4c 5c 6c"),
        (1, "2d 3d 4d 5d 6d"),
        (2, "2h 3h 4h 5h 6h"),
    ]


@pytest.mark.rule("BD-6")
def test_a_button_that_does_not_bet_is_passed_over_in_the_deal() -> None:
    table = Stage(GAME, seats=(1, 2, 5), settings={"deal_style": "five-at-once"})
    table.say("pass", FIVE)
    table.bets("big-draw=10", "-", "big-draw=10")
    assert [event.seat for event in table.all(Dealt)] == [5, 1]


@pytest.mark.rule("BD-7")
def test_a_player_may_discard_any_of_the_five_cards() -> None:
    hand = ["As", "Kd", "8c", "5h", "3s"]
    table = dealt(" ".join(hand))
    holds = [" ".join(("hold", *held)) for count in range(6) for held in combinations(hand, count)]
    assert sorted(table.legal) == sorted(holds)
    assert len(table.legal) == 32
    for wrong in ("hold 2c", "hold Kd As", "discard", "stand"):
        with pytest.raises(Refused, match="is not an answer for seat 1; legal: hold As Kd 8c 5h 3s"):
            table.say(wrong)


@pytest.mark.rule("BD-7")
@pytest.mark.parametrize("kept", range(6))
def test_as_many_cards_are_drawn_as_were_discarded(kept: int) -> None:
    hand, drawn = ["As", "Kd", "8c", "5h", "3s"], ["Qc", "Jh", "9d", "7s", "2d"]
    table = dealt(" ".join(hand + drawn), bets="big-draw=10")
    table.say(" ".join(["hold", *hand[:kept]]))
    assert [card.name for card in table.table.seats[1].cards] == hand[:kept] + drawn[: 5 - kept]


@pytest.mark.rule("BD-7", "BD-10")
def test_discards_lie_face_down_and_the_others_learn_only_how_many() -> None:
    table = Stage(GAME, BLIND_AND_OPEN, seats=(1, 2))
    table.say(FIVE)
    table.bets("big-draw=10")
    table.say("hold Ks Kd")
    (moved,) = table.all(Moved)
    (_, decided) = table.all(Decided)
    assert moved.as_seen(1) == Moved(1, "hand", "discards", ("4c", "4d", "9h"))
    assert moved.as_seen(2) == moved.as_seen(0) == Moved(1, "hand", "discards", ("??", "??", "??"))
    assert decided.as_seen(1) == Decided(1, "hold Ks Kd")
    assert decided.as_seen(2) == decided.as_seen(0) == Decided(1, "discard 3")


THREE_PLAYERS = one_at_a_time("As Qd 8c 5h 3s", "Ks Kd 4c 4d 9h", "Ah Jc Th 6d 3d")
"""From the button: nothing, two pair, nothing."""


@pytest.mark.rule("BD-8")
@pytest.mark.parametrize("draw_style", ["option-1", "option-2"])
def test_losing_first_5_bets_are_taken_then_winners_shown_and_paid_from_the_button_before_any_draw(
    draw_style: str,
) -> None:
    table = Stage(GAME, THREE_PLAYERS, seats=(1, 2, 3), settings={"draw_style": draw_style})
    table.say("pass", FIVE)
    table.bets(BOTH)
    table.say("hold As", "hold Ks Kd", "hold Ah")
    assert table.settled()[:3] == [(2, "first-5"), (1, "first-5"), (3, "first-5")]
    assert [table.result(seat)["first-5"] for seat in (1, 2, 3)] == [-2_00, -2_00, +8_00]
    last_paid = max(table.place_of(event) for event in table.all(Settled) if event.spot == "first-5")
    drawn = [event for event in table.all(Dealt) if table.place_of(event) > last_paid]
    assert sum(len(event.cards) for event in drawn) == 4 + 3 + 4
    shown = [event for event in table.all(TurnedUp) if table.place_of(event) < last_paid]
    assert [(event.seat, event.place) for event in shown] == [(3, "hand"), (3, "discards")]


@pytest.mark.rule("BD-8")
def test_a_winning_first_5_is_declared_for_a_player_who_throws_it_all_away() -> None:
    table = dealt("Ks Kd 4c 4d 9h | Qc Jh 8s 7d 2c")
    table.say("hold")
    assert table.result()["first-5"] == +8_00


@pytest.mark.rule("BD-8")
def test_winning_first_5_hands_are_paid_from_the_button_and_losing_ones_stay_closed() -> None:
    deal = one_at_a_time("Ks Kd 4c 4d 9h", "As Qd 8c 5h 3s", "7s 7d 7c Kh Js")
    table = Stage(GAME, deal, seats=(1, 4, 5), settings={"draw_style": "option-1"})
    table.say("pass", FIVE)
    table.bets("first-5=2 big-draw=10")
    table.say("hold Ks Kd 4c 4d 9h", "hold As Qd 8c 5h 3s")
    assert table.turn == 1
    assert table.who_sees("Ks") == [4], "nothing is shown before the last player has discarded"
    table.say("hold 7s 7d 7c Kh Js")
    assert table.settled()[:3] == [(5, "first-5"), (4, "first-5"), (1, "first-5")]


def happenings(table: Stage) -> list[tuple[str, int | None, str]]:
    """What the dealer does from the draw on: the kind of event, whose, and with what."""
    named = {Dealt: "deal", Cleared: "take", TurnedUp: "turn up", Settled: "settle"}
    start = next(number for number, event in enumerate(table.round.events) if getattr(event, "rule", "") == "BD-9")
    listed = []
    for event in table.round.events[start:]:
        if isinstance(event, Dealt | Cleared | TurnedUp):
            listed.append((named[type(event)], event.seat, event.place))
        elif isinstance(event, Settled):
            listed.append((named[Settled], event.seat, event.spot))
    return listed


@pytest.mark.rule("BD-9")
def test_option_1_deals_each_players_draw_and_takes_the_discards_before_the_next_and_settles_at_the_end() -> None:
    table = Stage(GAME, f"{BLIND_AND_OPEN} 7c 7d 7h 6c", seats=(1, 2))
    table.say("pass", FIVE)
    table.bets("big-draw=10")
    table.say("hold Ks 4c", "hold As 8c")
    assert happenings(table) == [
        ("deal", 2, "hand"),
        ("take", 2, "discards"),
        ("deal", 1, "hand"),
        ("take", 1, "discards"),
        ("turn up", 2, "hand"),
        ("settle", 2, "big-draw"),
        ("turn up", 1, "hand"),
        ("settle", 1, "big-draw"),
    ]


@pytest.mark.rule("BD-9")
def test_option_2_takes_all_discards_and_then_opens_draws_and_settles_hand_by_hand() -> None:
    table = Stage(GAME, f"{BLIND_AND_OPEN} 7c 7d 7h 6c", seats=(1, 2), settings={"draw_style": "option-2"})
    table.say("pass", FIVE)
    table.bets("big-draw=10")
    table.say("hold Ks 4c", "hold As 8c")
    assert happenings(table) == [
        ("take", 2, "discards"),
        ("take", 1, "discards"),
        ("turn up", 2, "hand"),
        ("deal", 2, "hand"),
        ("settle", 2, "big-draw"),
        ("turn up", 1, "hand"),
        ("deal", 1, "hand"),
        ("settle", 1, "big-draw"),
    ]


@pytest.mark.rule("BD-9")
@pytest.mark.parametrize("draw_style", ["option-1", "option-2"])
def test_both_options_deal_the_same_cards_and_pay_the_same(draw_style: str) -> None:
    table = Stage(GAME, f"{BLIND_AND_OPEN} 4h 7c 7d 7h", seats=(1, 2), settings={"draw_style": draw_style})
    table.say(FIVE)
    table.bets("big-draw=10")
    table.say("hold Ks Kd 4c 4d", "hold As Qd")
    assert [[card.name for card in table.table.seats[seat].cards] for seat in (1, 2)] == [
        ["Ks", "Kd", "4c", "4d", "4h"],
        ["As", "Qd", "7c", "7d", "7h"],
    ]
    assert (table.result(1), table.result(2)) == ({"big-draw": +60_00}, {"big-draw": +20_00})


@pytest.mark.rule("BD-9")
def test_under_option_1_nobody_sees_anothers_draw_before_it_is_turned_up() -> None:
    drawn = [
        event.as_seen(2)
        for event in _two_draw("option-1").all(Dealt)
        if event.seat == 1 and event.cards and event.cards[0] in ("7c", "7d")
    ]
    assert drawn == [Dealt(1, "hand", ("??", "??"))]
    assert [event.eyes for event in _two_draw("option-2").all(Dealt) if "7c" in event.cards] == [None]


def _two_draw(draw_style: str) -> Stage:
    table = Stage(GAME, f"{BLIND_AND_OPEN} 7c 7d 7h 6c", seats=(1, 2), settings={"draw_style": draw_style})
    table.say(FIVE)
    table.bets("big-draw=10")
    table.say("hold Ks Kd 4c", "hold As Qd 8c")
    return table


@pytest.mark.rule("BD-10")
def test_nobody_sees_anothers_cards_before_the_dealer_turns_them_up() -> None:
    table = Stage(GAME, BLIND_AND_OPEN, seats=(1, 2))
    table.say(FIVE)
    table.bets("big-draw=10")
    for answers in ([], ["hold Ks Kd"]):
        table.say(*answers)
        assert [table.who_sees(card) for card in ["Ks", "Kd", "4c", "4d", "9h"]] == [[1]] * 5
        assert [table.who_sees(card) for card in ["As", "Qd", "8c", "5h", "3s"]] == [[2]] * 5
    with pytest.raises(Refused) as refusal:
        table.round.act(1, "hold")
    assert "As" not in str(refusal.value), "not even a refusal tells"
    assert "Let no player show a hand, discuss it" in table.told("BD-10")


@pytest.mark.rule("BD-15")
def test_the_dealer_is_told_how_to_shuffle_and_when_to_change_the_deck() -> None:
    table = dealt("")
    said = table.told("BD-15")
    assert "shuffle, shuffle, strip, shuffle, shuffle, strip, shuffle, shuffle, and cut onto the cut card" in said
    assert "Change a paper deck every one and a half to two hours" in said
    (told,) = (event for event in table.round.events if getattr(event, "rule", "") == "BD-15")
    assert table.place_of(told) < min(map(table.place_of, table.all(Dealt)))


@pytest.mark.rule("BD-16")
def test_a_wager_above_the_limit_of_place_and_day_is_refused_with_the_rule_named() -> None:
    washington = Placard(jurisdiction="washington", day=date(2010, 1, 1))
    for bets in ("big-draw=400", "big-draw=10 first-5=301"):
        table = Stage(GAME, placard=washington)
        table.say(FIVE)
        with pytest.raises(Refused, match="WAC 230-15-140"):
            table.bets(bets)
        dealt("", bets=bets)
    dealt("", bets="big-draw=300 first-5=300", placard=washington)


@pytest.mark.rule("BD-10")
def test_a_losing_first_5_is_taken_without_a_word_about_the_hand() -> None:
    table = Stage(GAME, THREE_PLAYERS, seats=(1, 2, 3))
    table.say("pass", FIVE)
    table.bets(BOTH)
    table.say("hold As", "hold Ks Kd", "hold Ah")
    said = {event.seat: event.why for event in table.all(Settled) if event.spot == "first-5"}
    assert said == {1: "not a winning hand", 2: "not a winning hand", 3: "two pair, kings and fours"}
