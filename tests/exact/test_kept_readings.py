"""What was read of a procedure is there in a new process, and is read anew when it must be."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from croupier.exact import store
from croupier.exact.reading import kept_readings
from croupier.exact.reading.chosen_rounds import Unread
from croupier.exact.reading.classes import Form, form_of
from croupier.games import game_named
from croupier.games.on_the_draw.rules import OnTheDraw
from croupier.table.game import Game

SPOTS = frozenset({"ante", "blind"})
READ: list[tuple[Any, ...]] = []


@kept_readings.kept_reading
def spots_read(kind: type[Game[Any]], settings: Any, spots: frozenset[str]) -> int:
    READ.append((kind, settings, spots))
    if "trips" in spots:
        raise Unread("nobody reads Trips")
    return len(spots)


def read(kind: type[Game[Any]] = OnTheDraw, spots: frozenset[str] = SPOTS, **settings: Any) -> tuple[int, int]:
    """What is read in a new process, and how many readings it takes."""
    READ.clear()
    spots_read.cache_clear()  # type: ignore[attr-defined]
    game = kind.choose(settings=settings)
    return spots_read(kind, game.settings, spots), len(READ)


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "folder", lambda: tmp_path)


def test_a_new_process_finds_what_was_read() -> None:
    assert [read(), read()] == [(2, 1), (2, 0)]


def test_that_it_cannot_be_read_is_kept_too() -> None:
    for times in (1, 0):
        with pytest.raises(Unread, match="nobody reads Trips"):
            read(spots=SPOTS | {"trips"})
        assert len(READ) == times


def test_other_settings_sources_and_printed_paytables_are_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read() == (2, 1)
    assert read(fold_forfeits_trips="true") == (2, 1)
    with monkeypatch.context() as patch:
        patch.setattr(kept_readings, "version_of", lambda module: len(module))
        assert read() == (2, 1)
    with monkeypatch.context() as patch:
        printed = OnTheDraw.choose(paytables={"play": "OTD-02"}).paytables
        patch.setattr(OnTheDraw, "paytables", printed, raising=False)
        patch.setattr(OnTheDraw, "__init__", lambda self, settings=None: None)
        READ.clear()
        spots_read.cache_clear()  # type: ignore[attr-defined]
        assert spots_read(OnTheDraw, None, SPOTS) == 2
        assert len(READ) == 1


def test_a_class_that_no_folder_has_is_not_kept() -> None:
    class Mine(OnTheDraw):
        __module__ = OnTheDraw.__module__

    assert [read(Mine), read(Mine)] == [(2, 1), (2, 1)]


def test_a_game_that_imports_what_others_wrote_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Path(game_named("on-the-draw").folder(), "rules.py").read_text("utf-8")
    for name, line in (("plain", "import re"), ("borrowed", "import pytest")):
        folder = tmp_path / "games" / name
        shutil.copytree(game_named("on-the-draw").folder(), folder)
        (folder / "rules.py").write_text(rules.replace('"on-the-draw"', repr(name)) + f"{line}\n", "utf-8")
    monkeypatch.setenv("CROUPIER_GAMES", str(tmp_path / "games"))
    for name, readings in (("plain", 0), ("borrowed", 1)):
        read(game_named(name))
        assert read(game_named(name)) == (2, readings)


def test_a_damaged_file_is_read_anew(tmp_path: Path) -> None:
    read()
    (file,) = tmp_path.glob("reading-*")
    file.write_bytes(file.read_bytes()[:-1] + b"!")
    assert read() == (2, 1)


def test_a_form_comes_back_as_it_was_read() -> None:
    def form() -> Form:
        form_of.cache_clear()  # type: ignore[attr-defined]
        game = OnTheDraw()
        spots = frozenset({"ante", "blind", "play"})
        return form_of(OnTheDraw, game.settings, (("ante", 1), ("blind", 1)), spots, "", "final")

    first, again = form(), form()
    assert first is not again
    assert (first.row_of, first.dealt, first.qualifier) == (again.row_of, again.dealt, again.qualifier)
