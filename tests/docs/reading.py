"""A page, read from top to bottom by somebody who does what it says and compares what comes of it."""

from __future__ import annotations

import doctest
import io
import json
import tomllib
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any

import yaml

from croupier.table.game import read_paytable_file
from tests.docs import commands
from tests.docs.blocks import Block
from tests.docs.house import PageHouse

ALIKE = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


class Reader:
    """Reads one page in a folder of its own; what a block defines, the blocks after it have."""

    def __init__(self, blocks: list[Block], folder: Path, house: PageHouse) -> None:
        self.blocks = blocks
        self.folder = folder
        self.house = house
        self.names: dict[str, Any] = {"__name__": "page"}
        for block in reversed(blocks):
            self._write(block)

    def read(self, with_slow: bool) -> None:
        """Check every block; slow ones are carried out only if asked for, and looked at otherwise."""
        for block in self.blocks:
            self._write(block)
            try:
                getattr(self, block.language)(block, carry_out=not block.parsed and (with_slow or not block.slow))
            except Exception as error:
                error.add_note(f"{block.place}:\n{block.text}")
                raise

    def _write(self, block: Block) -> None:
        """Write the file that a block is, as it is at that place of the page; until then it is as it is said first."""
        if block.title:
            (self.folder / block.title).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / block.title).write_text(block.text, "utf-8")

    def python(self, block: Block, carry_out: bool) -> None:
        """A program, which prints what the text below it says."""
        program = compile(self.house.addressed(block.text) if carry_out else block.text, block.place, "exec")
        if not carry_out:
            return
        printed = io.StringIO()
        with chdir(self.folder), redirect_stdout(printed):
            exec(program, self.names)
        if block.prints is not None:
            _compare(block.prints, printed.getvalue())

    def pycon(self, block: Block, carry_out: bool) -> None:
        """A Python session."""
        session = doctest.DocTestParser().get_doctest(block.text, self.names, block.place, block.page, block.line)
        assert session.examples, "there is no >>> in it"
        if not carry_out:
            return
        said = io.StringIO()
        with chdir(self.folder):
            result = doctest.DocTestRunner(optionflags=ALIKE).run(session, out=said.write, clear_globs=False)
        self.names.update(session.globs)
        assert result.failed == 0, said.getvalue()

    def sh(self, block: Block, carry_out: bool) -> None:
        """Commands, none of which fails."""
        for command in commands.lines(block.text):
            self._command(command, "", carry_out)

    def console(self, block: Block, carry_out: bool) -> None:
        """Commands with what they print; one whose output is shown may fail, and the output says how."""
        for command, printed in commands.sessions(block.text):
            self._command(command, printed, carry_out)

    def make(self, block: Block, carry_out: bool) -> None:
        """Targets, each with what it is for."""
        for line in block.text.splitlines():
            commands.check_target(line.split()[1])

    def toml(self, block: Block, carry_out: bool) -> None:
        """A paytable, or another file."""
        if "bet" in tomllib.loads(block.text):
            path = self.folder / (block.title or "paytable.toml")
            path.write_text(block.text, "utf-8")
            read_paytable_file(path)

    def json(self, block: Block, carry_out: bool) -> None:
        """What a program is sent or sends."""
        json.loads(block.text)

    def yaml(self, block: Block, carry_out: bool) -> None:
        """A file of another program."""
        yaml.safe_load(block.text)

    def text(self, block: Block, carry_out: bool) -> None:
        """Nothing that a machine could check by itself."""

    def _command(self, command: str, printed: str, carry_out: bool) -> None:
        with chdir(self.folder):
            commands.check(command)
        if not carry_out or not commands.runs(command):
            return
        said = commands.carry_out_in(self.folder, self.house.addressed(command))
        if printed.strip():
            _compare(printed, said.output)
        else:
            assert said.status == 0, f"{command} ended with {said.status}:\n{said.output}"


def _compare(wanted: str, got: str) -> None:
    """See that what was printed is what the page says; `...` in the page stands for anything."""
    wanted, got = (text.strip() + "\n" for text in (wanted, got))
    if not doctest.OutputChecker().check_output(wanted, got, ALIKE):
        raise AssertionError(f"the page says\n{wanted}\nand it prints\n{got}")
