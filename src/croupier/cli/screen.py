"""Where a command writes and reads: a terminal in colour, or a pipe in plain lines."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.text import Text

PIPE_WIDTH: Final = 80
WIDEST: Final = 110
ROOMY: Final = 29
"""Rows of a terminal from which cards are drawn at their full size."""


TIGHT: Final = 24
"""Rows of a terminal below which cards are not drawn but written, so that chips and question stay in sight."""
PLAIN: Final = str.maketrans(
    dict(zip("♠♥♦♣", "shdc", strict=True))
    | dict.fromkeys("╭╮╰╯┬┴┼├┤┌┐└┘", "+")
    | dict.fromkeys("─━▔", "-")
    | dict.fromkeys("│┃", "|")
    | {"▒": "#", "●": "o", "◉": "@", "▶": ">", "▲": "+", "▼": "-", "╱": "/", "╲": "\\", "·": "-", "…": "...", "×": "x"}
    | {"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "−": "-"}
)
"""What each sign of ours is in ASCII: cards are then As and Kd."""


class EndOfInput(Exception):
    """The input has ended."""


class Screen:
    """A terminal, redrawn in place; or, for scripts, lines of plain text that never change with the terminal."""

    def __init__(self, pipe_width: int = PIPE_WIDTH, plain: bool = False) -> None:
        self.plain = plain or not _writes(sys.stdout.encoding)
        """Whether nothing but ASCII is written."""
        self.terminal = sys.stdout.isatty()
        self.typed = sys.stdin.isatty()
        if self.terminal:
            self.console = Console(highlight=False)
            self.console.width = min(self.console.width, WIDEST)
        else:
            self.console = Console(
                width=pipe_width, color_system=None, force_terminal=False, highlight=False, legacy_windows=False
            )
        if self.typed:
            with contextlib.suppress(ImportError):
                # Importing it gives input() a line editor with history.
                import readline  # noqa: F401

    @property
    def width(self) -> int:
        """Columns that may be drawn on."""
        return self.console.width

    @property
    def rows(self) -> int:
        """Rows that can be seen at once."""
        return self.console.height

    @property
    def roomy(self) -> bool:
        """Whether cards may be drawn at their full size."""
        return self.terminal and self.rows >= ROOMY

    @property
    def tight(self) -> bool:
        """Whether there is only room for cards in lines of text."""
        return self.terminal and self.rows < TIGHT

    def clear(self) -> None:
        """Begin at the top; on a pipe there is no top."""
        if self.terminal:
            self.console.clear()

    def show(self, *drawn: RenderableType) -> None:
        """Draw something."""
        for part in drawn:
            if self.terminal and not self.plain:
                self.console.print(part)
                continue
            with self.console.capture() as captured:
                self.console.print(part)
            for line in self.signs(captured.get()).splitlines():
                print(line.rstrip())

    def say(self, *lines: str | Text) -> None:
        """Write lines; on a pipe each stays one line however long it is."""
        for line in lines:
            if self.terminal and not self.plain:
                self.console.print(line, markup=False)
            elif self.terminal:
                self.show(line)
            else:
                print(self.signs(line if isinstance(line, str) else line.plain))

    def signs(self, text: str) -> str:
        """Text as it can be written here."""
        return text.translate(PLAIN) if self.plain else text

    def page(self, *drawn: RenderableType, pager: bool = True) -> None:
        """Draw something to be read, with a pager where it does not fit on the screen and is wanted."""
        group = Group(*drawn)
        if not (self.terminal and pager) or self.plain or self.height(group) < self.rows:
            self.show(*drawn)
            return
        os.environ.setdefault("LESS", "-RFX")
        with self.console.pager(styles=True):
            self.console.print(group)

    def height(self, drawn: RenderableType) -> int:
        """How many rows something takes."""
        return len(self.console.render_lines(drawn, pad=False))

    def ask(self, question: str) -> str:
        """What is typed in answer; a line that comes through a pipe is shown as if it had been typed."""
        sys.stdout.flush()
        try:
            answer = input(question)
        except (EOFError, KeyboardInterrupt):
            print()
            raise EndOfInput from None
        if not self.typed:
            print(answer)
        return answer.strip()


def _writes(encoding: str | None) -> bool:
    """Whether our signs can be written in an encoding."""
    try:
        "♠▒╭●".encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
