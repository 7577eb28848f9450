"""Cincinnati Stud, rule by rule."""

from __future__ import annotations

from datetime import date
from itertools import product

import pytest

from croupier.conformance.stage import Stage
from croupier.errors import Refused
from croupier.games import game_named
from croupier.odds import PayTable
from croupier.table.events import Cleared, Dealt, Decided, Settled, TurnedUp
from croupier.table.placard import Placard
from tests.rules.poker_hands import JACK_HIGH, SEVEN_CARDS, THREE_OF_A_KIND_OR_BETTER, TRIPS_TABLES, won

GAME = "cincinnati-stud"
STRAIGHT_OR_BETTER = ["royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight"]
BELOW_A_STRAIGHT = ["three-of-a-kind", "two-pair", "pair", "high-card"]
BLIND_TABLE = dict(zip(STRAIGHT_OR_BETTER, ["500:1", "50:1", "20:1", "3:1", "2:1", "3:2"], strict=True))
"""As printed."""
TWO_PLAYERS = "Ks Kd 4c 4d 9h 7s  2c | Qs Qd 8h 7d 6c 3s  2s | Jh Tc 8c 6d 5h 3d 2h"
"""Seat 1 has two pair and seat 2 a pair of queens, against jack high."""


def played(
    player: str,
    dealer: str = JACK_HIGH,
    bets: str = "ante=10 blind=10",
    answer: str = "play-2x",
    **options: object,
) -> dict[str, int]:
    """What becomes of the bets when these seven cards, 7th Street last, meet the dealer's."""
    table = Stage(GAME, f"{player} | {dealer}", **options)  # type: ignore[arg-type]
    table.bets(bets)
    table.say(answer)
    return table.result()


@pytest.mark.rule("CS-1")
def test_the_best_five_of_the_players_seven_meet_the_best_five_of_the_dealers() -> None:
    table = Stage(GAME, "Kh 9h 2s 3c 6h 4h  Jh | Ks 9s 2h 3d 6s 4s Ts")
    table.bets("ante=10 blind=10")
    table.say("play-1x")
    assert {event.why for event in table.all(Settled)} == {"flush, king high with jack beats flush, king high with ten"}
    assert table.result() == {"ante": +10_00, "play": +10_00, "blind": +20_00}


@pytest.mark.rule("CS-1")
def test_players_do_not_meet_each_other() -> None:
    table = Stage(GAME, TWO_PLAYERS, seats=(1, 2))
    table.bets("ante=10 blind=10")
    table.say("play-1x", "play-1x")
    assert table.result(1) == table.result(2) == {"ante": +10_00, "play": +10_00, "blind": 0}


@pytest.mark.rule("CS-2")
@pytest.mark.parametrize(
    ("bets", "refusal"),
    [
        ("ante=10 blind=20", "blind bet must equal the ante: \\$10, not \\$20"),
        ("ante=10", "needs a bet on blind"),
        ("blind=10", "needs a bet on ante"),
        ("trips=5", "needs a bet on ante"),
        ("ante=10 blind=10 play=10", "unknown opening bet 'play'"),
    ],
)
def test_ante_and_blind_must_be_there_and_equal(bets: str, refusal: str) -> None:
    table = Stage(GAME)
    with pytest.raises(Refused, match=refusal):
        table.bets(bets)
    assert table.table.seats[1].bets == {}


@pytest.mark.rule("CS-2")
@pytest.mark.parametrize("extras", ["", " trips=1", " trips=500", " cincy-pot=5", " trips=5 cincy-pot=5"])
def test_trips_and_the_pot_are_optional(extras: str) -> None:
    table = Stage(GAME)
    table.bets("ante=10 blind=10" + extras)
    assert table.legal == ["fold", "play-1x", "play-2x"]


@pytest.mark.rule("CS-3")
def test_each_player_gets_a_packet_of_seven_clockwise_six_to_see_and_7th_street() -> None:
    table = Stage(GAME, "2c 3c 4c 5c 6c 7c  8c | 2d 3d 4d 5d 6d 7d  8d", seats=(3, 6))
    table.bets("ante=10 blind=10")
    assert [(event.seat, event.place, " ".join(event.cards)) for event in table.all(Dealt)][:4] == [
        (3, "hand", "2c 3c 4c 5c 6c 7c"),
        (3, "7th Street", "8c"),
        (6, "hand", "2d 3d 4d 5d 6d 7d"),
        (6, "7th Street", "8d"),
    ]


@pytest.mark.rule("CS-3")
def test_six_cards_are_their_owners_and_7th_street_is_nobodys_until_the_end() -> None:
    table = Stage(GAME, TWO_PLAYERS, seats=(1, 2))
    table.bets("ante=10 blind=10")
    for answer in ("play-1x", "play-1x"):
        assert [table.who_sees(card) for card in ("Ks", "7s", "Qs", "3s")] == [[1], [1], [2], [2]]
        assert [table.who_sees(card) for card in ("2c", "2s")] == [[], []]
        table.say(answer)
    assert [table.who_sees(card) for card in ("Ks", "3s", "2c", "2s")] == [[0, 1, 2]] * 4


@pytest.mark.rule("CS-4")
def test_the_dealers_seven_come_after_the_last_player_and_are_seen_by_nobody() -> None:
    table = Stage(GAME, TWO_PLAYERS, seats=(1, 2))
    table.bets("ante=10 blind=10")
    assert table.all(Dealt)[-1] == Dealt(None, "dealer", tuple(JACK_HIGH.split()), ())
    table.say("play-1x")
    assert [table.who_sees(card) for card in JACK_HIGH.split()] == [[]] * 7


@pytest.mark.rule("CS-5")
@pytest.mark.parametrize(("answer", "play"), [("play-1x", 10_00), ("play-2x", 20_00)])
def test_a_player_folds_or_plays_one_or_two_antes(answer: str, play: int) -> None:
    table = Stage(GAME, f"{SEVEN_CARDS['pair']} | {JACK_HIGH}")
    table.bets("ante=10 blind=10")
    assert table.legal == ["fold", "play-1x", "play-2x"]
    for wrong in ("check", "play-3x", "play-$15"):
        with pytest.raises(Refused, match="legal: fold, play-1x, play-2x"):
            table.say(wrong)
    table.say(answer)
    assert table.result()["play"] == play


@pytest.mark.rule("CS-5")
def test_a_house_may_offer_other_play_bets() -> None:
    table = Stage(GAME, f"{SEVEN_CARDS['pair']} | {JACK_HIGH}", settings={"play_multiples": "1,2,3"})
    table.bets("ante=10 blind=10")
    assert table.legal == ["fold", "play-1x", "play-2x", "play-3x"]
    table.say("play-3x")
    assert table.result() == {"ante": +10_00, "play": +30_00, "blind": 0}


@pytest.mark.rule("CS-5", "CS-8")
def test_a_fold_loses_ante_and_blind_and_the_cards() -> None:
    table = Stage(GAME, TWO_PLAYERS, seats=(1, 2))
    table.bets("ante=10 blind=10")
    table.say("fold")
    assert (table.turn, table.result(1)) == (2, {"ante": -10_00, "blind": -10_00})
    assert [(event.seat, event.place, event.count) for event in table.all(Cleared)] == [
        (1, "hand", 6),
        (1, "7th Street", 1),
    ]
    table.say("play-1x")
    assert table.result(1) == {"ante": -10_00, "blind": -10_00}
    assert [table.who_sees(card) for card in ("Ks", "2c")] == [[1], []]


@pytest.mark.rule("CS-6")
def test_the_dealer_shows_and_announces_the_hand_after_the_last_decision() -> None:
    table = Stage(GAME, TWO_PLAYERS, seats=(1, 2))
    table.bets("ante=10 blind=10")
    table.say("play-1x")
    assert table.table.named == {}
    table.say("play-1x")
    shown = table.all(TurnedUp)[0]
    assert (shown.place, shown.cards) == ("dealer", tuple(JACK_HIGH.split()))
    assert max(map(table.place_of, table.all(Decided))) < table.place_of(shown)
    assert table.place_of(shown) < min(map(table.place_of, table.all(Settled)))
    assert table.view(0).named["dealer's hand"] == "jack high"


@pytest.mark.rule("CS-6")
def test_the_dealer_needs_no_hand_to_qualify() -> None:
    nine_high, ten_high = "9d 8c 7d 6s 4c 3h 2c", "Tc 8d 7c 6h 4d 3c 2s"
    assert played(ten_high, nine_high) == {"ante": +10_00, "play": +20_00, "blind": 0}
    assert played(nine_high, ten_high) == {"ante": -10_00, "play": -20_00, "blind": -10_00}


@pytest.mark.rule("CS-7")
@pytest.mark.parametrize("kind", [kind for kind in SEVEN_CARDS if kind != "royal-flush"])
def test_when_the_dealer_wins_ante_play_and_blind_lose_whatever_the_player_has(kind: str) -> None:
    dealer = "Ah Kh Qh Jh Th 8c 3d" if kind == "straight-flush" else "Ah 5h 4h 3h 2h Tc 8c"
    result = played(SEVEN_CARDS[kind], dealer)
    assert result == {"ante": -10_00, "play": -20_00, "blind": -10_00}


@pytest.mark.rule("CS-7")
@pytest.mark.parametrize("kind", STRAIGHT_OR_BETTER)
def test_when_the_player_wins_ante_and_play_pay_even_money_and_the_blind_its_table(kind: str) -> None:
    assert played(SEVEN_CARDS[kind]) == {"ante": +10_00, "play": +20_00, "blind": won(10_00, BLIND_TABLE[kind])}


@pytest.mark.rule("CS-7")
@pytest.mark.parametrize("kind", BELOW_A_STRAIGHT)
@pytest.mark.parametrize(("setting", "blind"), [(None, 0), ("push", 0), ("lose", -10_00), ("pay", +10_00)])
def test_below_a_straight_a_winners_blind_does_what_the_house_says(kind: str, setting: str | None, blind: int) -> None:
    settings = {"blind_below_straight": setting} if setting else {}
    result = played(SEVEN_CARDS[kind], settings=settings)
    assert result == {"ante": +10_00, "play": +20_00, "blind": blind}


@pytest.mark.rule("CS-7")
@pytest.mark.parametrize("setting", ["push", "lose", "pay"])
def test_from_a_straight_upwards_that_setting_changes_nothing(setting: str) -> None:
    result = played(SEVEN_CARDS["straight"], settings={"blind_below_straight": setting})
    assert result["blind"] == +15_00


@pytest.mark.rule("CS-7")
def test_a_row_of_ones_own_below_a_straight_goes_before_that_setting() -> None:
    mine = PayTable.build("blind", "mine", {"two-pair": "4:1"})
    settings = {"blind_below_straight": "lose"}
    assert played(SEVEN_CARDS["two-pair"], custom=(mine,), settings=settings)["blind"] == +40_00
    assert played(SEVEN_CARDS["pair"], custom=(mine,), settings=settings)["blind"] == -10_00
    assert played(SEVEN_CARDS["flush"], custom=(mine,), settings=settings)["blind"] == -10_00
    assert played(SEVEN_CARDS["straight"], custom=(mine,), settings={"blind_below_straight": "pay"})["blind"] == -10_00


@pytest.mark.rule("CS-7")
@pytest.mark.parametrize("setting", ["push", "lose", "pay"])
def test_a_tie_pushes_ante_play_and_blind(setting: str) -> None:
    result = played("As Kd Jc 9h 7s 3d 2c", "Ad Kc Jh 9s 7d 4c 2d", settings={"blind_below_straight": setting})
    assert result == {"ante": 0, "play": 0, "blind": 0}


@pytest.mark.rule("CS-7")
def test_a_tie_with_a_straight_pushes_the_blind_too() -> None:
    result = played("9s 8d 7c 6h 5s Kd 2c", "9d 8c 7h 6s 5d Kc 2d")
    assert result == {"ante": 0, "play": 0, "blind": 0}


@pytest.mark.rule("CS-7")
def test_hands_are_settled_from_the_dealers_right_to_the_left() -> None:
    table = Stage(GAME, seats=(1, 2, 4, 6))
    table.bets("ante=10 blind=10")
    table.say("play-1x", "play-1x", "play-1x", "play-1x")
    assert list(dict.fromkeys(seat for seat, _ in table.settled())) == [6, 4, 2, 1]
    assert [spot for seat, spot in table.settled() if seat == 4] == ["ante", "play", "blind"]


@pytest.mark.rule("CS-8")
@pytest.mark.parametrize(("name", "row"), list(product(TRIPS_TABLES, range(7))))
def test_trips_pays_three_of_a_kind_or_better_by_its_table(name: str, row: int) -> None:
    kind = THREE_OF_A_KIND_OR_BETTER[row]
    result = played(SEVEN_CARDS[kind], bets="ante=10 blind=10 trips=25", paytables={"trips": name})
    assert result["trips"] == won(25_00, TRIPS_TABLES[name].split()[row])


@pytest.mark.rule("CS-8")
@pytest.mark.parametrize("kind", ["two-pair", "pair", "high-card"])
def test_trips_loses_below_three_of_a_kind_even_when_the_player_wins(kind: str) -> None:
    result = played(SEVEN_CARDS[kind], bets="ante=10 blind=10 trips=25")
    assert (result["ante"], result["trips"]) == (+10_00, -25_00)


@pytest.mark.rule("CS-8")
def test_trips_wins_even_when_the_dealer_does() -> None:
    result = played(SEVEN_CARDS["three-of-a-kind"], "Ah Kc Qh Jh Th 8c 3d", "ante=10 blind=10 trips=5")
    assert result == {"ante": -10_00, "play": -20_00, "blind": -10_00, "trips": +15_00}


@pytest.mark.rule("CS-8")
@pytest.mark.parametrize(("kind", "trips"), [("full-house", +40_00), ("two-pair", -5_00)])
def test_trips_has_action_after_a_fold_and_nothing_else_does(kind: str, trips: int) -> None:
    result = played(SEVEN_CARDS[kind], bets="ante=10 blind=10 trips=5", answer="fold")
    assert result == {"ante": -10_00, "blind": -10_00, "trips": trips}


@pytest.mark.rule("CS-8")
def test_the_trips_paytables_and_what_is_printed_beside_them_are_as_in_the_document() -> None:
    beside = {"trips-1": ("1.90%", "24%"), "trips-2": ("3.50%", "26%"), "trips-3": ("6.18%", "30%")}
    expected = {
        name: PayTable.build(
            "trips",
            name,
            dict(zip(THREE_OF_A_KIND_OR_BETTER, odds.split(), strict=True)),
            claims=dict(zip(("house_edge", "expected_hold"), beside[name], strict=True)),
        )
        for name, odds in TRIPS_TABLES.items()
    }
    assert game_named(GAME).printed()["trips"] == expected
    assert game_named(GAME)().paytables["trips"].name == "trips-1"


@pytest.mark.rule("CS-9")
def test_six_players_and_the_dealer_use_49_cards_and_a_seventh_cannot_sit_down() -> None:
    table = Stage(GAME, seats=range(1, 7))
    table.bets("ante=10 blind=10")
    assert len(table.table.shuffler.stock) == 3
    table.say(*["fold"] * 6)
    with pytest.raises(Refused, match="no seat 7 at Cincinnati Stud; seats are 1 to 6"):
        table.table.sit(7, "a seventh", 100_00)


@pytest.mark.rule("CS-10")
def test_a_wager_above_the_limit_of_place_and_day_is_refused_with_the_rule_named() -> None:
    bets = "ante=10 blind=10 trips=400"
    with pytest.raises(Refused, match="WAC 230-15-140"):
        Stage(GAME, placard=Placard(jurisdiction="washington", day=date(2010, 1, 1))).bets(bets)
    free = Stage(GAME)
    free.bets(bets)
    assert free.table.seats[1].bets["trips"] == 400_00


@pytest.mark.rule("CS-11")
def test_only_the_printed_paytables_are_there_and_none_of_the_noise() -> None:
    printed = game_named(GAME).printed()
    assert {bet: list(tables) for bet, tables in printed.items()} == {"blind": ["printed"], "trips": list(TRIPS_TABLES)}
    assert printed["blind"]["printed"] == PayTable.build("blind", "printed", BLIND_TABLE)
    for tables in printed.values():
        for table in tables.values():
            assert not table.pays.keys() & {"two-pair", "pair", "jacks-or-better", "high-card"}


@pytest.mark.rule("CS-8")
def test_a_folded_hand_that_stays_for_trips_is_not_compared_with_the_dealers() -> None:
    table = Stage(GAME, f"{SEVEN_CARDS['three-of-a-kind']} | {JACK_HIGH}")
    table.bets("ante=10 blind=10 trips=5")
    table.say("fold")
    assert table.steps()[-2:] == ["CS-7", "CS-8"]
    assert table.result() == {"ante": -10_00, "blind": -10_00, "trips": +15_00}
