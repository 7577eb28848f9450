"""A digest of the code that rounds are dealt by: two machines that agree on it deal the same rounds from a seed."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import croupier

ROOMS: Final = ("table", "pots", "games", "exact", "simulate")
MODULES: Final = ("cards.py", "chips.py", "dice.py", "hands.py", "odds.py")
SOURCES: Final = (".py", ".toml")


@cache
def code_digest() -> str:
    """The digest of every source file that has a say in what is dealt and paid; games of others are sent along."""
    package = Path(croupier.__file__).parent
    files = [package / name for name in MODULES]
    files += [file for room in ROOMS for file in (package / room).rglob("*") if file.suffix in SOURCES]
    digest = sha256()
    for file in sorted(files):
        source = file.read_bytes()
        digest.update(b"%s\0%d\0" % (file.relative_to(package).as_posix().encode(), len(source)))
        digest.update(source)
    return digest.hexdigest()
