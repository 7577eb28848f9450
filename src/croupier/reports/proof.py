"""The proof that travels with a paper: its inputs and facts, its maker, a digest of these, and a house's signature."""

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


class Sealed(msgspec.Struct, Generic[Stated], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A paper's inputs, facts and maker with their digest, which a house signs in its own papers."""

    inputs: Stated
    facts: Json
    maker: Maker
    digest: str
    key: str = ""
    """The public key of the house that made it, Ed25519 in hexadecimal; papers about a game have none."""
    signature: str = ""

    def said(self) -> bytes:
        """Return what a house signs."""
        return f"croupier paper {self.digest}".encode()


def seal(inputs: Stated, facts: Json, maker: Maker, key: str = "") -> Sealed[Stated]:
    """Return inputs, facts and maker with their digest."""
    return Sealed(inputs, facts, maker, digest_of(inputs, facts, maker), key)


def digest_of(inputs: object, facts: Json, maker: Maker) -> str:
    """The SHA-256 of the canonical JSON of inputs, facts and maker: keys in order, no spaces."""
    return sha256(canonical({"inputs": inputs, "facts": facts, "maker": maker})).hexdigest()


def canonical(value: object) -> bytes:
    """The one way to write a value as JSON.

    >>> canonical({"b": [1, "x"], "a": None})
    b'{"a":null,"b":[1,"x"]}'
    """
    return msgspec.json.encode(value, order="sorted")
