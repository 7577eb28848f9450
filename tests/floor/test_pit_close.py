"""The day's close: a paper of what the pit counted, which anybody can add up again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pypdf import PdfReader

from croupier.cli import carry_out
from croupier.errors import Refused
from croupier.floor.api import pit_theory
from croupier.floor.pit.day_close import SealedClose, check_close, set_close
from croupier.reports.checking import open_paper
from croupier.reports.proof import digest_of
from tests.floor.open_house import OpenHouse
from tests.floor.test_pit import NOON, played

PLAIN = ("digest", "maker", "sums", "lines", "theory", "alarms", "paper")
"""What is known of a paper without the house."""


@pytest.fixture(autouse=True)
def without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """What bets have in common takes seconds to measure, and a paper says when it has not been."""
    monkeypatch.setattr(pit_theory, "LONGEST_WAIT", 0.0)


def closed(house: OpenHouse, folder: Path) -> Path:
    """The paper of a day on which two games were played, as a supervisor downloads it."""
    for game in ("three-card-draw", "three-card-draw", "on-the-draw"):
        played(house, game, 2)
    answer = house.staff("supervisor").get("/api/pit/close", ahead=NOON)
    assert answer.headers["content-type"] == "application/pdf"
    paper = folder / "close.pdf"
    paper.write_bytes(answer.content)
    return paper


@pytest.mark.sample(2)
def test_a_day_is_closed_on_paper_and_the_paper_can_be_added_up_again(house: OpenHouse, tmp_path: Path) -> None:
    paper = closed(house, tmp_path)
    told = house.staff("auditor").get("/api/pit", ahead=NOON).json()
    facts = open_paper(paper).read(SealedClose).facts
    for name in ("rounds", "voids", "drop", "handle", "win", "corrected"):
        assert facts["lines"]["all"][name] == told["all"][name]
    assert [line["name"] for line in facts["lines"]["games"]] == ["on-the-draw", "three-card-draw"]
    assert facts["lines"]["all"]["owed"] == sum(table["owed"] for table in told["tables"])
    assert not facts["over"]
    verdicts = {check.name: check.verdict for check in check_close(paper).checks}
    assert {name for name, verdict in verdicts.items() if verdict == "holds"} == {*PLAIN}
    assert {name for name, verdict in verdicts.items() if verdict == "open"} == {"shared", "people", "log"}
    text = "".join(page.extract_text() for page in PdfReader(paper).pages)
    assert "The day was not over" in text and "three-card-draw" in text
    assert carry_out(["verify", str(paper)]) == 0
    for changed, check in CHANGES:
        facts = json.loads(json.dumps(open_paper(paper).read(SealedClose).facts))
        changed(facts)
        assert fails(paper, facts, tmp_path / "edited.pdf") == {check}
    assert house.guest().get("/api/pit/close").status_code == 403


def add(*path: Any) -> Callable[[Any], None]:
    def change(facts: Any) -> None:
        for step in path[:-1]:
            facts = facts[step]
        facts[path[-1]] += 500

    return change


def won_elsewhere(facts: Any) -> None:
    """A win that is moved from one table to another of its game, which no sum shows."""
    first, second = (line for line in facts["lines"]["tables"] if line["game"] == "three-card-draw")
    first["win"], second["win"] = first["win"] + 500, second["win"] - 500


def another_hold(facts: Any) -> None:
    facts["lines"]["all"]["hold"] = "1.0%"


CHANGES = (
    (add("lines", "all", "drop"), "sums"),
    (won_elsewhere, "lines"),
    (another_hold, "lines"),
    (add("lines", "tables", 0, "deviation"), "theory"),
)


def fails(paper: Path, facts: Any, edited: Path) -> set[str]:
    """The checks that do not hold of a paper with other facts, sealed anew, besides those that follow from them."""
    sealed = open_paper(paper).read(SealedClose)
    again = msgspec.structs.replace(sealed, facts=facts, digest=digest_of(sealed.inputs, facts))
    edited.write_bytes(set_close(again))
    found = [check.name for check in check_close(edited).checks if check.verdict == "fails"]
    return {found[0]} if found else set()


def test_counts_of_no_day_are_refused(house: OpenHouse, tmp_path: Path) -> None:
    paper = closed(house, tmp_path)
    facts = json.loads(json.dumps(open_paper(paper).read(SealedClose).facts))
    facts["counted"]["hours"][0]["hour"] += 24
    with pytest.raises(Refused, match="not of the tables and the hours of a day"):
        fails(paper, facts, tmp_path / "edited.pdf")


def test_the_command_closes_a_day_on_which_nobody_played(house: OpenHouse, tmp_path: Path) -> None:
    paper = tmp_path / "close.html"
    words = ["--database-url", house.database, "--date", "2020-02-29", "--ahead", "-8", "-o", str(paper)]
    assert carry_out(["close", *words]) == 0
    text = paper.read_text("utf-8")
    assert "29 February 2020" in text and "No table had anything to count" in text
    assert carry_out(["verify", str(paper)]) == 0
    paper.write_text(text.replace("29 February", "28 February"), "utf-8")
    assert carry_out(["verify", str(paper)]) == 1


def test_the_command_refuses_what_is_no_day_and_no_paper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        (["--date", "yesterday", "-o", str(tmp_path / "a.pdf")], "is not a day"),
        (["-o", str(tmp_path / "a.doc")], "does not end in .pdf or .html"),
        (["--data", str(tmp_path / "none"), "-o", str(tmp_path / "a.pdf")], "there is no house in"),
    ):
        assert carry_out(["close", *words]) == 2
        assert said in capsys.readouterr().err
