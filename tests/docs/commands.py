"""The commands of the documentation: carried out as a shell would, or parsed where they cannot end within a test."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from croupier.cli import carry_out
from croupier.cli.app import command_line
from tests.docs.blocks import ROOT, Unread

MOST_ROUNDS = 5_000_000
"""The most rounds that a command in a test may deal."""
SHELL = ("|", ">", "<", "&&", "$(")
CARRIED_OUT = ("cat", "cmp", "cp", "croupier", "echo", "head", "ls", "printf", "python")
"""Programs that are run, in a folder of the page's own."""
READ_ONLY = (
    *(".", "caddy", "cd", "createdb", "docker", "git", "install", "kill"),
    *("make", "mkdir", "nginx", "pip", "psql", "ray", "systemctl"),
)
"""Programs of which only the spelling is looked at: they change the machine, fetch something, or never end."""
ENDLESS = ("serve", "--engine ray", "--address", "postgresql://")
"""Words of commands that need a cluster or a database, or go on until they are stopped."""


class Said(NamedTuple):
    """What came of a command: its output, or what it says is wrong where there is none."""

    status: int
    output: str


def lines(text: str) -> Iterator[str]:
    """The commands of a block, those that go on after a backslash in one line."""
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line


def sessions(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console, each with what is printed below it."""
    if not text.startswith("$ "):
        raise Unread("a console begins with `$ ` and a command")
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, printed = part.replace("\\\n", " ").partition("\n")
        yield command, printed


def runs(command: str) -> bool:
    """Whether a command can be carried out in a test."""
    if any(word in command for word in ENDLESS) or _first(command) in READ_ONLY:
        return False
    return all(float(number) <= MOST_ROUNDS for number in re.findall(r"--(?:rounds|simulate) (\S+)", command))


def check(command: str) -> None:
    """Look at a command without carrying it out: every word of it must be one that there is."""
    first = _first(command)
    if first not in (*CARRIED_OUT, *READ_ONLY):
        raise Unread(f"nothing is known of the program {first!r} in {command!r}")
    spelled = subprocess.run(["bash", "-n"], input=command, text=True, capture_output=True)
    assert spelled.returncode == 0, f"{command!r} is no command: {spelled.stderr}"
    for part in re.split(r"\||&&|;", command):
        words = shlex.split(part.partition(">")[0])
        if words[:1] == ["croupier"]:
            _parse([re.sub(r"^examples/", f"{ROOT / 'examples'}/", word) for word in words[1:]])
        elif words[:1] == ["make"]:
            check_target(words[1])
        elif words[:1] == ["python"] and words[1].endswith(".py") and "/" in words[1]:
            _parse_program(words[1:])


def check_target(target: str) -> None:
    """See that the Makefile has a target."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(rf"^{re.escape(target)}:.*##", makefile, re.MULTILINE), f"there is no `make {target}`"


def carry_out_in(folder: Path, command: str) -> Said:
    """Carry out a command in a folder."""
    typed, _, rest = command.rpartition(" | ") if _first(command) in ("echo", "printf") else ("", "", command)
    if _first(rest) == "croupier" and not any(sign in rest for sign in SHELL):
        words = shlex.split(typed)[1:]
        answers = words[0].replace("\\n", "\n") if len(words) == 1 else ""
        return _at_once(folder, shlex.split(rest)[1:], answers)
    program = re.sub(r"\bexamples/", f"{ROOT / 'examples'}/", command)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", program],
        cwd=folder,
        env=os.environ | {"PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    return Said(done.returncode, done.stdout or done.stderr)


def _at_once(folder: Path, words: list[str], typed: str) -> Said:
    """Carry out a `croupier` command in this process, which has everything imported already."""
    output, complaints = io.StringIO(), io.StringIO()
    with chdir(folder), redirect_stdout(output), redirect_stderr(complaints), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO(typed))
        status = carry_out(words)
    return Said(status, output.getvalue() or complaints.getvalue())


def _first(command: str) -> str:
    return shlex.split(command)[0] if command.split() else ""


def _parse(words: list[str]) -> None:
    """Have the command line read by its own parser, which refuses options and values that there are not."""
    if words[:1] in ([], ["--help"], ["--version"]):
        return
    commands = command_line().all_commands()
    assert words[0] in commands, f"there is no command {words[0]!r}"
    if "--help" not in words:
        commands[words[0]].make_context(words[0], list(words[1:]))


def _parse_program(words: list[str]) -> None:
    """See that a program of the project knows the options that it is given."""
    asked = subprocess.run([sys.executable, ROOT / words[0], "--help"], capture_output=True, text=True, check=True)
    for option in (word for word in words[1:] if word.startswith("--")):
        assert option in asked.stdout, f"{words[0]} has no option {option}"
