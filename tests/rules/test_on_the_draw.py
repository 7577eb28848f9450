"""On the Draw, rule by rule."""

from __future__ import annotations

from itertools import product

import pytest

from croupier.conformance.stage import Stage
from croupier.errors import Refused
from croupier.games import game_named
from croupier.odds import PayTable
from croupier.table.events import Cleared, Dealt, Decided, Settled, TurnedUp
from croupier.table.placard import Placard
from tests.rules.poker_hands import SEVEN_CARDS, THREE_OF_A_KIND_OR_BETTER, TRIPS_TABLES, TWO_PAIR_OR_BETTER, won

GAME = "on-the-draw"
TWO_PAIR = "Ks Kd 4c 9h  2s | 4d 7h"
"""Four cards and 7th Street, then 5th and 6th Street."""
NOTHING = "As Kd 9h 7s  2c | 4d Jc"
TWO_SEATS = "Ks Kd 4c 9h  2s | Qs Jd 8c 3h  6s | 4d 7h"
"""Seat 1 makes two pair, seat 2 nothing."""


def dealt(seven: str, **options: object) -> Stage:
    """A player who will hold these seven cards: four, 5th, 6th and 7th Street."""
    one, two, three, four, fifth, sixth, seventh = seven.split()
    return Stage(GAME, f"{one} {two} {three} {four} {seventh} {fifth} {sixth}", **options)  # type: ignore[arg-type]


def played(seven: str, bets: str = "ante=10 blind=10", **options: object) -> dict[str, int]:
    """What becomes of the bets if the player bets 3x at once."""
    table = dealt(seven, **options)
    table.bets(bets)
    table.say("play-3x")
    return table.result()


@pytest.mark.rule("OTD-1")
def test_the_best_five_of_the_seven_cards_count() -> None:
    table = Stage(GAME, "Kh 9h 2s 3c  4h | Jh 6h")
    table.bets("ante=10 blind=10")
    table.say("play-3x")
    assert table.result() == {"play": +90_00, "ante": +10_00, "blind": +10_00}
    assert {event.why for event in table.all(Settled)} == {"flush, king high"}


@pytest.mark.rule("OTD-1")
def test_nobody_but_the_players_is_dealt_a_hand() -> None:
    table = Stage(GAME, TWO_SEATS, seats=(1, 2))
    table.bets("ante=10 blind=10")
    assert [(event.seat, event.place) for event in table.all(Dealt)] == [
        (1, "hand"),
        (1, "7th Street"),
        (2, "hand"),
        (2, "7th Street"),
        (None, "5th Street"),
        (None, "6th Street"),
    ]


@pytest.mark.rule("OTD-1")
@pytest.mark.parametrize("kind", SEVEN_CARDS)
def test_two_pair_is_the_least_that_wins(kind: str) -> None:
    result = played(SEVEN_CARDS[kind])
    assert (result["ante"] > 0) == (kind in TWO_PAIR_OR_BETTER)
    assert (result["play"] > 0) == (kind in TWO_PAIR_OR_BETTER)


@pytest.mark.rule("OTD-1")
def test_nine_players_can_be_dealt_in_and_a_tenth_cannot_sit_down() -> None:
    table = Stage(GAME, seats=range(1, 10))
    with pytest.raises(Refused, match="nobody can sit down in the middle of a round"):
        table.table.sit(10, "a tenth", 100_00)
    table.bets("ante=10 blind=10")
    table.say(*["check"] * 18, *["fold"] * 9)
    assert table.round.finished
    with pytest.raises(Refused, match="no seat 10 at On the Draw; seats are 1 to 9"):
        table.table.sit(10, "a tenth", 100_00)


@pytest.mark.rule("OTD-2")
@pytest.mark.parametrize(
    ("bets", "refusal"),
    [
        ("ante=10 blind=5", "blind bet must equal the ante: \\$10, not \\$5"),
        ("ante=10", "needs a bet on blind"),
        ("blind=10", "needs a bet on ante"),
        ("trips=5", "needs a bet on ante"),
        ("cincy-pot=5", "needs a bet on ante"),
        ("ante=10 blind=10 play=10", "unknown opening bet 'play'"),
    ],
)
def test_ante_and_blind_must_be_there_and_equal(bets: str, refusal: str) -> None:
    table = Stage(GAME)
    with pytest.raises(Refused, match=refusal):
        table.bets(bets)
    assert table.table.seats[1].bets == {}


@pytest.mark.rule("OTD-2")
def test_bets_that_add_up_to_more_than_the_stack_are_refused_together() -> None:
    table = Stage(GAME, stack=15_00)
    with pytest.raises(Refused, match=r"seat 1 has \$15; the bets add up to \$20"):
        table.bets("ante=10 blind=10")
    assert table.table.seats[1].stack == 15_00 and table.table.seats[1].bets == {}


@pytest.mark.rule("OTD-2")
@pytest.mark.parametrize(
    "bets",
    ["ante=10 blind=10", "ante=10 blind=10 trips=1", "ante=10 blind=10 trips=500", "ante=10 blind=10 cincy-pot=5"],
)
def test_trips_of_any_size_within_its_limits_and_the_pot_are_optional(bets: str) -> None:
    table = Stage(GAME, NOTHING)
    table.bets(bets)
    assert table.legal == ["check", "play-3x"]


@pytest.mark.rule("OTD-2")
@pytest.mark.parametrize("trips", ["0.50", "501"])
def test_trips_outside_its_own_limits_is_refused(trips: str) -> None:
    with pytest.raises(Refused, match=r"on trips is outside this table's limits; it takes \$1 to \$500"):
        Stage(GAME).bets(f"ante=10 blind=10 trips={trips}")


@pytest.mark.rule("OTD-3")
def test_each_player_gets_a_packet_clockwise_four_cards_and_7th_street() -> None:
    table = Stage(GAME, "2c 3c 4c 5c  6c | 2d 3d 4d 5d  6d | 2h 3h 4h 5h  6h", seats=(2, 5, 9))
    table.bets("ante=10 blind=10")
    assert [(event.seat, event.place, " ".join(event.cards)) for event in table.all(Dealt)][:6] == [
        (2, "hand", "2c 3c 4c 5c"),
        (2, "7th Street", "6c"),
        (5, "hand", "2d 3d 4d 5d"),
        (5, "7th Street", "6d"),
        (9, "hand", "2h 3h 4h 5h"),
        (9, "7th Street", "6h"),
    ]


@pytest.mark.rule("OTD-3")
def test_four_cards_are_their_owners_and_7th_street_is_nobodys_before_settlement() -> None:
    table = Stage(GAME, TWO_SEATS, seats=(1, 2))
    table.bets("ante=10 blind=10")
    for answers in (["check", "check"], ["check", "play-2x"], []):
        table.say(*answers)
        assert [table.who_sees(card) for card in ("Ks", "9h", "Qs", "3h")] == [[1], [1], [2], [2]]
        assert [table.who_sees(card) for card in ("2s", "6s")] == [[], []]
    table.say("play-1x")
    assert [table.who_sees(card) for card in ("Ks", "3h", "2s", "6s")] == [[0, 1, 2]] * 4


@pytest.mark.rule("OTD-3", "OTD-10")
def test_a_folded_players_7th_street_is_never_seen() -> None:
    table = Stage(GAME, TWO_SEATS, seats=(1, 2))
    table.bets("ante=10 blind=10")
    table.say("check", "check", "check", "check", "fold", "play-1x")
    assert table.round.finished
    assert [table.who_sees(card) for card in ("Ks", "2s", "6s")] == [[1], [], [0, 1, 2]]


@pytest.mark.rule("OTD-4")
def test_one_more_packet_lays_both_streets_face_down_and_its_other_three_cards_are_burned() -> None:
    table = Stage(GAME, TWO_SEATS, seats=(1, 2))
    table.bets("ante=10 blind=10")
    streets = [(event.place, event.cards) for event in table.all(Dealt) if event.seat is None]
    assert streets == [("5th Street", ("4d",)), ("6th Street", ("7h",))]
    assert table.who_sees("4d") == table.who_sees("7h") == []
    assert len(table.table.shuffler.stock) == 52 - 3 * 5


@pytest.mark.rule("OTD-5")
def test_with_four_cards_seen_a_player_checks_or_bets_exactly_three_antes() -> None:
    table = Stage(GAME, TWO_PAIR)
    table.bets("ante=10 blind=10")
    assert table.legal == ["check", "play-3x"]
    for wrong in ("fold", "play-2x", "play-1x", "play-4x", "play-$25"):
        with pytest.raises(Refused, match="legal: check, play-3x"):
            table.say(wrong)
    table.say("play-3x")
    assert table.result()["play"] == +30_00


@pytest.mark.rule("OTD-5", "OTD-7", "OTD-9")
def test_a_house_may_set_the_play_bet_of_each_street() -> None:
    table = Stage(GAME, TWO_PAIR, settings={"play_multiples": "5,4,2"})
    table.bets("ante=10 blind=10")
    asked = []
    for answer in ("check", "check", "play-2x"):
        asked.append(table.legal)
        table.say(answer)
    assert asked == [["check", "play-5x"], ["check", "play-4x"], ["fold", "play-2x"]]
    assert table.result()["play"] == +20_00


@pytest.mark.rule("OTD-5")
@pytest.mark.parametrize("multiples", ["3,2", "3,2,1,1", "3"])
def test_play_multiples_need_one_number_for_each_street(multiples: str) -> None:
    with pytest.raises(Refused, match="one Play bet for each of the three streets"):
        game_named(GAME).choose({"play_multiples": multiples})


@pytest.mark.rule("OTD-5")
def test_players_are_asked_clockwise_and_a_play_bet_beyond_the_stack_is_not_offered() -> None:
    table = Stage(GAME, seats=(1, 4, 7), stack=35_00)
    table.bets("ante=10 blind=10", "ante=5 blind=5", "ante=5 blind=5")
    assert (table.turn, table.legal) == (1, ["check"])
    table.say("check")
    assert (table.turn, table.legal) == (4, ["check", "play-3x"])
    table.say("play-3x", "check")
    assert table.asked() == [1, 4, 7]


@pytest.mark.rule("OTD-6")
def test_5th_street_is_turned_up_after_the_first_question_and_belongs_to_every_hand() -> None:
    table = Stage(GAME, "Ks Kd 9h 3c  2s | Qs Qd 8c 5h  6s | 4d 4h", seats=(1, 2))
    table.bets("ante=10 blind=10")
    table.say("check")
    assert table.who_sees("4d") == []
    table.say("check")
    assert table.who_sees("4d") == [0, 1, 2]
    table.say("play-2x", "play-2x")
    assert {event.why for event in table.all(Settled)} == {"two pair, kings and fours", "two pair, queens and fours"}


@pytest.mark.rule("OTD-7")
def test_after_5th_street_only_players_without_a_play_bet_are_asked_check_or_two_antes() -> None:
    table = Stage(GAME, TWO_SEATS, seats=(1, 2))
    table.bets("ante=10 blind=10")
    table.say("play-3x", "check")
    assert (table.turn, table.legal) == (2, ["check", "play-2x"])
    table.say("play-2x")
    assert table.round.finished
    assert (table.result(1)["play"], table.result(2)["play"]) == (+30_00, -20_00)


@pytest.mark.rule("OTD-8")
def test_6th_street_is_turned_up_after_the_second_question_and_belongs_to_every_hand() -> None:
    table = Stage(GAME, "Ks Kd 9h 3c  2s | Qs Qd 8c 5h  6s | 4d 4h", seats=(1, 2))
    table.bets("ante=10 blind=10")
    table.say("check", "check", "check")
    assert table.who_sees("4h") == []
    table.say("check")
    assert table.who_sees("4h") == [0, 1, 2]


@pytest.mark.rule("OTD-9")
def test_after_6th_street_only_players_without_a_play_bet_are_asked_fold_or_one_ante() -> None:
    table = Stage(GAME, TWO_SEATS, seats=(1, 2))
    table.bets("ante=10 blind=10")
    table.say("check", "check", "play-2x", "check")
    assert (table.turn, table.legal) == (2, ["fold", "play-1x"])
    table.say("play-1x")
    assert table.round.finished
    assert (table.result(1)["play"], table.result(2)["play"]) == (+20_00, -10_00)


@pytest.mark.rule("OTD-9")
def test_the_dealer_has_cards_with_a_play_bet_laid_face_down() -> None:
    table = Stage(GAME, TWO_PAIR)
    table.bets("ante=10 blind=10")
    table.say("play-3x")
    assert "Players with a Play bet lay their cards face down" in table.told("OTD-9")


@pytest.mark.rule("OTD-10")
def test_a_fold_loses_ante_and_blind_and_the_cards_at_once() -> None:
    table = Stage(GAME, TWO_SEATS, seats=(1, 2))
    table.bets("ante=10 blind=10")
    table.say("check", "check", "check", "check", "fold")
    assert table.turn == 2
    assert table.result(1) == {"ante": -10_00, "blind": -10_00}
    assert [(event.seat, event.place, event.count) for event in table.all(Cleared)] == [
        (1, "hand", 4),
        (1, "7th Street", 1),
    ]
    assert table.view(1).own() == ()
    table.say("play-1x")
    assert table.result(1) == {"ante": -10_00, "blind": -10_00}


@pytest.mark.rule("OTD-10", "OTD-19")
def test_trips_keeps_its_action_after_a_fold_and_nothing_else_does() -> None:
    table = Stage(GAME, "Ks Kd 9h 3c  Kc | 4d 7h")
    table.bets("ante=10 blind=10 trips=5")
    table.say("check", "check", "fold")
    assert table.result() == {"ante": -10_00, "blind": -10_00, "trips": +15_00}
    assert not {"OTD-13", "OTD-14", "OTD-15", "OTD-16"} & set(table.steps())


@pytest.mark.rule("OTD-10")
def test_a_folded_hand_below_three_of_a_kind_loses_its_trips_in_its_turn() -> None:
    table = Stage(GAME, TWO_SEATS, seats=(1, 2))
    table.bets("ante=10 blind=10 trips=5", "ante=10 blind=10")
    table.say("check", "check", "check", "check", "fold", "play-1x")
    assert table.result(1) == {"ante": -10_00, "blind": -10_00, "trips": -5_00}
    assert table.settled()[-1] == (1, "trips")


@pytest.mark.rule("OTD-10")
def test_a_house_may_take_trips_with_a_fold() -> None:
    table = Stage(GAME, "Ks Kd 9h 3c  Kc | 4d 7h", settings={"fold_forfeits_trips": "true"}, seats=(1, 2))
    table.bets("ante=10 blind=10 trips=5", "ante=10 blind=10")
    table.say("check", "check", "check", "check", "fold")
    assert table.result(1) == {"ante": -10_00, "blind": -10_00, "trips": -5_00}
    table.say("fold")
    assert table.who_sees("Kc") == []


@pytest.mark.rule("OTD-11")
def test_hands_are_settled_from_the_dealers_right_to_the_left() -> None:
    table = Stage(GAME, seats=(1, 3, 4, 8))
    table.bets("ante=10 blind=10")
    table.say("play-3x", "check", "play-3x", "play-3x", "check", "play-1x")
    assert list(dict.fromkeys(seat for seat, _ in table.settled())) == [8, 4, 3, 1]


@pytest.mark.rule("OTD-12")
def test_the_four_cards_are_turned_up_and_then_7th_street_hand_by_hand() -> None:
    table = Stage(GAME, TWO_SEATS, seats=(1, 2))
    table.bets("ante=10 blind=10")
    table.say("play-3x", "play-3x")
    shown = [(event.seat, event.place) for event in table.all(TurnedUp)]
    assert shown == [
        (None, "5th Street"),
        (None, "6th Street"),
        (2, "hand"),
        (2, "7th Street"),
        (1, "hand"),
        (1, "7th Street"),
    ]
    seventh_of_1 = table.place_of(table.all(TurnedUp)[5])
    assert all((table.place_of(event) < seventh_of_1) == (event.seat == 2) for event in table.all(Settled)), (
        "every hand is settled before the next is shown"
    )
    assert max(map(table.place_of, table.all(Decided))) < table.place_of(table.all(TurnedUp)[2])


@pytest.mark.rule("OTD-13")
@pytest.mark.parametrize("kind", ["pair", "high-card"])
@pytest.mark.parametrize(("answers", "play"), [(["play-3x"], 30_00), (["check", "play-2x"], 20_00)])
def test_below_two_pair_play_ante_and_blind_lose(kind: str, answers: list[str], play: int) -> None:
    table = dealt(SEVEN_CARDS[kind])
    table.bets("ante=10 blind=10")
    table.say(*answers)
    assert table.result() == {"play": -play, "ante": -10_00, "blind": -10_00}


PLAY_TABLES = {
    "OTD-01": "100:1 20:1 9:1 4:1 3:1 2:1 3:2 1:1",
    "OTD-02": "100:1 20:1 8:1 4:1 3:1 2:1 3:2 1:1",
    "OTD-03": "100:1 20:1 7:1 4:1 3:1 2:1 3:2 1:1",
    "OTD-04": "100:1 20:1 6:1 4:1 3:1 2:1 3:2 1:1",
    "OTD-05": "100:1 20:1 5:1 4:1 3:1 2:1 3:2 1:1",
    "OTD-06": "100:1 10:1 5:1 4:1 3:1 2:1 3:2 1:1",
    "OTD-07": "50:1 10:1 5:1 4:1 3:1 2:1 3:2 1:1",
}
"""As printed, royal flush first, two pair last."""
PRINTED_BESIDE = {
    "OTD-01": ("38.00%", "1.67%", "20%"),
    "OTD-02": ("38.00%", "2.16%", "22%"),
    "OTD-03": ("38.00%", "2.65%", "24%"),
    "OTD-04": ("38.00%", "3.14%", "26%"),
    "OTD-05": ("38.00%", "3.63%", "28%"),
    "OTD-06": ("38.00%", "4.30%", "30%"),
    "OTD-07": ("38.00%", "4.70%", "32%"),
}
"""Hit frequency, house edge, estimated hold."""


@pytest.mark.rule("OTD-14", "OTD-18")
@pytest.mark.parametrize(("name", "row"), list(product(PLAY_TABLES, range(8))))
def test_play_pays_the_odds_of_its_paytable(name: str, row: int) -> None:
    kind = TWO_PAIR_OR_BETTER[row]
    result = played(SEVEN_CARDS[kind], paytables={"play": name})
    assert result["play"] == won(30_00, PLAY_TABLES[name].split()[row])


@pytest.mark.rule("OTD-14")
def test_play_pays_by_a_paytable_of_ones_own() -> None:
    mine = PayTable.build("play", "mine", {"two-pair": "7:2"})
    assert played(SEVEN_CARDS["two-pair"], custom=(mine,))["play"] == +105_00
    assert played(SEVEN_CARDS["flush"], custom=(mine,)) == {"play": -30_00, "ante": +10_00, "blind": +10_00}


@pytest.mark.rule("OTD-15")
@pytest.mark.parametrize("kind", TWO_PAIR_OR_BETTER)
def test_the_ante_pays_even_money_with_two_pair_or_better(kind: str) -> None:
    assert played(SEVEN_CARDS[kind])["ante"] == +10_00


@pytest.mark.rule("OTD-16")
@pytest.mark.parametrize("kind", THREE_OF_A_KIND_OR_BETTER)
def test_the_blind_pays_even_money_with_three_of_a_kind_or_better(kind: str) -> None:
    assert played(SEVEN_CARDS[kind])["blind"] == +10_00


@pytest.mark.rule("OTD-16")
def test_two_pair_pushes_the_blind() -> None:
    table = dealt(SEVEN_CARDS["two-pair"])
    table.bets("ante=10 blind=10")
    table.say("play-3x")
    (blind,) = (event for event in table.all(Settled) if event.spot == "blind")
    assert (blind.result, blind.won) == ("push", 0)
    assert table.table.seats[1].stack == 100_000_00 + 30_00 + 10_00


@pytest.mark.rule("OTD-17")
@pytest.mark.parametrize("name", PLAY_TABLES)
def test_two_pair_wins_on_play_and_does_not_push_it(name: str) -> None:
    result = played(SEVEN_CARDS["two-pair"], paytables={"play": name})
    assert result == {"play": +30_00, "ante": +10_00, "blind": 0}


@pytest.mark.rule("OTD-18")
def test_the_seven_play_paytables_and_what_is_printed_beside_them_are_as_in_the_document() -> None:
    printed = game_named(GAME).printed()["play"]
    expected = {
        name: PayTable.build(
            "play",
            name,
            dict(zip(TWO_PAIR_OR_BETTER, odds.split(), strict=True)),
            claims=dict(zip(("hit_frequency", "house_edge", "estimated_hold"), PRINTED_BESIDE[name], strict=True)),
        )
        for name, odds in PLAY_TABLES.items()
    }
    assert printed == expected
    assert game_named(GAME)().paytables["play"].name == "OTD-01"


@pytest.mark.rule("OTD-19")
@pytest.mark.parametrize(("name", "row"), list(product(TRIPS_TABLES, range(7))))
def test_trips_pays_its_own_table_on_all_seven_cards(name: str, row: int) -> None:
    kind = THREE_OF_A_KIND_OR_BETTER[row]
    result = played(SEVEN_CARDS[kind], "ante=10 blind=10 trips=25", paytables={"trips": name})
    assert result["trips"] == won(25_00, TRIPS_TABLES[name].split()[row])


@pytest.mark.rule("OTD-19")
@pytest.mark.parametrize("kind", ["two-pair", "pair", "high-card"])
def test_trips_loses_below_three_of_a_kind_even_when_the_hand_wins(kind: str) -> None:
    assert played(SEVEN_CARDS[kind], "ante=10 blind=10 trips=25")["trips"] == -25_00


@pytest.mark.rule("OTD-19")
def test_trips_has_the_three_paytables_of_cincinnati_stud() -> None:
    assert game_named(GAME).printed()["trips"] == game_named("cincinnati-stud").printed()["trips"]
    assert game_named(GAME)().paytables["trips"].name == "trips-1"


def test_payouts_that_are_limited_together_are_paid_in_the_order_of_settlement() -> None:
    deal = "Ks Kd 9h 3c  Kc | Qs Qd 8c 5h  Qh | 4d 7h"
    table = Stage(GAME, deal, seats=(1, 2), placard=Placard(aggregate_payout=90_00))
    table.bets("ante=10 blind=10 trips=5")
    table.say("play-3x", "play-3x")
    assert table.result(2) == {"play": +45_00, "ante": +10_00, "blind": +10_00, "trips": +15_00}
    assert table.result(1) == {"play": +10_00, "ante": 0, "blind": 0, "trips": 0}
    assert table.table.seats[1].stack == 100_000_00 + 10_00


def test_what_one_round_has_paid_leaves_the_next_its_whole_limit() -> None:
    deal = "Ks Kd 9h 3c  Kc | 4d 7h"
    table = Stage(GAME, deal, placard=Placard(aggregate_payout=90_00))
    for _ in range(3):
        table.bets("ante=10 blind=10 trips=5")
        table.say("play-3x")
        assert table.result() == {"play": +45_00, "ante": +10_00, "blind": +10_00, "trips": +15_00}
        table.deal(deal)


@pytest.mark.rule("OTD-10")
@pytest.mark.parametrize(
    ("trips", "pot", "sentence"),
    [
        ("false", "true", "Collect the Ante and Blind of the player who folds, and the cards unless Trips has action."),
        ("true", "true", "Collect the Ante, Blind and Trips of the player who folds, and the cards."),
        (
            "false",
            "false",
            "Collect the Ante and Blind of the player who folds, and the cards unless Trips or the Cincy Pot has "
            "action.",
        ),
    ],
)
def test_the_dealer_is_told_what_a_fold_gives_up(trips: str, pot: str, sentence: str) -> None:
    settings = {"fold_forfeits_trips": trips, "fold_forfeits_pot_round": pot}
    assert game_named("on-the-draw").choose(settings).fold_sentence() == sentence  # type: ignore[attr-defined]
