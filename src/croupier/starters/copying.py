"""A starter copied into a folder of its own, under another name."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import Final

from croupier.errors import Refused, one_of

FAMILIES: Final = {
    "streets": ("two-streets", "Two Streets", "TwoStreets", "TS"),
    "draw": ("one-draw", "One Draw", "OneDraw", "OD"),
    "showdown": ("three-against", "Three Against", "ThreeAgainst", "TA"),
    "shoe": ("top-card", "Top Card", "TopCard", "TC"),
    "board": ("shared-three", "Shared Three", "SharedThree", "ST"),
    "no-choice": ("three-up", "Three Up", "ThreeUp", "TU"),
}
"""The starter of each family: its name, its title, its class and the prefix of its rule ids."""
TESTS: Final = "staged.py"
"""The tests of a starter, which are called so here that nobody collects them."""


def begin(name: str, family: str, place: Path) -> Path:
    """Write the starter of a family as a game of that name, into a folder of that name; the folder."""
    if family not in FAMILIES:
        raise one_of("family", family, tuple(FAMILIES), "--like")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise Refused(f"{name!r} is no name for a game; write small letters, digits and hyphens, as in my-game")
    folder = place / name
    if folder.exists():
        raise Refused(f"{folder} is there already; nothing was written")
    source = Path(__file__).with_name(family.replace("-", "_"))
    try:
        folder.mkdir(parents=True)
        for file in ("rules.py", "paytables.toml", "felt.toml", "rules.md", TESTS):
            written = f"test_{name.replace('-', '_')}.py" if file == TESTS else file
            (folder / written).write_text(_renamed((source / file).read_text("utf-8"), family, name), "utf-8")
    except OSError as error:
        raise Refused(f"{folder} cannot be written: {error.strerror}") from None
    return folder


def _renamed(text: str, family: str, name: str) -> str:
    """A file of a starter with the names of the new game."""
    words = name.split("-")
    document = "".join(word[0] for word in words).upper() if len(words) > 1 else name[:3].upper()
    title = " ".join(word.capitalize() for word in words)
    for old, new in zip(FAMILIES[family], (name, title, title.replace(" ", "")), strict=False):
        text = text.replace(old, new)
    prefix = FAMILIES[family][3]
    text = text.replace(f'document = "{prefix}"', f'document = "{document}"')
    return re.sub(rf"\b{prefix}-(?=\d)", f"{document}-", text)
