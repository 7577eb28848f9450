"""The map of the rooms is true: every room is on it, and nothing that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
MAP = PAGE.partition("    src/croupier/\n")[2].partition("    web/")[0]
NOT_ROOMS = {"templates", "site"}


def rooms() -> set[str]:
    """The folders of the package; a game's own folder is `<game>`."""
    package = ROOT / "src" / "croupier"
    found = {path.parent.relative_to(package).as_posix() for path in package.rglob("*.py")} - {"."}
    return {re.sub("^games/.*", "games", room) for room in found if not NOT_ROOMS & set(room.split("/"))}


def mapped_rooms() -> set[str]:
    """The folders that the map names, nested by how far they are indented."""
    found, above = set[str](), list[tuple[int, str]]()
    for line in MAP.splitlines():
        indent = len(line) - len(line.lstrip())
        names = re.match(r"\s*((?:[a-z_]+/ ?)+)", line)
        if names is None or indent > 14:
            continue
        above = [(column, room) for column, room in above if column < indent]
        for name in names[1].split():
            room = "/".join([*(room for _, room in above[-1:]), name.rstrip("/")])
            found.add(room)
        above.append((indent, room))
    return found


def test_every_room_is_on_the_map_and_nothing_else() -> None:
    assert mapped_rooms() == rooms()


def test_every_room_says_what_it_is_for() -> None:
    for room in rooms():
        opening = ast.get_docstring(ast.parse((ROOT / "src/croupier" / room / "__init__.py").read_text("utf-8")))
        assert opening, f"{room} does not say what it is for"


def test_every_module_that_the_page_names_is_there() -> None:
    package = ROOT / "src" / "croupier"
    modules = {path.relative_to(package).as_posix() for path in package.rglob("*.py")}
    for name in re.findall(r"`((?:[a-z_]+/)*[a-z_]+\.py)`", PAGE.partition("## A bet from the browser")[2]):
        assert any(module == name or module.endswith(f"/{name}") for module in modules), name
