"""Croupier from a wheel, outside the tree: without extras it says what a command lacks, with them it is played."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Callable
from importlib.metadata import packages_distributions

import pytest
from packaging.requirements import Requirement
from playwright.sync_api import expect

from croupier.cli import COMMANDS
from croupier.extras import PACKAGES
from tests.docs.blocks import blocks
from tests.install.packages import ROOT, Environment
from tests.web.guest import Guest


def test_every_command_explains_itself_without_extras(bare: Environment) -> None:
    script = (
        "from croupier.cli import COMMANDS, carry_out;"
        "print([carry_out([*word.split(), '--help']) for word in ('', *COMMANDS)])"
    )
    said = subprocess.run([*bare.python, "-c", script], capture_output=True, text=True)
    assert said.stderr == "" and said.stdout.endswith(f"{[0] * (len(COMMANDS) + 1)}\n")
    assert all(f"Usage: croupier {command} " in said.stdout for command in COMMANDS)


LACKING = {
    "serve": "server",
    "account Robin": "server",
    "audit-log": "server",
    "backup books.sqlite": "server",
    "restore books.sqlite": "server",
    "report on-the-draw -o paper.pdf": "reports",
    "verify paper.pdf": "reports",
    "simulate on-the-draw --rounds 10 --engine ray": "cluster",
    "hold on-the-draw --engine ray": "cluster",
    "simulate on-the-draw --rounds 10 -o result.parquet": "parquet",
}


def test_a_command_that_needs_an_extra_says_so_in_one_line(bare: Environment) -> None:
    script = (
        "import sys; from croupier.cli import carry_out;print([carry_out(words.split()) for words in sys.argv[1:]]);"
    )
    said = subprocess.run([*bare.python, "-c", script, *LACKING], capture_output=True, text=True)
    assert said.stdout == f"{[2] * len(LACKING)}\n"
    for extra, line in zip(LACKING.values(), said.stderr.splitlines(), strict=True):
        lacks = rf"croupier: .* needs? \w+, which is not installed; pip install 'croupier\[{extra}\]' adds it"
        assert re.fullmatch(lacks, line)


def test_a_game_is_played_and_its_log_verified_without_extras(bare: Environment) -> None:
    assert "On the Draw" in bare.croupier("games").stdout
    played = bare.croupier("play", "three-card-draw", "--log", "rounds.jsonl", typed="5\n" + "\n" * 30)
    assert "written to rounds.jsonl" in played.stdout, played.stderr
    for word in ("replay", "verify"):
        said = bare.croupier(word, "rounds.jsonl")
        assert (said.returncode, said.stderr) == (0, "")


def test_the_session_of_the_readme_runs_without_extras(bare: Environment) -> None:
    (session,) = (block.text for block in blocks("README.md") if block.language == "pycon")
    (bare.folder / "session.txt").write_text(session, "utf-8")
    script = "import doctest, sys; print(doctest.testfile(sys.argv[1], module_relative=False))"
    said = subprocess.run(
        [*bare.python, "-c", script, str(bare.folder / "session.txt")], capture_output=True, text=True
    )
    assert said.stdout == f"TestResults(failed=0, attempted={session.count('>>> ')})\n", said.stdout + said.stderr


@pytest.mark.parametrize("extra", PACKAGES)
def test_the_packages_of_an_extra_are_those_that_it_installs_everywhere(extra: str) -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"][extra]
    named = [Requirement(words) for words in listed]
    everywhere = {each.name for each in named if each.marker is None and each.name != "croupier"}
    brought_by = packages_distributions()
    assert {brought_by[package][0].lower().replace("_", "-") for package in PACKAGES[extra]} == everywhere  # type: ignore[index]


def test_a_round_is_played_in_a_browser_from_the_wheel(new_guest: Callable[..., Guest]) -> None:
    guest = new_guest()
    guest.sit_down("On the Draw")
    guest.play_round()
    expect(guest.results).to_be_visible()
    assert re.search("wins|pushes|loses", guest.results.inner_text())
