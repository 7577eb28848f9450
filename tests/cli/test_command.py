"""What the command makes of the ways in which it can end."""

from __future__ import annotations

import resource
import subprocess
import sys

import pytest
import typer

from croupier.cli import BAD_INPUT, STOPPED, carry_out, dispatch
from croupier.cli.registry import COMMANDS, GROUPS, sentence_of


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


def test_help_is_there_in_a_quarter_of_a_second() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    helped = subprocess.run([sys.executable, "-m", "croupier", "-h"], capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.25
    assert all(f"\n{title}:\n" in helped for title in GROUPS)
    assert all(f"\n  {command} " in helped for command in COMMANDS)


def test_the_sentence_of_a_command_is_that_of_its_function() -> None:
    app = dispatch.command_line([])
    told = {
        each.name: (each.callback.__doc__ or "").partition("\n")[0] for each in app.registered_commands if each.callback
    }
    assert told == {command: sentence_of(command) for command in COMMANDS} and all(told.values())


def test_a_command_has_its_help_by_a_letter_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["replay", "-h"]) == carry_out(["replay", "--help"]) == 0
    letter = capsys.readouterr().out
    assert "-h" in letter and letter.count("--seat") == 2
