"""Games from anywhere: folders, entry points, what is wrong with one, and the processes that must find them too."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.exact.store import version_of
from croupier.game_folders import VARIABLE, files_to_send
from croupier.games import game_in, game_named, game_names, look_again
from croupier.table.felt import felt_of
from tests.cli.terminal import croupier

RULES = '''
from croupier.table.events import EVERYBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.table import Table


class LuckyRoll(Game):
    """Two dice, and one card for luck."""

    name = "lucky-roll"
    title = "Lucky Roll"
    sentence = "Two dice: seven pays by the table."
    document = "LR"
    seats = 3
    spots = (Spot("line", "Line", required=True),)
    pay_bets = (PayBet("line", "Line", ("seven", "eleven"), ranked=False),)

    def round(self, table: Table) -> Procedure:
        table.step("LR-1", "Take bets.")
        yield table.betting()
        table.step("LR-2", "Turn up a card and roll the dice.")
        table.place("luck").deal(table.shuffler.deal(1), EVERYBODY)
        roll = table.roll()
        table.step("LR-3", "Pay by the table.")
        row = {7: "seven", 11: "eleven"}.get(roll.total, "nothing")
        for seat in table.counter_clockwise():
            seat.settle("line", self.paytables["line"][row], str(roll.total))
'''
PAYTABLES = """
[[paytable]]
bet = "line"
name = "usual"
[paytable.pays]
seven = "4:1"
eleven = "1:1"
[paytable.claims]
house_edge = "5.56%"
"""


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of games in which one is whole; nobody has named it yet."""
    monkeypatch.delenv(VARIABLE, raising=False)
    write(tmp_path / "games" / "lucky-roll")
    return tmp_path / "games"


def write(folder: Path, rules: str = RULES, paytables: str = PAYTABLES) -> None:
    folder.mkdir(parents=True)
    (folder / "rules.py").write_text(rules, "utf-8")
    (folder / "paytables.toml").write_text(paytables, "utf-8")


def test_broken_games_are_named_in_a_line_each_and_the_rest_is_dealt(games: Path) -> None:
    write(games / "unclosed", RULES.replace("class LuckyRoll(Game):", "class LuckyRoll(Game:"))
    write(games / "no_toml", RULES.replace("lucky-roll", "no-toml"), "bet = ")
    write(games / "big_draw", RULES.replace("lucky-roll", "another"))
    write(games / "twin")
    write(games / "untitled", RULES.replace('    title = "Lucky Roll"\n', "").replace("lucky-roll", "untitled"))
    write(games / "crash", RULES.replace('"lucky-roll"', '"crash" + 1'))
    said = croupier("games", "--json", "--games", games)
    assert said.status == 0
    names = [game["name"] for game in json.loads(said.out)["games"]]
    assert sorted([*game_names(), "lucky-roll"]) == names
    wrong = dict(line.split("games/", 1)[1].split(" is left out: ") for line in said.err.splitlines())
    assert wrong.keys() == {"unclosed", "no_toml", "big_draw", "twin", "untitled", "crash"}
    assert wrong["unclosed"].startswith("rules.py, line 7: ")
    assert wrong["no_toml"].startswith("paytables.toml: Invalid value")
    assert "called big_draw too" in wrong["big_draw"]
    assert "the name lucky-roll is taken by" in wrong["twin"]
    assert wrong["untitled"] == 'rules.py: LuckyRoll has no title; write title = "..."'
    assert wrong["crash"].startswith("rules.py, line 10: TypeError: ")
    assert "ettings" not in croupier("games", "lucky-roll", "--games", games).out, "it has none"
    assert "What this house" not in croupier("rules", "lucky-roll", "--games", games).out
    assert os.environ.get(VARIABLE) is None, "what --games says ends with the command"
    assert croupier("games", "unclosed", "--games", games).status == 2


def test_rules_and_paytables_alone_are_audited_simulated_and_drawn(games: Path) -> None:
    folder = games / "lucky-roll"
    said = json.loads(croupier("audit", "lucky-roll", "--json", "--games", folder).out)
    assert [(figure["exact"], figure["verdict"]) for figure in said["figures"]] == [("1/18", "reproduced")]
    dealt = croupier("simulate", "lucky-roll", "--rounds", "2000", "--workers", "1", "--json", "--games", folder)
    assert json.loads(dealt.out)["rounds"] == 2000 and dealt.status == 0, dealt.err
    felt = felt_of(game_in(folder))
    assert felt.table.dice and [box.place for box in felt.table.boxes] == ["luck"]


def test_a_game_that_is_not_named_is_hinted_at(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(games)
    assert "--games lucky-roll adds the folder of that name" in croupier("games", "lucky-roll").err
    assert "there is no folder nowhere; " in croupier("games", "--games", "nowhere").err


def test_an_edited_game_has_another_version(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(games))
    before = version_of(game_named("lucky-roll").__module__)
    (games / "lucky-roll" / "paytables.toml").write_text(PAYTABLES.replace("4:1", "15:1"), "utf-8")
    assert version_of(game_named("lucky-roll").__module__) != before
    look_again()
    assert str(game_named("lucky-roll")().paytables["line"]["seven"]) == "15 to 1"


def test_a_machine_that_cannot_see_the_folder_is_sent_the_game(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(games))
    sent = pickle.dumps((files_to_send(), pickle.dumps(game_named("lucky-roll")())))
    (games / "lucky-roll" / "rules.py").unlink()
    monkeypatch.delenv(VARIABLE)
    there = (
        "import pickle, sys; from croupier.game_folders import take_files; "
        "games, job = pickle.load(sys.stdin.buffer); take_files(games); print(pickle.loads(job).title)"
    )
    done = subprocess.run([sys.executable, "-c", there], input=sent, capture_output=True, check=True)
    assert done.stdout.decode().strip() == "Lucky Roll"


def test_an_installed_package_brings_games_by_its_entry_points(games: Path) -> None:
    site = games.parent / "site"
    write(site / "my_casino" / "lucky")
    (site / "my_casino" / "__init__.py").touch()
    (site / "my_casino-1.0.dist-info").mkdir()
    (site / "my_casino-1.0.dist-info" / "METADATA").write_text("Name: my-casino\nVersion: 1.0\n")
    points = "[croupier.games]\nlucky-roll = my_casino.lucky\ngone = my_casino.gone\n"
    (site / "my_casino-1.0.dist-info" / "entry_points.txt").write_text(points)
    path = os.pathsep.join([str(site), *filter(None, sys.path)])
    words = "from croupier.cli import main; import sys; sys.argv[1:] = ['games', 'lucky-roll']; main()"
    done = subprocess.run(
        [sys.executable, "-c", words], env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True
    )
    assert "4 to 1" in done.stdout
    assert done.stderr.startswith("croupier: warning: my-casino, entry point gone is left out: ModuleNotFoundError")
