"""Letters as people see them: what is blank, and which names look alike."""

from __future__ import annotations

from typing import Final
from unicodedata import category, normalize

FILLERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs by their kind that are drawn as nothing."""


def is_blank(text: str) -> bool:
    """Whether nothing of a text is seen: no letter, digit or sign.

    >>> is_blank("\\u200b \\u200e"), is_blank("?"), is_blank("\\u05d0")
    (True, False, False)
    """
    return not any(category(letter)[0] in "LNPS" and letter not in FILLERS for letter in text)


def tidy(name: str) -> str:
    """A name with its letters in one form and single spaces."""
    return " ".join(normalize("NFKC", name).split())


def in_short(name: str) -> str:
    """What two names have in common that people would take for one: letters in one form, and no capitals.

    >>> in_short("Mr  Supervisor") == in_short("mr \\uff33upervisor")
    True
    """
    return tidy(normalize("NFKC", name).casefold())
