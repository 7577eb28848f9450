"""Lists and numbers of things in English sentences."""

from __future__ import annotations

from collections.abc import Iterable


def listed(names: Iterable[str], last: str = "and") -> str:
    """Names as they are read out.

    >>> listed(["Ann"]), listed(["Ann", "Bob", "Cy"]), listed([".pdf", ".svg"], "or")
    ('Ann', 'Ann, Bob and Cy', '.pdf or .svg')
    """
    *first, final = [*names] or [""]
    return f"{', '.join(first)} {last} {final}" if first else final


def counted(number: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "round"), counted(4, "round")
    ('1 round', '4 rounds')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}{'es' if thing.endswith('s') else 's'}"


def in_words(number: int) -> str:
    """A small number in words.

    >>> in_words(0), in_words(7), in_words(52)
    ('no', 'seven', '52')
    """
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return words[number] if number < len(words) else str(number)
