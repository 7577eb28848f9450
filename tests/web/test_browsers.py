"""No browser, no silence: it is looked for, brought along or installed, and where it cannot be, the tests fail."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.web import browsers

NOWHERE = Path("/nowhere/chrome")


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A machine with nothing on it but what a test puts there."""
    programs: dict[str, str] = {}
    monkeypatch.setattr(shutil, "which", programs.get)
    return programs


def test_the_machines_own_chromium_is_taken(bare_machine: dict[str, str]) -> None:
    bare_machine["chromium"] = "/usr/bin/chromium"
    assert browsers.chromium(NOWHERE) == "/usr/bin/chromium"


def test_the_one_that_playwright_brought_is_taken_where_there_is_no_other(
    bare_machine: dict[str, str], tmp_path: Path
) -> None:
    brought = tmp_path / "chrome"
    brought.touch()
    assert browsers.chromium(brought) == str(brought)


def test_it_is_installed_where_it_is_missing(bare_machine: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    bare_machine["apt-get"] = "/usr/bin/apt-get"
    called: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        called.append(command)
        if "install" in command:
            bare_machine["chromium"] = "/usr/bin/chromium"
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert browsers.chromium(NOWHERE) == "/usr/bin/chromium"
    assert [command[1] for command in called] == ["update", "install"]


def test_where_it_cannot_be_installed_that_is_said(
    bare_machine: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(browsers.NoBrowser, match="there is no apt-get here"):
        browsers.chromium(NOWHERE)
    bare_machine["apt-get"] = "/usr/bin/apt-get"
    with pytest.raises(browsers.NoBrowser, match="only root may install it"):
        browsers.chromium(NOWHERE)
