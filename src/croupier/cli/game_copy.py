"""A game to begin with: the folder of a game that exists, copied under another name."""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from tokenize import NAME, generate_tokens
from typing import Final

from croupier.errors import Refused, one_of
from croupier.game_folders import SENT, example_folders, package_of
from croupier.games import Kind, game_in, game_named, game_names
from croupier.table.game import shared_paytables

PUBLISHED: Final = ("published.toml", "figures.py", "cut_card.toml")
"""Files about the documents of the old game, which are not copied."""
_CLAIMS: Final = re.compile(r"^\[paytable\.claims\]\n(?:[^\[\n].*\n?)*\n?", re.MULTILINE)
_SHARED: Final = re.compile(r"^shared = .*\n\n?", re.MULTILINE)


def begin(name: str, like: str, place: Path) -> Path:
    """Copy the game `like` into the folder `name` in a place, renamed throughout; return the folder."""
    folder = place / name
    renaming = _Renaming.of(_game_like(like), name, folder)
    if folder.exists():
        raise Refused(f"{folder} is there already; nothing was written")
    files = {file: renaming.renamed(file, text) for file, text in _files(renaming.kind).items()}
    try:
        for file, text in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, "utf-8")
    except OSError as error:
        raise Refused(f"{folder} cannot be written: {error.strerror}") from None
    return folder


def _game_like(like: str) -> Kind:
    """Return the registered or example game of that name."""
    if like in game_names():
        return game_named(like)
    examples = example_folders()
    if like not in examples:
        raise one_of("game", like, [*game_names(), *examples], "--like")
    return game_in(examples[like])


def _files(kind: Kind) -> dict[str, str]:
    """Read the files of a game, with one paytable file and without what was published of the game."""
    folder = kind.folder()
    files = {
        str(file.relative_to(folder)): file.read_text("utf-8")
        for file in sorted(folder.rglob("*"))
        if file.suffix in SENT and file.name not in PUBLISHED
    }
    if "paytables.toml" in files:
        tables = [
            _SHARED.sub("", files["paytables.toml"]),
            *(file.read_text("utf-8") for file in shared_paytables(kind)),
        ]
        files["paytables.toml"] = _CLAIMS.sub("\n", "\n".join(tables)).rstrip() + "\n"
    return files


@dataclass(frozen=True)
class _Renaming:
    """The names of a new game in place of those of the game it is copied from."""

    kind: Kind
    name: str
    title: str
    class_name: str
    document: str
    package: str

    @classmethod
    def of(cls, kind: Kind, name: str, folder: Path) -> _Renaming:
        """Derive title, class and rule ids from the new name, or refuse it."""
        words = name.split("-")
        class_name = "".join(word.capitalize() for word in words)
        if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or {name, class_name} & {*keyword.kwlist}:
            raise Refused(f"{name!r} is no name for a game; write small letters, digits and hyphens, as in my-game")
        document = "".join(word[0] for word in words) if len(words) > 1 else name[:3]
        title = " ".join(word.capitalize() for word in words)
        return cls(kind, name, title, class_name, document.upper(), package_of(folder))

    def renamed(self, file: str, text: str) -> str:
        """Return the text of a file with the new names; rules of a pot keep their ids, which the pot itself cites."""
        text = text.replace(self.kind.__module__.rpartition(".")[0], self.package)
        if file.endswith(".py"):
            text = self._class_renamed(file, text)
            if self.kind.__name__ != self.kind.title:
                text = re.sub(rf"\b{self.kind.__name__}", self.class_name, text)
        text = re.sub(rf"\b{re.escape(self.kind.title)}(?!\w)", self.title, text)
        text = re.sub(rf"(?<![\w-]){self.kind.name}(?![\w-])", self.name, text)
        old = re.escape(self.kind.document)
        return re.sub(rf"\b{old}(?=-\d)|(?<=[\"']){old}(?=[\"'])", self.document, text)

    def _class_renamed(self, file: str, text: str) -> str:
        """Rename the game's class, and classes that are called after it, wherever the source names them."""
        old, lines = self.kind.__name__, text.splitlines(keepends=True)
        for token in reversed([*generate_tokens(StringIO(text).readline)]):
            if token.type != NAME:
                continue
            if token.string == self.class_name:
                raise Refused(f"{file} of {self.kind.name} uses the word {self.class_name}; choose another name")
            if token.string.startswith(old):
                row, start = token.start[0] - 1, token.start[1]
                lines[row] = lines[row][:start] + self.class_name + lines[row][start + len(old) :]
        return "".join(lines)
