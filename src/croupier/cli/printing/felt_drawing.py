"""A felt at real scale as SVG, from the marks of its layout."""

from __future__ import annotations

from html import escape
from typing import Any

from croupier.contract import Json
from croupier.reports.felt_layout import layout_facts
from croupier.table.game import Game


def felt_drawing(game: Game[Any]) -> str:
    """The whole felt of a game, one unit an inch, the dealer's side up."""
    facts = layout_facts(game)
    wide, deep, straight = facts["width"], facts["depth"], facts["straight"]
    half = wide / 2
    edge = f"M {-half} 0 H {half} V {straight} A {half} {half} 0 0 1 {-half} {straight} Z"
    marks = "".join(_mark(mark) for mark in (*facts["marks"], *facts["joins"]))
    return (
        f'<svg viewBox="{-half - 1} -1 {wide + 2} {deep + 2}" role="img" aria-label="The felt of {escape(game.title)}">'
        f'<path d="{edge}" fill="{escape(game.felt)}" stroke="#5b3a1e" stroke-width="1"/>{marks}</svg>'
    )


def _mark(mark: Json) -> str:
    """One thing that is printed, turned to whom it is for."""
    wide, high = mark["width"], mark["height"]
    outline = f'<rect x="{-wide / 2}" y="{-high / 2}" width="{wide}" height="{high}" rx="0.3"/>'
    match mark["kind"]:
        case "circle" | "dotted" | "pot" | "dice":
            dashes = ' stroke-dasharray="0.3 0.3"' if mark["kind"] == "dotted" else ""
            outline = f'<circle r="{wide / 2}"{dashes}/>'
        case "diamond":
            outline = f'<path d="M 0 {-high / 2} L {wide / 2} 0 L 0 {high / 2} L {-wide / 2} 0 Z"/>'
        case "title" | "sign":
            outline = ""
    size = min(high * 0.7, 1.8) if mark["kind"] == "title" else min(0.8, 1.5 * wide / max(len(mark["label"]), 1))
    words = f'<text font-size="{size:.2f}" dy="0.35em">{escape(mark["label"])}</text>'
    if mark["kind"] == "paytable":
        words = _rows(mark)
    return f'<g transform="translate({mark["x"]} {mark["y"]}) rotate({mark["turn"]})">{outline}{words}</g>'


def _rows(mark: Json) -> str:
    """A paytable: its heading and a line for each row."""
    line, left, right = mark["line"], -mark["width"] / 2 + 0.3, mark["width"] / 2 - 0.3
    top = -mark["height"] / 2 + 1.2 * line
    words = [f'<text font-size="{line:.2f}" y="{top:.2f}" font-weight="700">{escape(mark["label"])}</text>']
    for number, (row, pays) in enumerate(mark["rows"], start=1):
        y = top + number * line
        words.append(f'<text class="row" font-size="{line * 0.8:.2f}" x="{left}" y="{y:.2f}">{escape(row)}</text>')
        words.append(f'<text class="pays" font-size="{line * 0.8:.2f}" x="{right}" y="{y:.2f}">{escape(pays)}</text>')
    return "".join(words)
