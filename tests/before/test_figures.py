"""Every figure that was told before comes out the same, to the last digit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isclose
from pathlib import Path
from typing import Any

import pytest

from tests.before.figures import answer, commands, digest, kept
from tests.before.kept import KEPT
from tests.cli.terminal import croupier

FIGURES = kept()
EVERY = 160
"""One command of so many is asked again on every test run, besides the answers that take no time."""


def changes(before: Any, now: Any, where: str = "") -> Iterator[str]:
    """Where an answer says something else than before; it may say more."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key, value in before.items():
            yield from changes(value, now.get(key), f"{where}/{key}")
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for place, (one, other) in enumerate(zip(before, now, strict=True)):
            yield from changes(one, other, f"{where}/{place}")
    elif isinstance(before, float) and isinstance(now, float) and isclose(before, now, rel_tol=2**-51):
        return  # A quotient of whole numbers is rounded once since; it was rounded twice.
    elif before != now:
        yield f"{where} was {before!r} and is {now!r}"


def asked_again(command: str) -> None:
    """Ask once more, and compare."""
    told = answer(command)
    assert list(changes(FIGURES["whole"].get(command, {}), told)) == [], command
    shape, was = FIGURES["digests"][command]
    assert digest(told, FIGURES["keys"][shape]) == was, command


def test_nothing_that_was_asked_then_is_left_out_now() -> None:
    gone = set(FIGURES["digests"]) - set(commands())
    assert all(" --set pot_" in command for command in gone), "a pot's price and rake may be any amount since"


def test_a_sample_of_the_figures_is_as_before() -> None:
    for command in list(FIGURES["digests"])[::EVERY]:
        asked_again(command)


@pytest.mark.confirm
@pytest.mark.parametrize("game", ["big-draw", "cincinnati-stud", "draw-n-shoot-21", "on-the-draw", "three-card-draw"])
def test_every_figure_is_as_before(game: str) -> None:
    for command in FIGURES["digests"]:
        if command.split()[1] == game:
            asked_again(command)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("cincinnati-stud.json", "cincinnati-stud --players 3 --pot"),
        ("draw-n-shoot-21.parquet", "draw-n-shoot-21"),
    ],
)
def test_a_result_file_is_written_as_before(name: str, options: str, tmp_path: Path) -> None:
    words = ("simulate", *options.split(), "--rounds", "20000", "--seed", "before", "--output", tmp_path / name)
    assert croupier(*words).status == 0
    then, now = (_result(folder / name) for folder in (KEPT / "results", tmp_path))
    assert list(changes(then, now)) == []


def _result(file: Path) -> Any:
    if file.suffix == ".json":
        told = json.loads(file.read_text("utf-8"))
    else:
        import pyarrow.parquet

        table = pyarrow.parquet.read_table(file)
        told = {"rows": table.to_pylist(), "about": json.loads(table.schema.metadata[b"croupier"])}
    return json.loads(json.dumps(told), object_hook=_of_the_run_left_out)


def _of_the_run_left_out(told: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in told.items() if "second" not in key}
