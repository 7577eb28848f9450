"""What the command makes of the ways in which it can end."""

from __future__ import annotations

import compileall
import json
import os
import py_compile
import re
import resource
import shutil
import subprocess
import sys
from importlib.machinery import SourcelessFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path

import pytest
import typer
from rich.console import Console

import croupier
from croupier.cli import BAD_INPUT, STOPPED, carry_out, described, dispatch, registry
from croupier.cli.commands import completion
from croupier.cli.printing.grids import grid
from croupier.cli.registry import COMMANDS, GROUPS, sentence_of
from croupier.reports.felt_layout.layout import SIZES
from croupier.reports.inputs import KINDS


def ends_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every command end so."""

    def end() -> None:
        raise error

    def command_line(words: list[str]) -> typer.Typer:
        app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        app.callback()(lambda: None)
        app.command("games")(end)
        return app

    monkeypatch.setattr(dispatch, "command_line", command_line)


def test_who_stops_the_command_has_stopped_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (KeyboardInterrupt(), typer.Abort()):
        ends_with(error, monkeypatch)
        assert carry_out(["games"]) == STOPPED


def test_a_file_that_ends_too_soon_is_not_taken_for_somebody_who_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    ends_with(EOFError("ran out of input"), monkeypatch)
    with pytest.raises(EOFError, match="ran out of input"):
        carry_out(["games"])


def test_words_that_cannot_be_right_get_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["shuffle"]) == BAD_INPUT
    assert capsys.readouterr().err.count("\n") == 1


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
        ("analyze on-the-drwa", "unknown game 'on-the-drwa' (did you mean on-the-draw?)"),
        ("exposure on-the-draw --engine ray", "unknown engine 'ray' for exposure; there are local, gpu"),
        ("merge {folder}", "{folder} cannot be read: Is a directory"),
        ("merge {odd}", "{odd} is no piece of a simulation"),
        ("simulate three-card-draw --rounds 1e4 --seed a --resume {odd}", "{odd} is no piece of a simulation"),
        ("simulate three-card-draw --rounds 1e4 --each-round {odd}", "--each-round {odd} must end in .parquet"),
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


def test_help_is_there_in_a_quarter_of_a_second() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    helped = subprocess.run([sys.executable, "-m", "croupier", "-h"], capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.25
    assert all(f"\n{title}:\n" in helped for title in GROUPS)
    assert all(f"\n  {command} " in helped for command in COMMANDS)


@pytest.mark.parametrize("words", ["--help", "--version", "games --help", "games"])
def test_a_reader_who_has_gone_is_told_nothing(words: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "croupier", *words.split()]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_the_sentence_of_a_command_is_that_of_its_function() -> None:
    app = dispatch.command_line([])
    told = {
        each.name: (each.callback.__doc__ or "").partition("\n")[0] for each in app.registered_commands if each.callback
    }
    assert told == {command: sentence_of(command) for command in COMMANDS} and all(told.values())


HEAVY = ("numpy", "numba", "rich", "pydantic", "sqlalchemy", "fastapi", "uvicorn", "ray", "typst", "croupier.table")
"""What no help needs."""
ALL_HELP = """
import json, sys
from croupier.cli import dispatch
from croupier.cli.registry import COMMANDS
said = {command: dispatch.help_asked(command, [command, "--help"]) for command in COMMANDS}
print(json.dumps([said, list(sys.modules)]))
"""


def test_help_of_a_command_is_told_without_what_the_command_needs() -> None:
    done = subprocess.run([sys.executable, "-c", ALL_HELP], capture_output=True, text=True, check=True)
    said, modules = json.loads(done.stdout)
    assert not {*HEAVY} & {*modules}
    for command in COMMANDS:
        assert said[command] == dispatch.help_asked(command, [command, "-h"], dispatch.function_of)


def test_help_is_told_where_only_compiled_files_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command's module is imported then; the sentence of one is in its compiled file."""
    told = [dispatch.help_asked(command, [command, "-h"]) for command in ("completion", "schema")]
    monkeypatch.setattr(described, "ROOT", tmp_path)
    assert told == [dispatch.help_asked(command, [command, "-h"]) for command in ("completion", "schema")]
    compiled = tmp_path / "completion.pyc"
    py_compile.compile(completion.__file__, str(compiled))
    loader = SourcelessFileLoader(completion.__name__, str(compiled))
    sentence = sentence_of("completion")
    registry._code.cache_clear()
    monkeypatch.setattr(registry, "find_spec", lambda name: spec_from_file_location(name, compiled, loader=loader))
    assert sentence_of("completion") == sentence != ""
    registry._code.cache_clear()


@pytest.mark.confirm
def test_help_is_the_same_in_a_tree_of_compiled_files(tmp_path: Path) -> None:
    """What has kernels, which Numba takes only with their source, is answered in one line."""
    ours = Path(croupier.__file__).parent
    shutil.copytree(ours, tmp_path / ours.name, ignore=shutil.ignore_patterns("site", "__pycache__"))
    compileall.compile_dir(tmp_path, quiet=2, legacy=True)
    for source in tmp_path.rglob("*.py"):
        source.unlink()

    def said(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "croupier", *words]
        return subprocess.run(
            command, capture_output=True, text=True, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(tree)}
        )

    for words in (["-h"], ["play", "-h"], ["serve", "-h"]):
        assert said(tmp_path, *words).stdout == said(ours.parent, *words).stdout != "", words
    refused = said(tmp_path, "analyze", "-h")
    assert refused.returncode == BAD_INPUT and refused.stderr.startswith("croupier: analyze needs the source of its")


def test_a_word_for_help_may_be_the_value_of_an_option() -> None:
    words = ["simulate", "on-the-draw", "--seed", "-h"]
    assert dispatch.help_asked("simulate", words) is None
    assert dispatch.help_asked("simulate", [*words, "-h"]) is not None


def test_a_command_has_its_help_by_a_letter_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["replay", "-h"]) == carry_out(["replay", "--help"]) == 0
    letter = capsys.readouterr().out
    assert "-h" in letter and letter.count("--seat") == 2


def test_bash_completes_commands_options_and_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["completion", "bash"]) == 0
    (tmp_path / "words").write_text(capsys.readouterr().out)
    (tmp_path / "croupier").write_text(f'#!/bin/sh\nexec {sys.executable} -m croupier "$@"\n')
    (tmp_path / "croupier").chmod(0o755)
    typed = ["croupier an", "croupier --games here sim", "croupier simulate on-the-draw --until", "croupier play on-"]
    typed += ["croupier completion zs", "croupier schema ana", "croupier simulate on-the-draw --engine r"]
    typed += ["croupier exposure on-the-draw --engine g", "croupier deal on-the-draw --jurisdiction wash"]
    asked = "\n".join(
        f"COMP_WORDS=({words}); COMP_CWORD={len(words.split()) - 1}; _croupier; echo ${{COMPREPLY[*]}}"
        for words in typed
    )
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", f"source {tmp_path / 'words'}\n{asked}"],
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    words = ["analyze", "simulate", "--until-se", "on-the-draw", "zsh", "analyze", "ray", "gpu", "washington"]
    assert done.stdout.split() == words


def test_every_shell_is_told_of_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in ("zsh", "fish"):
        assert carry_out(["completion", shell]) == 0
        told = capsys.readouterr().out
        assert "bash zsh fish" in told
        assert all(command in told for command in COMMANDS) and "--until-se" in told.replace("-l until", "--until")
        assert {*re.findall(r"engine(?:\[[^]]*\]:value:\(| -x -a ')([a-z ]+)", told)} == {"local ray gpu", "local gpu"}
        assert "unregulated washington" in told and "outcomes actions" in told and "never optimal simple" in told
    assert carry_out(["completion", "tcsh"]) == BAD_INPUT


def test_the_words_of_a_paper_are_those_that_it_knows() -> None:
    said = dispatch.help_asked("report", ["report", "--help"]) or ""
    assert f"--kind {'|'.join(KINDS)}" in said
    assert re.search(r"--table (\S+)", said)[1].split("|") == sorted(SIZES)  # type: ignore[index]


def test_no_exact_number_is_cut_at_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    table = grid("figure", "value", "exact")
    numbers = f"{10**40 + 7}/{3**60}"
    table.add_row("variance (units squared)", "24.860936", numbers)
    Console(width=80).print(table)
    drawn = capsys.readouterr().out
    assert "…" not in drawn
    assert numbers == "".join(line.split("│")[-2].strip() for line in drawn.splitlines() if line.startswith("│"))
