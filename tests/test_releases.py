"""One version, said the same everywhere; a behaviour version of each game, which moves with its rounds and numbers."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from bench import signature
from bench.signature import Signature, complaint, written

from croupier import __version__
from croupier.build import COMMIT, commit, full_version
from croupier.cli import carry_out
from croupier.floor.metrics import Metrics
from croupier.games import game_named, game_names
from tests import release
from tests.cli.terminal import croupier

ROOT = Path(__file__).parent.parent
NOW = Signature("on-the-draw", 3, "rounds", "figures")


def test_the_package_takes_its_version_from_the_code() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "version" not in project["project"] and project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["expression"] == "full_version()"


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


def test_whoever_asks_is_told_the_commit(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("git", "-C", str(ROOT), "rev-parse", "HEAD")
    head = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    assert not (head and COMMIT.is_relative_to(ROOT)) or (commit() and head.startswith(commit()))
    assert carry_out(["--version"]) == 0
    said = f"{__version__}+g{commit()}" if commit() else __version__
    assert capsys.readouterr().out == f"croupier {said}\n"
    assert game_named("on-the-draw")().release.croupier == full_version()
    (build,) = (metric for metric in Metrics().registry.collect() if metric.name == "croupier_build_info")
    assert build.samples[0].labels["version"] == __version__ and build.samples[0].labels["commit"] == commit()


def test_a_package_has_its_commit_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.build.COMMIT", tmp_path / "croupier" / "src" / "commit")
    assert commit.__wrapped__() == "", "a folder without git"
    (tmp_path / "croupier" / "src").mkdir(parents=True)
    (tmp_path / "croupier" / "src" / "commit").write_text("0123456789ab\n")
    assert commit.__wrapped__() == "0123456789ab"
    with monkeypatch.context() as known:
        known.setattr("croupier.build.commit", lambda: "0123456789ab")
        assert full_version() == f"{__version__}+g0123456789ab"
    (tmp_path / "croupier" / "src" / "commit").write_text("<script>")
    assert commit.__wrapped__() == ""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository with the files that a release changes."""
    for name in (*release.WRITTEN, "CHANGELOG.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    for words in (
        ["init", "--quiet"],
        ["config", "user.name", "somebody"],
        ["config", "user.email", "somebody@example.org"],
        ["add", "--all"],
        ["commit", "--quiet", "--message", "before"],
    ):
        subprocess.run(["git", "-C", str(tmp_path), *words], check=True)
    return tmp_path


def test_a_release_is_bumped_and_tagged(clone: Path) -> None:
    for version, said in (("1.0", "no version"), ("9.0.0", "write it first")):
        with pytest.raises(release.NotReady, match=said):
            release.release(clone, version)
    changelog = clone / "CHANGELOG.md"
    changelog.write_text(changelog.read_text("utf-8").replace("## ", "## 9.0.0\n\nNew.\n\n## ", 1), "utf-8")
    with pytest.raises(release.NotReady, match="not committed"):
        release.release(clone, "9.0.0")
    subprocess.run(["git", "-C", str(clone), "commit", "--quiet", "--all", "--message", "what is new"], check=True)
    assert release.release(clone, "9.0.0") == ["CHANGELOG.md", "CITATION.cff", "src/croupier/__init__.py"]
    assert '__version__ = "9.0.0"' in (clone / "src" / "croupier" / "__init__.py").read_text("utf-8")
    assert re.search(r"^## 9\.0\.0 \(\d{4}-\d\d-\d\d\)$", changelog.read_text("utf-8"), re.MULTILINE)
    tagged = subprocess.run(
        ["git", "-C", str(clone), "describe", "--exact-match"], capture_output=True, text=True, check=True
    )
    assert tagged.stdout == "v9.0.0\n"
    with pytest.raises(release.NotReady, match="tagged already"):
        release.release(clone, "9.0.0")


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
        assert (told["version"], round["version"], round["behaviour"]) == (__version__, full_version(), 2)
