"""Three Card Draw solved: single hands dealt out in full, and a stripped deck played out by hand, in every reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from pathlib import Path

import numpy as np
import pytest
from tests.solved_games import advise, analyze, strategy_analysis

from croupier.cards import DECK, Card, parse_cards
from croupier.conformance.stage import Stage
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.games.three_card_draw.rules import ThreeCardDraw
from croupier.games.three_card_draw.strategy import RULES, choose
from croupier.hands import best_three_of_four, three_card_hand
from croupier.odds import PayTable

RULE_9A = (
    "ante-bonus-always",
    "ante-bonus-unless-beaten",
    "ante-pays-table",
    "play-pays-table",
    "play-pays-ante-multiples",
    "no-bonus",
)
TIES = ("win", "push", "lose")
TABLE = {"mini-royal": 10, "straight-flush": 7, "three-of-a-kind": 4}
BONUS = {"mini-royal": 80, "straight-flush": 25, "three-of-a-kind": 20, "straight": 3, "flush": 1}
STRIPPED = parse_cards("As Ks Qs Ts 9s Kd 9d 9c 3h")


def main_net(rule_9a: str, ties: str, multiple: int, row: str, against: int) -> int:
    """What Ante and Play net together, word for word as DESIGN.md reads TCD-9; `against` is 1, 0 or -1."""
    even = against or {"win": 1, "push": 0, "lose": -1}[ties]
    ante, play, extra = even, even * multiple, 0
    if row in TABLE:
        if rule_9a == "ante-bonus-always" or (rule_9a == "ante-bonus-unless-beaten" and against >= 0):
            extra = TABLE[row]
        if even == 1 and rule_9a == "ante-pays-table":
            ante = TABLE[row]
        if even == 1 and rule_9a == "play-pays-table":
            play = TABLE[row] * multiple
        if even == 1 and rule_9a == "play-pays-ante-multiples":
            play = TABLE[row]
    return ante + play + extra


def game(rule_9a: str = "ante-bonus-always", ties: str = "win", multiples: str = "1,2") -> ThreeCardDraw:
    return ThreeCardDraw.choose({"rule_9a": rule_9a, "ties": ties, "play_multiples": multiples})


@cache
def solved() -> dict[str, Analysis]:
    return analyze(ThreeCardDraw())


def without(cards: Sequence[Card], thrown: Card | None, drawn: Card) -> list[Card]:
    return [card for card in cards if card is not thrown] + ([drawn] if thrown else [])


def dealt_out(cards: Sequence[Card]) -> dict[str, Counter[tuple[str, int]]]:
    """All 9,534,420 rounds of three cards: for each hold, how often a row wins (1), ties (0) or loses (-1)."""
    free = [card for card in DECK if card not in cards]
    threes = {three: three_card_hand(three) for three in combinations(DECK, 3)}
    in_order = {hand: place for place, hand in enumerate(sorted(set(threes.values())))}
    strength = np.zeros((52, 52, 52), np.int64)
    for three, hand in threes.items():
        strength[tuple(card.index for card in three)] = in_order[hand]
    a, b, c, d = np.array(list(combinations([card.index for card in free], 4))).T
    dealer = np.maximum(
        np.maximum(strength[a, b, c], strength[a, b, d]), np.maximum(strength[a, c, d], strength[b, c, d])
    )
    found = {}
    for thrown in (None, *cards):
        results: Counter[tuple[str, int]] = Counter()
        for drawn in free:
            own = three_card_hand(without(cards, thrown, drawn))
            there = (a != drawn.index) & (b != drawn.index) & (c != drawn.index) & (d != drawn.index)
            hands = dealer[there]
            assert len(hands) == comb(48, 4)
            results[own.row, 1] += int((hands < in_order[own]).sum())
            results[own.row, 0] += int((hands == in_order[own]).sum())
            results[own.row, -1] += int((hands > in_order[own]).sum())
        found[f"discard {thrown}" if thrown else "keep"] = results
    return found


@pytest.mark.rule("TCD-5", "TCD-6", "TCD-7", "TCD-9", "TCD-10", "TCD-11")
def test_a_hand_is_worth_what_all_its_rounds_are_in_every_reading_and_with_a_bonus_bet() -> None:
    hand, stake = parse_cards("Ks Qs 9d"), 5
    rounds = dealt_out(hand)
    for rule_9a, ties in product(RULE_9A, TIES):
        expected = {"fold": Fraction(-1)}
        for multiple, (held, results) in product((1, 2), rounds.items()):
            total = sum(main_net(rule_9a, ties, multiple, row, against) * n for (row, against), n in results.items())
            expected[f"play-{multiple}x {held}"] = Fraction(total, 49 * comb(48, 4))
        assert advise(game(rule_9a, ties), hand) == expected
    rows = ThreeCardDraw().paytables["bonus"].pays
    with_a_prize = PayTable.build(
        "bonus", "flat", {row: str(odds) for row, odds in rows.items() if row != "flush"}, {"flush": 10}
    )
    table = ThreeCardDraw.choose(custom=(with_a_prize,))

    def bonus_net(row: str) -> Fraction:
        return Fraction(10, stake) if row == "flush" else rows[row].value if row in rows else Fraction(-1)

    main = advise(table, hand)
    alone = {
        held: Fraction(sum(bonus_net(row) * times for (row, _), times in results.items()), 49 * comb(48, 4))
        for held, results in rounds.items()
    }
    both = {
        f"play-{size}x {held}": main[f"play-{size}x {held}"] + worth for size in (1, 2) for held, worth in alone.items()
    }
    assert advise(table, hand, variant="bonus-alone", stake=stake) == alone
    assert advise(table, hand, variant="main+bonus", stake=stake) == both | {"fold": Fraction(-2)}
    assert advise(table, hand, variant="main", stake=stake) == main


@pytest.mark.rule("TCD-11")
@pytest.mark.parametrize(
    ("bets", "variant"),
    [
        ("ante=5", None),
        ("ante=5 bonus=5", "main=1,bonus=1"),
        ("ante=5 bonus=10", "main=1,bonus=2"),
        ("bonus=5", "bonus-alone"),
    ],
)
def test_a_player_is_advised_on_what_may_be_done_with_the_bets_at_the_table(bets: str, variant: str | None) -> None:
    stage = Stage("three-card-draw", "Ah Jh 4s  2h | Kc 9d 7s 2d", seats=(1, 2))
    stage.bets(bets, "-")
    question = ThreeCardDraw().question(stage.view(1))
    assert (question.variant, question.stake) == (variant, 500)
    assert set(advise(ThreeCardDraw(), question.cards, question.board, question.variant)) == set(stage.legal)


@cache
def stripped_rounds() -> dict[tuple[Card, ...], dict[Card | None, Counter[tuple[str, int]]]]:
    """For every three of nine cards and every hold, how often each row wins, ties or loses."""
    rounds: dict[tuple[Card, ...], dict[Card | None, Counter[tuple[str, int]]]] = {}
    for cards in combinations(sorted(STRIPPED), 3):
        holds = rounds[cards] = {thrown: Counter() for thrown in (None, *cards)}
        for drawn in set(STRIPPED) - set(cards):
            for four in combinations([card for card in STRIPPED if card not in (*cards, drawn)], 4):
                dealer = best_three_of_four(four)
                for thrown in holds:
                    own = three_card_hand(without(cards, thrown, drawn))
                    holds[thrown][own.row, (own > dealer) - (own < dealer)] += 1
    return rounds


def by_hand(rule_9a: str, ties: str, multiples: Sequence[int]) -> tuple[Counter[str], dict[str, Counter[str]]]:
    """The stripped deck solved, as the sum of each bet's net results and how often each action is taken.

    Of equals, the smaller wager is preferred, then keeping, then discarding the lowest card.
    """
    values: Counter[str] = Counter()
    actions: dict[str, Counter[str]] = {bet: Counter() for bet in ("main", "bonus", "bonus-alone", "main+bonus")}
    for holds in stripped_rounds().values():
        cases = holds[None].total()
        alone = {
            "discard " + str(thrown) if thrown else "keep": sum(
                BONUS.get(row, -1) * n for (row, _), n in results.items()
            )
            for thrown, results in holds.items()
        }
        main, bonus, both = {"fold": -cases}, {"fold": -cases}, {"fold": -2 * cases}
        for multiple, (held, results) in product(multiples, zip(alone, holds.values(), strict=True)):
            name = f"play-{multiple}x {held}"
            main[name] = sum(main_net(rule_9a, ties, multiple, *ended) * n for ended, n in results.items())
            bonus[name] = alone[held]
            both[name] = main[name] + bonus[name]
        best = max(main, key=lambda name: main[name])
        taken = {
            "main": (best, main),
            "bonus": (best, bonus),
            "bonus-alone": (max(alone, key=lambda name: alone[name]), alone),
            "main+bonus": (max(both, key=lambda name: both[name]), both),
        }
        for bet, (name, worth) in taken.items():
            values[bet] += worth[name]
            actions[bet][name.split()[0]] += cases
    return values, actions


@pytest.mark.rule("TCD-9", "TCD-10", "TCD-11")
@pytest.mark.parametrize(("rule_9a", "ties"), list(product(RULE_9A, TIES)))
@pytest.mark.sample(3)
def test_a_stripped_deck_is_solved_as_by_hand(rule_9a: str, ties: str) -> None:
    for multiples in ((1, 2), (1, 2, 4)):
        values, actions = by_hand(rule_9a, ties, multiples)
        found = analyze(game(rule_9a, ties, ",".join(map(str, multiples))), deck=STRIPPED)
        cases = comb(9, 3) * 6 * comb(5, 4)
        for bet, analysis in found.items():
            assert analysis.cases == cases
            assert analysis.expected_value == Fraction(values[bet], cases), bet
            shares = {action: share for action, share in analysis.actions.items() if share}
            assert shares == {action: Fraction(n, cases) for action, n in actions[bet].items()}, bet


def test_the_four_bets_are_told_in_their_units() -> None:
    bets = solved()
    assert {bet: analysis.unit for bet, analysis in bets.items()} == {
        "main": "ante",
        "bonus": "bet",
        "bonus-alone": "bet",
        "main+bonus": "ante",
    }
    assert all(analysis.cases == comb(52, 3) * 49 * comb(48, 4) for analysis in bets.values())
    main = bets["main"]
    assert main.average_wager == 1 + main.actions["play-1x"] + 2 * main.actions["play-2x"]
    assert bets["bonus"].average_wager == bets["bonus-alone"].average_wager == 1
    assert bets["bonus"].actions == main.actions


@pytest.mark.rule("TCD-5")
def test_playing_both_bets_together_is_worth_at_least_playing_for_the_main_bet() -> None:
    worth = {bet: analysis.expected_value for bet, analysis in solved().items()}
    assert worth["main"] + worth["bonus"] < worth["main+bonus"] < worth["main"] + worth["bonus-alone"]
    assert worth["bonus"] < worth["bonus-alone"]


@pytest.mark.rule("TCD-10")
def test_the_bonus_is_paid_by_the_final_hand() -> None:
    rows = {row.row: row for row in solved()["bonus-alone"].rows}
    for row, pays in BONUS.items():
        assert rows[row].returns == rows[row].probability * pays
    assert rows["pair"].returns == -rows["pair"].probability


def test_the_short_strategy_costs_less_than_half_a_percent() -> None:
    for bet in ("main", "bonus-alone"):
        cost = solved()[bet].expected_value - strategy_analysis(ThreeCardDraw(), bet).expected_value
        assert 0 < cost < Fraction(1, 200)
    with pytest.raises(Refused, match="unknown bet 'bonus'"):
        strategy_analysis(ThreeCardDraw(), "bonus")


@pytest.mark.parametrize(
    ("cards", "action", "bonus_alone"),
    [
        ("2h 7h Kh", "play-2x keep", "keep"),
        ("2h 3d 4s", "play-2x keep", "keep"),
        ("2h 2d As", "play-2x discard As", "discard As"),
        ("2h 2d 3h", "play-2x discard 3h", "discard 2d"),
        ("Ah Kh 9d", "play-2x discard 9d", "discard 9d"),
        ("Ah Kd 9h", "play-2x discard Kd", "discard Kd"),
        ("Ah Qd 9s", "play-1x discard 9s", "discard 9s"),
        ("Jh Td 9h", "play-2x keep", "keep"),
        ("8h 7d 4h", "play-1x discard 4h", "discard 4h"),
        ("Qh 9d 5s", "fold", "discard 5s"),
    ],
)
def test_the_short_strategy_counts_points(cards: str, action: str, bonus_alone: str) -> None:
    hand = parse_cards(cards)
    held = ["keep", *(f"discard {card}" for card in hand)]
    assert choose(hand, ["fold", *(f"play-{size}x {hold}" for size in (1, 2) for hold in held)]) == action
    assert choose(hand, held) == bonus_alone
    assert len(RULES) == 7


@pytest.mark.confirm
def test_the_page_on_the_counting_says_what_comes_out() -> None:
    page = " ".join((Path(__file__).parents[2] / "docs" / "math" / "three-card-draw.md").read_text("utf-8").split())
    for bet, analysis in solved().items():
        assert f"| {bet} | {analysis.expected_value} | {100 * float(analysis.house_edge):.4f} % |" in page
    for row in solved()["main"].rows:
        assert f"| {row.row} | {row.combinations:,} | {row.pays or 'loses'} |" in page
    for rule_9a in RULE_9A:
        edges = [100 * float(analyze(game(rule_9a, ties))["main"].house_edge) for ties in TIES]
        assert f"| {rule_9a} | " + " | ".join(f"{edge:.4f} %" for edge in edges) + " |" in page
    for bet in ("main", "bonus-alone"):
        cost = solved()[bet].expected_value - strategy_analysis(ThreeCardDraw(), bet).expected_value
        assert f"{cost} = {100 * float(cost):.4f} %" in page
