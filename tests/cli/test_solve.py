"""`croupier solve`: a game from its rules alone, for people and for programs."""

from __future__ import annotations

import json

import pytest

from croupier.cli import BAD_INPUT, carry_out
from croupier.exact import attempts


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no family fitted any game."""
    monkeypatch.setattr(attempts, "ATTEMPTS", (attempts.solve_by_walk,))


def test_programs_are_told_what_was_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["solve", "on-the-draw", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["method"], said["bets"]["main"]["expected_value"]) == ("streets", "-39093001/2341229800")
    assert "With 4 cards seen: check or play-3x (3)." in said["statement"]
    assert "Every bet is exact." in said["statement"]


@pytest.mark.usefixtures("unread")
def test_programs_are_told_what_is_estimated(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["solve", "on-the-draw", "--seconds", "1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["game"], said["method"]) == ("on-the-draw", "walk")
    assert list(said["bets"]) == ["main", "trips"]
    for bet in said["bets"].values():
        assert bet["exact"] is False
        assert bet["standard_error"] > 0
        assert "expected_value" not in bet
    assert any("estimated on the full pack, for an exact search" in sentence for sentence in said["statement"])


@pytest.mark.usefixtures("unread")
def test_people_are_told_in_sentences_and_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["solve", "on-the-draw", "--seconds", "1"]) == 0
    said = capsys.readouterr().out
    assert "On the Draw, from its rules alone" in said
    assert "main (estimated)" in said
    assert "a lower bound" in said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["no-such-game"], "unknown game 'no-such-game'"),
        (["on-the-draw", "--seconds", "0"], "Invalid value for '--seconds'"),
        (["on-the-draw", "--set", "decks=1"], "unknown setting 'decks'"),
        (["on-the-draw", "--stake", "0"], "a stake of 0 bets nothing"),
    ],
)
def test_what_cannot_be_right_is_refused_in_one_line(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert carry_out(["solve", *words]) == BAD_INPUT
    said = capsys.readouterr()
    assert said.out == ""
    assert why in said.err
    assert said.err.count("\n") == 1
