"""`croupier new`, `check` and `dev`: a game of one's own from the first copy on."""

from __future__ import annotations

import json
import re
import sys
import time
from http.client import HTTPConnection
from io import StringIO
from pathlib import Path
from threading import Thread

import pytest
from rich.console import Console

from croupier.cli import progress
from croupier.cli.dev_page import DevPage, edges, server
from croupier.conformance import game_checks
from croupier.conformance.game_checks import check_game
from croupier.errors import Refused
from croupier.exact import store
from croupier.game_folders import VARIABLE, example_folders
from croupier.games import game_in, game_named, game_names
from tests.cli.terminal import croupier
from tests.test_inventors import UNDERTOW, UNDERTOW_PAYS


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game of others is named, before or after."""
    monkeypatch.setenv(VARIABLE, "")


SLOW = (
    "baccarat",
    "big-draw",
    "caribbean-stud",
    "casino-holdem",
    "cincinnati-stud",
    "draw-n-shoot-21",
    "ultimate-holdem",
)
"""Games whose check takes from ten seconds to minutes."""


@pytest.mark.parametrize(
    "like",
    [
        pytest.param(like, marks=[pytest.mark.confirm] if like in SLOW else [])
        for like in (*game_names(), *example_folders())
    ],
)
def test_a_copy_of_a_game_has_its_own_names_and_passes_every_check(like: str, tmp_path: Path) -> None:
    said = croupier("new", "lucky-street", "--like", like, "--in", tmp_path)
    folder = tmp_path / "lucky-street"
    assert said.status == 0 and f"croupier play lucky-street --games {folder}" in said.out, said.err
    words = " ".join(file.read_text("utf-8") for file in folder.iterdir())
    old = game_named(like) if like in game_names() else game_in(example_folders()[like])
    copied = game_in(folder)
    assert (copied.name, copied.title, copied.__name__) == ("lucky-street", "Lucky Street", "LuckyStreet")
    left = (rf'"{like}"', rf"\b{re.escape(old.title)}\b", rf"\b{old.__name__}", rf"\b{old.document}-1\b")
    assert not [name for name in left if re.search(name, words)]
    assert all(not table.claims for tables in copied.printed().values() for table in tables.values())
    assert not (folder / "published.toml").exists()
    assert [check for check in check_game(copied) if check.verdict != "holds"] == []


def test_a_game_is_not_begun_twice_nor_under_a_bad_name(tmp_path: Path) -> None:
    for words, said in (
        (("on-the-draw",), "there is a game on-the-draw already"),
        (("My Game",), "is no name for a game"),
        (("none",), "is no name for a game"),
        (("hand",), "rules.py of three-card-poker uses the word Hand; choose another name"),
        (("mine", "--like", "whist"), "unknown game 'whist' for --like; there are big-draw, cincinnati-stud, "),
        (("mine", "--like", "whist"), ", three-card-draw, baccarat, caribbean-stud, "),
    ):
        refused = croupier("new", *words, "--in", tmp_path)
        assert refused.status == 2 and said in refused.err
    assert list(tmp_path.iterdir()) == []
    croupier("new", "mine", "--in", tmp_path)
    assert "is there already" in croupier("new", "mine", "--in", tmp_path).err
    assert ", ".join(example_folders()) in " ".join(croupier("new", "--help").out.split())


def test_a_plug_in_is_copied_as_well(tmp_path: Path) -> None:
    (tmp_path / "undertow").mkdir()
    (tmp_path / "undertow" / "rules.py").write_text(UNDERTOW, "utf-8")
    (tmp_path / "undertow" / "paytables.toml").write_text(UNDERTOW_PAYS, "utf-8")
    named = ("--games", tmp_path / "undertow")
    assert croupier("new", "lamp", "--like", "undertow", "--in", tmp_path, *named).status == 0
    assert game_in(tmp_path / "lamp").title == "Lamp"


BREAKS = {
    "deals": ('seat.settle("pair-plus", ', 'seat.pay_bonus("pair-plus", 100, ', "Every bet must be settled"),
    "hidden cards": ("                seat.hand.turn_up()\n", "", "turn a hand up before telling of it"),
    "rule ids": ('"M-3"', '"M-33"', "rules.md does not have MIN-33"),
    "paytables": ('"straight", "flush"', '"flush", "straight"', "PayBet(..., ranked=False)"),
}
"""What is changed in rules.py to fail a check, and what is then said."""


def test_ids_that_are_made_in_a_loop_are_read_off_what_the_dealer_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_checks, "CHECKS", [check for check in game_checks.CHECKS if check[0] == "rule ids"])
    croupier("new", "looped", "--in", tmp_path)
    rules = tmp_path / "looped" / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace('"LOO-3"', 'f"LOO-{3 + 9}"'), "utf-8")
    said = croupier("check", "looped", "--games", tmp_path / "looped").out
    assert "rules.md does not have LOO-12" in said
    assert "each in rules.md" in croupier("check", "cincinnati-stud").out, "CS-7a is a part of CS-7"


def test_a_side_bet_that_says_no_wager_is_told_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_checks, "CHECKS", [check for check in game_checks.CHECKS if check[0] == "wagers"])
    (tmp_path / "undertow").mkdir()
    (tmp_path / "undertow" / "paytables.toml").write_text(UNDERTOW_PAYS, "utf-8")
    for rules, said in (
        (UNDERTOW, "main and twins"),
        (UNDERTOW.replace('wager="twins", ', ""), 'Write Spot("twins", "Twins", wager="twins").'),
    ):
        (tmp_path / "undertow" / "rules.py").write_text(rules, "utf-8")
        assert said in croupier("check", "undertow", "--games", tmp_path / "undertow").out


def test_each_fault_is_named_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.conformance.game_checks.SIMULATED", 1000)
    for number, (check, (before, after, advice)) in enumerate(BREAKS.items()):
        name = f"mine{number}"
        croupier("new", name, "--in", tmp_path)
        rules = tmp_path / name / "rules.py"
        text = rules.read_text("utf-8")
        before, after = before.replace("M-", "MIN-"), after.replace("M-", "MIN-")
        assert text.count(before) == 1, before
        rules.write_text(text.replace(before, after), "utf-8")
        said = croupier("check", name, "--json", "--games", tmp_path / name)
        assert said.status == 1, said.err
        failed = [found for found in json.loads(said.out)["checks"] if found["verdict"] == "fails"]
        assert [found["check"] for found in failed] == [check]
        assert advice in failed[0]["found"]


def test_a_game_without_a_felt_is_not_told_to_delete_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_small(game: object) -> None:
        raise Refused("the felt does not fit")

    monkeypatch.setattr(game_checks, "layout", too_small)
    monkeypatch.setattr(game_checks, "CHECKS", [check for check in game_checks.CHECKS if check[0] == "felt"])
    croupier("new", "drawn", "--in", tmp_path)
    for with_felt in (True, False):
        if not with_felt:
            (tmp_path / "drawn" / "felt.toml").unlink()
        found = json.loads(croupier("check", "drawn", "--json", "--games", tmp_path / "drawn").out)["checks"][0][
            "found"
        ]
        assert found.startswith("the felt does not fit. ") and found.endswith(".")
        assert ("delete the file" in found) == with_felt


def test_a_bar_shows_the_stage_with_what_it_was_estimated_to_take(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Console(file=StringIO(), force_terminal=True, width=80)
    monkeypatch.setattr(progress, "Console", lambda **options: terminal)
    with progress.progress("dealing") as stages:
        time.sleep(0.2)
        stages.stage("counting", 12)
        stages.advance(0.5)
        time.sleep(0.2)
    shown = terminal.file.getvalue()  # type: ignore[attr-defined]
    assert "dealing ..." in shown and "counting, about 12 s" in shown and "0:00:00" in shown


def test_the_page_of_a_game_follows_what_is_saved(tmp_path: Path) -> None:
    croupier("new", "mine", "--in", tmp_path)
    page = DevPage((tmp_path / "mine").resolve())
    with server(page, "127.0.0.1", 0) as doors:
        Thread(target=doors.serve_forever, daemon=True).start()
        Thread(target=page.follow, daemon=True).start()
        asked = HTTPConnection("127.0.0.1", doors.server_port, timeout=60)
        asked.request("GET", "/")
        assert b"EventSource" in asked.getresponse().read()
        asked.request("GET", "/changes")
        changes = asked.getresponse()

        def until(part: str, words: str) -> list[dict[str, str]]:
            shown: list[dict[str, str]] = []
            while not shown or words not in shown[-1].get(part, ""):
                line = changes.readline()
                if line.startswith(b"data: "):
                    shown.append(json.loads(line[6:]))
            return shown

        until("edge", "402/5525")
        tables = tmp_path / "mine" / "paytables.toml"
        tables.write_text(tables.read_text("utf-8").replace('pair = "1:1"', "pair = 1:1"), "utf-8")
        saved = until("wrong", "paytables.toml")
        assert "working it out" in saved[0]["edge"]
        assert not [shown for shown in saved if "402/5525" in shown["edge"]], "an edge is of what is saved"
        assert (saved[-1]["edge"], saved[-1]["felt"], saved[-1]["round"]) == ("", "", "")
        tables.write_text(tables.read_text("utf-8").replace("pair = 1:1", 'pair = "2:1"'), "utf-8")
        assert "working it out" in until("edge", "-")[0]["edge"]
        doors.shutdown()
        page.ended.set()
    assert sys.modules.get("croupier.games.mine") is None, "the game is imported where it can be forgotten"


def test_a_page_takes_nothing_from_work_on_what_was_saved_before(tmp_path: Path) -> None:
    page = DevPage(tmp_path)
    before, now = page.saved(), page.saved()
    page.show(now, edge="of now")
    page.show(before, edge="of before")
    assert page.parts["edge"] == "of now"


def test_a_game_that_ends_the_process_is_not_worked_out_for_ever(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "rules.py").write_text("import os\n\nos._exit(3)\n", "utf-8")
    page = DevPage(tmp_path / "mine")
    Thread(target=page.follow, daemon=True).start()
    deadline = time.monotonic() + 60
    while "ended" not in page.parts.get("wrong", "") and time.monotonic() < deadline:
        time.sleep(0.1)
    page.ended.set()
    assert "ended (3) before all was worked out" in page.parts["wrong"] and page.parts["edge"] == ""


def test_the_page_says_of_an_estimate_that_it_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.cli.dev_page.SECONDS", 0.2)
    monkeypatch.setattr(store, "folder", lambda: tmp_path)
    (tmp_path / "undertow").mkdir()
    (tmp_path / "undertow" / "rules.py").write_text(UNDERTOW, "utf-8")
    (tmp_path / "undertow" / "paytables.toml").write_text(UNDERTOW_PAYS, "utf-8")
    said: list[str] = []
    shown = edges(game_in(tmp_path / "undertow")(), said.append)
    assert any("main: sampling deals of" in words for words in said)
    assert re.search(
        r"<th>main</th><td>about -?\d+\.\d\d% or less</td><td>estimated, standard error \d+\.\d\d%</td>", shown
    )
    assert re.search(r"<th>twins</th><td>-?\d+\.\d{4}%</td><td>-?\d+/\d+</td>", shown)
    assert re.search("main: estimated on [^,]*, for an exact search", shown)
