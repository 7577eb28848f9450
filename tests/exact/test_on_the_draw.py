"""On the Draw solved: its anchors, single hands by direct enumeration, stripped decks by brute force, its strategy."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from tests.solved_games import advise, analyze, strategy_analysis

from croupier.cards import DECK, Card, parse_cards
from croupier.exact.analysis import Analysis
from croupier.games.on_the_draw import strategy
from croupier.games.on_the_draw.rules import OnTheDraw, OnTheDrawSettings
from croupier.hands import Poker, poker_hand
from croupier.odds import Odds, PayTable, Prize

FIRST_TABLE = OnTheDraw()
ODDS_OF_OTD_01 = {
    "royal-flush": 100,
    "straight-flush": 20,
    "four-of-a-kind": 9,
    "full-house": 4,
    "flush": 3,
    "straight": 2,
    "three-of-a-kind": Fraction(3, 2),
    "two-pair": 1,
}


def net_of_play(multiple: int, seven: Sequence[Card]) -> Fraction:
    """What Ante, Blind and Play bring together, rule by rule, with the first paytable."""
    hand = poker_hand(seven)
    if hand.category < Poker.TWO_PAIR:
        return Fraction(-2 - multiple)
    blind = 0 if hand.category is Poker.TWO_PAIR else 1
    return multiple * Fraction(ODDS_OF_OTD_01[hand.row]) + 1 + blind


def mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def others(seen: Sequence[Card], deck: Sequence[Card] = DECK) -> list[Card]:
    return [card for card in deck if card not in seen]


def played(multiple: int, seen: tuple[Card, ...]) -> Fraction:
    """A Play bet of that size made now, by every way the unseen cards can come."""
    unseen = combinations(others(seen), 7 - len(seen))
    return mean([net_of_play(multiple, (*seen, *cards)) for cards in unseen])


def random_cards(count: int, seed: int) -> list[tuple[Card, ...]]:
    rng = np.random.default_rng(seed)
    return [tuple(DECK[card] for card in rng.permutation(52)[:count]) for _ in range(20)]


@pytest.mark.rule("OTD-13", "OTD-14", "OTD-15", "OTD-16", "OTD-17", "OTD-18")
def test_the_first_paytable_has_the_exact_value_it_is_known_to_have() -> None:
    main = analyze(FIRST_TABLE)["main"]
    assert main.expected_value == Fraction(-39093001, 2341229800)
    assert main.unit == "ante"
    assert main.cases == comb(52, 4) * 48 * 47 * 46
    assert set(main.actions) == {"fold", "play-1x", "play-2x", "play-3x"}
    assert main.average_wager == 2 + sum(multiple * main.actions[f"play-{multiple}x"] for multiple in (1, 2, 3))
    assert {row.row for row in main.rows} == {category.row for category in Poker} | {"fold"}


@pytest.mark.rule("OTD-9")
def test_with_six_cards_seen_the_advice_is_the_mean_over_the_seventh_card() -> None:
    for seen in random_cards(6, seed=6):
        assert advise(FIRST_TABLE, seen[:4], seen[4:]) == {"fold": -2, "play-1x": played(1, seen)}


@pytest.mark.rule("OTD-7")
def test_with_five_cards_seen_the_advice_is_the_mean_over_both_cards_to_come() -> None:
    for seen in random_cards(5, seed=5)[:6]:
        checked = mean([max(Fraction(-2), played(1, (*seen, sixth))) for sixth in others(seen)])
        assert advise(FIRST_TABLE, seen[:4], seen[4:]) == {"check": checked, "play-2x": played(2, seen)}


@pytest.mark.rule("OTD-5")
def test_with_four_cards_seen_a_bet_is_the_mean_over_all_cards_to_come() -> None:
    for seen in random_cards(4, seed=4)[:3]:
        assert advise(FIRST_TABLE, seen)["play-3x"] == played(3, seen)


@pytest.mark.rule("OTD-5", "OTD-7")
def test_a_check_is_worth_the_mean_of_the_best_on_the_next_street() -> None:
    for seen in random_cards(4, seed=44)[:3]:
        best = [max(advise(FIRST_TABLE, seen, (fifth,)).values()) for fifth in others(seen)]
        assert advise(FIRST_TABLE, seen)["check"] == mean(best)


@pytest.mark.rule("OTD-10")
def test_where_a_fold_gives_up_trips_it_is_valued_along_the_best_main_play() -> None:
    kept, given_up = (analyze(OnTheDraw(OnTheDrawSettings(fold_forfeits_trips=value))) for value in (False, True))
    assert given_up["main"].expected_value == kept["main"].expected_value
    rows = {row.row: row for row in given_up["trips"].rows}
    assert rows["fold"].probability == given_up["main"].actions["fold"]
    assert rows["fold"].returns == -rows["fold"].probability
    assert {row.row: row.combinations for row in given_up["main"].rows} == {
        name: row.combinations for name, row in rows.items()
    }
    assert given_up["trips"].expected_value < kept["trips"].expected_value


def test_a_trips_table_may_pay_jacks_or_better() -> None:
    table = PayTable.build("trips", "mine", {"jacks-or-better": "1:1", "two-pair": "push"})
    trips = analyze(OnTheDraw(paytables={"trips": table}))["trips"]
    rows = {row.row: row.combinations for row in trips.rows}
    assert (rows["jacks-or-better"], rows["pair"]) == (18_188_280, 40_439_520)
    assert trips.hit_frequency == Fraction(18_188_280, comb(52, 7))


def with_royals_at(pay: Odds | Prize) -> OnTheDraw:
    pays = {row: odds for row, odds in OnTheDraw.paytable("play", "OTD-01").odds.items() if row != "royal-flush"}
    if isinstance(pay, Prize):
        return OnTheDraw(paytables={"play": PayTable("play", "flat", pays, {"royal-flush": pay})})
    return OnTheDraw(paytables={"play": PayTable("play", "odds", {**pays, "royal-flush": pay})})


def test_a_flat_prize_is_the_same_dollars_whatever_the_stake() -> None:
    game = with_royals_at(Prize(1000_00))
    one, five = analyze(game, 1)["main"], analyze(game, 5)["main"]
    assert (max(one.outcomes), max(five.outcomes)) == (1002, 202)
    assert one.expected_value > five.expected_value
    own, board = parse_cards("Tc Jc Qc Kc"), parse_cards("2d 3h")
    assert advise(game, own, board) == advise(with_royals_at(Odds(Fraction(1000))), own, board)
    assert advise(game, own, board, stake=5) == advise(with_royals_at(Odds(Fraction(200))), own, board)


def test_the_short_strategy_costs_less_than_a_thousandth_of_an_ante() -> None:
    best, short = analyze(FIRST_TABLE)["main"], strategy_analysis(FIRST_TABLE)
    assert 0 < best.expected_value - short.expected_value < Fraction(1, 1000)
    assert short.cases == best.cases


def test_the_short_strategy_bets_when_its_rules_say_so() -> None:
    assert len(strategy.RULES) == 5
    for cards, board, action in (
        ("2c 2d 7h Ks", "", "play-3x"),
        ("2c 5c 7c Kc", "", "play-3x"),
        ("5c 6d 7h 8s", "", "play-3x"),
        ("Ac 2d 3h 4s", "", "check"),
        ("Ac 2c 3c 4s", "", "play-3x"),
        ("5c 6d 8h 9s", "", "check"),
        ("5c 7d 8h 9s", "Jc", "play-2x"),
        ("5c 6c 8c 9s", "Kd", "check"),
        ("5c 6d 8h Ks", "Qc 9d", "fold"),
        ("5c 6d 8h Ks", "Qc Qd", "play-1x"),
        ("Tc Jd Qh Ks", "Ac 2d", "play-1x"),
    ):
        legal = {0: ("check", "play-3x"), 1: ("check", "play-2x"), 2: ("fold", "play-1x")}
        streets = parse_cards(board)
        assert strategy.choose(parse_cards(cards), streets, legal[len(streets)]) == action, (cards, board)


def test_the_short_strategy_plays_at_whatever_size_is_legal() -> None:
    assert strategy.choose(parse_cards("2c 2d 7h Ks"), (), ("check", "play-12x")) == "play-12x"


def always_fold(game: OnTheDraw, monkeypatch: pytest.MonkeyPatch) -> Analysis:
    monkeypatch.setattr("croupier.games.on_the_draw.strategy.bets", lambda seen: False)
    monkeypatch.setattr("croupier.exact.reading.as_streets.kept", lambda name, version, build: build())
    return strategy_analysis(game)


def test_a_strategy_that_always_folds_loses_two_antes(monkeypatch: pytest.MonkeyPatch) -> None:
    main = always_fold(FIRST_TABLE, monkeypatch)
    assert main.outcomes == {-2: 1}
    assert main.actions == {"fold": 1, "play-1x": 0, "play-2x": 0, "play-3x": 0}
