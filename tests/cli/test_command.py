"""What the command makes of the ways in which it can end."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
import typer
from rich.console import Console

from croupier.cli import BAD_INPUT, COMMANDS, STOPPED, carry_out
from croupier.cli.app import GROUPS, command_line
from croupier.cli.commands import games as games_module
from croupier.cli.output import grid
from croupier.exact.game_mathematics import SIMPLE
from croupier.reports.felt_layout import SIZES
from croupier.reports.inputs import KINDS
from croupier.school.drills import DRILLS
from croupier.school.sitting import Lesson
from croupier.simulate.by_engine import AUTOMATIC, SEARCHED
from croupier.simulate.setup import OPTIMAL


def ends_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have `croupier games` end so."""

    def games() -> None:
        raise error

    monkeypatch.setattr(games_module, "games", games)


def test_who_stops_the_command_has_stopped_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (KeyboardInterrupt(), typer.Abort()):
        ends_with(error, monkeypatch)
        assert carry_out(["games"]) == STOPPED


def test_a_file_that_ends_too_soon_is_not_taken_for_somebody_who_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    ends_with(EOFError("ran out of input"), monkeypatch)
    with pytest.raises(EOFError, match="ran out of input"):
        carry_out(["games"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("simulate --players x", "--players 'x' is not a whole number; write it as in 3"),
        ("simulate --players 1.5", "--players '1.5' is not a whole number; write it as in 3"),
        ("simulate --join often", "--join 'often' is not a number; write it as in 0.5"),
        ("simulate --workers -1", "--workers '-1' is too small; write 0 or more"),
        ("serve --port abc", "--port 'abc' is not a whole number; write it as in 3"),
        ("simulate --playes 3", "No such option: --playes (did you mean --players?)"),
        ("simulate --seed", "Option '--seed' requires an argument"),
        ("anlyze", "No such command 'anlyze' (did you mean analyze?)"),
        ("poker", "No such command 'poker'; there are games, rules, play, replay"),
        ("--what", "No such option: --what; there are games, rules, play, replay"),
        ("games --xyz", "No such option: --xyz; `croupier games --help` says what there is"),
        ("analyze on-the-drwa", "unknown game 'on-the-drwa' (did you mean on-the-draw?)"),
        ("solve poker", "unknown game 'poker'; there are big-draw, cincinnati-stud"),
        ("merge {folder}", "cannot read {folder}: Is a directory"),
        ("merge {odd}", "{odd} is no piece of a simulation"),
        ("simulate three-card-draw --rounds 1e4 --seed a --resume {odd}", "{odd} is no piece of a simulation"),
        ("replay {odd}", "line 1 of {odd} is not the record of a round"),
        ("verify {odd}", "{odd} is not a round that can be checked here"),
        ("analyze on-the-draw --paytable-file {odd}", "paytable file {odd} is not text"),
    ],
)
def test_what_is_misspelt_or_odd_gets_one_line_with_what_was_given(
    words: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = tmp_path / "odd"
    odd.write_bytes(b"\xff\xfe\x00odd")
    named = [word.format(folder=tmp_path, odd=odd) for word in words.split()]
    assert carry_out(named) == BAD_INPUT
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    assert told.err.startswith(f"croupier: {said.format(folder=tmp_path, odd=odd)}")


def test_help_names_every_command_in_its_group_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["--version"]) == 0
    assert capsys.readouterr().out.startswith("croupier 0.")
    assert carry_out(["-h"]) == carry_out([]) == 0
    helped = capsys.readouterr().out
    assert all(f"\n{title}:\n" in helped for title in GROUPS)
    assert all(re.search(rf"\n  {command} +[A-Z].*\.\n", helped) for command in COMMANDS)


@pytest.mark.parametrize("words", ["--help", "--version", "games --help", "games"])
def test_a_reader_who_has_gone_is_told_nothing(words: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "croupier", *words.split()]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


HEAVY = ("numpy", "numba", "sqlalchemy", "fastapi", "uvicorn", "ray", "typst", "croupier.exact", "croupier.floor")
"""What no help needs."""
ALL_HELP = """
import sys
from croupier.cli import COMMANDS, carry_out
assert not any(carry_out([*words, "--help"]) for words in ([], *([command] for command in COMMANDS)))
print(*sys.modules)
"""


def test_no_help_loads_what_the_command_needs() -> None:
    done = subprocess.run([sys.executable, "-c", ALL_HELP], capture_output=True, text=True, check=True)
    *said, modules = done.stdout.splitlines()
    assert not {*HEAVY} & {*modules.split()}
    assert [line for line in said if line.startswith("Usage: croupier ")][1:] != []


def test_a_word_for_help_may_be_the_value_of_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["replay", "no-such-file", "--round", "-h"]
    assert carry_out(words) == BAD_INPUT
    assert "--round '-h' is not a whole number" in capsys.readouterr().err
    assert carry_out([*words, "-h"]) == 0


def test_a_command_has_its_help_by_a_letter_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["replay", "-h"]) == carry_out(["replay", "--help"]) == 0
    letter = capsys.readouterr().out
    assert "-h" in letter and letter.count("--seat") == 2


COMPLETED = {
    "croupier an": "analyze",
    "croupier --games {games} sim": "simulate",
    "croupier simulate on-the-draw --until": "--until-se",
    "croupier play on-": "on-the-draw",
    "croupier schema ana": "analyze",
    "croupier simulate on-the-draw --engine r": "ray",
    "croupier hold on-the-draw --engine g": "gpu",
    "croupier deal on-the-draw --jurisdiction wash": "washington",
}


@pytest.mark.parametrize(("typed", "word"), COMPLETED.items())
def test_a_shell_completes_commands_options_words_and_games(
    typed: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rules.py").touch()
    words = typed.format(games=tmp_path)
    for shell in ("bash", "zsh", "fish"):
        monkeypatch.setenv("_CROUPIER_COMPLETE", f"complete_{shell}")
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", words)
        monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
        with pytest.raises(SystemExit):
            carry_out([])
        assert word in re.findall(r"[\w-]+", capsys.readouterr().out), shell


def test_every_shell_is_given_its_script(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for shell in ("bash", "zsh", "fish"):
        monkeypatch.setenv("_CROUPIER_COMPLETE", f"source_{shell}")
        with pytest.raises(SystemExit):
            carry_out([])
        assert f"complete_{shell}" in capsys.readouterr().out


def test_the_words_of_an_option_are_those_that_it_takes() -> None:
    commands = command_line().all_commands()
    taken = {
        ("report", "kind"): [*KINDS],
        ("report", "table"): sorted(SIZES),
        ("deal", "lesson"): [*get_args(Lesson)],
        ("deal", "drill"): [*DRILLS],
        ("simulate", "strategy"): [OPTIMAL, SIMPLE, AUTOMATIC, SEARCHED, "FILE.py:FUNCTION"],
    }
    for (command, name), words in taken.items():
        (option,) = (option for option in commands[command].params if option.name == name)
        assert option.metavar.split("|") == words


def test_no_exact_number_is_cut_at_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    table = grid("figure", "value", "exact")
    numbers = f"{10**40 + 7}/{3**60}"
    table.add_row("variance (units squared)", "24.860936", numbers)
    Console(width=80).print(table)
    drawn = capsys.readouterr().out
    assert "…" not in drawn
    assert numbers == "".join(line.split("│")[-2].strip() for line in drawn.splitlines() if line.startswith("│"))
