"""What can be simulated, and how the rest is refused."""

from __future__ import annotations

import pytest

from croupier.errors import Refused
from croupier.games import game_named
from croupier.simulate.numbers import read_rounds
from croupier.simulate.setup import Habits, Setup
from croupier.table.placard import Placard

GAME = game_named("on-the-draw")()


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("1", 1),
        ("1000", 1000),
        ("1e9", 10**9),
        ("1_000_000", 10**6),
        ("1,000,000", 10**6),
        ("2.5e6", 2_500_000),
        ("1E+3", 1000),
    ],
)
def test_rounds_are_read_as_people_write_them(text: str, rounds: int) -> None:
    assert read_rounds(text) == rounds


@pytest.mark.parametrize(
    "text", ["0", "-5", "1.5", "many", "", "1e", "1e-3", "_1", "1__0", "0e9", "1e19", "nan", "inf", "٣"]
)
def test_other_numbers_of_rounds_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_rounds(text)


def test_every_seat_bets_the_least_of_everything_unless_told_otherwise() -> None:
    assert Setup(GAME).bets == {"ante": 500, "blind": 500, "trips": 100}
    pot_in_chips = GAME.choose({"pot_unit": "3"})
    assert Setup(pot_in_chips, placard=Placard(chip=300)).bets == {"ante": 600, "blind": 600, "trips": 300}
    assert Setup(GAME, bets={"ante": 1000, "blind": 1000}).bets == {"ante": 1000, "blind": 1000}


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("On the Draw has 1 to 9 players, not 0", {"players": 0}),
        ("2 strategies are given for 3 players", {"players": 3, "strategies": ("optimal", "simple")}),
        ("the error rate is nan; it must be from 0 to 1", {"error_rate": float("nan")}),
        ("the blind bet must equal the ante", {"bets": {"ante": 500, "blind": 600}}),
        ("needs a bet on ante", {"bets": {"trips": 100}}),
        ("set by the pot", {"bets": {"ante": 500, "blind": 500, "cincy-pot": 500}}),
        ("outside this table's limits", {"bets": {"ante": 100, "blind": 100}}),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_one_line(words: str, given: dict[str, object]) -> None:
    with pytest.raises(Refused, match=words) as refusal:
        Setup(GAME, **given)  # type: ignore[arg-type]
    assert "\n" not in str(refusal.value)


def test_chances_of_a_pot_are_probabilities() -> None:
    with pytest.raises(Refused, match=r"the chance to skip the pot is -0\.1; it must be from 0 to 1"):
        Habits(skip=-0.1)
