"""Every notebook runs from its first cell to its last, and shows what it says it shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.docs.notebooks import notebooks, run


def test_there_are_notebooks_for_inventing_playing_and_learning() -> None:
    assert [path.stem for path in notebooks()] == ["beat-or-protect", "invent-and-tune", "teach-a-learner"]


@pytest.mark.confirm
@pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    notebook = json.loads(path.read_text("utf-8"))
    kept = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    shown = list(run(notebook))
    assert [[output["output_type"] for output in outputs] for outputs in shown] == [
        [output["output_type"] for output in outputs] for outputs in kept
    ]
    assert any("<svg" in "".join(o["data"].get("text/html", [])) for each in shown for o in each if "data" in o)
