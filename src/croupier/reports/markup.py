"""The few signs of Markdown that rules and methods are written with, as pieces that a template can set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from croupier.contract import Json

_STYLED: Final = re.compile(r"`(?P<code>[^`]+)`|\*(?=\S)(?P<emph>[^*]+)(?<=\S)\*")


def pieces(words: str) -> list[Json]:
    """Words in pieces of one style each.

    >>> pieces("*Ruling:* see `ties`.")
    [{'style': 'emph', 'text': 'Ruling:'}, {'style': '', 'text': ' see '}, {'style': 'code', 'text': 'ties'},
     {'style': '', 'text': '.'}]
    """
    found: list[Json] = []
    end = 0
    for styled in _STYLED.finditer(words):
        found.append({"style": "", "text": words[end : styled.start()]})
        found.append({"style": styled.lastgroup, "text": styled[styled.lastgroup or 0]})
        end = styled.end()
    return [piece for piece in (*found, {"style": "", "text": words[end:]}) if piece["text"]]


def blocks(page: str) -> Iterator[Json]:
    """Headings, tables, lists and paragraphs in their order; lines set in by four spaces stay lines."""
    for filled, lines in groupby(page.splitlines(), key=lambda line: bool(line.strip())):
        if filled:
            yield _block(list(lines))


def _block(lines: list[str]) -> Json:
    first = lines[0]
    if first.startswith("#"):
        return {"kind": "heading", "level": len(first) - len(first.lstrip("#")), "text": first.lstrip("# ")}
    if first.startswith("|"):
        header, _, *rows = [[pieces(cell.strip()) for cell in line.strip()[1:-1].split("|")] for line in lines]
        return {"kind": "table", "header": header, "rows": rows}
    if first.startswith("- "):
        items = re.split(r"^- ", "\n".join(lines), flags=re.MULTILINE)[1:]
        return {"kind": "list", "items": [pieces(" ".join(item.split())) for item in items]}
    if first.startswith("    "):
        return {"kind": "formula", "lines": [line.removeprefix("    ") for line in lines]}
    return {"kind": "words", "pieces": pieces(" ".join(lines))}
