"""Answers are read as they are meant, or refused with the legal ones named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.table.decisions import Between, Decision, Option, read_bets, write_bets

PLAY = Between("play-AMOUNT keep", 1000, 2000, 100, "play", "play-AMOUNT keep")
DECISION = Decision(2, (Option("fold"), Option("play-1x keep", "play", 1000)), (PLAY,))


def test_an_answer_is_read_by_its_name() -> None:
    assert DECISION.read("play-1x keep") == Option("play-1x keep", "play", 1000)
    assert DECISION.default == Option("fold")
    assert DECISION.legal == ["fold", "play-1x keep"]


def test_an_amount_between_two_options_is_read_in_whole_chips() -> None:
    assert DECISION.read("play-$15 keep") == Option("play-$15 keep", "play", 1500, "play-$15 keep")
    assert DECISION.read("play-$20 keep").cents == 2000
    for amount in ("$9", "$21", "$15.50", "$1500", "$", "15", "$15.0.0"):
        with pytest.raises(Refused, match=r"legal: fold, play-1x keep, play-\$\.\.\. keep from \$10 to \$20"):
            DECISION.read(f"play-{amount} keep")


spots = st.text("abcdefghijklmnopqrstuvwxyz-0123456789", min_size=1)


@given(st.dictionaries(spots, st.integers(1, 10**9)))
def test_bets_are_read_as_they_were_written(bets: dict[str, int]) -> None:
    assert read_bets(write_bets(bets)) == bets


def test_a_bet_of_nothing_is_no_bet() -> None:
    assert read_bets("bet ante=5 trips=0") == {"ante": 500}
    assert read_bets("pass") == {}
