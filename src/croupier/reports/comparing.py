"""Comparing the facts of a paper with facts computed again: word for word, or only the numbers among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isclose
from typing import Any, Final

EXACT: Final = "numbers"
"""The fact that holds a paper's exact numbers, as `analyze --json` gives them."""
_FIGURE: Final = re.compile(r"[-+−]?\d[\d,]*(\.\d+)?%|[-+−]?\d+/\d+|[-+−]?\d+\.\d{4,}")
"""A figure as papers print it: a percentage, a fraction, or a decimal of at least four places."""
_NUMBER: Final = re.compile(r"-?\d+(/\d+)?")
_BEFORE: Final = 20
_CLOSE: Final = 1e-9
"""How far floats that stand beside exact numbers may differ: builds may round otherwise."""


def differences(given: Any, computed: Any, where: str = "") -> Iterator[str]:
    """Where two facts differ, one line for each.

    >>> list(differences({"edge": "1%", "rows": [1, 2]}, {"edge": "2%", "rows": [1, 3]}))
    ["edge is '2%', not '1%'", 'rows/1 is 3, not 2']
    """
    if isinstance(given, dict) and isinstance(computed, dict):
        for name in sorted({*given, *computed}):
            yield from differences(given.get(name), computed.get(name), f"{where}/{name}".lstrip("/"))
    elif isinstance(given, list) and isinstance(computed, list) and len(given) == len(computed):
        for place, (one, other) in enumerate(zip(given, computed, strict=True)):
            yield from differences(one, other, f"{where}/{place}")
    elif given != computed:
        yield _difference(given, computed, where)


def compared_numbers(
    given: Any, computed: Any, where: str = "", exact: bool = False
) -> Iterator[tuple[str | None, bool]]:
    """Every number that stands at the same place in both facts: what differs, if it does, and whether it is exact.

    Facts of two builds may be worded and arranged otherwise. So lists of different lengths are not compared, and
    outside the exact numbers only figures that are written alike and stand beside the same words.

    >>> facts = {"numbers": {"edge": "1/60"}, "rows": [["flush", "1.25%"]], "note": "3 ways"}
    >>> [found for found, _ in compared_numbers(facts, facts | {"rows": [["flush", "1.35%"]], "note": "4 ways"})]
    [None, "rows/0/1 is '1.35%', not '1.25%'"]
    """
    if isinstance(given, dict) and isinstance(computed, dict):
        pairs = [(name, given[name], computed[name]) for name in given if name in computed]
    elif isinstance(given, list) and isinstance(computed, list) and len(given) == len(computed):
        pairs = [(str(place), one, other) for place, (one, other) in enumerate(zip(given, computed, strict=True))]
    else:
        return
    same_words = all(_is_figure(one, other) or isinstance(one, dict | list) or one == other for _, one, other in pairs)
    for name, one, other in pairs:
        place = f"{where}/{name}".lstrip("/")
        if exact and _is_number(one, other):
            yield None if _same_number(one, other) else _difference(one, other, place), True
        elif not exact and same_words and _is_figure(one, other):
            yield None if one == other else _difference(one, other, place), False
        else:
            yield from compared_numbers(one, other, place, exact or name == EXACT)


def _is_figure(one: Any, other: Any) -> bool:
    """Whether both are figures, written alike: with the same number of places and the same signs."""
    if not (isinstance(one, str) and isinstance(other, str) and _FIGURE.fullmatch(one) and _FIGURE.fullmatch(other)):
        return False
    return _places(one) == _places(other)


def _places(figure: str) -> tuple[str, int]:
    """What a figure ends in, and the places after its point."""
    _, _, places = figure.rstrip("%").partition(".")
    return "%" if figure.endswith("%") else "/" if "/" in figure else ".", len(places)


def _is_number(one: Any, other: Any) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return bool(_NUMBER.fullmatch(one) and _NUMBER.fullmatch(other))
    return isinstance(one, int | float) and isinstance(other, int | float)


def _same_number(one: Any, other: Any) -> bool:
    return one == other if isinstance(one, str) else isclose(one, other, rel_tol=_CLOSE, abs_tol=_CLOSE)


def _difference(given: Any, computed: Any, where: str) -> str:
    if isinstance(given, str) and isinstance(computed, str):
        # Of long texts, what is shown begins shortly before they part.
        apart = (place for place, (one, other) in enumerate(zip(given, computed, strict=False)) if one != other)
        start = next(apart, 0) - _BEFORE
        given, computed = (f"...{text[start:]}" if start > _BEFORE else text for text in (given, computed))
    return f"{where} is {_short(computed)}, not {_short(given)}"


def _short(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= 60 else f"{words[:57]}..."
