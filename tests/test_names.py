"""One word, one meaning: no two modules and no two public classes have the same name."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import croupier

PACKAGE = Path(croupier.__file__).parent
SAME_MEANING = {"Shoe": "a shoe of cards: table/ deals from it, exact/ counts what is left in it"}


def modules() -> Iterator[Path]:
    """Yield every module of the package."""
    yield from PACKAGE.rglob("*.py")


def twice(names: Iterable[str]) -> set[str]:
    """The names that come more than once."""
    return {name for name, times in Counter(names).items() if times > 1}


def test_no_two_modules_have_one_name() -> None:
    """Besides those that the folder of every game has."""
    assert (
        twice(path.stem for path in modules() if path.parents[1].name != "games" and path.stem != "__init__") == set()
    )


def test_no_two_public_classes_have_one_name() -> None:
    classes = (
        node.name
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert twice(classes) == {*SAME_MEANING}
