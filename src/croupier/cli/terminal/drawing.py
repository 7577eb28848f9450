"""Cards, dice, chips and a cup, drawn with characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from croupier.cards import BACK, Card
from croupier.chips import dollars

BRASS: Final = "#c9a35b"
GOLD: Final = "bold #ffd54a"
"""For whose turn it is, and nothing else."""
IVORY: Final = "#f2efe6"
DIM: Final = "#a9b5ac"
WIN, PUSH, LOSE = "bold #8fe388", "bold #e8e2c8", "bold #ff8f7a"

PAPER: Final = "#fbf8ef"
EDGE: Final = f"#8d8a80 on {PAPER}"
BLACK: Final = f"bold #1d1d1b on {PAPER}"
RED: Final = f"bold #c0182b on {PAPER}"
BACK_STYLE: Final = "#e6c98a on #6d2230"

CHIPS: Final = ((50_000, "#b48ae0"), (10_000, "#c9c9c9"), (2_500, "#5fcf80"), (500, "#ff7b72"), (0, "#ffffff"))
"""The colour of a bet's largest chip, by cents."""

Block = list[Text]
"""A drawing: lines of the same width."""


def card_style(name: str) -> str:
    """How a card's index is coloured."""
    return RED if name != BACK and Card.parse(name).suit in (1, 2) else BLACK


def index(name: str) -> tuple[str, str]:
    """A card's rank and suit as they are printed in its corner."""
    sign = Card.parse(name).sign
    return sign[:-1], sign[-1]


def inline(names: Sequence[str]) -> Text:
    """Cards in a line of text."""
    line = Text()
    for place, name in enumerate(names):
        if place:
            line.append(" ")
        line.append("▒▒" if name == BACK else Card.parse(name).sign, BACK_STYLE if name == BACK else card_style(name))
    return line


def strip(names: Sequence[str]) -> Block:
    """Cards edge to edge, three rows high."""
    lines = [Text() for _ in range(3)]
    for place, name in enumerate(names):
        first = place == 0
        lines[0].append(("╭" if first else "┬") + "───", EDGE)
        lines[1].append("│", EDGE)
        lines[1].append("▒▒▒" if name == BACK else f"{''.join(index(name)):<3}", _face(name))
        lines[2].append(("╰" if first else "┴") + "───", EDGE)
    return _closed(lines, "╮│╯") if names else []


def fan(names: Sequence[str]) -> Block:
    """Cards that overlap, four rows high: each shows its corner, the last its face."""
    lines = [Text() for _ in range(4)]
    for place, name in enumerate(names):
        width = 3 if place == len(names) - 1 else 2
        rank, suit = ("▒" * width, "▒" * width) if name == BACK else index(name)
        first = place == 0
        lines[0].append(("╭" if first else "┬") + "─" * width, EDGE)
        for line, corner in ((lines[1], rank), (lines[2], suit)):
            line.append("│", EDGE)
            line.append(f"{corner:<{width}}", _face(name))
        lines[3].append(("╰" if first else "┴") + "─" * width, EDGE)
    return _closed(lines, "╮││╯") if names else []


def full(names: Sequence[str]) -> Block:
    """Cards side by side, five rows high."""
    lines = [Text() for _ in range(5)]
    for place, name in enumerate(names):
        rank, suit = ("▒", "▒") if name == BACK else index(name)
        rows = ("▒▒▒",) * 3 if name == BACK else (f"{rank:<3}", f" {suit} ", f"{rank:>3}")
        for line in lines if place else ():
            line.append(" ")
        lines[0].append("╭───╮", EDGE)
        for line, row in zip(lines[1:4], rows, strict=True):
            line.append("│", EDGE)
            line.append(row, _face(name))
            line.append("│", EDGE)
        lines[4].append("╰───╯", EDGE)
    return lines if names else []


def _face(name: str) -> str:
    return BACK_STYLE if name == BACK else card_style(name)


def _closed(lines: Block, ends: str) -> Block:
    for line, end in zip(lines, ends, strict=True):
        line.append(end, EDGE)
    return lines


PIPS: Final = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}


def dice(*faces: int) -> Block:
    """Dice side by side, five rows high."""
    lines = [Text() for _ in range(5)]
    for place, face in enumerate(faces):
        for line in lines if place else ():
            line.append("  ")
        for line, row in zip(lines, ("╭─────╮", *(f"│{row}│" for row in PIPS[face]), "╰─────╯"), strict=True):
            line.append(row, f"bold #1d1d1b on {PAPER}")
    return lines


def cup() -> Block:
    """A dice cup, upside down over its dice."""
    return [Text(row, BRASS) for row in ("   ╭───────╮   ", "  ╱         ╲  ", " ╱           ╲ ", "▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔")]


def chip(cents: int) -> Text:
    """A bet: its largest chip and its sum."""
    colour = next(colour for least, colour in CHIPS if cents >= least)
    return Text.assemble(("●", colour), " ", (dollars(cents), f"bold {IVORY}"))


def signed(cents: int) -> Text:
    """A result with its sign and colour."""
    if not cents:
        return Text("even", PUSH)
    return Text(f"+{dollars(cents)}", WIN) if cents > 0 else Text(dollars(cents), LOSE)


def labelled(label: str, block: Block, style: str = BRASS) -> Block:
    """A drawing with its name above."""
    return [Text(label, style), *block]


def beside(*blocks: Block, gap: int = 2, bottom: bool = True) -> Block:
    """Drawings side by side, standing on the same line or hanging from it."""
    blocks = tuple(block for block in blocks if block)
    height = max(map(len, blocks), default=0)
    rows = [Text() for _ in range(height)]
    for place, block in enumerate(blocks):
        width = max(cell_len(line.plain) for line in block)
        missing = [Text()] * (height - len(block))
        for row, line in zip(rows, [*missing, *block] if bottom else [*block, *missing], strict=True):
            if place:
                row.append(" " * gap)
            row.append_text(line)
            row.append(" " * (width - cell_len(line.plain)))
    return rows
