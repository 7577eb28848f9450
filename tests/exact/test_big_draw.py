"""Big Draw Poker solved: both games, both bets, against hand counts, a stripped deck and what the document prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from tests.exact.drawing_by_hand import STRIPPED
from tests.solved_games import advise, analyze, strategy_analysis

from croupier.cards import DECK, Card, parse_cards
from croupier.errors import Refused
from croupier.games.big_draw.rules import BigDraw
from croupier.games.big_draw.strategy import RULES, choose
from croupier.hands import Hand, deuces_hand, poker_hand
from croupier.odds import PayTable
from croupier.table.game import read_paytable_file

VARIANTS: dict[str, Callable[[Sequence[Card]], Hand]] = {
    "five-card-draw": poker_hand,
    "deuces-never-loses": deuces_hand,
}
EACH_VARIANT = pytest.mark.parametrize("variant", VARIANTS)
PAYTABLES = Path(__file__).parent / "paytables"
DOCS = Path(__file__).parents[2] / "docs" / "math"


@pytest.mark.rule("BD-12")
def test_all_four_bets_are_solved() -> None:
    solved = analyze(BigDraw())
    assert list(solved) == [
        "five-card-draw/big-draw",
        "five-card-draw/first-5",
        "deuces-never-loses/big-draw",
        "deuces-never-loses/first-5",
    ]
    for bet, analysis in solved.items():
        assert analysis.bet == bet
        assert analysis.average_wager == 1
        drawn = [f"draw-{cards}" for cards in range(6)] if bet.endswith("big-draw") else []
        assert list(analysis.actions) == drawn


def test_machine_paytables_from_files_return_what_they_are_known_to() -> None:
    files = ("jacks-or-better-9-6.toml", "deuces-wild-full-pay.toml")
    game = BigDraw.choose(custom=tuple(read_paytable_file(PAYTABLES / file) for file in files))
    solved = analyze(game)
    assert round(1 + solved["five-card-draw/big-draw"].expected_value, 8) == Fraction("0.99543904")
    assert round(1 + solved["deuces-never-loses/big-draw"].expected_value, 8) == Fraction("1.00761961")


@pytest.mark.parametrize("stake", [0, -5, Fraction(1, 2)])
@pytest.mark.rule("BD-4")
def test_a_stake_below_a_dollar_is_refused(stake: int | Fraction) -> None:
    with pytest.raises(Refused, match=r"\$1 or more"):
        analyze(BigDraw(), stake, STRIPPED)


@pytest.mark.rule("BD-7")
def test_advice_has_the_value_of_all_32_holds_in_the_order_given() -> None:
    values = advise(BigDraw(), parse_cards("9s Kd 9c Kh 4d"))
    assert len(values) == 32
    assert values["hold 9s Kd 9c Kh"] == Fraction(4 * 6 + 43 * 1, 47)
    assert values["hold 9s Kd 9c Kh 4d"] == 1
    assert values["hold Kd Kh 4d"] < values["hold Kd Kh"] < values["hold 9s Kd 9c Kh"] == max(values.values())
    assert "hold" in values


@pytest.mark.rule("BD-1")
def test_advice_for_deuces_holds_three_deuces_before_a_made_royal() -> None:
    values = advise(BigDraw(), parse_cards("2s As 2d Ks 2h"), variant="deuces-never-loses")
    assert values["hold 2s As 2d Ks 2h"] == 10
    assert max(values, key=lambda hold: values[hold]) == "hold 2s 2d 2h"


@pytest.mark.rule("BD-13")
def test_a_fixed_prize_is_worth_less_the_more_is_bet() -> None:
    def table(royal: str | int) -> BigDraw:
        pays = {row: str(odds) for row, odds in BigDraw().paytables["five-card-draw/big-draw"].odds.items()}
        pays.pop("royal-flush")
        odds, prize = ({"royal-flush": royal}, {}) if isinstance(royal, str) else ({}, {"royal-flush": royal})
        return BigDraw.choose(custom=(PayTable.build("five-card-draw/big-draw", "mine", pays | odds, prize),))

    cards = parse_cards("As Ks Qs Js 9s")
    assert advise(table(4000), cards, stake=5) == advise(table("800:1"), cards)
    assert advise(table(4000), cards) == advise(table("4000:1"), cards)


@EACH_VARIANT
def test_the_strategy_to_remember_costs_less_than_half_a_percent(variant: str) -> None:
    best = analyze(BigDraw())[f"{variant}/big-draw"]
    simple = strategy_analysis(BigDraw(), variant)
    assert simple.bet == best.bet
    cost = best.expected_value - simple.expected_value
    assert 0 < cost < Fraction(1, 200)
    assert f"{100 * float(cost):.4f} %" in (DOCS / "big-draw.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("variant", "cards", "held"),
    [
        ("five-card-draw", "9d Tc Jc Qc Kc", "9d Tc Jc Qc Kc"),
        ("five-card-draw", "4c 4d 4h Ks As", "4c 4d 4h"),
        ("five-card-draw", "9c Tc Jc Qc Qd", "9c Tc Jc Qc"),
        ("five-card-draw", "2c 5c 9c Jc Jd", "Jc Jd"),
        ("five-card-draw", "2c 5c 9c Tc Td", "2c 5c 9c Tc"),
        ("five-card-draw", "5c 6d 7h 8s 8c", "8s 8c"),
        ("five-card-draw", "5c 6d 7h 8s Ac", "5c 6d 7h 8s"),
        ("five-card-draw", "5c 6d 7h 9s Ac", "Ac"),
        ("five-card-draw", "3c 5c 7c Js Qs", "3c 5c 7c"),
        ("five-card-draw", "3c 5d Jc Qs Ks", "Qs Ks"),
        ("five-card-draw", "3c 5d Jc Qs Kd", "Jc Qs"),
        ("five-card-draw", "3c 5d 7h 8s Td", ""),
        ("deuces-never-loses", "2c 2d 2h 2s 9c", "2c 2d 2h 2s 9c"),
        ("deuces-never-loses", "2c 2d 2h Ks As", "2c 2d 2h"),
        ("deuces-never-loses", "2c 2d 9h 9s Kc", "2c 2d 9h 9s"),
        ("deuces-never-loses", "2c 2d 9h Ts Jc", "2c 2d"),
        ("deuces-never-loses", "2c 9d 9h Ks Kc", "2c 9d 9h Ks Kc"),
        ("deuces-never-loses", "2c 9d 9h Ts Ac", "2c 9d 9h"),
        ("deuces-never-loses", "2c 5d 7d 8d Ac", "2c 5d 7d 8d"),
        ("deuces-never-loses", "2c 4s 7d 8d Ac", "2c 7d 8d"),
        ("deuces-never-loses", "2c 4s 7d 9d Ac", "2c"),
        ("deuces-never-loses", "4c 7c 9c Kc Kd", "4c 7c 9c Kc"),
        ("deuces-never-loses", "4c 4d 9c Kc Kd", "Kc Kd"),
        ("deuces-never-loses", "3c 5c 7c Ks Ad", "3c 5c 7c"),
        ("deuces-never-loses", "3c 4d 5h Ks Ad", ""),
        ("deuces-never-loses", "4c 5d 6h 8s Ad", "4c 5d 6h 8s"),
    ],
)
def test_the_first_rule_that_fits_decides(variant: str, cards: str, held: str) -> None:
    assert choose(parse_cards(cards), variant) == parse_cards(held)
    assert choose(parse_cards(cards)[::-1], variant) == parse_cards(held)[::-1]


def test_the_strategy_refuses_what_is_not_a_hand_of_the_game() -> None:
    with pytest.raises(Refused, match="five cards; 4 were given"):
        choose(DECK[:4], "five-card-draw")
    with pytest.raises(Refused, match="unknown variant 'stud'"):
        choose(DECK[:5], "stud")


@EACH_VARIANT
def test_the_rules_end_with_one_that_always_fits(variant: str) -> None:
    assert RULES[variant][-1].sentence == "anything else"
    assert len({rule.sentence for rule in RULES[variant]}) == len(RULES[variant])


@EACH_VARIANT
def test_the_counting_argument_prints_what_the_solver_finds(variant: str) -> None:
    page = (DOCS / "big-draw.md").read_text("utf-8")
    solved = analyze(BigDraw())[f"{variant}/big-draw"]
    best = (
        f"expected value {solved.expected_value}, house edge {100 * float(solved.house_edge):.4f} %, standard deviation"
    )
    assert f"{best} {solved.standard_deviation:.4f}." in page
    for row in solved.rows:
        assert f"| {row.row} | {row.combinations:,} | {'loses' if row.pays is None else row.pays} |" in page
    assert f"{solved.cases:,}" in page


@EACH_VARIANT
def test_the_counting_argument_prints_the_edges_of_first_5(variant: str) -> None:
    page = (DOCS / "big-draw.md").read_text("utf-8")
    for stake in (1, 2, 3, 4, 5, 10):
        edge = analyze(BigDraw(), stake)[f"{variant}/first-5"].house_edge
        (line,) = (line for line in page.splitlines() if line.startswith(f"| ${stake} |"))
        assert f"{100 * float(edge):.6f} % = {edge}" in line
