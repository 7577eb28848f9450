"""Where games of others lie: the folders that `CROUPIER_GAMES` names, and how their modules are imported.

A folder of somebody's game is the package `croupier.games.<folder>`, in this process and in those it starts: they have
its environment. A machine of a cluster, which has not, is sent the files.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import invalidate_caches
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from croupier.errors import Refused

VARIABLE: Final = "CROUPIER_GAMES"
"""The environment variable with the folders of games, or of games' folders, as PATH is written."""
ROOM: Final = "croupier.games"
SENT: Final = (".py", ".toml", ".md")
"""What the files of a game are called."""

GameFiles = tuple[tuple[str, tuple[tuple[str, bytes], ...]], ...]
"""Games as they are sent: the name of each folder, and its files by name."""

Stamps = tuple[tuple[str, int, int], ...]

_loaded: dict[str, Stamps] = {}
"""The files of each package as they were when it was loaded."""
_unpacked: list[TemporaryDirectory[str]] = []
"""The folders of games that were sent here, which go when the process ends."""


def named_folders() -> list[Path]:
    """What the environment names, as it is named."""
    return [Path(word).expanduser() for word in os.environ.get(VARIABLE, "").split(os.pathsep) if word]


def name_folders(*folders: Path) -> None:
    """Name folders of games for this process and for those it starts."""
    for folder in folders:
        found = folder.expanduser().resolve()
        if not games_in(found):
            what = "there is no folder" if not found.is_dir() else "there is no rules.py in the folder, nor one below,"
            raise Refused(f"{what} {folder}; --games takes a game's folder or a folder of games' folders")
        if found not in [named.resolve() for named in named_folders()]:
            os.environ[VARIABLE] = os.pathsep.join([*map(str, named_folders()), str(found)])


def games_in(folder: Path) -> list[Path]:
    """The games' folders that a folder stands for: itself, or those in it."""
    if (folder / "rules.py").is_file():
        return [folder]
    return sorted(rules.parent for rules in folder.glob("*/rules.py"))


def game_folders() -> Iterator[Path]:
    """The folder of every game that the environment names, once each."""
    yield from dict.fromkeys(game.resolve() for folder in named_folders() for game in games_in(folder))


def example_folders() -> dict[str, Path]:
    """Return the example games' folders by name: beside the package in a wheel, `examples/games` in a checkout."""
    package = Path(__file__).parent
    shipped, checked_out = package / "example_games", package.parents[1] / "examples" / "games"
    folders = games_in(shipped if shipped.is_dir() else checked_out)
    return {folder.name.replace("_", "-"): folder for folder in folders}


def package_of(folder: Path) -> str:
    """The package that a game's folder is.

    >>> package_of(Path("games/lucky-street"))
    'croupier.games.lucky_street'
    """
    name = re.sub(r"\W", "_", folder.name)
    return f"{ROOM}.{name}"


def stamps(folder: Path) -> Stamps:
    """The files of a game, each with when it was last written and how long it is; none of a folder out of reach."""
    files, found = list[Path](), []
    with suppress(OSError):
        files = sorted(folder.rglob("*"))
    for file in files:
        with suppress(OSError):
            if file.suffix in SENT:
                status = file.stat()
                found.append((str(file), status.st_mtime_ns, status.st_size))
    return tuple(found)


def forget_stale(folder: Path) -> None:
    """Unload the package of a game's folder if it was loaded from another folder, or before a file was saved."""
    package, now = package_of(folder), stamps(folder)
    if package in _loaded and _loaded[package] != now:
        for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
            del sys.modules[name]
        invalidate_caches()
    _loaded[package] = now


class GameFinder:
    """Finds the packages of games of others; asked last, so that nobody's folder stands in for one of ours."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """How a package is imported, if it is a game's folder."""
        if not name.startswith(f"{ROOM}."):
            return None
        folder = next((folder for folder in game_folders() if package_of(folder) == name), None)
        if folder is None:
            return None
        if (folder / "__init__.py").is_file():
            return spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(folder)]
        return spec


def files_to_send() -> GameFiles:
    """The files of the games of others that this process has loaded from folders."""
    loaded = (folder for folder in game_folders() if package_of(folder) in sys.modules)
    return tuple(
        (
            folder.name,
            tuple(
                (str(file.relative_to(folder)), file.read_bytes())
                for file in sorted(folder.rglob("*"))
                if file.suffix in SENT and file.is_file()
            ),
        )
        for folder in loaded
    )


@cache
def take_files(games: GameFiles) -> None:
    """Name folders with these files, for a process that cannot see the folders they came from."""
    if not games:
        return
    folder = TemporaryDirectory(prefix="croupier-games-")
    _unpacked.append(folder)
    for name, files in games:
        for file, content in files:
            place = Path(folder.name, name, file)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    os.environ[VARIABLE] = folder.name
