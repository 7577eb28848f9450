"""A game's rules one by one, in our own words, with how each is read: the page `rules.md` of its folder."""

from __future__ import annotations

from itertools import dropwhile
from typing import Any

from croupier.contract import Json
from croupier.reports.markup import blocks
from croupier.table.game import Game


def rule_book(game: Game[Any]) -> list[Json]:
    """The page in blocks, without its title and what it says of itself; nothing where a game has no such page."""
    page = game.folder() / "rules.md"
    if not page.is_file():
        return []
    return list(dropwhile(_is_opening, blocks(page.read_text("utf-8"))))


def _is_opening(block: Json) -> bool:
    return block["kind"] == "words" or block.get("level") == 1
