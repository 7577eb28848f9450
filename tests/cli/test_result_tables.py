"""The tables of results as files: the figures of the JSON, under its names."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import BAD_INPUT, carry_out
from croupier.cli.output import TABLES, table_rows
from croupier.errors import Refused
from tests.cli.test_json import LONG, SAMPLES

Told = list[dict[str, Any]]
FIRST: dict[str, Callable[[Any], Told]] = {
    "games": lambda said: said["games"],
    "analyze": lambda said: [{"bet": bet} | told for bet, told in said["bets"].items()],
    "advise": lambda said: [
        {"action": action, "value": said["actions_float"][action], "value_exact": exact}
        for action, exact in said["actions"].items()
    ],
    "exposure": lambda said: [{"bet": bet} | line for bet, lines in said["bets"].items() for line in lines],
    "strategy": lambda said: said["frontier"],
    "audit": lambda said: said["figures"],
    "tune": lambda said: said["found"],
    "compare": lambda said: said["tables"],
    "solve": lambda said: [{"bet": bet} | told for bet, told in said["bets"].items()],
    "hold": lambda said: [
        {"figure": figure} | (told if isinstance(told, dict) else {"value": told})
        for figure, told in (said["simulated"] | {"churn": said["churn"]}).items()
        if told is not None
    ],
}
"""What the first table of a command has, read off its JSON."""
ASKED = SAMPLES | LONG | {"audit": ["on-the-draw", "--figure", "play/*"], "tune": SAMPLES["tune"]}


def written(words: list[str], path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[Any, list[dict[str, str]]]:
    """What a command prints for programs, and the rows that it writes in the same run."""
    assert carry_out([*words, "--json", "-o", str(path)]) == 0, capsys.readouterr().err
    with path.open(newline="", encoding="utf-8") as file:
        return json.loads(capsys.readouterr().out), list(csv.DictReader(file))


def as_cell(value: Any) -> str:
    return "" if value is None else str(value)


@pytest.mark.parametrize("command", TABLES)
def test_a_table_has_the_figures_of_the_json(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said, rows = written([command, *ASKED[command]], tmp_path / "x.csv", capsys)
    told = FIRST[command](said)
    assert len(rows) == len(told) > 0
    for row, line in zip(rows, told, strict=True):
        plain = {name: value for name, value in line.items() if not isinstance(value, dict | list)}
        assert {name: row[name] for name in plain} == {name: as_cell(value) for name, value in plain.items()}
        pays = {name: row[f"pays.{name}"] for name in line.get("pays", ())}
        assert pays == line.get("pays", {})
        for name in [name for name in row if name.endswith("_exact") and row[name]]:
            assert float(row[name.removesuffix("_exact")]) == pytest.approx(float(Fraction(row[name])))
        varied = said["bet"] if command in ("tune", "compare") else None
        assert f"paytables.{varied}" not in row
        for place in ("paytables", "settings"):
            dealt = {name: row[f"{place}.{name}"] for name in said.get(place, ()) if name != varied}
            assert dealt == {name: value for name, value in said.get(place, {}).items() if name != varied}


def test_a_table_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["analyze", "three-card-draw", "--table"]
    said, outcomes = written([*words, "outcomes"], tmp_path / "x.csv", capsys)
    told = [(bet, one["net"], one["probability"]) for bet in said["bets"] for one in said["bets"][bet]["outcomes"]]
    assert [(row["bet"], row["net"], row["probability"]) for row in outcomes] == told
    said, actions = written([*words, "actions"], tmp_path / "x.csv", capsys)
    main = {row["action"]: row["value_exact"] for row in actions if row["bet"] == "main"}
    assert main == said["bets"]["main"]["actions"] and len(main) == 3
    _, bets = written(["analyze", "three-card-draw"], tmp_path / "x.csv", capsys)
    assert not any(name.startswith("actions") for name in bets[0]), "what is a table of its own is in no other"


def test_what_was_asked_keeps_its_column_where_a_figure_has_the_same_name() -> None:
    said = {"game": "a", "rounds": 60, "simulated": {}, "manufacturer": [{"rounds": 1, "printed": "22%"}]}
    assert table_rows("hold", said) == [{"game": "a", "rounds": 60, "printed.rounds": 1, "printed": "22%"}]


def test_who_names_no_table_gets_the_first_that_has_rows() -> None:
    with pytest.raises(Refused, match="table figures has no rows in this result; --table takes printed"):
        table_rows("hold", {"manufacturer": [{"value": 5}]}, "figures")
    assert table_rows("hold", {"manufacturer": [{"value": 5}]}) == [{"value": 5}]
    with pytest.raises(Refused, match="no table of hold has rows"):
        table_rows("hold", {"game": "a"})


def test_the_same_table_is_written_for_parquet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import pyarrow.parquet

    said, rows = written(["games", "--table", "paytables"], tmp_path / "x.csv", capsys)
    assert carry_out(["games", "--table", "paytables", "-o", str(tmp_path / "x.parquet")]) == 0
    table = pyarrow.parquet.read_table(tmp_path / "x.parquet")
    assert [{name: as_cell(value) for name, value in row.items()} for row in table.to_pylist()] == rows
    assert json.loads(table.schema.metadata[b"croupier"]) == said
    assert {(row["game"], row["bet"], row["name"]) for row in rows} >= {("on-the-draw", "play", "OTD-01")}


def test_people_are_told_beside_the_file_no_more_tables_than_without(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["tune", "on-the-draw", "--bet", "trips", "--target-edge", "3%", "--within", "0.5%"]
    assert carry_out(words) == 0
    without = capsys.readouterr().out
    assert carry_out([*words, "-o", str(tmp_path / "x.csv")]) == 0
    assert capsys.readouterr().out == without
    with (tmp_path / "x.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == int(rows[0]["met"]) > 20


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("analyze three-card-draw -o x.txt", "x.txt must end in .json, .csv, .parquet or .arrow, which says how"),
        ("hold on-the-draw -o nowhere/x.csv", "--output nowhere/x.csv cannot be written: there is no folder nowhere"),
        ("analyze three-card-draw --table bets", "--table bets is of a file; write it as in -o bets.csv"),
        ("analyze three-card-draw -o x.json --table bets", "cannot be taken out of x.json, which has them all"),
        ("analyze three-card-draw -o x.csv --table outcome", "unknown table 'outcome' for the result of analyze"),
        ("analyze three-card-draw -o x.csv --table pot", "table pot has no rows in this result; --table takes bets, "),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_in_one_line(
    words: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert carry_out(words.split()) == BAD_INPUT
    said = capsys.readouterr()
    assert line in said.err and said.err.splitlines()[-1].startswith("croupier: ") and not said.out
    assert not list(tmp_path.iterdir())


def test_the_documentation_names_every_table() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "export.md").read_text(encoding="utf-8")
    lines = [line.split("|") for line in page.splitlines() if line.startswith("| `")]
    told = {command: tables for _, commands, tables, _ in lines for command in re.findall(r"`([\w-]+)`", commands)}
    assert told.keys() == {*TABLES, "simulate", "merge"}
    for command, tables in TABLES.items():
        assert len(tables) == 1 or re.findall(r"`([\w-]+)`", told[command]) == list(tables), command
