"""Cincinnati Stud solved: against hand counts on a stripped deck, known counts of hands, and what is published."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from pathlib import Path
from random import Random

import pytest
from tests.exact.test_streets import SEVEN_CARD_COUNTS
from tests.solved_games import advise, analyze, as_showdown, strategy_analysis

from croupier.cards import DECK, Card, parse_cards
from croupier.exact.analysis import Analysis
from croupier.games.cincinnati_stud.rules import CincinnatiStud
from croupier.games.cincinnati_stud.strategy import RULES, choose
from croupier.hands import Poker, poker_hand
from croupier.odds import PayTable

STRIPPED = parse_cards("As Ks Qs Js Ts 9s Ad Kd Qd Jd Td 9d 9c 3c")
STRAIGHTS_PAY_LESS = PayTable.build(
    "blind", "mine", {"royal-flush": "7:2", "flush": "push", "straight": "1:3", "two-pair": "5:1"}
)
SETTINGS = list(product(("push", "lose", "pay"), ("1,2", "1", "2,5,3"), (None, STRAIGHTS_PAY_LESS)))


@cache
def solved() -> dict[str, Analysis]:
    return analyze(CincinnatiStud())


@cache
def by_the_rules() -> Analysis:
    return strategy_analysis(CincinnatiStud())


def blind(row: str, below_straight: str, table: PayTable) -> Fraction:
    """What the Blind nets on a win (CS-7)."""
    if row in table.pays:
        return table.odds[row].value
    if row in ("high-card", "pair", "jacks-or-better", "two-pair", "three-of-a-kind"):
        return Fraction({"push": 0, "lose": -1, "pay": 1}[below_straight])
    return Fraction(-1)


@cache
def stripped_rounds() -> dict[tuple[Card, ...], Counter[tuple[str, int]]]:
    """For every six cards of fourteen, how often each row wins (1), ties (0) or loses (-1), all being dealt out."""
    rounds: dict[tuple[Card, ...], Counter[tuple[str, int]]] = {}
    for cards in combinations(sorted(STRIPPED), 7):
        own, dealer = poker_hand(cards), poker_hand([card for card in STRIPPED if card not in cards])
        for seventh in cards:
            six = tuple(card for card in cards if card is not seventh)
            rounds.setdefault(six, Counter())[own.row, (own > dealer) - (own < dealer)] += 1
    return rounds


@pytest.mark.rule("CS-5", "CS-7")
@pytest.mark.parametrize(("below_straight", "multiples", "table"), SETTINGS)
@pytest.mark.sample(3)
def test_a_stripped_deck_is_solved_as_by_hand(below_straight: str, multiples: str, table: PayTable | None) -> None:
    settings = {"blind_below_straight": below_straight, "play_multiples": multiples}
    game = CincinnatiStud.choose(settings, custom=(table,) if table else ())
    outcomes: Counter[Fraction] = Counter()
    actions: Counter[str] = Counter()
    total, wagered = Fraction(0), 0
    for rounds in stripped_rounds().values():
        choices: dict[str, Counter[Fraction]] = {"fold": Counter({Fraction(-2): rounds.total()})}
        for multiple in sorted(map(int, multiples.split(","))):
            nets = choices[f"play-{multiple}x"] = Counter()
            for (row, result), ways in rounds.items():
                won = 1 + multiple + blind(row, below_straight, game.paytables["blind"])
                nets[won if result > 0 else Fraction(0 if result == 0 else -2 - multiple)] += ways
        worth = {action: sum(net * ways for net, ways in nets.items()) for action, nets in choices.items()}
        best = max(worth, key=lambda action: worth[action])
        outcomes += choices[best]
        actions[best] += rounds.total()
        total += worth[best]
        wagered += rounds.total() * (2 if best == "fold" else 2 + int(best[5:-1]))
    cases = outcomes.total()
    main = analyze(game, deck=STRIPPED)["main"]
    assert main.cases == cases == comb(14, 6) * 8
    assert main.expected_value == total / cases
    assert main.average_wager == Fraction(wagered, cases)
    assert main.outcomes == {net: Fraction(ways, cases) for net, ways in outcomes.items()}
    assert {action: share for action, share in main.actions.items() if share} == {
        action: Fraction(ways, cases) for action, ways in actions.items()
    }


@pytest.mark.rule("CS-1")
def test_seven_cards_make_every_hand_as_often_as_is_known() -> None:
    counts = as_showdown(CincinnatiStud()).read("main").played().counts
    pairs = counts.complete["pair"] + counts.complete["jacks-or-better"]
    assert counts.complete | {"pair": pairs, "jacks-or-better": 0} == SEVEN_CARD_COUNTS | {"jacks-or-better": 0}
    assert sum(counts.complete.values()) == comb(52, 7)


@pytest.mark.rule("CS-7")
def test_the_main_game_is_whole() -> None:
    main = solved()["main"]
    assert main.unit == "ante"
    assert main.cases == comb(52, 6) * 46 * comb(45, 7)
    assert min(main.outcomes) == -4 and max(main.outcomes) == 503
    assert main.average_wager == 2 + main.actions["play-1x"] + 2 * main.actions["play-2x"]
    by_name = {row.row: row for row in main.rows}
    assert next(iter(by_name)) == "win with royal-flush" and list(by_name)[-2:] == ["lose", "fold"]
    assert by_name["fold"].returns == -2 * main.actions["fold"]
    assert by_name["win with straight"].pays == CincinnatiStud().paytables["blind"]["straight"]


@pytest.mark.rule("CS-8")
@pytest.mark.parametrize("name", ["trips-1", "trips-2", "trips-3"])
def test_trips_has_its_published_edge(name: str) -> None:
    trips = analyze(CincinnatiStud.choose(paytables={"trips": name}))["trips"]
    printed = CincinnatiStud.paytable("trips", name).claims["house_edge"].removesuffix("%")
    assert round(100 * trips.house_edge, 2) == Fraction(printed)
    assert trips.unit == "bet" and trips.cases == comb(52, 7)


def test_a_royal_flush_is_tied_only_by_three_others() -> None:
    values = advise(CincinnatiStud(), parse_cards("As Ks Qs Js Ts 2d"))
    tied = Fraction(3 * comb(41, 2), comb(46, 7))
    assert values == {"fold": -2, "play-1x": 502 * (1 - tied), "play-2x": 503 * (1 - tied)}


def test_the_short_strategy_costs_less_than_half_a_percent_of_an_ante() -> None:
    strategy, main = by_the_rules(), solved()["main"]
    assert 0 < main.expected_value - strategy.expected_value < Fraction(1, 200)
    assert strategy.cases == main.cases


def test_the_short_strategy_plays_as_its_rules_say() -> None:
    counts, draw = as_showdown(CincinnatiStud()).read("main").played().counts, Random(11)
    weighed = Counter[str]()
    for number in draw.sample(range(len(counts.weight)), 400):
        cards = counts.example(number)
        action = choose(cards, ["fold", "play-1x", "play-2x"])
        hand = poker_hand(cards)
        suited = max(Counter(card.suit for card in cards).values())
        to_a_straight = any(poker_hand([*cards, card]).category == Poker.STRAIGHT for card in DECK if card not in cards)
        if hand > (Poker.PAIR, (8,)) or (hand.category == Poker.PAIR and suited == 4):
            expected = RULES[0].action
        elif hand.category == Poker.PAIR or hand.ranks[0] == 14 or suited == 4 or to_a_straight:
            expected = RULES[1].action
        else:
            expected = RULES[2].action
        assert action == expected, cards
        weighed[action] += 1
    assert set(weighed) == {"fold", "play-1x", "play-2x"}


def test_the_short_strategy_follows_the_play_bets_of_the_house() -> None:
    good, fair = parse_cards("As Ad 7c 5h 4d 2s"), parse_cards("As Kd 8c 7h 4d 2s")
    for legal, most, least in (
        (["fold", "play-3x"], "play-3x", "play-3x"),
        (["fold", "play-10x", "play-2x"], "play-10x", "play-2x"),
    ):
        assert (choose(good, legal), choose(fair, legal)) == (most, least)


def test_flat_prizes_are_worth_less_to_larger_bets() -> None:
    table = PayTable.build("blind", "flat", {"straight": "3:2"}, {"royal-flush": 1000})
    game = CincinnatiStud.choose(custom=(table,))
    assert [max(analyze(game, stake)["main"].outcomes) for stake in (1, 10)] == [1003, 103]


def test_the_short_strategy_is_priced_as_it_is_played() -> None:
    solver, draw = as_showdown(CincinnatiStud()), Random(13)
    read = solver.read("main")
    counts, legal = read.played().counts, ["fold", "play-1x", "play-2x"]
    chosen = solver.strategy_choices(read, read.played())
    for _ in range(500):
        cards = draw.sample(DECK, 6)
        number, _ = counts.find(cards)
        assert legal[chosen[number]] == choose(cards, legal), cards


@pytest.mark.confirm
def test_the_page_on_the_counting_says_what_comes_out() -> None:
    page = " ".join((Path(__file__).parents[2] / "docs" / "math" / "cincinnati-stud.md").read_text("utf-8").split())
    main = solved()["main"]
    for row in main.rows:
        assert f"| {row.row} | {row.combinations:,} | {row.pays or 'loses'} |" in page
    assert f"Expected value {main.expected_value}, house edge {100 * float(main.house_edge):.4f} %" in page
    assert f"folds {main.actions['fold']} =" in page and f"average wager {main.average_wager} =" in page
    cost = main.expected_value - by_the_rules().expected_value
    assert f"cost {cost} = {100 * float(cost):.4f} % of an Ante" in page
    for below_straight in ("push", "lose", "pay"):
        edges = [
            100
            * float(
                analyze(CincinnatiStud.choose({"blind_below_straight": below_straight, "play_multiples": plays}))[
                    "main"
                ].house_edge
            )
            for plays in ("1,2", "1,2,3")
        ]
        assert f"| {below_straight} | {edges[0]:.4f} % | {edges[1]:.4f} % |" in page
