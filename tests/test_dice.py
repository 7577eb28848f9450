"""Two dice in a cup."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.dice import ROLLS, Roll
from croupier.errors import Refused


def test_there_are_36_rolls_and_seven_is_the_likeliest_total() -> None:
    assert len(set(ROLLS)) == 36
    assert Counter(roll.total for roll in ROLLS) == {total: 6 - abs(7 - total) for total in range(2, 13)}


def test_six_rolls_are_hardways() -> None:
    assert [str(roll) for roll in ROLLS if roll.hardway] == ["1-1", "2-2", "3-3", "4-4", "5-5", "6-6"]


@pytest.mark.parametrize("roll", ROLLS)
def test_a_roll_is_read_as_it_is_written(roll: Roll) -> None:
    assert Roll.parse(str(roll)) == roll


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.text(alphabet="0123456789- ½", max_size=5))
def test_anything_else_is_refused_with_an_example(words: str) -> None:
    if words in {str(roll) for roll in ROLLS}:
        assert str(Roll.parse(words)) == words
    else:
        with pytest.raises(Refused, match="is not a roll of two dice; write two faces from 1 to 6, as in 6-5"):
            Roll.parse(words)
