"""Answers that need not be worked out: those of printed paytables, which ship with the program, and those on disk."""

from __future__ import annotations

import hashlib
import lzma
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from croupier import __version__, voice
from croupier.contract import analyzed
from croupier.errors import InvariantError
from croupier.exact.store import folder, version_of
from croupier.files import written_whole
from croupier.games import game_named, game_names
from croupier.json_shapes import Analyzed
from croupier.table.game import Game
from croupier.table.record import paytable_words
from croupier.table.settings import as_words

PRINTED: Final = Path(__file__).with_name("printed_figures.json.xz")
STAKES: Final = ("1", "5", "25")
"""The chips, in dollars, that signs and dialogs ask about first; they matter where prizes are flat."""
MOST_KEPT: Final = 2_000
"""How many answers are kept on disk; the oldest make way."""


def printed_answer(game: Game[Any], stake: str, strategies: bool) -> bytes | None:
    """The analysis of a game with printed tables, settings as they are; none if it did not ship with the program."""
    if strategies:
        return None
    shipped = _shipped().get(_terms(game, stake if has_flat_prizes(game) else STAKES[0]))
    return shipped and msgspec.json.encode(replace(msgspec.json.decode(shipped, type=Analyzed), version=__version__))


@cache
def _shipped() -> dict[str, msgspec.Raw]:
    return msgspec.json.decode(lzma.decompress(PRINTED.read_bytes()), type=dict[str, msgspec.Raw])


def has_flat_prizes(game: Game[Any]) -> bool:
    """Whether what a unit wins depends on how large it is."""
    return any(table.fixed for table in game.paytables.values())


def _terms(game: Game[Any], stake: str) -> str:
    """A game of one behaviour with its settings and paytables, at a stake: those have one set of figures."""
    tables = list(map(paytable_words, game.paytables.values()))
    told = game.name, game.behaviour, as_words(game.settings), tables, stake
    return hashlib.sha256(msgspec.json.encode(told, order="sorted")).hexdigest()


def printed_games() -> list[Game[Any]]:
    """Every game as it usually is, and with each other printed paytable in turn."""
    kinds = [game_named(name) for name in game_names()]
    usual = [kind() for kind in kinds]
    others = [
        kind.choose(paytables={bet: name})
        for kind in kinds
        for bet, tables in kind.printed().items()
        for name in list(tables)[1:]
    ]
    return usual + others


def write_printed() -> None:
    """Work out what ships with the program."""
    figures = {
        _terms(game, stake): replace(analyzed(game, stake), seconds=0.0)
        for game in printed_games()
        for stake in (STAKES if has_flat_prizes(game) else STAKES[:1])
    }
    PRINTED.write_bytes(lzma.compress(msgspec.json.encode(figures), preset=9 | lzma.PRESET_EXTREME))


class AnswersOnDisk:
    """Answers of earlier processes, each under the source that gave it."""

    def __init__(self) -> None:
        self._folder = folder() / "answers"

    def find(self, game: str, question: tuple[Any, ...]) -> bytes | None:
        """The answer to a question about a game, if it is there whole."""
        with suppress(OSError):
            digest, _, answer = self._file(game, question).read_bytes().partition(b"\n")
            if digest == hashlib.sha256(answer).hexdigest().encode():
                return answer
        return None

    def keep(self, game: str, question: tuple[Any, ...], answer: bytes) -> None:
        """Keep an answer; if the disk refuses, nothing is kept."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            with written_whole(self._file(game, question), cached=True) as out:
                out.write(hashlib.sha256(answer).hexdigest().encode() + b"\n" + answer)
            oldest_first = sorted(self._folder.iterdir(), key=lambda file: file.stat().st_mtime)
            for file in oldest_first[:-MOST_KEPT]:
                file.unlink()

    def _file(self, game: str, question: tuple[Any, ...]) -> Path:
        asked = msgspec.json.encode((_edition(game), question))
        return self._folder / f"{game}-{hashlib.sha256(asked).hexdigest()[:32]}"


@cache
def _edition(game: str) -> str:
    """The source that answers come from: the mathematics, the player's voice, and everything in the game's folder."""
    digest = hashlib.sha256(str(version_of("croupier.contract")).encode())
    rules = find_spec(game_named(game).__module__)
    if rules is None or rules.origin is None:
        raise InvariantError("the module of the rules has no file")
    for source in (voice.__file__, rules.origin):
        for file in sorted(Path(source).parent.iterdir()):
            if file.is_file():
                digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()
