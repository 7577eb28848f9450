"""Small games of no family, found in a folder as any other game is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import croupier.games
from croupier.games import game_named

RULES = """
from tests.exact import toy_games


class {kind}(toy_games.{kind}):
    pass
"""


@contextmanager
def searched_games(folder: Path, *kinds: str) -> Iterator[None]:
    """Toy games by the names of their classes, `UpCard` as `up-card`."""
    names = ["".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in kind).strip("_") for kind in kinds]
    for name, kind in zip(names, kinds, strict=True):
        (folder / name).mkdir()
        (folder / name / "__init__.py").touch()
        (folder / name / "rules.py").write_text(RULES.format(kind=kind), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(croupier.games, "__path__", [*croupier.games.__path__, str(folder)])
        try:
            yield
        finally:
            game_named.cache_clear()
            for module in [
                each for each in sys.modules if each.startswith(tuple(f"croupier.games.{n}" for n in names))
            ]:
                del sys.modules[module]
