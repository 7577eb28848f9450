"""What commands print for programs: schemas, both forms of every figure, and the digest."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from croupier.cli import carry_out
from croupier.cli.command_shapes import SHAPES, schema_of
from croupier.cli.registry import COMMANDS, SCHEMA_VERSIONS

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
    "hold": ["three-card-draw", "--sessions", "500", "--seed", "x"],
    "rng-test": ["--samples", "1000", "--seed", "a fixed seed"],
}
LONG = {
    "check": ["three-card-draw"],
    "exposure": ["three-card-draw", "--decks", "2", "--hands", "1"],
    "pot": ["on-the-draw", "--rounds", "50000", "--seed", "x"],
}


def said_by(command: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What a command prints for programs."""
    assert carry_out([command, *words, "--json"]) == 0
    said: dict[str, Any] = json.loads(capsys.readouterr().out)
    return said


@pytest.mark.parametrize("command", [*SAMPLES, *(pytest.param(command, marks=pytest.mark.confirm) for command in LONG)])
def test_a_command_prints_what_its_schema_says(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = said_by(command, (SAMPLES | LONG)[command], capsys)
    Draft202012Validator(schema_of(command)).validate(said)
    assert said["schema"] == f"croupier/{command}/{SCHEMA_VERSIONS[command]}"
    for place, name, value in figures(said):
        if name.endswith("_exact"):
            assert place[name.removesuffix("_exact")] == as_floats(value), name
        if name.endswith("_float") and isinstance(place[name.removesuffix("_float")], str | dict):
            assert value == as_floats(place[name.removesuffix("_float")]), name


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
    assert set(SHAPES) == set(SCHEMA_VERSIONS) <= set(COMMANDS)
    kept = {path.name: json.loads(path.read_text("utf-8")) for path in SCHEMAS.glob("*.json")}
    written = {f"{command}.{SCHEMA_VERSIONS[command]}.json": schema_of(command) for command in SHAPES}
    for name, schema in written.items():
        assert kept.get(name) == schema, f"{name} is another: raise its version in SCHEMA_VERSIONS, then `make schemas`"


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
