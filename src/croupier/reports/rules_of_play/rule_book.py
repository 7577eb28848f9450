"""A game's rules one by one, in our own words, with how each is read: the page `rules.md` of its folder."""

from __future__ import annotations

from itertools import dropwhile
from typing import Any

from croupier.contract import Json
from croupier.reports.paper_words import bet_label, blocks, setting_words
from croupier.table.game import Game
from croupier.table.settings import settings_of


def rule_book(game: Game[Any]) -> list[Json]:
    """The page in blocks, without its title and what it says of itself; nothing where a game has no such page."""
    page = game.folder() / "rules.md"
    if not page.is_file():
        return []
    words = _Words(game)
    return [words.plain(block) for block in dropwhile(_is_opening, blocks(page.read_text("utf-8")))]


def _is_opening(block: Json) -> bool:
    return block["kind"] == "words" or block.get("level") == 1


class _Words:
    """Names of settings, values and options in the words of people: a paper has readers who type no commands."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.meanings = {setting.name: setting.meaning for setting in settings_of(game.Settings)}

    def plain(self, value: Any) -> Any:
        """Facts with every piece that is written as code said in words."""
        if isinstance(value, list):
            return [self.plain(each) for each in value]
        if isinstance(value, dict) and value.get("style") == "code":
            return {"style": "", "text": self.said(value["text"])}
        return {name: self.plain(each) for name, each in value.items()} if isinstance(value, dict) else value

    def said(self, code: str) -> str:
        """What stands for a name: `decks = 6` is what is decided by it, and how it usually is."""
        name, equals, usual = code.partition(" = ")
        if name in self.meanings:
            meaning = self.meanings[name]
            return f"House’s choice: {meaning} (usual: {setting_words(usual)})" if equals else f"“{meaning}”"
        if code.startswith("--paytable-file"):
            return "a paytable of the house's own"
        if code.startswith("--paytable "):
            bet, _, table = code.removeprefix("--paytable ").partition("=")
            return f"another printed paytable of {bet_label(self.game, bet)}" + (
                f", {table}" if table.islower() else ""
            )
        return setting_words(code.replace("_", " "))
