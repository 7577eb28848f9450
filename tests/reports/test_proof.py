"""Papers can be checked: the same input gives the same bytes, and what was edited is found out."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tracemalloc
import zlib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typst
from msgspec.structs import replace
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject

import croupier
from croupier.checks import Check
from croupier.cli import carry_out
from croupier.errors import Refused
from croupier.games import game_named
from croupier.reports import checking
from croupier.reports.checking import check_paper, read_paper
from croupier.reports.inputs import Inputs, inputs_of, is_paper
from croupier.reports.math_report import seen_cards
from croupier.reports.proof import ATTACHED, MARK, Maker, Sealed, canonical, digest_of, seal
from croupier.reports.typesetting import make, set_in_type
from tests.reports.reading import paper, text


def inputs(kind: str = "strategy", name: str = "on-the-draw", simulate: int = 0) -> Inputs:
    return inputs_of(kind, game_named(name)(), Fraction(1), simulate=simulate)


@cache
def card() -> str:
    """The strategy card of On the Draw as a page."""
    return make(inputs(), "html").decode()


@pytest.mark.parametrize(("kind", "ending"), [("strategy", "pdf"), ("rules", "html"), ("layout", "svg")])
def test_a_paper_that_nobody_touched_holds(tmp_path: Path, kind: str, ending: str) -> None:
    file = tmp_path / f"paper.{ending}"
    file.write_bytes(make(inputs(kind), ending))  # type: ignore[arg-type]
    checked = check_paper(file)
    assert [(check.name, check.verdict) for check in checked.checks] == [
        ("digest", "holds"),
        ("maker", "holds"),
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
    assert sealed["digest"] == digest_of(inputs(), sealed["facts"], Maker.here("on-the-draw"))


@pytest.mark.confirm
def test_the_same_input_gives_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    program = "import sys; from croupier.cli import carry_out; sys.exit(carry_out(sys.argv[1:]))"
    file = tmp_path / "paper.pdf"
    command = [sys.executable, "-c", program, "report", "three-card-draw", "--kind", "submission", "-o", str(file)]
    command += ["--simulate", "0"]
    for_others = os.environ | {"PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"}
    subprocess.run(command, check=True, env=for_others, capture_output=True)
    assert file.read_bytes() == paper("submission", "three-card-draw")


def test_other_inputs_have_another_digest() -> None:
    game = game_named("on-the-draw")
    digests = {
        digest_of(inputs_of("strategy", each, stake), {}, Maker.here("on-the-draw"))
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
    assert "computed again" in verdicts["facts"].found
    assert verdicts["paper"].verdict == "fails"


def test_a_page_that_was_redrawn_is_found_out(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    page = card().encode()
    place = page.rindex(b"1.7162%")
    file.write_bytes(page[:place] + b"1.0162%" + page[place + 7 :])
    verdicts = {check.name: check.verdict for check in check_paper(file).checks}
    assert verdicts == {"digest": "holds", "maker": "holds", "facts": "holds", "paper": "fails"}


@pytest.mark.parametrize("there", [{"build": "other"}, {"typst": "0.0"}])
def test_a_paper_that_comes_out_the_same_holds_whichever_build_made_it(tmp_path: Path, there: dict[str, Any]) -> None:
    maker = replace(Maker.here("on-the-draw"), **there)
    page = card()
    file = tmp_path / "paper.html"
    file.write_bytes(set_in_type(seal(inputs(), read_facts(page)["facts"], maker), "html"))
    checked = check_paper(file)
    assert {check.name: check.verdict for check in checked.checks} == {
        "digest": "holds",
        "maker": "holds",
        "facts": "holds",
        "paper": "holds",
    }
    (found,) = [check.found for check in checked.checks if check.name == "maker"]
    assert str(maker) in found and str(Maker.here("on-the-draw")) in found
    assert (checked.version, checked.behaviour) == (maker.croupier, maker.behaviour)


def checked_page(file: Path, page: str) -> dict[str, Check]:
    """The checks of a page, by name."""
    file.write_text(page, "utf-8")
    return {check.name: check for check in check_paper(file).checks}


def resealed(page: str, old: str, new: str, **maker: Any) -> str:
    """The page with something changed wherever it stands, another maker claimed, and a digest that fits: a forger's."""
    assert old in page
    forged = page.replace(old, new)
    sealed = read_facts(forged)
    sealed["maker"] |= maker
    digest = digest_of(sealed["inputs"], sealed["facts"], sealed["maker"])
    forged = forged.replace(sealed["digest"], digest)
    claimed = read_facts(forged) | {"maker": sealed["maker"]}
    start = forged.index('id="croupier-report">') + len('id="croupier-report">')
    return forged[:start] + json.dumps(claimed) + forged[forged.index("</script>") :]


def test_a_genuine_paper_of_another_build_is_never_called_edited(tmp_path: Path) -> None:
    """As a build of this version writes it that words something otherwise."""
    page = card()
    reworded = resealed(page, "the sooner you bet", "the earlier you bet", build="another")
    checks = checked_page(tmp_path / "card.html", reworded)
    assert {name: check.verdict for name, check in checks.items()} == {
        "digest": "holds",
        "maker": "open",
        "numbers": "holds",
        "facts": "open",
        "paper": "open",
    }
    assert "reads otherwise here" in checks["facts"].found
    assert not any("edited" in check.found for check in checks.values())


@pytest.mark.parametrize("new", ['"-29093001/2341229800"', '"-0.0001"', "-0.0001"])
def test_an_exact_number_that_was_changed_is_found_whatever_build_is_claimed(tmp_path: Path, new: str) -> None:
    page = card()
    forged = resealed(page, '"-39093001/2341229800"', new, build="another")
    checks = checked_page(tmp_path / "card.html", forged)
    assert checks["digest"].verdict == "holds", "the forger has sealed it again"
    assert checks["numbers"].verdict == "fails"


def test_a_figure_that_was_changed_is_never_said_to_hold(tmp_path: Path) -> None:
    page = card()
    checks = checked_page(tmp_path / "card.html", resealed(page, "1.7162%", "1.0162%", build="another"))
    assert checks["numbers"].verdict == "holds" and checks["facts"].verdict == "open"
    checks = checked_page(tmp_path / "card.html", resealed(page, "1.7162%", "1.0162%", typst="0.0"))
    assert checks["facts"].verdict == "fails"


def test_a_number_that_was_changed_by_a_forger_with_this_build_is_found(tmp_path: Path) -> None:
    checks = checked_page(tmp_path / "card.html", resealed(card(), "1.7162%", "1.0162%"))
    assert {name: check.verdict for name, check in checks.items()} == {
        "digest": "holds",
        "maker": "holds",
        "facts": "fails",
        "paper": "fails",
    }


def test_the_maker_is_in_the_digest(tmp_path: Path) -> None:
    page = make(inputs(), "html").decode()
    own = Maker.here("on-the-draw")
    for there in ({"typst": "0.0"}, {"build": "another"}):
        claimed = page.replace(*(canonical(each).decode() for each in (own, replace(own, **there))))
        assert claimed != page and checked_page(tmp_path / "card.html", claimed)["digest"].verdict == "fails"


def test_what_cannot_be_compared_fails_unless_a_part_is_enough(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "card.html"
    page = make(inputs(), "html").decode()
    place = page.rindex("1.7162%")
    file.write_text(resealed(page[:place] + "0.10%" + page[place + 7 :], "1.7162%", "1.7162%", typst="0.0"), "utf-8")
    assert carry_out(["verify", str(file)]) == 1
    said = capsys.readouterr().out.splitlines()[-1]
    assert said == "not compared: maker, paper; nothing else fails, and --partial accepts that"
    assert carry_out(["verify", str(file), "--partial"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "all that was compared holds; not compared: maker, paper"
    assert carry_out(["verify", str(file), "--partial", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["papers"]
    assert told["not_compared"] == ["maker", "paper"]


def test_a_paper_about_a_game_is_signed_by_no_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, key = tmp_path / "card.html", tmp_path / "key"
    file.write_bytes(make(inputs(), "html"))
    key.write_text("ab" * 32)
    assert carry_out(["verify", str(file), "--key", str(key)]) == 2
    assert "which no house signs" in capsys.readouterr().err


def test_a_pdf_that_unpacks_to_gigabytes_is_refused_by_its_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = zlib.compressobj()
    content = b"".join(packed.compress(bytes(1 << 20)) for _ in range(1 << 10)) + packed.flush()
    writer = PdfWriter(clone_from=io.BytesIO(paper("strategy", "on-the-draw")))
    attached = next(file for file in writer.attachment_list if file.name == ATTACHED)
    stream = attached.pdf_object["/EF"]["/F"].get_object()
    stream._data = content
    stream[NameObject("/Filter")] = NameObject("/FlateDecode")
    file = tmp_path / "bomb.pdf"
    writer.write(file)
    assert file.stat().st_size < 4 << 20
    tracemalloc.start()
    try:
        assert carry_out(["verify", str(file)]) == 2
        assert tracemalloc.get_traced_memory()[1] < 256 << 20
    finally:
        tracemalloc.stop()
    assert capsys.readouterr().err.count("\n") == 1
    os.truncate(file, 8 << 30)
    assert carry_out(["verify", str(file)]) == 2
    assert "is larger than 32 MiB" in capsys.readouterr().err


@pytest.mark.parametrize("behaviour", [3, 10**18, 0, -5])
def test_a_paper_of_another_behaviour_version_is_refused(tmp_path: Path, behaviour: int) -> None:
    page = card()
    other = resealed(page, "1.7162%", "1.0162%", behaviour=behaviour, build="another")
    made_by = f"Croupier {croupier.__version__} made it with behaviour version {behaviour} of on-the-draw"
    with pytest.raises(Refused, match=made_by):
        checked_page(tmp_path / "card.html", other)


@pytest.mark.parametrize("lost", [(), ("build", "behaviour")])
def test_a_paper_of_another_version_is_refused_by_the_name_of_its_program(
    tmp_path: Path, lost: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    page = resealed(card(), "1.7162%", "1.0162%", croupier="9.1.0")
    maker = read_facts(page)["maker"]
    short = {name: value for name, value in maker.items() if name not in lost}
    file = tmp_path / "card.html"
    compact = json.dumps(maker)
    assert compact in page
    file.write_text(page.replace(compact, json.dumps(short)), "utf-8")
    assert carry_out(["verify", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "was made by Croupier 9.1.0" in said


def test_pages_of_another_maker_that_come_out_otherwise_are_said_not_to_be_compared(tmp_path: Path) -> None:
    page = card()
    place = page.rindex("1.7162%")
    redrawn = page[:place] + "1.0162%" + page[place + 7 :]
    checks = checked_page(tmp_path / "card.html", resealed(redrawn, "1.7162%", "1.7162%", build="another"))
    assert checks["facts"].verdict == "holds" and checks["paper"].verdict == "open"
    assert "what is printed on its pages was not held against its facts" in checks["paper"].found


def test_a_paper_whose_facts_are_not_set_here_any_more_is_checked_as_far_as_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = card()

    def lacks_a_key(sealed: Sealed, format: str) -> bytes:
        raise typst.TypstError('dictionary does not contain key "unit"')

    monkeypatch.setattr(checking, "set_in_type", lacks_a_key)
    checks = checked_page(tmp_path / "card.html", resealed(page, "1.7162%", "1.7162%", build="another"))
    assert checks["facts"].verdict == "holds" and checks["paper"].verdict == "open"
    assert checked_page(tmp_path / "card.html", page)["paper"].verdict == "fails"


@pytest.mark.confirm
def test_a_simulation_confirms_and_is_dealt_again_unless_a_part_is_enough(
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
    verdicts = {check.name: check.verdict for check in check_paper(file, partial=True).checks}
    holds = dict.fromkeys(("digest", "maker", "facts", "exposure", "paper"), "holds")
    assert verdicts == holds | {"simulation": "open"}
    assert {check.verdict for check in check_paper(file).checks} == {"holds"}
    file.write_text(page.replace(rows[0]["simulated"], "0.000001"), "utf-8")
    made_up = {check.name: check.verdict for check in check_paper(file).checks}
    assert made_up["facts"] == "fails"
    gain = read_paper(file).sealed.facts["simulation"]["seen_cards"]["bets"][0]["rows"][-1]["gain"]
    file.write_text(resealed(page, gain, "0.0001%"), "utf-8")
    checks = {check.name: check for check in check_paper(file, partial=True).checks}
    assert checks["digest"].verdict == "holds" and checks["exposure"].verdict == "fails", "without any round dealt"


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
    assert lines[0] == "strategy card of on-the-draw" and lines[-1] == "all 4 checks hold"
    file.write_bytes(edited(paper("strategy", "on-the-draw"), b"1.7162%", b"1.7163%"))
    assert carry_out(["verify", str(file)]) == 1
    assert "FAILS  facts" in capsys.readouterr().out
    assert carry_out(["verify", "--json", str(file)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["holds"] is False and told["papers"][0]["paper"] == "strategy card of on-the-draw"
    assert [check["verdict"] for check in told["papers"][0]["checks"]] == ["fails", "holds", "fails", "fails"]
    assert (told["version"], told["papers"][0]["version"]) == (croupier.__version__, croupier.__version__)
    assert told["papers"][0]["behaviour"] == game_named("on-the-draw").behaviour


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
    page = card()
    sealed = read_facts(page)
    forged = sealed | {"inputs": sealed["inputs"] | changed}
    start = page.index('id="croupier-report">') + len('id="croupier-report">')
    file.write_text(page[:start] + json.dumps(forged) + page[page.index("</script>") :], "utf-8")
    with pytest.raises(Refused, match=why):
        check_paper(file)
