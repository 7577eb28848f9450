"""Odds as they are printed, and paytables made of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.odds import EVEN, PUSH, Odds, PayTable, Prize

few = settings(max_examples=300, derandomize=True, deadline=None)
odds = st.builds(lambda up, down: Odds(Fraction(up, down)), st.integers(0, 10**6), st.integers(1, 10**3))
ROWS = ("flush", "straight", "three-of-a-kind", "two-pair")


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("3:2", Fraction(3, 2)),
        ("3 to 2", Fraction(3, 2)),
        ("3-2", Fraction(3, 2)),
        (" 20 To 1 ", Fraction(20)),
        ("6:4", Fraction(3, 2)),
        ("even", Fraction(1)),
        ("push", Fraction(0)),
        ("0:1", Fraction(0)),
    ],
)
def test_odds_are_read_as_people_print_them(words: str, value: Fraction) -> None:
    assert Odds.parse(words).value == value


@few
@given(odds)
def test_odds_are_read_as_they_are_written(given_odds: Odds) -> None:
    assert Odds.parse(str(given_odds)) == given_odds
    assert Odds.parse(f"{given_odds.value.numerator}:{given_odds.value.denominator}") == given_odds


@pytest.mark.parametrize(
    "words", ["", "3", "3:0", "-3:2", "3:-2", "3/2", "1.5:1", "three to two", "3:2:1", "inf:1", "9" * 5000 + ":1"]
)
def test_what_are_not_odds_is_refused_with_an_example(words: str) -> None:
    with pytest.raises(Refused, match="are not odds; write them as '3:2', '20:1' or 'push', none below zero"):
        Odds.parse(words)


def test_a_flat_prize_among_odds_is_told_where_it_goes() -> None:
    with pytest.raises(Refused, match=r"royal of 'mine': \$1,000 is a flat prize; write royal = 1000 in the table of"):
        PayTable.build("play", "mine", {"royal": "$1,000"})


@few
@given(odds, odds)
def test_odds_are_ordered_by_what_they_pay(one: Odds, other: Odds) -> None:
    assert (one < other) == (one.value < other.value)
    assert (one == other) == (one.value == other.value)


def test_a_push_and_even_money_have_their_words() -> None:
    assert (str(PUSH), str(EVEN), str(Odds.parse("3:2"))) == ("push", "1 to 1", "3 to 2")


def test_a_row_pays_odds_a_push_a_prize_or_loses() -> None:
    table = PayTable.build("play", "mine", {"flush": "3:2", "straight": "push"}, {"three-of-a-kind": 12.5})
    assert [table[row] for row in ROWS] == [Odds(Fraction(3, 2)), PUSH, Prize(12_50), None]


@pytest.mark.parametrize(("dollars", "cents"), [(1000, 1000_00), (12.5, 12_50), (0, 0), (0.1, 10)])
def test_a_prize_is_dollars_in_a_file_and_cents_at_the_table(dollars: float, cents: int) -> None:
    assert PayTable.build("first-5", "mine", {}, {"flush": dollars})["flush"] == Prize(cents)


@pytest.mark.parametrize("dollars", [-1, 0.001, True, "1000", None, float("inf"), float("nan"), 1e300])
def test_what_is_not_a_prize_is_refused_with_its_row(dollars: Any) -> None:
    with pytest.raises(Refused, match=r"fixed prize .* for flush is not .*; write a number such as 1000"):
        PayTable.build("first-5", "mine", {}, {"flush": dollars})


@pytest.mark.parametrize("name", ["", "  ", "two\nlines", "bell\a", "line\u2028line", "x" * 61, "x" * 10**6])
def test_a_name_that_cannot_be_shown_on_a_line_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="is no name for a paytable; write one line of 1 to 60 characters") as refused:
        PayTable.build("play", name, {})
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("name", ["x", "x" * 60, "Ann's très own — 9/6"])
def test_a_name_that_can_be_shown_on_a_line_is_taken(name: str) -> None:
    assert PayTable.build("play", name, {}).name == name


def test_a_prize_is_written_as_money() -> None:
    assert (str(Prize(5_000_00)), str(Prize(12_50))) == ("$5,000", "$12.50")


def test_an_unknown_row_is_refused_with_the_known_ones() -> None:
    table = PayTable.build("play", "mine", {"flusch": "3:2"})
    with pytest.raises(Refused, match="unknown row 'flusch' for the play paytable 'mine'; there are flush, straight"):
        table.check_rows(ROWS)


def test_a_row_with_odds_and_a_prize_is_refused() -> None:
    table = PayTable.build("play", "mine", {"flush": "3:2"}, {"flush": 100})
    with pytest.raises(Refused, match="row 'flush' of 'mine' has both odds and a fixed prize"):
        table.check_rows(ROWS)


@few
@given(st.lists(st.one_of(st.none(), odds), min_size=4, max_size=4))
def test_a_better_hand_that_pays_less_than_the_next_is_pointed_out(pays: list[Odds | None]) -> None:
    table = PayTable("play", "mine", {row: pay for row, pay in zip(ROWS, pays, strict=True) if pay is not None})
    worth = [Fraction(-1) if pay is None else pay.value for pay in pays]
    odd = [better for better, one, other in zip(ROWS, worth, worth[1:], strict=False) if one < other]
    assert [warning.split(" pays ")[0] for warning in table.oddities(ROWS)] == odd
