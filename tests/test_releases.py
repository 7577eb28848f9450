"""One version, said the same everywhere; a behaviour version of each game, which moves with its rounds and numbers."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from bench import signature
from bench.signature import Signature, complaint, written

from croupier import __version__
from croupier.games import game_names
from tests.cli.terminal import croupier

ROOT = Path(__file__).parent.parent
NOW = Signature("on-the-draw", 3, "rounds", "figures")


def test_the_package_takes_its_version_from_the_code() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "version" not in project["project"] and project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/croupier/__init__.py"


@pytest.mark.parametrize(
    ("file", "said"),
    [("CHANGELOG.md", r"^## \[?v?(\d+\.\d+\.\d+)\]?"), ("CITATION.cff", r"^version: *[\"']?(\d+\.\d+\.\d+)")],
)
def test_what_is_written_about_a_release_names_this_version(file: str, said: str) -> None:
    found = re.search(said, (ROOT / file).read_text("utf-8"), re.MULTILINE)
    assert found is not None and found[1] == __version__, f"{file} does not begin with {__version__}"


@pytest.mark.parametrize("name", game_names())
def test_a_behaviour_version_moves_with_the_rounds_and_figures_of_its_game(name: str) -> None:
    known, now = written().get(name), Signature.of(name)
    assert complaint(known, now) == ""
    assert known == now, f"bench/SIGNATURE has another line for {name}: run `{signature.WRITE}`"


def test_every_signature_belongs_to_a_game() -> None:
    assert list(written()) == game_names()


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (NOW, None),
        (None, None),
        (replace(NOW, behaviour=2, rounds="others"), None),
        (
            replace(NOW, rounds="others"),
            "the rounds of on-the-draw have moved.*raise `behaviour` in on_the_draw/ru",
        ),
        (replace(NOW, rounds="o", figures="o"), "the rounds and figures of on-the-draw.*to 4.*CHANGELOG.*--write`"),
        (replace(NOW, behaviour=4, figures="o"), "the figures of on-the-draw have moved.*is still 3"),
        (replace(NOW, behaviour=2), "on-the-draw went from 2 to 3, and neither its rounds nor its figures moved"),
    ],
)
def test_a_signature_and_a_behaviour_version_move_together(known: Signature | None, said: str | None) -> None:
    complained = complaint(known, NOW)
    assert re.search(said, complained) if said else complained == ""


def test_signatures_are_written_down_only_with_their_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(signature, "FILE", tmp_path / "SIGNATURE")
    monkeypatch.setattr(signature, "game_names", lambda: ["on-the-draw"])
    monkeypatch.setattr(Signature, "of", classmethod(lambda cls, name: NOW))
    assert signature.write() == 0 and written() == {"on-the-draw": NOW}
    signature.FILE.write_text(f"{replace(NOW, rounds='others')}\n", "utf-8")
    assert signature.write() == 1 and written() == {"on-the-draw": replace(NOW, rounds="others")}
    assert "have moved" in capsys.readouterr().err


def test_records_name_what_dealt_them_to_programs(tmp_path: Path) -> None:
    log = tmp_path / "table.log"
    assert croupier("play", "big-draw", "--rounds", "1", "--log", log, typed="\n" * 40).status == 0
    for command in ("replay", "verify"):
        told = json.loads(croupier(command, log, "--json").out)
        (round,) = told["rounds"]
        assert (told["version"], round["version"], round["behaviour"]) == (__version__, __version__, 2)
