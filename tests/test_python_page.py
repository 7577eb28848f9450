"""The page about using Croupier from Python says what is true: it is run as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "PYTHON.md"


def test_the_page_runs_as_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    program = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(program) == 6
    names: dict[str, Any] = {}
    exec(compile("\n".join(program), PAGE.name, "exec"), names)
    assert names["printed"].paytables["play"].name == "OTD-05"
    assert names["main"].actions["fold"] < 1 and names["values"].keys() == {"check", "play-2x"}
    assert [(line.hands, line.cards, line.decks) for line in names["shared"]] == [(8, 32, 16)]
    assert abs(names["found"].z) < 4
    assert names["round"].finished
    assert "\n1\n" in capsys.readouterr().out, "a distribution adds up to 1"
