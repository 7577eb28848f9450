"""The code blocks of the README, the project's other pages and the documentation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
LANGUAGES = ("console", "json", "make", "pycon", "python", "sh", "text", "toml", "yaml")
SLOW = "<!-- slow -->"
"""Stands before a block that takes more than about five seconds, and is carried out by `make confirm` only."""
PARSED = "<!-- parsed -->"
"""Stands before commands on files that the reader has and a test has not; their words are checked."""


class Unread(Exception):
    """A block that nobody knows how to check."""


@dataclass(frozen=True)
class Block:
    """One block; `prints` is the text block right after a program, which is what the program prints."""

    page: str
    line: int
    language: str
    title: str
    text: str
    slow: bool
    parsed: bool
    prints: str | None

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"{self.page}:{self.line}"


def pages() -> list[str]:
    """Every page that has a reader, by its path in the project."""
    return [
        path.relative_to(ROOT).as_posix() for path in (*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md")))
    ]


def blocks(page: str) -> list[Block]:
    """The blocks of a page, in order."""
    return list(read(page, (ROOT / page).read_text("utf-8")))


def read(page: str, text: str) -> Iterator[Block]:
    """The blocks of a text; a block without a language, or in one that is not known, is refused."""
    tokens = MarkdownIt().parse(text)
    for at, token in enumerate(tokens):
        if token.type not in ("fence", "code_block"):
            continue
        line = token.map[0] + 1 if token.map else 0
        language = _language(token, page, line)
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        printed = following is not None and following.type == "fence" and following.info.strip() == "text"
        before = tokens[at - 1].content.strip() if at and tokens[at - 1].type == "html_block" else ""
        yield Block(
            page,
            line,
            language,
            title=title[1] if (title := re.search(r'title="([^"]+)"', token.info)) else "",
            text=token.content,
            slow=before == SLOW,
            parsed=before == PARSED,
            prints=following.content if printed and following and language == "python" else None,
        )


def _language(token: Token, page: str, line: int) -> str:
    if token.type == "code_block":
        first = token.content.split()[0]
        if first in ("$", ">>>", "[", "{", "croupier", "make", "pip", "python"):
            raise Unread(f"{page}:{line} is indented and more than text; put it between ``` and name its language")
        return "text"
    language = token.info.split()[0] if token.info.split() else ""
    if language not in LANGUAGES:
        raise Unread(f"{page}:{line} is in {language!r}, which nothing checks; there are {', '.join(LANGUAGES)}")
    return language
