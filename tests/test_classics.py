"""The classics in examples/games: plug-ins like anybody's, that keep to the contract and to their well-known edges."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from croupier.conformance.game_checks import CHECKS, check_game
from croupier.conformance.stage import Stage
from croupier.exact.claims import audit
from croupier.game_folders import VARIABLE
from croupier.games import game_named, games_left_out
from croupier.simulate.by_engine import SEARCHED, EngineJob
from croupier.simulate.runs.runner import Stretch
from croupier.simulate.setup import Setup
from croupier.table.events import Settled
from croupier.table.game import Game

GAMES = Path(__file__).parent.parent / "examples" / "games"
CLASSICS = sorted(folder.parent for folder in GAMES.glob("*/rules.py"))
SLOW = ("baccarat", "caribbean_stud", "casino_holdem", "ultimate_holdem")
"""Solving one of these takes from ten seconds to minutes."""
SOLVED = [pytest.param(folder, marks=[pytest.mark.confirm] if folder.name in SLOW else []) for folder in CLASSICS]
MOST_LINES = 200
PAGE = GAMES.parent.parent / "docs" / "math" / "classics.md"
"""Where their edges are listed."""


@pytest.fixture
def kind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> type[Game[Any]]:
    """The game of a folder, found as `--games examples/games` finds it."""
    monkeypatch.setenv(VARIABLE, str(GAMES))
    assert games_left_out() == {}
    return game_named(folder.name.replace("_", "-"))


@pytest.mark.parametrize("folder", CLASSICS, ids=lambda folder: folder.name)
def test_a_classic_is_a_short_plug_in_that_keeps_to_the_contract(folder: Path, kind: type[Game[Any]]) -> None:
    files = {file.name for file in folder.iterdir() if file.is_file()}
    assert files == {"rules.py", "paytables.toml", "felt.toml", "rules.md", "published.toml"}
    lines = [
        line for name in ("rules.py", "paytables.toml") for line in (folder / name).read_text("utf-8").splitlines()
    ]
    assert len(lines) <= MOST_LINES
    before_solving = [name for name, _, _ in CHECKS].index("solves")
    checks = list(islice(check_game(kind), before_solving))
    assert len(checks) == before_solving and [check for check in checks if check.verdict != "holds"] == []


@pytest.mark.parametrize("folder", SOLVED, ids=lambda folder: folder.name)
def test_the_well_known_edges_of_a_classic_are_reproduced(folder: Path, kind: type[Game[Any]]) -> None:
    findings = audit(kind)
    assert findings and all(finding.place.startswith("Wizard of Odds, ") for finding in findings)
    assert [(finding.figure, finding.verdict) for finding in findings if finding.verdict != "reproduced"] == []
    assert [finding.figure for finding in findings if f"| {finding.exact} |" not in PAGE.read_text("utf-8")] == []


@pytest.mark.parametrize("folder", [GAMES / "casino_war"], ids=["casino_war"])
def test_a_surrender_gives_half_a_bet_back(folder: Path, kind: type[Game[Any]]) -> None:
    round = Stage(kind.name, "7h 7d")
    before = round.table.seats[1].stack
    round.bets("bet=10")
    round.say("surrender")
    assert round.round.finished and round.table.seats[1].stack == before - 5_00
    assert [(event.result, event.stake) for event in round.all(Settled)] == [("push", 5_00), ("lose", 5_00)]


@pytest.mark.parametrize("folder", [GAMES / "casino_war"], ids=["casino_war"])
def test_what_the_search_finds_best_is_dealt_beside_its_exact_value(folder: Path, kind: type[Game[Any]]) -> None:
    job = EngineJob(Setup(kind(), 1, (SEARCHED,), {"bet": 500}, fresh_shoe=True), SEARCHED, "war", 60)
    _, bets = job.results(job.deal(Stretch(0, 40))).strategies[SEARCHED]
    assert bets["main"].z is not None and set(bets["main"].actions) == {"", "war"}
