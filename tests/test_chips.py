"""Money in whole cents, limits, and payouts that do not come out even."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.chips import Cashier, Range, dollars, parse_dollars
from croupier.errors import Refused
from croupier.odds import EVEN, PUSH, Odds, Prize

few = settings(max_examples=300, derandomize=True, deadline=None)
cents = st.integers(0, 10**12)
odds = st.builds(lambda up, down: Odds(Fraction(up, down)), st.integers(0, 500), st.integers(1, 20))


@few
@given(cents)
def test_money_is_read_as_it_is_written(amount: int) -> None:
    assert parse_dollars(dollars(amount)) == amount
    assert parse_dollars(dollars(amount).removeprefix("$").replace(",", "")) == amount
    assert dollars(-amount) == (f"-{dollars(amount)}" if amount else "$0")


@pytest.mark.parametrize(
    ("words", "amount"),
    [
        ("5", 500),
        ("$7.50", 750),
        ("7.5", 750),
        ("1,200", 120_000),
        (" 0 ", 0),
        ("$1,200.05", 120_005),
        ("$999,999,999,999,999", 999_999_999_999_999_00),
        ("0" * 30 + "5", 500),
    ],
)
def test_money_is_read_as_people_write_it(words: str, amount: int) -> None:
    assert parse_dollars(words) == amount


@pytest.mark.parametrize(
    "words",
    [
        "",
        "five",
        "-5",
        "1.234",
        "nan",
        "inf",
        "1e2",
        "1e999999",
        "5$",
        "$",
        "0x10",
        "1_0",
        "5.",
        "٣",
        "2,50",
        "5,0",
        "5,",
        "1,2000",
        "1200,000",
        ",500",
    ],
)
def test_what_is_not_money_is_refused_with_an_example(words: str) -> None:
    with pytest.raises(Refused, match=r"is not an amount of money; write dollars, none below zero, as in 5 or 7\.50"):
        parse_dollars(words)


@pytest.mark.parametrize("words", ["9" * 26, "9" * 5000, "$1,000,000,000,000,000", "1000000000000000.50"])
def test_money_that_is_too_much_is_said_to_be(words: str) -> None:
    with pytest.raises(Refused, match=r"is too large an amount of money; the most is \$999,999,999,999,999$") as error:
        parse_dollars(words)
    assert len(str(error.value)) < 120


@few
@given(st.integers(1, 1000), st.integers(1, 1000), st.integers(-10, 2000))
def test_a_limit_takes_its_ends_and_all_between(one: int, other: int, amount: int) -> None:
    limit = Range(min(one, other), max(one, other))
    assert (amount in limit) == (amount in range(min(one, other), max(one, other) + 1))


@pytest.mark.parametrize(("least", "most"), [(0, 500), (-100, 500), (500, 400)])
def test_a_limit_that_allows_no_bet_is_refused(least: int, most: int) -> None:
    with pytest.raises(Refused, match="allows no bet; the least must be above zero and not above the most"):
        Range(least, most)


@few
@given(st.integers(1, 10**8), odds)
def test_exact_payouts_are_the_odds_to_the_cent_and_never_more(stake: int, pay: Odds) -> None:
    won = Cashier("exact").payout(stake, pay)
    assert 0 <= stake * pay.value - won < 1


@few
@given(st.integers(1, 10**8), odds, st.sampled_from([1, 25, 50, 100, 250, 500]))
def test_payouts_down_to_the_chip_are_whole_chips_and_less_than_a_chip_short(stake: int, pay: Odds, chip: int) -> None:
    won = Cashier("down-to-chip", chip).payout(stake, pay)
    assert won % chip == 0
    assert 0 <= stake * pay.value - won < chip


@few
@given(st.integers(1, 10**6), st.sampled_from(["exact", "down-to-chip"]))
def test_whole_chips_at_even_money_come_out_even_under_every_rule(chips: int, breakage: str) -> None:
    cashier = Cashier(breakage, 100)  # type: ignore[arg-type]
    assert cashier.payout(chips * 100, EVEN) == chips * 100
    assert cashier.payout(chips * 100, PUSH) == 0


@few
@given(st.integers(1, 10**6), cents, st.sampled_from(["exact", "down-to-chip"]))
def test_a_prize_is_paid_whole_whatever_the_stake(stake: int, prize: int, breakage: str) -> None:
    assert Cashier(breakage, 500).payout(stake, Prize(prize)) == prize  # type: ignore[arg-type]


def test_a_breakage_rule_of_no_name_and_a_chip_of_no_worth_are_refused() -> None:
    with pytest.raises(Refused, match="unknown breakage rule 'up'; there are exact, down-to-chip"):
        Cashier("up")  # type: ignore[arg-type]
    with pytest.raises(Refused, match="the smallest chip is 0 cents; it must be above zero"):
        Cashier("exact", 0)
