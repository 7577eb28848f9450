"""Small games of no family, found in a folder as any other game is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier.game_folders import VARIABLE

RULES = """
from tests.exact import toy_games


class {kind}(toy_games.{kind}):
    pass
"""


@contextmanager
def searched_games(folder: Path, *kinds: str) -> Iterator[None]:
    """Toy games by the names of their classes, `UpCard` as `up-card`."""
    for kind in kinds:
        name = "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in kind).strip("_")
        (folder / "games" / name).mkdir(parents=True)
        (folder / "games" / name / "rules.py").write_text(RULES.format(kind=kind), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(folder / "games"))
        yield
