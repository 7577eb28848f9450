"""The formats of papers: which there are, which a file's name asks for, and which its beginning shows."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, get_args

from croupier.english import listed
from croupier.errors import Refused
from croupier.reports.inputs import TITLES, Kind

Format = Literal["pdf", "html", "svg"]

FORMATS: Final[dict[Kind | Literal["close"], tuple[Format, ...]]] = {
    "math": ("pdf", "html"),
    "rules": ("pdf", "html"),
    "strategy": ("pdf", "html"),
    "pocket": ("pdf",),
    "layout": ("pdf", "svg"),
    "rack": ("pdf", "html"),
    "dealer": ("pdf", "html"),
    "submission": ("pdf", "html"),
    "close": ("pdf", "html"),
}
BEGINNING: Final = 512
"""Bytes that show what a file is."""


def format_of(path: Path, kind: Kind | Literal["close"]) -> Format:
    """The format that a file's name asks for."""
    wanted = path.suffix.lower().removeprefix(".")
    for format in FORMATS[kind]:
        if wanted == format:
            return format
    given = f"ends in .{wanted}" if wanted else "has no ending"
    raise Refused(f"{path} {given}; a {TITLES[kind].lower()} is written as {endings(kind)}")


def endings(kind: Kind | Literal["close"]) -> str:
    """The endings that a paper's file may have.

    >>> endings("layout")
    '.pdf or .svg'
    """
    return listed((f".{each}" for each in FORMATS[kind]), "or")


def format_within(content: bytes) -> Format | None:
    """The format that a file's beginning shows; None if it is no paper's."""
    if content.startswith(b"%PDF-"):
        return "pdf"
    head = content[:BEGINNING].lower()
    if head.startswith(b"<!doctype html"):
        return "html"
    return "svg" if b"<svg" in head else None


def is_paper(path: Path) -> bool:
    """Whether a file is a paper, to tell it from an exported round: by its name, or else by its beginning."""
    if path.suffix.lower().removeprefix(".") in get_args(Format):
        return True
    try:
        with path.open("rb") as file:
            return format_within(file.read(BEGINNING)) is not None
    except OSError:
        return False
