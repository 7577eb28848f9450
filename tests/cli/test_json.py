"""What commands print for programs: schemas, both forms of every figure, and the digest."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from croupier.cli import COMMANDS, carry_out
from croupier.cli.command_shapes import SHAPES, schema_of
from croupier.cli.output import SCHEMA_VERSION

SCHEMAS = Path(__file__).parents[2] / "docs" / "reference" / "schemas"
SAMPLES = {
    "games": ["three-card-draw"],
    "analyze": ["three-card-draw", "--strategies", "--together", "main=1,bonus=1"],
    "advise": ["three-card-draw", "--cards", "As Kd 7c"],
    "strategy": ["three-card-draw"],
    "audit": ["three-card-draw"],
    "tune": ["three-card-draw", "--bet", "bonus", "--target-edge", "5%", "--row", "flush"],
    "compare": ["three-card-draw", "bonus=printed"],
    "solve": ["three-card-draw"],
    "simulate": ["three-card-draw", "--rounds", "5000", "--seed", "x"],
    "hold": ["on-the-draw", "--sessions", "500", "--seed", "x", "--goal", "300", "--error-rate", "0.1"],
    "rng-test": ["--samples", "1000", "--seed", "a fixed seed"],
}
LONG = {
    "check": ["three-card-draw"],
    "exposure": ["three-card-draw", "--decks", "2", "--hands", "1"],
}
INEXACT = {
    *("standard_deviation", "standard_deviation_cents", "standard_error", "interval_95", "z", "correlation"),
    *("p", "p_smallest", "p_at_least", "level", "risk", "join", "skip", "leave", "seconds"),
    "failed_expected",
    *("x", "y", "size", "gain", "rounds", "favoured", "loss", "gain_by_count", "favoured_error", "gain_error"),
    *("break_even_spread", "break_even_spread_by_count"),
}
"""Roots, chances of tests, what was given or measured, places on a felt, and means over sampled deals."""
TWINS = {"cost_per_unit": "cost", "exact_value": "exact", "value": "expected_value"}
"""The exact forms that have names of their own."""
EXACT_IS_OF = {"exact_value", "house_edge"}
"""The floats that a figure called `exact` is the exact form of."""


def said_by(command: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What a command prints for programs."""
    assert carry_out([command, *words, "--json"]) == 0
    said: dict[str, Any] = json.loads(capsys.readouterr().out)
    return said


@pytest.mark.parametrize("command", [*SAMPLES, *(pytest.param(command, marks=pytest.mark.confirm) for command in LONG)])
def test_a_command_prints_what_its_schema_says(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = said_by(command, (SAMPLES | LONG)[command], capsys)
    Draft202012Validator(schema_of(command)).validate(said)
    assert said["schema"] == f"croupier/{command}/{SCHEMA_VERSION}"
    for place, name, value in figures(said):
        if name.endswith("_exact"):
            assert place[name.removesuffix("_exact")] == as_floats(value), name
        if name.endswith("_float") and isinstance(place[name.removesuffix("_float")], str | dict):
            assert value == as_floats(place[name.removesuffix("_float")]), name


@pytest.mark.parametrize(
    ("command", "words"),
    [
        *SAMPLES.items(),
        ("analyze", ["big-draw", "--stake", "5", "--by-stake"]),
        pytest.param("exposure", ["draw-n-shoot-21", "--decks", "2", "--counting"], marks=pytest.mark.confirm),
        *(pytest.param(command, LONG[command], marks=pytest.mark.confirm) for command in LONG),
    ],
)
def test_a_rational_figure_is_told_exactly_and_as_a_float(
    command: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    said = said_by(command, words, capsys)
    Draft202012Validator(schema_of(command)).validate(said)
    assert not sorted(set(told_once(said)))


def told_once(said: Any) -> Iterator[str]:
    """The names of rational figures that stand in one form only."""
    for name, value in said.items() if isinstance(said, dict) else ():
        if (
            name in INEXACT
            or name.endswith(("_exact", "_float", "_exactly"))
            or {f"{name}_exact", f"{name}_float", TWINS.get(name, name * 2)} & said.keys()
            or (name == "exact" and EXACT_IS_OF & said.keys())
        ):
            continue
        some = value if isinstance(value, list) else [value]
        sampled = name == "house_edge" and "winner" in said
        if some and not sampled and all(map(rational, some)):
            yield name
        yield from told_once(value)
    for value in said if isinstance(said, list) else ():
        yield from told_once(value)


def rational(value: Any) -> bool:
    """Whether it is a float, or a fraction in words."""
    return isinstance(value, float) or (isinstance(value, str) and re.fullmatch(r"-?\d+/\d+", value) is not None)


def figures(said: Any) -> Any:
    """Every value by name, with what stands beside it."""
    for name, value in said.items() if isinstance(said, dict) else ():
        yield said, name, value
    for value in said.values() if isinstance(said, dict) else said if isinstance(said, list) else ():
        yield from figures(value)


def as_floats(exact: Any) -> Any:
    """Exact figures as floats."""
    if isinstance(exact, dict):
        return {name: as_floats(value) for name, value in exact.items()}
    return None if exact is None else float(Fraction(exact))


def test_the_schemas_of_the_documentation_are_those_of_the_commands() -> None:
    assert set(SHAPES) <= set(COMMANDS)
    kept = {path.name: json.loads(path.read_text("utf-8")) for path in SCHEMAS.glob("*.json")}
    written = {f"{command}.{SCHEMA_VERSION}.json": schema_of(command) for command in SHAPES}
    for name, schema in written.items():
        assert kept.get(name) == schema, f"{name} is another: raise SCHEMA_VERSION, then `make schemas`"


def test_a_log_is_told_as_its_schemas_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, deal = tmp_path / "log", ["play", "on-the-draw", "--seed", "x", "--rounds", "1", "--log"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO("10\ncheck\ncheck\nfold\n"))
        assert carry_out([*deal, str(log)]) == 0
    capsys.readouterr()
    for command in ("replay", "verify"):
        Draft202012Validator(schema_of(command)).validate(said_by(command, [str(log)], capsys))


def test_the_digest_leaves_engine_and_seconds_out(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["three-card-draw", "--rounds", "3000", "--seed"]
    one, two = (said_by("simulate", [*words, "x", "--workers", workers], capsys) for workers in "12")
    assert one["run"] != two["run"] and one["digest"] == two["digest"]
    assert one["digest"] != said_by("simulate", [*words, "y"], capsys)["digest"]
    analyzed = [said_by("analyze", ["three-card-draw"], capsys) for _ in range(2)]
    assert analyzed[0]["seconds"] != analyzed[1]["seconds"] and analyzed[0]["digest"] == analyzed[1]["digest"]
