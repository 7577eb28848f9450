"""What is posted at a table binds every bet and every payout on it."""

from __future__ import annotations

from datetime import date

import pytest

from croupier.chips import Range
from croupier.errors import Refused
from croupier.games import game_named
from croupier.table.placard import Placard
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import automatic_bets

ON_THE_DRAW = game_named("on-the-draw")()


@pytest.mark.parametrize(
    ("game", "settings", "placard", "words"),
    [
        ("on-the-draw", {}, Placard({"blind": Range(100, 300)}), r"ante takes \$5 to \$500 and blind takes \$1 to \$3"),
        ("on-the-draw", {}, Placard(chip=100_000), r"ante takes \$5 to \$500 and the smallest chip is \$1,000"),
        ("on-the-draw", {}, Placard({"ante": Range(600, 900)}, chip=500), r"ante takes \$6 to \$9"),
        (
            "on-the-draw",
            {},
            Placard({"ante": Range(500, 900), "blind": Range(600, 1900)}, chip=500),
            r"takes \$6 to \$9",
        ),
        ("on-the-draw", {}, Placard({"ante": Range(20_000, 50_000)}, jurisdiction="washington"), r"Play bet of \$600"),
        ("three-card-draw", {}, Placard(chip=100_000), "ante takes"),
        ("three-card-draw", {}, Placard({"ante": Range(600, 900), "bonus": Range(100, 200)}, chip=500), "ante takes"),
        ("draw-n-shoot-21", {"skill_game_only": "true"}, Placard({"ante": Range(600, 900)}, chip=500), "ante takes"),
    ],
)
def test_a_table_at_which_nothing_can_be_bet_is_refused(
    game: str, settings: dict[str, str], placard: Placard, words: str
) -> None:
    with pytest.raises(Refused, match=words):
        Table(game_named(game).choose(settings), placard)


@pytest.mark.parametrize(
    ("game", "placard", "least"),
    [
        ("on-the-draw", Placard(), {"ante": 500, "blind": 500}),
        ("cincinnati-stud", Placard({"blind": Range(700, 900)}, chip=200), {"ante": 800, "blind": 800}),
        ("three-card-draw", Placard({"ante": Range(600, 900)}, chip=500), {"bonus": 500}),
        ("big-draw", Placard(chip=300), {"big-draw": 600}),
    ],
)
def test_automatic_seats_bet_the_least_whole_chips_that_the_table_takes(
    game: str, placard: Placard, least: dict[str, int]
) -> None:
    table = Table(game_named(game)(), placard)
    table.sit(1, "Ann", 1_000_000)
    round = Round.seeded(table, b"least")
    while not round.betting:
        round.act(1, round.decision.default.name)  # type: ignore[union-attr]
    bets = automatic_bets(round, 1)
    assert {spot: cents for spot, cents in bets.items() if not table.game.spot(spot).pot} == least


def test_a_placard_is_read_as_it_was_written() -> None:
    placard = Placard({"ante": Range(1000, 2000)}, 50, "down-to-chip", "washington", date(2010, 1, 1), 5_000_000)
    assert Placard.from_json(placard.to_json()) == placard
    for wrong in ({"chip": "one"}, {"day": "today"}, {"limits": {"ante": [1]}}, {"moon": 1}):
        with pytest.raises(Refused, match="not a placard"):
            Placard.from_json(placard.to_json() | wrong)
