"""Big Draw Poker, rule by rule: what its hands are paid."""

from __future__ import annotations

import pytest

from croupier.chips import Range
from croupier.conformance.stage import Stage
from croupier.errors import Refused
from croupier.games import game_named
from croupier.odds import PayTable
from croupier.table.events import Settled
from croupier.table.placard import Placard

GAME = "big-draw"
FIVE, DEUCES = "five-card-draw", "deuces-never-loses"

FIVE_CARDS = {
    "royal-flush": "As Ks Qs Js Ts",
    "straight-flush": "9s 8s 7s 6s 5s",
    "four-of-a-kind": "Qs Qh Qd Qc 5c",
    "full-house": "Ks Kd Kh 4c 4d",
    "flush": "As Js 8s 6s 3s",
    "straight": "9s 8d 7c 6h 5s",
    "three-of-a-kind": "7s 7d 7c Kh Js",
    "two-pair": "Ks Kd 4c 4d 9h",
    "jacks-or-better": "Js Jd 8c 5h 3s",
    "a pair of tens": "Ts Td 8c 5h 3s",
    "high card": "As Kd 8c 5h 3s",
}
WITH_DEUCES = {
    "four-deuces": "2c 2d 2h 2s Kd",
    "natural-royal": "As Ks Qs Js Ts",
    "wild-royal": "As Ks 2c Js Ts",
    "five-of-a-kind": "9c 9d 9h 2s 2d",
    "straight-flush": "9s 8s 7s 6s 2d",
    "four-of-a-kind": "9c 9d 9h 2s Kd",
    "full-house": "9c 9d Kh Kd 2s",
    "flush": "As Js 9s 6s 2d",
    "straight": "9s 8d 7c 6h 2d",
    "three-of-a-kind": "9c 9d Kh 5s 2d",
    "two pair": "9c 9d Kh Kd 3s",
    "a pair of aces": "As Kd 9c 5h 2d",
}


def odds_of(kinds: list[str], odds: str) -> dict[str, str]:
    """A printed column of odds beside its hands."""
    return dict(zip(kinds, odds.split(), strict=True))


FIXED = {
    (FIVE, "royal-flush"): 5_000_00,
    (FIVE, "straight-flush"): 1_000_00,
    (DEUCES, "four-deuces"): 2_222_00,
    (DEUCES, "natural-royal"): 2_222_00,
}
PRINTED = {
    "five-card-draw/big-draw": odds_of(list(FIVE_CARDS)[:9], "200:1 50:1 25:1 6:1 5:1 3:1 2:1 1:1 push"),
    "five-card-draw/first-5": odds_of(list(FIVE_CARDS)[2:9], "200:1 60:1 25:1 20:1 9:1 4:1 1:1"),
    "deuces-never-loses/big-draw": odds_of(list(WITH_DEUCES)[:10], "222:1 222:1 10:1 9:1 7:1 4:1 2:1 3:2 1:1 push"),
    "deuces-never-loses/first-5": odds_of(list(WITH_DEUCES)[2:10], "222:1 75:1 30:1 12:1 6:1 5:1 4:1 3:1"),
}
"""Odds as printed, the best hand first; the fixed prizes stand apart."""
PRINTED_BESIDE = {
    "five-card-draw/big-draw": {"house_edge": "3.81%"},
    "five-card-draw/first-5": {
        "house_edge_at_1": "-0.0237%",
        "house_edge_at_2": "1.0537%",
        "house_edge_at_3": "1.419%",
        "house_edge_at_4": "1.592%",
        "house_edge_at_5": "1.700%",
    },
    "deuces-never-loses/big-draw": {"house_edge": "4.0435%"},
    "deuces-never-loses/first-5": {
        "house_edge_at_1": "-2.0162%",
        "house_edge_at_2": "0.2067%",
        "house_edge_at_3": "0.9477%",
        "house_edge_at_4": "1.3181%",
        "house_edge_at_5": "1.5404%",
        "house_edge_at_10": "1.9850%",
    },
}


def paid(bet: str, kind: str, stake: int) -> int:
    """What a hand is paid on a bet by the printed tables; a hand without a row loses."""
    variant, _, wager = bet.partition("/")
    if wager == "first-5" and (variant, kind) in FIXED:
        return FIXED[variant, kind]
    odds = PRINTED[bet].get(kind)
    if odds is None:
        return -stake
    return 0 if odds == "push" else stake * int(odds.split(":")[0]) // int(odds.split(":")[1])


def stood_pat(hand: str, variant: str, bets: str = "big-draw=10 first-5=2", placard: Placard | None = None) -> Stage:
    """One player who keeps all five cards."""
    table = Stage(GAME, hand, placard=placard)
    table.say(variant)
    table.bets(bets)
    table.say(f"hold {hand}")
    return table


@pytest.mark.rule("BD-11")
def test_payouts_are_limited_together_in_the_order_of_settlement_without_the_fixed_prizes() -> None:
    deal, at_once = "As Ks Qs Js Ts | 9c 9d 9h 9s 4c | 8c 8d 8h 8s 5c", {"deal_style": "five-at-once"}
    table = Stage(GAME, deal, seats=(1, 2, 3), settings=at_once, placard=Placard(aggregate_payout=2_650_00))
    table.say(FIVE)
    table.bets("big-draw=10 first-5=1")
    table.say("hold As Ks Qs Js Ts", "hold 9c 9d 9h 9s 4c", "hold 8c 8d 8h 8s 5c")
    assert table.settled() == [(seat, spot) for spot in ("first-5", "big-draw") for seat in (1, 2, 3)]
    assert table.result(1) == {"first-5": +5_000_00, "big-draw": +2_000_00}
    assert table.result(2) == {"first-5": +200_00, "big-draw": +250_00}
    assert table.result(3) == {"first-5": +200_00, "big-draw": 0}
    assert table.table.seats[3].stack == 100_000_00 + 200_00, "a winner's bet comes back even when nothing is left"


@pytest.mark.rule("BD-11")
@pytest.mark.parametrize(
    ("variant", "kind"),
    [(FIVE, "royal-flush"), (FIVE, "straight-flush"), (DEUCES, "four-deuces"), (DEUCES, "natural-royal")],
)
def test_each_fixed_prize_is_paid_in_full_beyond_the_limit(variant: str, kind: str) -> None:
    hand = FIVE_CARDS[kind] if variant == FIVE else WITH_DEUCES[kind]
    limited = stood_pat(hand, variant, "big-draw=10 first-5=1", placard=Placard(aggregate_payout=100_00))
    assert limited.result() == {"first-5": FIXED[variant, kind], "big-draw": +100_00}


@pytest.mark.rule("BD-11")
def test_a_payout_at_odds_does_count_towards_the_limit() -> None:
    placard = Placard(aggregate_payout=500_00)
    table = stood_pat(FIVE_CARDS["four-of-a-kind"], FIVE, "big-draw=10 first-5=2", placard=placard)
    assert table.result() == {"first-5": +400_00, "big-draw": +100_00}
    wild = stood_pat(WITH_DEUCES["wild-royal"], DEUCES, "big-draw=10 first-5=2", placard=placard)
    assert wild.result() == {"first-5": +444_00, "big-draw": +56_00}


@pytest.mark.rule("BD-12")
@pytest.mark.parametrize(
    ("variant", "kind"), [*((FIVE, kind) for kind in FIVE_CARDS), *((DEUCES, kind) for kind in WITH_DEUCES)]
)
def test_every_hand_is_paid_on_both_bets_as_printed(variant: str, kind: str) -> None:
    hand = FIVE_CARDS[kind] if variant == FIVE else WITH_DEUCES[kind]
    assert stood_pat(hand, variant).result() == {
        "first-5": paid(f"{variant}/first-5", kind, 2_00),
        "big-draw": paid(f"{variant}/big-draw", kind, 10_00),
    }


@pytest.mark.rule("BD-12", "BD-17")
def test_the_printed_paytables_and_what_is_printed_beside_them_are_as_in_the_document() -> None:
    expected = {}
    for bet, odds in PRINTED.items():
        variant, _, wager = bet.partition("/")
        fixed = {kind: cents // 100 for (game, kind), cents in FIXED.items() if (game, "first-5") == (variant, wager)}
        expected[bet] = {"printed": PayTable.build(bet, "printed", odds, fixed, PRINTED_BESIDE[bet])}
    assert game_named(GAME).printed() == expected


@pytest.mark.rule("BD-13")
@pytest.mark.parametrize("stake", [1, 2, 5, 100])
@pytest.mark.parametrize(("variant", "kind"), FIXED)
def test_a_fixed_prize_is_the_same_net_win_for_every_stake(variant: str, kind: str, stake: int) -> None:
    hand = FIVE_CARDS[kind] if variant == FIVE else WITH_DEUCES[kind]
    table = stood_pat(hand, variant, f"big-draw=10 first-5={stake}")
    assert table.result()["first-5"] == FIXED[variant, kind]
    big_draw = table.result()["big-draw"]
    assert table.table.seats[1].stack == 100_000_00 + FIXED[variant, kind] + big_draw, "the bet comes back besides"


@pytest.mark.rule("BD-14")
@pytest.mark.parametrize(
    ("variant", "hand"), [(FIVE, "Js Jd 8c 5h 3s"), (FIVE, "As Ad 8c 5h 3s"), (DEUCES, "9c 9d Kh 5s 2d")]
)
def test_a_push_returns_the_big_draw_bet(variant: str, hand: str) -> None:
    table = stood_pat(hand, variant, "big-draw=10")
    (settled,) = table.all(Settled)
    assert (settled.result, settled.won) == ("push", 0)
    assert table.table.seats[1].stack == 100_000_00


@pytest.mark.rule("BD-14")
@pytest.mark.parametrize(("variant", "hand"), [(FIVE, "Ts Td 8c 5h 3s"), (DEUCES, "9c 9d Kh Kd 3s")])
def test_less_than_a_push_loses_it(variant: str, hand: str) -> None:
    assert stood_pat(hand, variant, "big-draw=10").result() == {"big-draw": -10_00}


@pytest.mark.rule("BD-17")
def test_the_numbered_columns_of_the_document_are_no_paytable_and_no_prize() -> None:
    printed = game_named(GAME).printed()
    assert {bet: list(tables) for bet, tables in printed.items()} == {bet: ["printed"] for bet in PRINTED}
    for tables in printed.values():
        for table in tables.values():
            assert not any(row.isdigit() for row in table.pays)
            assert all(pay.value != 100 for pay in table.odds.values())
            assert all(prize.cents != 100_00 for prize in table.fixed.values())


@pytest.mark.rule("BD-4", "BD-13")
def test_first_5_below_a_dollar_is_refused_whatever_is_posted() -> None:
    """Fifty cents won five thousand dollars."""
    placard = Placard({"first-5": Range(25, 100_00)}, chip=25)
    for bets in ("big-draw=10 first-5=0.50", "first-5=0.75"):
        with pytest.raises(Refused, match=r"BD-4: First 5 takes at least \$1, whatever is posted"):
            stood_pat("As Ks Qs Js Ts", FIVE, bets, placard)
    assert stood_pat("As Ks Qs Js Ts", FIVE, "big-draw=10 first-5=1", placard).result()["first-5"] == 5_000_00
