"""What the command makes of the ways in which it can end."""

from __future__ import annotations

import pytest
import typer

from croupier import cli
from croupier.cli import BAD_INPUT, STOPPED, carry_out


def ends_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every command end so."""

    def end() -> None:
        raise error

    def command_line(words: list[str]) -> typer.Typer:
        app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        app.command()(end)
        return app

    monkeypatch.setattr(cli, "command_line", command_line)


def test_who_stops_the_command_has_stopped_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (KeyboardInterrupt(), typer.Abort()):
        ends_with(error, monkeypatch)
        assert carry_out([]) == STOPPED


def test_a_file_that_ends_too_soon_is_not_taken_for_somebody_who_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    ends_with(EOFError("ran out of input"), monkeypatch)
    with pytest.raises(EOFError, match="ran out of input"):
        carry_out([])


def test_words_that_cannot_be_right_get_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["shuffle"]) == BAD_INPUT
    assert capsys.readouterr().err.count("\n") == 1
