"""What travels with a paper so that anybody can check it: its inputs and facts, and a digest of both."""

from __future__ import annotations

from hashlib import sha256
from importlib.metadata import version
from typing import Final

import msgspec

from croupier import __version__
from croupier.contract import Json
from croupier.reports.inputs import Inputs

MARK: Final = "croupier-report-digest: sha256:"
"""What stands before the digest, in a paper's text and in its metadata."""
ATTACHED: Final = "croupier-report.json"
"""The file within a PDF that holds the inputs and facts."""


class Maker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The versions that made a paper: another one may set it otherwise, with the same facts."""

    croupier: str
    typst: str

    @classmethod
    def here(cls) -> Maker:
        """What would make a paper now."""
        return cls(__version__, version("typst"))


class Sealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paper's inputs and facts, who made it, and the digest of inputs and facts."""

    inputs: Inputs
    facts: Json
    maker: Maker
    digest: str


def seal(inputs: Inputs, facts: Json) -> Sealed:
    """Inputs and facts with their digest."""
    return Sealed(inputs, facts, Maker.here(), digest_of(inputs, facts))


def digest_of(inputs: Inputs, facts: Json) -> str:
    """The SHA-256 of the canonical JSON of inputs and facts: keys in order, no spaces."""
    return sha256(canonical({"inputs": msgspec.to_builtins(inputs), "facts": facts})).hexdigest()


def canonical(value: object) -> bytes:
    """The one way to write a value as JSON.

    >>> canonical({"b": [1, "x"], "a": None})
    b'{"a":null,"b":[1,"x"]}'
    """
    return msgspec.json.encode(value, order="sorted")
