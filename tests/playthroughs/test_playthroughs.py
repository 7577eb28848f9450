"""The golden rounds are dealt today as they are written down; what has changed shows as a diff."""

from __future__ import annotations

import pytest

from croupier.games import game_names
from tests.playthroughs.playthrough import FOLDER, golden_file, playthrough


@pytest.mark.parametrize("name", game_names())
def test_the_golden_round_is_dealt_as_it_is_written_down(name: str) -> None:
    written = golden_file(name).read_text("utf-8")
    assert playthrough(name).splitlines() == written.splitlines(), "if this is meant, run `make playthroughs`"


def test_every_golden_round_belongs_to_a_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(game_names())
