"""Result files are there whole or not at all."""

from __future__ import annotations

import json
import os
import resource
import signal
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.printing.simulation_tables import outcome_rows
from croupier.errors import Refused
from croupier.shown import result_files

SAID: dict[str, Any] = {
    "game": "on-the-draw",
    "strategies": [
        {
            "strategy": "optimal",
            "bets": {
                "main": {
                    "outcomes": [
                        {"net": "-2", "count": 3, "frequency": 0.75},
                        {"net": "7/2", "count": 1, "frequency": 0.25},
                    ]
                }
            },
        }
    ],
}


def test_parquet_has_a_row_for_every_net_result_and_the_rest_beside_it(tmp_path: Path) -> None:
    import pyarrow.parquet

    result_files.write(tmp_path / "run.parquet", SAID, outcome_rows(SAID))
    table = pyarrow.parquet.read_table(tmp_path / "run.parquet")
    assert table.to_pylist() == [
        {"strategy": "optimal", "bet": "main", "net": "-2", "units": -2.0, "count": 3, "frequency": 0.75},
        {"strategy": "optimal", "bet": "main", "net": "7/2", "units": 3.5, "count": 1, "frequency": 0.25},
    ]
    assert json.loads(table.schema.metadata[b"croupier"]) == SAID


def test_a_column_of_exact_and_of_estimated_figures_has_their_words(tmp_path: Path) -> None:
    import pyarrow.parquet

    rows = [{"won": "1/3", "lost": 1}, {"won": 0.25}, {"won": None, "lost": 0.5}]
    result_files.write(tmp_path / "run.parquet", SAID, rows)
    table = pyarrow.parquet.read_table(tmp_path / "run.parquet").to_pydict()
    assert table == {"won": ["1/3", "0.25", None], "lost": [1.0, None, 0.5]}


@pytest.mark.parametrize("name", ["run.json", "run.parquet"])
def test_a_new_result_takes_the_place_of_the_old_at_once(tmp_path: Path, name: str) -> None:
    result_files.write(tmp_path / name, SAID, outcome_rows(SAID))
    before = (tmp_path / name).read_bytes()
    with (tmp_path / name).open("rb") as old:
        result_files.write(tmp_path / name, SAID | {"more": "x"}, outcome_rows(SAID))
        assert old.read() == before, "somebody who is reading the old file sees the new one"
    assert (tmp_path / name).read_bytes() != before


@pytest.mark.parametrize("name", ["run.json", "run.parquet"])
def test_a_full_disk_leaves_the_old_file_as_it_was(tmp_path: Path, name: str) -> None:
    result_files.write(tmp_path / name, SAID, outcome_rows(SAID))
    before = (tmp_path / name).read_bytes()
    large = SAID | {"more": "x" * 100_000}
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        with pytest.raises(Refused, match="cannot be written: File too large"):
            result_files.write(tmp_path / name, large, outcome_rows(SAID))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)
    assert (tmp_path / name).read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_an_interrupt_in_the_middle_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        result_files.write(tmp_path / "run.json", SAID, outcome_rows(SAID))
    assert list(tmp_path.iterdir()) == []
