"""The kept list of mutants: small edits that break the code, each with the tests that must notice.

The list is in the TOML files beside this, one for each part of the system. `make mutants` runs it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Mutant:
    """One edit of one file."""

    room: str
    """What part of the system it breaks: the name of the TOML file."""
    breaks: str
    file: str
    find: str
    """What is replaced; the file has it exactly once."""
    replace: str
    tests: tuple[str, ...]
    """The test files that concern it."""
    keyword: str = ""
    """Which of their tests, as `pytest -k` takes it; all of them if it is empty."""

    def __str__(self) -> str:
        return f"{self.room}: {self.breaks} ({self.file})"

    def text(self) -> str:
        """The file with the edit; refused if it is no longer clear where it goes."""
        text = (ROOT / self.file).read_text()
        if (count := text.count(self.find)) != 1:
            raise ValueError(f"{self}: the text to replace is there {count} times, not once: {self.find!r}")
        return text.replace(self.find, self.replace)


def mutants() -> list[Mutant]:
    """The whole list."""
    return [mutant for path in sorted(Path(__file__).parent.glob("*.toml")) for mutant in _read(path)]


def _read(path: Path) -> Iterator[Mutant]:
    for group in tomllib.loads(path.read_text())["group"]:
        for words in group.pop("mutant"):
            both = {"room": path.stem} | group | words
            yield Mutant(**both | {"tests": tuple(both["tests"])})
