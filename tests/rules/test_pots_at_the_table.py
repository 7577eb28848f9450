"""Both Cincy Pots as the rules of their games play them: from wager to award, through folds, ties and leavers."""

from __future__ import annotations

import pytest

from croupier.chips import Range
from croupier.conformance.stage import Stage
from croupier.errors import Refused
from croupier.table.events import Cleared, PotAwarded, PotGathered
from croupier.table.placard import Placard

DRAW = "ante=10 blind=10"
IN = "ante=10 blind=10 cincy-pot=5"
FLUSH, LOWER_FLUSH, NOTHING, OTHER_NOTHING = "As Ks 9s 4s 2s", "Qh Jh 8h 6h 3h", "Ad Kc 8d 6c 2h", "Ac Qd 9c 7d 5h"
STREETS = "Td 3c"
STRAIGHT_FLUSHES = "5s 6s 7s 8s 9s", "5h 6h 7h 8h 9h"


def on_the_draw(*packets: str, streets: str = STREETS, placard: Placard | None = None, **settings: str) -> Stage:
    """A table of On the Draw with a player for each packet of five."""
    seats = range(1, 1 + len(packets))
    return Stage("on-the-draw", " ".join([*packets, streets]), seats=seats, settings=settings, placard=placard)


def awarded(table: Stage) -> PotAwarded:
    (event,) = table.all(PotAwarded)
    return event


def gathered(table: Stage) -> PotGathered:
    (event,) = table.all(PotGathered)
    return event


def chips(table: Stage) -> dict[int, int]:
    return {number: seat.stack - 100_000_00 for number, seat in table.table.seats.items()}


def balance(table: Stage) -> int:
    assert table.table.pot is not None
    return table.table.pot.balance


@pytest.mark.rule("OTD-P1", "OTD-P2", "OTD-P3")
def test_a_pot_wager_comes_in_before_the_deal_and_goes_to_the_best_flush_less_the_rake() -> None:
    table = on_the_draw(FLUSH, LOWER_FLUSH)
    table.bets(IN)
    assert balance(table) == 10_00 and gathered(table).wagers == {"player 1": 5_00, "player 2": 5_00}
    table.say("play-3x", "play-3x")
    assert awarded(table) == PotAwarded(True, {"player 1": 5_00}, 5_00, 0, 0)
    main = sum(table.result(1).values())
    assert chips(table)[1] == main - 5_00 + 5_00
    assert chips(table)[2] == sum(table.result(2).values()) - 5_00
    assert balance(table) == 0 and table.table.pot is not None and table.table.pot.rounds == 0


@pytest.mark.rule("OTD-P3")
def test_the_dealer_has_a_part_of_the_rake_in_person_and_the_house_the_rest() -> None:
    table = on_the_draw(FLUSH, NOTHING, placard=Placard(chip=50), pot_rake="2", rake_dealer_percent="40")
    house = table.table.house
    table.bets(IN)
    table.say("play-3x", "play-3x")
    assert awarded(table) == PotAwarded(True, {"player 1": 8_00}, 1_50, 50, 0), "80 cents are one chip and a half"
    assert table.table.dealer == 50
    won = sum(sum(table.result(seat).values()) for seat in (1, 2))
    assert table.table.house - house == 1_50 - won


@pytest.mark.rule("OTD-P2")
def test_less_than_a_flush_leaves_the_pot_for_the_next_round() -> None:
    table = on_the_draw(NOTHING, OTHER_NOTHING)
    table.bets(IN)
    table.say("check", "check", "check", "check", "play-1x", "play-1x")
    assert awarded(table) == PotAwarded(False, {}, 0, 0, 10_00)
    table.deal(f"{FLUSH} {NOTHING} {STREETS}")
    table.bets(IN)
    table.say("play-3x", "play-3x")
    assert awarded(table) == PotAwarded(True, {"player 1": 15_00}, 5_00, 0, 0)


@pytest.mark.rule("OTD-P13")
def test_one_wager_does_not_open_a_pot_and_is_given_back() -> None:
    """A lone royal flush was paid nothing: its wager was the rake."""
    table = on_the_draw("As Ks Qs Js Ts", NOTHING, streets="4d 3c")
    table.bets(IN, DRAW)
    assert table.result(1) == {"cincy-pot": 0} and balance(table) == 0 and table.all(PotGathered) == []
    table.say("play-3x", "play-3x")
    assert table.all(PotAwarded) == [] and chips(table)[1] == sum(table.result(1).values())


@pytest.mark.rule("OTD-P13", "OTD-P7")
def test_one_player_alone_may_win_what_earlier_rounds_have_left() -> None:
    table = on_the_draw(NOTHING, OTHER_NOTHING)
    table.bets(IN)
    table.say("check", "check", "check", "check", "play-1x", "play-1x")
    table.deal(f"{FLUSH} {NOTHING} {STREETS}")
    table.bets(IN, DRAW)
    table.say("play-3x", "play-3x")
    assert awarded(table) == PotAwarded(True, {"player 1": 10_00}, 5_00, 0, 0)


@pytest.mark.rule("OTD-P13")
def test_a_house_may_let_one_wager_open_a_pot() -> None:
    table = on_the_draw(FLUSH, NOTHING, pot_least_participants="1", pot_rake="1")
    table.bets(IN, DRAW)
    table.say("play-3x", "play-3x")
    assert awarded(table).shares == {"player 1": 4_00}


@pytest.mark.rule("OTD-P1", "OTD-P3")
def test_a_pot_of_any_unit_and_rake_in_chips_that_the_table_has() -> None:
    table = on_the_draw(FLUSH, NOTHING, placard=Placard(chip=50), pot_unit="7.50", pot_rake="1.50")
    table.bets("ante=10 blind=10 cincy-pot=7.50")
    table.say("play-3x", "play-3x")
    assert awarded(table) == PotAwarded(True, {"player 1": 13_50}, 1_50, 0, 0)
    for words in ({"pot_unit": "7.50"}, {"pot_rake": "0.50"}):
        with pytest.raises(Refused, match=r"is not whole chips; give one in chips of \$1"):
            on_the_draw(FLUSH, **words)


@pytest.mark.rule("OTD-P12")
def test_a_fold_before_it_gives_the_pot_away() -> None:
    table = on_the_draw(FLUSH, LOWER_FLUSH)
    table.bets(IN)
    table.say("check", "play-3x", "check", "fold")
    assert [event.place for event in table.all(Cleared) if event.seat == 1] == ["hand", "7th Street"]
    assert awarded(table).shares == {"player 2": 5_00}


@pytest.mark.rule("OTD-P12", "OTD-10")
def test_a_folded_hand_that_stays_for_trips_does_not_win_the_pot() -> None:
    table = on_the_draw(FLUSH, NOTHING)
    table.bets(f"{IN} trips=5", IN)
    table.say("check", "play-3x", "check", "fold")
    assert table.result(1)["trips"] > 0
    assert awarded(table) == PotAwarded(False, {}, 0, 0, 10_00)


@pytest.mark.rule("OTD-P12", "OTD-10")
def test_a_house_may_let_a_folded_hand_win_the_pot_and_then_its_cards_stay() -> None:
    table = on_the_draw(FLUSH, LOWER_FLUSH, fold_forfeits_pot_round="false")
    table.bets(IN)
    table.say("check", "play-3x", "check", "fold")
    assert [event for event in table.all(Cleared) if event.seat == 1] == []
    assert table.result(1) == {"ante": -10_00, "blind": -10_00}
    assert awarded(table).shares == {"player 1": 5_00}


@pytest.mark.rule("OTD-P12")
def test_where_folded_hands_may_win_one_that_is_not_in_the_pot_is_taken_up_all_the_same() -> None:
    table = on_the_draw(FLUSH, LOWER_FLUSH, NOTHING, fold_forfeits_pot_round="false")
    table.bets(DRAW, IN, IN)
    table.say("check", "play-3x", "play-3x", "check", "fold")
    assert len([event for event in table.all(Cleared) if event.seat == 1]) == 2
    assert awarded(table) == PotAwarded(True, {"player 2": 5_00}, 5_00, 0, 0)


@pytest.mark.rule("OTD-P2", "OTD-P12")
def test_the_best_hand_of_the_table_does_not_win_a_pot_that_it_is_not_in() -> None:
    table = on_the_draw(FLUSH, LOWER_FLUSH, NOTHING)
    table.bets(DRAW, IN, IN)
    table.say("play-3x", "play-3x", "play-3x")
    assert awarded(table).shares == {"player 2": 5_00}


@pytest.mark.rule("OTD-P6")
@pytest.mark.parametrize(
    ("chip", "share", "stays"),
    [(1_00, 5_00, 0), (5_00, 5_00, 0), (10_00, 10_00, 0)],
)
def test_a_tie_divides_the_pot_into_the_tables_chips(chip: int, share: int, stays: int) -> None:
    unit = max(chip, 5_00)
    table = on_the_draw(
        *STRAIGHT_FLUSHES, NOTHING, streets="2d 3c", placard=Placard(chip=chip), pot_unit=str(unit // 100)
    )
    table.bets(f"{DRAW} cincy-pot={unit // 100}")
    table.say("play-3x", "play-3x", "play-3x")
    assert awarded(table) == PotAwarded(True, {"player 1": share, "player 2": share}, unit, 0, stays)
    assert balance(table) == stays


@pytest.mark.rule("OTD-P8", "OTD-P10", "OTD-P11")
def test_a_leaver_takes_nothing_and_whoever_takes_the_seat_makes_up_every_round() -> None:
    table = on_the_draw(NOTHING, OTHER_NOTHING)
    table.bets(IN)
    table.say("check", "check", "check", "check", "play-1x", "play-1x")
    stack = table.table.seats[2].stack
    assert table.table.leave(2) == stack
    table.table.sit(2, "Zoe", 1_000_00)
    table.deal(f"{NOTHING} {OTHER_NOTHING} {STREETS}")
    with pytest.raises(Refused, match=r"the cincy-pot costs \$10 this round"):
        table.round.act(2, f"bet {IN}")
    table.bets(IN, f"{DRAW} cincy-pot=10")
    assert balance(table) == 25_00


@pytest.mark.rule("OTD-P7")
def test_a_pot_that_nobody_bets_on_stays_at_a_table_that_has_emptied_and_filled_again() -> None:
    table = on_the_draw(NOTHING, OTHER_NOTHING)
    table.bets(IN)
    table.say("check", "check", "check", "check", "play-1x", "play-1x")
    table.table.leave(1)
    table.table.leave(2)
    table.table.sit(3, "Zoe", 1_000_00)
    table.deal(f"{FLUSH} {STREETS}")
    table.bets(DRAW)
    table.say("play-3x")
    assert table.all(PotAwarded) == [] and balance(table) == 10_00
    table.deal(f"{FLUSH} {STREETS}")
    table.bets(f"{DRAW} cincy-pot=10")
    table.say("play-3x")
    assert awarded(table).shares == {"Zoe": 15_00}


@pytest.mark.rule("OTD-P8", "OTD-P10")
def test_a_raked_pot_posts_who_is_in_and_what_it_costs_to_join_and_to_return() -> None:
    table = on_the_draw(NOTHING, OTHER_NOTHING)
    table.bets(IN)
    table.say("check", "check", "check", "check", "play-1x", "play-1x")
    table.deal(f"{NOTHING} {OTHER_NOTHING} {STREETS}")
    table.bets(IN, DRAW)
    table.say("check", "check", "check", "check", "play-1x", "play-1x")
    assert table.table.pot is not None
    posted = table.table.pot.about()
    assert (posted["balance"], posted["rounds"], posted["in"]) == (15_00, 2, ["player 1"])
    assert (posted["price"], posted["price_to_join"], posted["price_to_return"]) == (5_00, 15_00, {"player 2": 10_00})


STUD = "ante=10 blind=10"
IN_STUD = f"{STUD} cincy-pot=5"
TWO_PAIR, LOWER_TWO_PAIR = "As Ad 9s 9d 4c 3h 2s", "Ks Kd 8s 8d 5c 4h 2d"
ONE_PAIR, ACE_HIGH = "Ah Ad Js 7d 5s 4d 2c", "Ac Kh Jd 9h 7c 4s 2h"
DEALER_LOW, DEALER_TRIPS = "Kc Qd Td 8h 6s 5d 3c", "Qs Qd Qc Td 8h 6s 3c"


def cincinnati(*hands: str, placard: Placard | None = None, **settings: str) -> Stage:
    """A table of Cincinnati Stud; the last hand is the dealer's."""
    return Stage("cincinnati-stud", " ".join(hands), seats=range(1, len(hands)), settings=settings, placard=placard)


@pytest.mark.rule("CS-P4")
def test_two_pair_wins_the_carryover_pot_and_one_pair_carries_it_over() -> None:
    table = cincinnati(ONE_PAIR, DEALER_LOW)
    table.bets(IN_STUD)
    table.say("play-1x")
    assert awarded(table) == PotAwarded(False, {}, 0, 0, 5_00)
    table.deal(f"{TWO_PAIR} {DEALER_LOW}")
    table.bets(IN_STUD)
    table.say("play-1x")
    assert awarded(table) == PotAwarded(True, {"player 1": 10_00}, 0, 0, 0)


@pytest.mark.rule("CS-P2")
def test_the_carryover_pot_costs_the_smallest_ante_in_chips_that_the_table_has() -> None:
    table = cincinnati(ONE_PAIR, DEALER_LOW, placard=Placard({"ante": Range(7_50, 100_00)}, chip=5_00))
    assert table.table.pot is not None and table.table.pot.price("player 1") == 10_00


@pytest.mark.rule("CS-P11", "CS-P8")
def test_a_pot_that_all_have_left_is_collected_between_rounds_and_opens_anew() -> None:
    table = cincinnati(ONE_PAIR, DEALER_LOW)
    table.bets(IN_STUD)
    table.say("play-1x")
    assert table.table.pot is not None
    with pytest.raises(Refused, match="player 1 can still win it"):
        table.table.collect_pot()
    table.table.leave(1)
    table.table.sit(1, "Zoe", 1_000_00)
    assert table.table.pot.abandoned(["Zoe"]) and table.table.collect_pot() == 5_00
    table.deal(f"{TWO_PAIR} {DEALER_LOW}")
    table.bets(IN_STUD)
    table.say("play-1x")
    assert awarded(table).shares == {"Zoe": 5_00}


@pytest.mark.rule("CS-2")
def test_trips_and_the_pot_stand_alone_only_where_the_house_lets_them() -> None:
    for bet in ("trips=5", "cincy-pot=5"):
        with pytest.raises(Refused, match="needs a bet on ante"):
            cincinnati(TWO_PAIR, DEALER_LOW).bets(bet)
    table = cincinnati("As Ad Ah 9d 4c 3h 2s", LOWER_TWO_PAIR, ACE_HIGH, DEALER_LOW, side_bets_alone="true")
    table.bets("trips=5", "cincy-pot=5", STUD)
    assert list(table.round.waiting) == [3], "who has no Ante is asked nothing"
    table.say("play-1x")
    assert table.result(1) == {"trips": 15_00}
    assert awarded(table) == PotAwarded(True, {"player 2": 5_00}, 0, 0, 0)


@pytest.mark.rule("CS-P6")
def test_a_carryover_pot_is_posted_as_open_until_it_has_had_a_game() -> None:
    table = cincinnati(ONE_PAIR, DEALER_LOW)
    assert table.table.pot is not None and table.table.pot.about()["open"]
    table.bets(IN_STUD)
    table.say("play-1x")
    assert not table.table.pot.about()["open"]


@pytest.mark.rule("CS-P10", "CS-8")
def test_a_folded_hand_that_stays_for_trips_does_not_win_the_carryover_pot() -> None:
    table = cincinnati("As Ad Ah 9d 4c 3h 2s", LOWER_TWO_PAIR, DEALER_LOW)
    table.bets(f"{IN_STUD} trips=5", IN_STUD)
    table.say("fold", "play-1x")
    assert table.result(1)["trips"] > 0
    assert awarded(table).shares == {"player 2": 10_00}


@pytest.mark.rule("CS-P10", "CS-8")
def test_a_house_may_let_a_folded_hand_win_the_carryover_pot() -> None:
    table = cincinnati(TWO_PAIR, LOWER_TWO_PAIR, DEALER_LOW, fold_forfeits_pot_round="false")
    table.bets(IN_STUD)
    table.say("fold", "play-1x")
    assert [event for event in table.all(Cleared) if event.seat == 1] == []
    assert awarded(table).shares == {"player 1": 10_00}


@pytest.mark.rule("CS-P10")
def test_whoever_folds_in_the_pot_without_trips_shows_no_cards() -> None:
    table = cincinnati(TWO_PAIR, LOWER_TWO_PAIR, DEALER_LOW)
    table.bets(IN_STUD)
    table.say("fold", "play-1x")
    assert len([event for event in table.all(Cleared) if event.seat == 1]) == 2
    assert awarded(table).shares == {"player 2": 10_00}


@pytest.mark.rule("CS-P1", "CS-P3", "CS-P4")
def test_a_dealer_who_takes_part_pays_in_and_wins_for_the_house() -> None:
    table = cincinnati(TWO_PAIR, DEALER_TRIPS, dealer_participates="true")
    house = table.table.house
    table.bets(IN_STUD)
    assert gathered(table).from_house == 5_00 and balance(table) == 10_00
    assert table.table.house - house == -5_00
    table.say("play-1x")
    assert awarded(table) == PotAwarded(True, {}, 10_00, 0, 0)
    assert table.table.house - house == 5_00 - sum(table.result(1).values())


@pytest.mark.rule("CS-P3")
def test_a_dealer_does_not_play_for_a_pot_that_nobody_is_in() -> None:
    table = cincinnati(TWO_PAIR, DEALER_TRIPS, dealer_participates="true")
    table.bets(STUD)
    table.say("play-1x")
    assert table.all(PotGathered) == [] and table.all(PotAwarded) == [] and balance(table) == 0


@pytest.mark.rule("CS-P7")
@pytest.mark.parametrize(("chip", "share", "stays"), [(1_00, 7_00, 1_00), (5_00, 5_00, 5_00)])
def test_a_tie_divides_the_carryover_pot_into_the_tables_chips(chip: int, share: int, stays: int) -> None:
    tied = "Ah Ac 9h 9c 4d 3s 2h"
    table = cincinnati(TWO_PAIR, tied, LOWER_TWO_PAIR, DEALER_LOW, placard=Placard(chip=chip))
    table.bets(IN_STUD)
    table.say("play-1x", "play-1x", "play-1x")
    assert awarded(table).shares == {"player 1": share, "player 2": share}
    assert balance(table) == stays


@pytest.mark.rule("CS-P8")
def test_the_house_collects_the_pot_of_a_table_that_everybody_has_left() -> None:
    table = cincinnati(ONE_PAIR, DEALER_LOW)
    table.bets(IN_STUD)
    table.say("play-1x")
    table.table.leave(1)
    table.table.sit(1, "Zoe", 1_000_00)
    house = table.table.house
    table.deal(f"{ONE_PAIR} {DEALER_LOW}")
    with pytest.raises(Refused, match="CS-P6"):
        table.bets(IN_STUD)
    table.bets(STUD)
    assert gathered(table) == PotGathered({}, 0, 5_00, 0)
    assert table.table.house - house == 5_00
    table.say("play-1x")
    table.deal(f"{TWO_PAIR} {DEALER_LOW}")
    table.bets(IN_STUD)
    table.say("play-1x")
    assert awarded(table).shares == {"Zoe": 5_00}


@pytest.mark.rule("CS-P6")
def test_a_player_who_sits_a_game_out_is_out_of_the_running_pot_and_its_award() -> None:
    table = cincinnati(ONE_PAIR, ACE_HIGH, DEALER_LOW)
    table.bets(IN_STUD)
    table.say("play-1x", "play-1x")
    table.deal(f"{TWO_PAIR} {LOWER_TWO_PAIR} {DEALER_LOW}")
    table.bets(STUD, IN_STUD)
    table.say("play-1x", "play-1x")
    assert awarded(table).shares == {"player 2": 15_00}


@pytest.mark.rule("CS-P5")
@pytest.mark.parametrize(("split", "shares", "house"), [("players", 50_00, 0), ("players-and-house", 33_00, 33_00)])
def test_a_pot_not_won_in_ten_games_is_divided_as_the_house_has_ruled(split: str, shares: int, house: int) -> None:
    table = cincinnati(ONE_PAIR, ACE_HIGH, DEALER_LOW, tenth_game_split=split)
    for number in range(10):
        if number:
            table.deal(f"{ONE_PAIR} {ACE_HIGH} {DEALER_LOW}")
        table.bets(IN_STUD)
        table.say("play-1x", "play-1x")
        assert awarded(table).shares == ({} if number < 9 else {"player 1": shares, "player 2": shares})
    assert awarded(table).to_house == house and balance(table) == 100_00 - 2 * shares - house
