"""`croupier report` as people meet it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import carry_out
from croupier.errors import Refused
from croupier.exact.solver import solver_of
from croupier.games import game_named, game_names
from croupier.reports import typesetting
from croupier.reports.inputs import FORMATS, KINDS
from croupier.reports.typesetting import write
from tests.reports.reading import facts, pages, paper, text


def report(*words: object) -> int:
    return carry_out(["report", *map(str, words)])


@pytest.fixture
def facts_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The facts of a paper are gathered once for all formats in which it is written."""
    monkeypatch.setattr(typesetting, "facts_of", lambda terms, progress: facts(terms.inputs.kind, terms.inputs.game))


def test_the_command_writes_what_the_room_makes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "card.pdf"
    assert report("on-the-draw", "--kind", "strategy", "-o", file) == 0
    assert file.read_bytes() == paper("strategy", "on-the-draw")
    assert capsys.readouterr().out == f"{file}\n"
    assert os.listdir(tmp_path) == ["card.pdf"]


def test_options_choose_the_game_and_its_terms(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('bet = "trips"\nname = "generous"\n[pays]\nthree-of-a-kind = "9:1"\n', "utf-8")
    file = tmp_path / "rules.pdf"
    status = report(
        *("on-the-draw", "--kind", "rules", "--paytable", "play=OTD-05", "--paytable-file", own),
        *("--set", "play_multiples=4,2,1", "--jurisdiction", "washington", "--date", "2024-06-01", "-o", file),
    )
    assert status == 0
    words = text(file.read_bytes())
    for said in ("OTD-05", "generous", "9 to 1", "Bet 4x", "Place Washington", "1 June 2024", "$5 to $75"):
        assert said in words, said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["on-the-draw", "--kind", "poem", "-o", "x.pdf"], "unknown kind of paper 'poem'; there are math, rules"),
        (["on-the-draw", "--kind", "math", "-o", "x.txt"], "ends in .txt; a mathematical report is written as .pdf or"),
        (["on-the-draw", "--kind", "layout", "-o", "x.html"], "a table layout is written as .pdf or .svg"),
        (["on-the-draw", "-o", "no/such/folder/x.pdf"], "there is no folder"),
        (["on-the-draw", "-o", "x"], "has no ending"),
        (["on-the-draw", "--stake", "0", "-o", "x.pdf"], "stake"),
        (["on-the-draw", "--simulate", "many", "-o", "x.pdf"], "'many' is not a number of rounds"),
        (["on-the-draw", "--simulate", "9999", "-o", "x.pdf"], "9,999 is too few rounds to confirm anything by"),
        (["on-the-draw", "--kind", "math"], "-o"),
    ],
)
def test_bad_input_gets_one_line_and_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert report(*words) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and why in said
    assert os.listdir(tmp_path) == []


def test_a_paper_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "paper.pdf"
    file.write_bytes(b"the old one")

    def fails(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(Refused, match="No space left"):
        write(file, b"the new one")
    assert file.read_bytes() == b"the old one" and os.listdir(tmp_path) == ["paper.pdf"]


def test_without_the_typesetter_one_line_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("croupier.extras.find_spec", lambda name: None)
    assert report("on-the-draw", "-o", tmp_path / "x.pdf") == 2
    assert "pip install 'croupier[reports]'" in capsys.readouterr().err


def test_a_folder_is_no_place_for_a_paper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "papers.pdf").mkdir()
    assert report("on-the-draw", "--kind", "layout", "-o", tmp_path / "papers.pdf") == 2
    assert "is a folder" in capsys.readouterr().err


@pytest.mark.usefixtures("facts_are_kept")
@pytest.mark.parametrize(("kind", "ending"), [(kind, ending) for kind in KINDS for ending in FORMATS[kind]])
def test_every_kind_is_made_in_every_format_it_has(tmp_path: Path, kind: str, ending: str) -> None:
    file = tmp_path / f"paper.{ending}"
    quickly = ("--simulate", "0") if kind == "submission" else ()
    assert report("three-card-draw", "--kind", kind, "-o", file, *quickly) == 0
    assert file.read_bytes()[:5] == {"pdf": b"%PDF-", "html": b"<!DOC", "svg": b"<svg "}[ending]
    if (kind, ending) == ("submission", "pdf"):
        check_submission(pages(file.read_bytes()))


def check_submission(read: list[str]) -> None:
    """That everything is there, in the order in which it is asked for."""
    first, words = read[1], " ".join(read[2:])
    parts = [
        *("1. Summary", "2. Rules of play", "3. Dealing procedure", "4. Irregularities", "5. True odds", "6. Layout"),
        *("7. Equipment", "8. Statistical evaluation", "9. Worst-case liability", "10. Volatility"),
        *("11. Proof of the arithmetic", "12. Random number generator", "13. Strategy card", "14. Rack card"),
    ]
    places = [words.index(part) for part in parts]
    assert places == sorted(places) and places[-1] < words.rindex("Version and digest")
    assert first.index("Irregularities") < first.index("True odds") < first.index("Statistical evaluation")
    assert "205 CMR 147.04" in first and "Nevada Reg. 14.230(2)" in first
    bonus = solver_of(game_named("three-card-draw")()).analyze()["bonus"]
    chance = bonus.rows[0].probability
    returned = float(bonus.rows[0].returns)
    numbers = f"{float((1 - chance) / chance):,.0f} to 1 80 to 1 {float(chance):.6%} {returned:+.6f}"
    assert f"A-K-Q suited {numbers}" in words
    assert f"Bonus: house advantage {float(bonus.house_edge):.4%} of the bet" in words


def test_no_paper_names_a_game() -> None:
    room = Path(typesetting.__file__).parent
    said = " ".join(path.read_text("utf-8") for path in room.rglob("*") if path.suffix in (".py", ".typ", ".toml"))
    examples = 'game_named("three-card-draw")'
    for name in game_names():
        kind = game_named(name)
        for word in (name, kind.title, f"{kind.document}-"):
            assert word not in said.replace(examples, ""), word
