"""`croupier solve`: a game from its rules alone, for people and for programs."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import carry_out
from croupier.exact import solver
from croupier.exact.by_walk import advising, solving
from croupier.exact.reading import Unread
from tests.searched_games import searched_games


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no family fitted any game."""

    def read(game: object) -> None:
        raise Unread("nothing is known of it")

    monkeypatch.setattr(solver, "read", read)


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
    assert said["statement"][0] == "No family of games fits: nothing is known of it."
    assert any("estimated on the full pack, for an exact search" in sentence for sentence in said["statement"])


@pytest.mark.usefixtures("unread")
def test_people_are_told_in_sentences_and_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["solve", "on-the-draw", "--seconds", "1"]) == 0
    said = capsys.readouterr().out
    assert "On the Draw, from its rules alone" in said
    assert "main (estimated)" in said
    assert "a lower bound" in said


def test_analyze_and_advise_tell_of_a_game_of_no_family_in_their_own_shape(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "ROUNDS_A_SECOND", 20)

    def said(*words: str) -> Any:
        assert carry_out([*words, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    known = said("analyze", "three-card-draw")
    with searched_games(tmp_path, "Duel", "UpCard"):
        duel, up_card = said("analyze", "duel", "--together", "main=1,same=2"), said("analyze", "up-card")
        exact = said("advise", "up-card", "--cards", "As Ad", "--board", "2c")
        alone = said("exposure", "up-card", "--no-counting")
        monkeypatch.setattr(advising, "ROUNDS_A_SECOND", 1)
        told = said("advise", "up-card", "--cards", "Ts 6d", "--board", "9c")
    assert (alone["cards_each"], alone["unexposed"]) == (0, ["main"]), "there is nobody else at its table"
    assert set(duel) == set(up_card) == {*known, "statement"}
    assert set(duel["bets"]["main"]) == {*known["bets"]["main"], "favours"}, "who draws the higher card has an edge"
    assert duel["bets"]["main=1,same=2"]["expected_value"] == str(Fraction(1, 51) - 2 * Fraction(5, 17))
    assert up_card["bets"]["main"]["exact"] is False
    assert "expected_value" not in up_card["bets"]["main"]
    assert (told["actions"], told["exact"], set(told["estimates"])) == ({}, False, {"fold", "raise"})
    assert told["estimates"]["fold"] == {"estimate": -1.0, "standard_error": 0.0}
    assert (exact["actions"], exact["best"]) == ({"fold": "-1", "raise": "2"}, ["raise"])
    assert not {"exact", "estimates"} & set(exact)
