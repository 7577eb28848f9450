"""A paper as somebody reads it: its text, without regard to lines and the kinds of signs it is set with."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from functools import cache

from pypdf import PdfReader

from croupier.contract import Json
from croupier.games import game_named
from croupier.reports.inputs import inputs_of, terms_of
from croupier.reports.papers import facts_of
from croupier.reports.proof import Maker, seal
from croupier.reports.typesetting import set_in_type

PLAIN = str.maketrans({"−": "-", "’": "'", "\u200b": None, "\u00a0": " ", "–": "-"})


@cache
def facts(kind: str, game: str) -> Json:
    """The facts of a game's paper as it is by default."""
    return facts_of(terms_of(inputs_of(kind, game_named(game)(), Fraction(1))))


@cache
def paper(kind: str, game: str) -> bytes:
    """The PDF of a game's paper as it is by default."""
    inputs = inputs_of(kind, game_named(game)(), Fraction(1))
    return set_in_type(seal(inputs, facts(kind, game), Maker.here(game)), "pdf")


def pages(pdf: bytes) -> list[str]:
    """The text of each page."""
    return [plain(page.extract_text()) for page in PdfReader(io.BytesIO(pdf)).pages]


def text(pdf: bytes) -> str:
    """The whole text."""
    return " ".join(pages(pdf))


def plain(words: str) -> str:
    """Words with single spaces, plain dashes and straight quotes."""
    return re.sub(r"\s+", " ", words.translate(PLAIN))


def without_spaces(words: str) -> str:
    """Words as one string, for what may be broken over lines."""
    return re.sub(r"\s", "", words.translate(PLAIN))
