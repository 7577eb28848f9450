"""What was read off a procedure, kept on disk, so that a new process need not deal the same rounds again."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import lru_cache, wraps
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from croupier.exact.reading.chosen_rounds import Unread
from croupier.exact.store import OURS, kept_value, version_of
from croupier.game_folders import ROOM
from croupier.table.game import Game

F = TypeVar("F", bound=Callable[..., Any])

MOST_IN_MEMORY: Final = 256
KNOWN: Final = sys.stdlib_module_names | {OURS}
"""Packages that a game may import so that what was read of it can be kept."""


def kept_reading(function: F) -> F:
    """Keep what a function reads of a game, given by its class, its settings and whatever else matters.

    That it cannot be read is kept too. It is read anew when the source of the game or of the reading changes, or the
    printed paytables do; a class that is not found where its name says is not kept.
    """

    def read(*arguments: Any) -> tuple[Any, str]:
        try:
            return function(*arguments), ""
        except Unread as reason:
            return None, str(reason)

    @lru_cache(maxsize=MOST_IN_MEMORY)
    def known(kind: type[Game[Any]], settings: Any, *others: Any) -> tuple[Any, str]:
        if not _can_be_kept(kind):
            return read(kind, settings, *others)
        printed = kind(settings).paytables
        said = [tuple(sorted(each)) if isinstance(each, frozenset) else each for each in others]
        key = repr((function.__name__, kind.__module__, kind.__qualname__, settings, kind.behaviour, said, printed))
        version = f"{version_of(kind.__module__):x}-{version_of(function.__module__):x}"
        name = f"reading-{kind.name}-{sha256(key.encode()).hexdigest()[:16]}"
        found: tuple[Any, str] = kept_value(name, version, lambda: read(kind, settings, *others))
        return found

    @wraps(function)
    def answered(*arguments: Any) -> Any:
        value, reason = known(*arguments)
        if reason:
            raise Unread(reason)
        return value

    answered.cache_clear = known.cache_clear  # type: ignore[attr-defined]
    return cast(F, answered)


@lru_cache(maxsize=MOST_IN_MEMORY)
def _can_be_kept(kind: type[Game[Any]]) -> bool:
    """Whether a class is that of a game's folder, and the files of that and of ours say all there is to it."""
    module = sys.modules[kind.__module__]
    if not kind.__module__.startswith(f"{ROOM}.") or getattr(module, kind.__name__, None) is not kind:
        return False
    files = Path(str(module.__file__)).parent.rglob("*.py")
    named = {name for file in files for name in re.findall(r"(?m)^\s*(?:from|import)\s+(\w+)", file.read_text("utf-8"))}
    return named <= KNOWN
