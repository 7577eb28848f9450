"""Papers can be checked: the same input gives the same bytes, and what was edited is found out."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter

from croupier.cli import carry_out
from croupier.errors import Refused
from croupier.games import game_named
from croupier.reports import checking
from croupier.reports.checking import check_paper, read_paper
from croupier.reports.formats import is_paper
from croupier.reports.inputs import Inputs, inputs_of
from croupier.reports.proof import ATTACHED, MARK, Maker, digest_of
from croupier.reports.sections import seen_cards
from croupier.reports.typesetting import make
from tests.reports.reading import paper, text


def inputs(kind: str = "strategy", name: str = "on-the-draw", simulate: int = 0) -> Inputs:
    return inputs_of(kind, game_named(name)(), Fraction(1), simulate=simulate)


@pytest.mark.parametrize(("kind", "ending"), [("strategy", "pdf"), ("rules", "html"), ("layout", "svg")])
def test_a_paper_that_nobody_touched_holds(tmp_path: Path, kind: str, ending: str) -> None:
    file = tmp_path / f"paper.{ending}"
    file.write_bytes(make(inputs(kind), ending))  # type: ignore[arg-type]
    checked = check_paper(file)
    assert [(check.name, check.verdict) for check in checked.checks] == [
        ("digest", "holds"),
        ("facts", "holds"),
        ("paper", "holds"),
    ]
    assert checked.holds and is_paper(file)


def test_the_digest_stands_in_text_and_metadata() -> None:
    pdf = paper("strategy", "on-the-draw")
    reader = PdfReader(io.BytesIO(pdf))
    sealed = json.loads(next(file.content for file in reader.attachment_list if file.name == ATTACHED))
    assert reader.metadata is not None and reader.metadata["/Keywords"] == MARK + sealed["digest"]
    assert (MARK + sealed["digest"]).replace(" ", "") in text(pdf).replace(" ", "")
    assert sealed["digest"] == digest_of(inputs(), sealed["facts"])


def test_the_same_input_gives_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    program = "import sys; from croupier.cli import carry_out; sys.exit(carry_out(sys.argv[1:]))"
    file = tmp_path / "paper.pdf"
    command = [sys.executable, "-c", program, "report", "three-card-draw", "--kind", "submission", "-o", str(file)]
    for_others = os.environ | {"PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"}
    subprocess.run(command, check=True, env=for_others, capture_output=True)
    assert file.read_bytes() == paper("submission", "three-card-draw")


def test_other_inputs_have_another_digest() -> None:
    game = game_named("on-the-draw")
    digests = {
        digest_of(inputs_of("strategy", each, stake), {})
        for each in (game(), game.choose({"play_multiples": "4,2,1"}), game.choose(paytables={"play": "OTD-02"}))
        for stake in (Fraction(1), Fraction(2))
    }
    assert len(digests) == 6


def edited(pdf: bytes, old: bytes, new: bytes) -> bytes:
    """The PDF with its attached file changed and everything else as it was."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    attached = next(file for file in writer.attachment_list if file.name == ATTACHED)
    assert old in attached.content
    attached.content = attached.content.replace(old, new)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_a_changed_number_is_found_out(tmp_path: Path) -> None:
    file = tmp_path / "edited.pdf"
    file.write_bytes(edited(paper("strategy", "on-the-draw"), b"1.7162%", b"1.0162%"))
    verdicts = {check.name: check for check in check_paper(file).checks}
    assert verdicts["digest"].verdict == "fails"
    assert verdicts["facts"].verdict == "fails"
    assert "'1.7162%', not '1.0162%'" in verdicts["facts"].found
    assert verdicts["paper"].verdict == "fails"


def test_a_page_that_was_redrawn_is_found_out(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    page = make(inputs("strategy"), "html")
    place = page.rindex(b"1.7162%")
    file.write_bytes(page[:place] + b"1.0162%" + page[place + 7 :])
    verdicts = {check.name: check.verdict for check in check_paper(file).checks}
    assert verdicts == {"digest": "holds", "facts": "holds", "paper": "fails"}


def test_a_paper_of_another_version_is_checked_as_far_as_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "paper.pdf"
    file.write_bytes(paper("strategy", "on-the-draw"))
    monkeypatch.setattr(checking.Maker, "here", classmethod(lambda cls: Maker("9.9", "0.0")))
    checked = check_paper(file)
    assert [check.verdict for check in checked.checks] == ["holds", "holds", "open"]
    assert checked.holds


def test_a_simulation_confirms_and_is_dealt_again_only_if_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen_cards, "DECKS", 2)
    file = tmp_path / "math.html"
    page = make(inputs("math", "three-card-draw", simulate=20_000), "html").decode()
    file.write_text(page, "utf-8")
    assert "Confirmation by simulation" in page and "20,000 rounds were dealt" in page
    assert "Exposure to seen cards" in page
    rows = read_paper(file).sealed.facts["simulation"]["rows"]
    assert {row["figure"] for row in rows} == {
        f"{bet}: {what}" for bet in ("Main", "Bonus") for what in ("expected value", "hit frequency")
    }
    assert all(abs(float(row["z"].replace("−", "-"))) < 4 and float(row["error"]) > 0 for row in rows)
    verdicts = {check.name: check.verdict for check in check_paper(file).checks}
    assert verdicts == {"digest": "holds", "facts": "holds", "simulation": "open", "paper": "holds"}
    assert {check.verdict for check in check_paper(file, simulate_again=True).checks} == {"holds"}
    file.write_text(page.replace(rows[0]["simulated"], "0.000001"), "utf-8")
    made_up = {check.name: check.verdict for check in check_paper(file, simulate_again=True).checks}
    assert made_up["facts"] == "fails"


def read_facts(page: str) -> dict[str, Any]:
    start = page.index('id="croupier-report">') + len('id="croupier-report">')
    found: dict[str, Any] = json.loads(page[start : page.index("</script>")])
    return found


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("round.jsonl", b'{"table": 1}', "is no paper"),
        ("other.pdf", b"%PDF-1.7 nonsense", "damaged PDF"),
        ("other.html", b"<!DOCTYPE html><p>hello", "no inputs and facts"),
        ("lost.svg", b'<svg><metadata id="croupier-report">{"inputs": 1}</metadata></svg>', "cannot be read"),
    ],
)
def test_what_is_no_paper_is_refused(tmp_path: Path, name: str, content: bytes, why: str) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(Refused, match=why):
        check_paper(file)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="cannot read"):
        check_paper(tmp_path / "nothing.pdf")


def test_papers_are_told_from_rounds_by_their_name_or_beginning(tmp_path: Path) -> None:
    unnamed, log = tmp_path / "paper", tmp_path / "table.log"
    unnamed.write_bytes(paper("strategy", "on-the-draw"))
    log.write_text('{"table": 1}', "utf-8")
    assert is_paper(unnamed) and is_paper(tmp_path / "there-is-none.SVG")
    assert not is_paper(log) and not is_paper(tmp_path / "there-is-none")


def test_the_command_verifies_papers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "card.pdf"
    file.write_bytes(paper("strategy", "on-the-draw"))
    assert carry_out(["verify", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "strategy card of on-the-draw" and lines[-1] == "all 3 checks hold"
    file.write_bytes(edited(paper("strategy", "on-the-draw"), b"1.7162%", b"1.7163%"))
    assert carry_out(["verify", str(file)]) == 1
    assert "FAILS  facts" in capsys.readouterr().out
    assert carry_out(["verify", "--json", str(file)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["holds"] is False and told["papers"][0]["paper"] == "strategy card of on-the-draw"
    assert [check["verdict"] for check in told["papers"][0]["checks"]] == ["fails"] * 3


@pytest.mark.parametrize("content", [None, b"", b"%PDF-1.7", b"%PDF-1.7 nonsense\n%%EOF", b"a letter"])
def test_the_command_refuses_what_is_no_paper_in_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    file = tmp_path / "paper.pdf"
    if content is not None:
        file.write_bytes(content)
    assert carry_out(["verify", str(file)]) == 2
    said = capfd.readouterr()
    assert said.out == "" and len(said.err.splitlines()) == 1 and str(file) in said.err


@pytest.mark.parametrize("package", ["typst", "pypdf"])
def test_verifying_a_paper_without_the_extra_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], package: str
) -> None:
    monkeypatch.setattr("croupier.extras.find_spec", lambda name: None if name == package else name)
    assert carry_out(["verify", str(tmp_path / "paper.pdf")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and f"need {package}" in said and "pip install 'croupier[reports]'" in said


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"stake": "1/0"}, "'1/0' is not an amount of money"),
        ({"game": "no-game"}, "unknown game 'no-game'"),
        ({"simulate": -1}, "cannot be read"),
        ({"kind": "layout"}, "a table layout is not made as .html"),
    ],
)
def test_impossible_inputs_in_a_paper_are_refused(tmp_path: Path, changed: dict[str, object], why: str) -> None:
    file = tmp_path / "card.html"
    page = make(inputs(), "html").decode()
    sealed = read_facts(page)
    forged = sealed | {"inputs": sealed["inputs"] | changed}
    start = page.index('id="croupier-report">') + len('id="croupier-report">')
    file.write_text(page[:start] + json.dumps(forged) + page[page.index("</script>") :], "utf-8")
    with pytest.raises(Refused, match=why):
        check_paper(file)
