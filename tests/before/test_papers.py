"""Papers of an older maker are verified: their facts hold, and none of them is called edited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.before.kept import KEPT, unpacked
from tests.cli.terminal import croupier

MAKER = "0.1.0"
"""The version that made all of them."""
LONG = ("math", "submission", "strategy", "on-the-draw-rules", "on-the-draw-rack")
"""Papers that take seconds to compute again."""


def papers() -> list[object]:
    """Every kept paper; the long ones where there is time."""
    return [
        pytest.param(path, id=path.name, marks=[pytest.mark.confirm] if any(each in path.name for each in LONG) else [])
        for path in sorted((KEPT / "papers").iterdir())
    ]


def test_there_is_a_paper_of_every_kind_and_format() -> None:
    names = [path.name for path in (KEPT / "papers").iterdir()]
    for kind in ("math", "rules", "strategy", "layout", "rack", "submission"):
        assert f"on-the-draw-{kind}.pdf.xz" in names
    assert {name.split(".")[1] for name in names} == {"pdf", "html", "svg"}


@pytest.mark.parametrize("packed", papers())
def test_an_older_paper_holds_and_is_never_called_edited(packed: Path, tmp_path: Path) -> None:
    said = croupier("verify", unpacked(packed, tmp_path))
    assert said.status == 0, said.out + said.err
    assert "edited" not in said.out + said.err
    same = "the same to the last byte" in said.out
    assert same or MAKER in said.out, "a paper of another maker is said to be of that one"


@pytest.mark.confirm
def test_the_simulation_in_an_older_paper_is_dealt_again(tmp_path: Path) -> None:
    paper = unpacked(KEPT / "papers" / "three-card-draw-math-simulated.pdf.xz", tmp_path)
    said = croupier("verify", paper, "--simulate")
    assert said.status == 0 and "not dealt again" not in said.out, said.out


def test_an_older_paper_that_was_edited_does_not_hold(tmp_path: Path) -> None:
    paper = unpacked(KEPT / "papers" / "draw-n-shoot-21-rack.html.xz", tmp_path)
    text = paper.read_text("utf-8")
    figure = re.compile(r"\d").search(text, text.index('"facts":'))
    assert figure is not None
    paper.write_text(text[: figure.start()] + str((int(figure[0]) + 1) % 10) + text[figure.end() :], "utf-8")
    assert croupier("verify", paper).status == 1
