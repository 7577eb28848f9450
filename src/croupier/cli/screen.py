"""Lines of text: wrapped and in colour on a terminal, whole and plain on a pipe."""

from __future__ import annotations

import codecs
import contextlib
import io
import sys
from collections.abc import Sequence
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from croupier.cards import BACK, Card
from croupier.chips import dollars

PIPE_WIDTH: Final = 80
WIDEST: Final = 100
NARROW: Final = 60
"""Columns from which cards have a margin."""

# Mid-tones, which can be read on a dark and on a light background; each is one of the 256 colours.
BRASS, HEADING, GOLD, DIM = "#af875f", "bold #af875f", "bold #af8700", "#808080"
"""GOLD is for whose turn it is and for the keys, and for nothing else."""
WIN, PUSH, LOSE = "bold #00875f", "bold", "bold #d75f5f"
PAPER, BACK_STYLE, RED = "bold #121212 on #e4e4e4", "#d7af87 on #5f0000", "#d70000"
RED_CARD: Final = r"\b(10|[2-9JQKA])[♥♦]"
LETTERS: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "▒": "#", "▲": "+", "▼": "-"}


class EndOfInput(Exception):
    """The input has ended."""


class Screen:
    """Where a command writes and reads."""

    def __init__(self, pipe_width: int = PIPE_WIDTH) -> None:
        self.terminal = sys.stdout.isatty()
        self.typed = sys.stdin.isatty()
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="croupier-letters")
        if self.terminal:
            self.console = Console(highlight=False)
            self.console.width = min(self.console.width, WIDEST)
            self.margin = " " if self.console.width >= NARROW else ""
        else:
            self.margin = ""
            self.console = Console(
                width=pipe_width, color_system=None, force_terminal=False, highlight=False, legacy_windows=False
            )

    def show(self, *drawn: RenderableType) -> None:
        """Print tables and text."""
        with self.console.capture() as captured:
            self.console.print(Group(*drawn))
        for line in captured.get().splitlines():
            print(line.rstrip())

    def say(self, *lines: str | Text, indent: int = 0) -> None:
        """Print lines; a terminal wraps them at the indent, a pipe gets each whole."""
        for line in lines:
            text = Text(line) if isinstance(line, str) else line
            if self.terminal and text:
                margin = len(text.plain) - len(text.plain.lstrip())
                text = text[margin:]
                text.highlight_regex(RED_CARD, RED)
                self.show(Padding(text, (0, 0, 0, indent + margin), expand=False))
            else:
                print(" " * indent + text.plain)

    def cards(self, names: Sequence[str]) -> Text:
        """Return cards side by side; on a terminal each is a small white card."""
        line = Text()
        for place, name in enumerate(names):
            sign = "▒▒" if name == BACK else Card.parse(name).sign
            line.append(" " if place else "")
            line.append(f"{self.margin}{sign}{self.margin}", BACK_STYLE if name == BACK else PAPER)
        return line

    def numbers(self, names: Sequence[str]) -> str:
        """Return the numbers 1, 2, ... that stand under the cards that `cards` returns."""
        widths = [len(Card.parse(name).sign) + 2 * len(self.margin) for name in names]
        return " ".join(f"{self.margin}{number}".ljust(width) for number, width in enumerate(widths, 1))

    def ask(self, question: str, begun: str = "") -> str:
        """Return the line that is typed after what is begun; a line that comes through a pipe is echoed."""
        sys.stdout.flush()
        if self.typed:
            with contextlib.suppress(ImportError):
                import readline  # Gives input() a line editor with history.

                readline.set_startup_hook(lambda: readline.insert_text(begun))
        try:
            answer = input(question)
        except (EOFError, KeyboardInterrupt):
            print()
            raise EndOfInput from None
        if not self.typed:
            print(answer)
        return answer.strip()


def signed(cents: int) -> Text:
    """Return a result with its sign and colour."""
    if not cents:
        return Text("even", PUSH)
    return Text(f"+{dollars(cents)}", WIN) if cents > 0 else Text(dollars(cents), LOSE)


def _letters(error: UnicodeError) -> tuple[str, int]:
    """Write a card as `As` where the encoding of the output has no suits."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(LETTERS.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


codecs.register_error("croupier-letters", _letters)
