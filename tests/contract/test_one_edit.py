"""One payout changed in a copy of a game's rules.py moves table, mathematics, kernel, coach and paper together."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import croupier.games
from croupier.cards import parse_cards
from croupier.exact.analysis import Analysis
from croupier.exact.solver import solver_of
from croupier.game_folders import VARIABLE
from croupier.games import game_named
from croupier.reports.math_report.wagers import in_summary
from croupier.simulate.runs.prepared import simulation_of
from croupier.simulate.runs.runner import KernelJob, Stretch
from croupier.simulate.setup import Setup
from croupier.table.game import Game
from tests.contract.walks import PACKS
from tests.one_seat import best_walked

UNIT = 600

EDITS = {
    "on-the-draw": ('seat.settle("ante", EVEN, why)', 'seat.settle("ante", Odds.parse("2:1"), why)', ("ante", "blind")),
    "cincinnati-stud": ("main, blind = PUSH, PUSH", "main, blind = None, None", ("ante", "blind")),
    "three-card-draw": (
        "result: Pay = None if beaten else EVEN",
        "result: Pay = PUSH if dealer_hand.category < 1 else None if beaten else EVEN",
        ("ante",),
    ),
}
"""Of each game a line of its rules, what it is changed to, and the main bet's spots.

The Ante of On the Draw wins 2 to 1; a tie loses at Cincinnati Stud; the dealer needs a pair at Three Card Draw, or the
bets push, but for a tie.
"""


@contextmanager
def edited(game: str, folder: Path) -> Iterator[type[Game[Any]]]:
    """The game with that line changed, in a folder of its own, its name the same with `-edited`."""
    before, after, _ = EDITS[game]
    own, name = Path(croupier.games.__file__).parent, game.replace("-", "_")
    copy = folder / f"{name}_edited"
    shutil.copytree(own / name, copy, ignore=shutil.ignore_patterns("__pycache__", "published.toml", "figures.py"))
    source = (copy / "rules.py").read_text("utf-8")
    assert source.count(before) == 1
    source = source.replace(before, after).replace(f'name = "{game}"', f'name = "{game}-edited"')
    (copy / "rules.py").write_text(source.replace("import EVEN\n", "import EVEN, Odds\n"), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(copy))
        yield game_named(f"{game}-edited")


def by_the_table(game: Game[Any], spots: tuple[str, ...], pack: Any) -> Fraction:
    """What the best play wins through the real table, counted by walking every deal."""

    return best_walked(game, pack, dict.fromkeys(spots, UNIT)) / UNIT


def simulated(game: Game[Any]) -> tuple[Fraction, Analysis]:
    """The mean of the main bet over simulated rounds with its exact Analysis, as the simulation tells both."""
    job = KernelJob.of(simulation_of(Setup(game)), "one edit", 60)
    found = job.results(job.deal(Stretch(0, 100_000)))
    _, bets = found.strategies["optimal"]
    return bets["main"].mean, job.simulation.exact("optimal")["main"]


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.confirm] * (game == "cincinnati-stud")) for game in EDITS]
)
def test_one_edit_moves_everything_together(game: str, tmp_path: Path) -> None:
    before = solver_of(game_named(game)()).analyze()["main"]
    with edited(game, tmp_path) as kind:
        after = solver_of(kind()).analyze()["main"]
        assert after.expected_value != before.expected_value
        mean, exact = simulated(kind())
        assert exact == after
        error = after.standard_deviation / 100_000**0.5
        assert abs(float(mean - after.expected_value)) < 5 * error
        assert abs(float(mean - before.expected_value)) > 5 * error or game == "cincinnati-stud"
        assert f"{abs(float(after.house_edge)):.4%}" in str(in_summary(kind(), {"main": after}))


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.confirm] * (game != "three-card-draw")) for game in EDITS]
)
def test_the_edited_game_is_solved_to_what_the_table_deals(game: str, tmp_path: Path) -> None:
    pack = PACKS[f"{game} with a bonus" if game == "three-card-draw" else game]
    with edited(game, tmp_path) as kind:
        value = solver_of(kind()).analyze(deck=pack)["main"].expected_value
        assert value == by_the_table(kind(), EDITS[game][2], pack)


def test_the_coach_values_what_the_edited_table_pays(tmp_path: Path) -> None:
    own = parse_cards("As Ad 7c 7h")
    before = solver_of(game_named("on-the-draw")()).advise(own)["play-3x"]
    with edited("on-the-draw", tmp_path) as kind:
        assert solver_of(kind()).advise(own)["play-3x"] - before == 1, "two pair: the Ante wins one more for certain"
