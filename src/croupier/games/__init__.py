"""The games, one folder each: ours lie here, those of others where entry points and `CROUPIER_GAMES` say."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from inspect import isabstract
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final

from croupier.errors import Refused, one_of
from croupier.game_folders import (
    GameFinder,
    forget_stale,
    game_folders,
    games_in,
    name_folders,
    named_folders,
    package_of,
)
from croupier.table.felt import printed_felt
from croupier.table.game import Game

ENTRY_POINTS: Final = "croupier.games"
"""The group of entry points that name a package with a game's rules.py: `lucky-street = "my_games.lucky_street"`."""
WORDS: Final = ("name", "title", "sentence", "document")
"""What every game says of itself."""

Kind = type[Game[Any]]

if GameFinder not in sys.meta_path:
    sys.meta_path.append(GameFinder)


@dataclass(frozen=True)
class OthersGames:
    """The games of others: by name, and of those that are left out why."""

    games: dict[str, Kind] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    """What is wrong, by where it was found."""


def game_names() -> list[str]:
    """The names of all games, as commands take them.

    >>> "on-the-draw" in game_names()
    True
    """
    return sorted([*_own_names(), *_others().games])


def game_named(name: str) -> Kind:
    """The game of that name: the one `Game` in its folder's rules.py."""
    if name in _own_names():
        return _own_game(name)
    others = _others()
    if name in others.games:
        return others.games[name]
    for place, why in others.left_out.items():
        if Path(place).name.replace("_", "-") == name:
            raise Refused(f"the game {name} is left out: {place}: {why}")
    if games_in(Path(name)):
        raise Refused(f"{one_of('game', name, game_names())}; --games {name} adds the folder of that name")
    raise one_of("game", name, game_names(), near=True)


def games_left_out() -> dict[str, str]:
    """The games of others that cannot be dealt: what is wrong, by where it was found."""
    return _others().left_out


def look_again() -> None:
    """Load games of others anew where a file has been saved since; what was made of them before stays as it is."""
    _found.cache_clear()


def game_in(folder: Path | str) -> Kind:
    """The game in a folder, which is named for this process and for those it starts."""
    place = Path(folder).expanduser().resolve()
    name_folders(place)
    found = _others()
    for kind in found.games.values():
        if kind.folder() == place:
            return kind
    raise Refused(f"{place}: {found.left_out.get(str(place), 'there is no game')}")


@cache
def _own_names() -> tuple[str, ...]:
    return tuple(module.name.replace("_", "-") for module in iter_modules(__path__) if module.ispkg)


@cache
def _own_game(name: str) -> Kind:
    kind = _game_of(f"{__name__}.{name.replace('-', '_')}")
    if kind.name != name:
        raise Refused(f"the game in the folder of {name} calls itself {kind.name!r}; set its name to {name!r}")
    return kind


def _others() -> OthersGames:
    return _found(tuple(named_folders()))


@cache
def _found(named: tuple[Path, ...]) -> OthersGames:
    """The games of others as they are found, entry points first; each is asked for everything that a table needs."""
    found, places = OthersGames(), dict.fromkeys(_own_names(), "one of Croupier's own")
    for folder in named:
        if not games_in(folder):
            found.left_out[str(folder)] = "there is no such folder, or no rules.py in it"
    packages: set[str] = {f"{__name__}.{name.replace('-', '_')}" for name in _own_names()}
    for place, package, lies_in in _places():
        try:
            if package in packages:
                raise Refused(f"another game's folder is called {package.rpartition('.')[2]} too; rename this one")
            packages.add(package)
            if lies_in is not None:
                forget_stale(lies_in)
            kind = _game_of(package)
            check_declared(kind)
            if kind.name in places:
                raise Refused(f"the name {kind.name} is taken by {places[kind.name]}; choose another in rules.py")
        except (Exception, SystemExit) as error:
            found.left_out[place] = _one_line(error)
        else:
            found.games[kind.name], places[kind.name] = kind, place
    return found


def _places() -> Iterator[tuple[str, str, Path | None]]:
    """Where games of others are, the package of each, and its folder if that is how it was named."""
    for entry in entry_points(group=ENTRY_POINTS):
        yield _said(entry), entry.module.removesuffix(".rules"), None
    for folder in game_folders():
        yield str(folder), package_of(folder), folder


def _said(entry: EntryPoint) -> str:
    return f"{entry.dist.name}, entry point {entry.name}" if entry.dist else f"entry point {entry.name}"


def _game_of(package: str) -> Kind:
    """The one game in the rules.py of a package."""
    rules = import_module(f"{package}.rules")
    kinds = [
        kind
        for kind in vars(rules).values()
        if isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == rules.__name__
    ]
    if len(kinds) != 1:
        raise Refused(f"rules.py defines {len(kinds)} classes of games; it wants one, a subclass of Game")
    return kinds[0]


def check_declared(kind: Kind) -> None:
    """Refuse a game that does not say what it is, or whose paytables and felt cannot be read."""
    for word in WORDS:
        if not (isinstance(getattr(kind, word, None), str) and getattr(kind, word).strip()):
            raise Refused(f'rules.py: {kind.__name__} has no {word}; write {word} = "..."')
    if isabstract(kind):
        raise Refused(f"rules.py: {kind.__name__} has no {' or '.join(sorted(kind.__abstractmethods__))}; write it")
    if not (isinstance(getattr(kind, "seats", None), int) and kind.seats > 0):
        raise Refused(f"rules.py: {kind.__name__} does not say how many seats there are; write seats = 6")
    if not getattr(kind, "spots", ()):
        raise Refused(f'rules.py: {kind.__name__} has no spots to bet on; write spots = (Spot("ante", "Ante"),)')
    kind()
    printed_felt(kind)


def _one_line(error: BaseException) -> str:
    """What is wrong with somebody's game, with the line of its source that says so."""
    if isinstance(error, Refused):
        return str(error)
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}, line {error.lineno}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    where = next((f"{Path(f.filename).name}, line {f.lineno}: " for f in reversed(frames) if _theirs(f.filename)), "")
    return " ".join(f"{where}{type(error).__name__}: {error}".split())


def _theirs(file: str) -> bool:
    """Whether a file is neither ours nor of Python's own importing."""
    ours = Path(__file__).parent.parent in Path(file).parents
    return not ours and not file.startswith("<") and Path(file).parent.name != "importlib"
