"""Papers of games of no family: exact where the search is, and marked as estimates where it is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.cli import carry_out
from croupier.exact.by_walk import advising, solving
from croupier.reports.checking import check_paper
from croupier.reports.inputs import KINDS
from tests.reports.reading import plain
from tests.searched_games import searched_games


@pytest.fixture(autouse=True, scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The games that papers are made of here."""
    with searched_games(tmp_path_factory.mktemp("games"), "Duel", "UpCard"):
        yield


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that has time for few rounds."""
    for module in (solving, advising):
        monkeypatch.setattr(module, "ROUNDS_A_SECOND", 20)


def paper(game: str, kind: str, folder: Path) -> str:
    """The words of a paper, which must come out the same when it is checked."""
    file = folder / f"{kind}.html"
    assert carry_out(["report", game, "--kind", kind, "-o", str(file)]) == 0
    checked = check_paper(file)
    assert {check.verdict for check in checked.checks} == {"holds"}, checked
    return plain(file.read_text("utf-8").partition("</script>")[2])


@pytest.mark.parametrize("kind", KINDS)
def test_every_paper_of_a_game_of_no_family_is_made(kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"{kind}.pdf"
    assert carry_out(["report", "duel", "--kind", kind, "-o", str(file)]) == 0
    assert file.stat().st_size > 1000


def test_what_the_search_counted_is_told_as_exact(tmp_path: Path) -> None:
    words = paper("duel", "submission", tmp_path)
    assert "No family of games fits: nothing is asked of the player." in words
    assert "exact on the full pack" in words
    assert "Exactly -1/51; the returns" in words, "the house advantage of the bet: a tie in 17 rounds wins a third"
    assert "There is no short strategy for this game." in words
    assert "(estimated)" not in words


@pytest.mark.confirm
@pytest.mark.usefixtures("in_a_hurry")
def test_what_is_estimated_is_marked_in_a_paper_and_comes_out_the_same_again(tmp_path: Path) -> None:
    words = paper("up-card", "submission", tmp_path)
    assert "Main (estimated)" in words
    assert "estimated, not exact" in words
    assert "Estimated on sampled deals, with its standard error" in words
    assert "estimated on the full pack" in words
    assert "±" in words
    assert "Exactly" not in words
