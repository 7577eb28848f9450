"""The proof that travels with a paper: its inputs and facts, who made it, and a digest of inputs and facts."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec

import croupier
from croupier import __version__
from croupier.contract import Json
from croupier.games import game_named
from croupier.reports.inputs import Inputs

Stated = TypeVar("Stated")

MARK: Final = "croupier-report-digest: sha256:"
"""The words before the digest, in a paper's text and in its metadata."""
ATTACHED: Final = "croupier-report.json"
"""The file within a PDF that holds the inputs and facts."""


NOT_IN_PAPERS: Final = ("cli", "floor")
"""Rooms of the package that no paper is made from."""
SOURCES: Final = (".py", ".toml", ".md", ".typ", ".css", ".json")


class Maker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The program that made a paper: behaviour decides its numbers, the build its words, Typst its layout."""

    croupier: str
    typst: str
    build: str
    """A digest of the sources that papers are made from."""
    behaviour: int | msgspec.UnsetType = msgspec.UNSET
    """The behaviour version of the game; a paper of a house is about several."""

    @classmethod
    def here(cls, game: str) -> Maker:
        """Return what would make a paper of a game now."""
        return cls(__version__, version("typst"), build_here(game), game_named(game).behaviour)

    @classmethod
    def of_house(cls, games: Sequence[str]) -> Maker:
        """Return what would make a house's paper now, about tables of these games."""
        return cls(__version__, version("typst"), build_of(tuple(games), ("cli",)))

    def __str__(self) -> str:
        plays = "" if self.behaviour is msgspec.UNSET else f" behaviour version {self.behaviour},"
        return f"Croupier {self.croupier} (build {self.build}),{plays} Typst {self.typst}"


def build_here(game: str) -> str:
    """A digest of the sources of this program that a paper of a game is made from, the game's folder among them."""
    return build_of((game,), NOT_IN_PAPERS)


@cache
def build_of(games: tuple[str, ...], left_out: tuple[str, ...]) -> str:
    """A digest of the sources of this program but for some rooms, and of the folders of games from elsewhere."""
    package = Path(croupier.__file__).parent
    of_games = dict.fromkeys(Path(inspect.getfile(game_named(game))).parent for game in games)
    digest = sha256()
    for root in (package, *(folder for folder in of_games if package not in folder.parents)):
        for path in sorted(path for path in root.rglob("*") if path.suffix in SOURCES and path.is_file()):
            within = path.relative_to(root)
            if root != package or within.parts[0] not in left_out:
                content = path.read_bytes()
                digest.update(f"{within.as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


class Sealed(msgspec.Struct, Generic[Stated], frozen=True, forbid_unknown_fields=True):
    """A paper's inputs and facts, who made it, and the digest of inputs and facts."""

    inputs: Stated
    facts: Json
    maker: Maker
    digest: str


def seal(inputs: Inputs, facts: Json) -> Sealed[Inputs]:
    """Inputs and facts with their digest."""
    return Sealed(inputs, facts, Maker.here(inputs.game), digest_of(inputs, facts))


def digest_of(inputs: msgspec.Struct, facts: Json) -> str:
    """The SHA-256 of the canonical JSON of inputs and facts: keys in order, no spaces."""
    return sha256(canonical({"inputs": msgspec.to_builtins(inputs), "facts": facts})).hexdigest()


def canonical(value: object) -> bytes:
    """The one way to write a value as JSON.

    >>> canonical({"b": [1, "x"], "a": None})
    b'{"a":null,"b":[1,"x"]}'
    """
    return msgspec.json.encode(value, order="sorted")
