"""Whether the house goes on when its journal cannot be written."""

from __future__ import annotations

import io
import json
import sys

import pytest

from croupier.floor.json_log import log_line


def test_a_line_is_an_object_with_what_happened(capsys: pytest.CaptureFixture[str]) -> None:
    log_line("task failed", task="clocks")
    line = json.loads(capsys.readouterr().err)
    assert (line["what"], line["task"]) == ("task failed", "clocks")


def test_a_journal_that_takes_no_more_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(27, "File too large")

    monkeypatch.setattr(sys, "stderr", Full())
    log_line("task failed", task="clocks")
