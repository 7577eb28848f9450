"""Comparing the facts of a paper with facts computed again: word for word, or only the numbers among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import isclose
from typing import Any, Final, Literal

Verdict = Literal["same", "moved", "unclear"]

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


@dataclass(frozen=True, slots=True)
class Compared:
    """A number of a paper beside the one that is computed again."""

    verdict: Verdict
    exact: bool
    difference: str = ""
    """Where they differ, and how."""


def compared_numbers(
    given: Any, computed: Any, where: str = "", exact: bool = False, same_words: bool = True
) -> Iterator[Compared]:
    """Every number of two facts: the same, moved, or unclear.

    Facts of two builds may be worded and arranged otherwise, so outside the exact numbers a figure has moved only if it
    is written alike and stands beside the same words. What cannot be compared is unclear, never taken for the same.

    >>> facts = {"numbers": {"edge": "1/60"}, "rows": [["flush", "1.25%"]], "note": "3 ways"}
    >>> other = facts | {"rows": [["flush", "1.35%"]], "note": "4 ways"}
    >>> [(found.verdict, found.difference) for found in compared_numbers(facts, other)]
    [('same', ''), ('moved', "rows/0/1 is '1.35%', not '1.25%'")]
    >>> [found.verdict for found in compared_numbers({"numbers": {"edge": "0.01", "sd": 2}}, facts)][:2]
    ['moved', 'unclear']
    """
    if isinstance(given, dict) and isinstance(computed, dict):
        pairs = [(name, given.get(name), computed.get(name)) for name in {**given, **computed}]
    elif isinstance(given, list) and isinstance(computed, list) and len(given) == len(computed):
        pairs = [(str(place), one, other) for place, (one, other) in enumerate(zip(given, computed, strict=True))]
    else:
        verdict = (_exact_verdict if exact else _printed_verdict)(given, computed, same_words)
        if verdict is not None:
            yield Compared(verdict, exact, "" if verdict == "same" else _difference(given, computed, where))
        return
    beside = all(_has_figure(one) or isinstance(one, dict | list) or one == other for _, one, other in pairs)
    for name, one, other in pairs:
        yield from compared_numbers(one, other, f"{where}/{name}".lstrip("/"), exact or name == EXACT, beside)


def _exact_verdict(given: Any, computed: Any, same_words: bool) -> Verdict | None:
    """What becomes of an exact number; one that only one build tells of is unclear, and so are other words."""
    if given == computed or _are_close(given, computed):
        return "same" if _is_number(given) else None
    if given is None or computed is None:
        return "unclear"
    return "moved" if any(_is_number(each) or isinstance(each, list) for each in (given, computed)) else "unclear"


def _printed_verdict(given: Any, computed: Any, same_words: bool) -> Verdict | None:
    """What becomes of a printed figure; None where there is none."""
    if not (_has_figure(given) or _has_figure(computed)):
        return None
    if given == computed:
        return "same"
    alike = isinstance(given, str) and isinstance(computed, str) and _form(given) == _form(computed) is not None
    return "moved" if alike and same_words else "unclear"


def _has_figure(value: Any) -> bool:
    """Whether a value is a figure, or there is one in it."""
    if isinstance(value, dict | list):
        return any(map(_has_figure, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str) and _FIGURE.fullmatch(value) is not None


def _form(figure: str) -> tuple[str, int] | None:
    """How a figure is written: what it ends in, and the places after its point."""
    if not _FIGURE.fullmatch(figure):
        return None
    _, _, places = figure.rstrip("%").partition(".")
    return "%" if figure.endswith("%") else "/" if "/" in figure else ".", len(places)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) or (isinstance(value, str) and _NUMBER.fullmatch(value) is not None)


def _are_close(one: Any, other: Any) -> bool:
    floats = isinstance(one, int | float) and isinstance(other, int | float)
    return floats and isclose(one, other, rel_tol=_CLOSE, abs_tol=_CLOSE)


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
