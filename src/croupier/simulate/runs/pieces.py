"""Pieces of a simulation: some of its rounds, counted, with all that is needed to go on with them or to add them up."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

import croupier
from croupier import __version__
from croupier.arrays import Ints
from croupier.errors import Refused
from croupier.files import MEBIBYTE, read_bounded, written_whole
from croupier.simulate.by_engine import EngineTally
from croupier.simulate.pots import PotTally
from croupier.simulate.runs.runner import TableJob
from croupier.simulate.setup import Habits, Setup
from croupier.simulate.simulated_table import SHIFT
from croupier.simulate.tally import Tally
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.record import GameNamed, PayTableWords, paytable_words
from croupier.table.settings import as_words

LARGEST_PIECE: Final = 64 * MEBIBYTE
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


FORMAT: Final = 1
KEY: Final = "piece"
"""Where a result file has its piece."""

Span = tuple[int, int]
"""The first round, and the one after the last."""


@dataclass
class Piece:
    """Rounds of a simulation that have been dealt."""

    simulation: dict[str, Any]
    """All that its figures depend on but the rounds: game, table, seats, seed."""
    tally: dict[str, Any]
    spans: list[Span] = field(default_factory=list)
    code: str = field(default_factory=code_digest)
    version: str = __version__
    format: int = FORMAT

    @property
    def rounds(self) -> int:
        """How many there are."""
        return sum(end - first for first, end in self.spans)


def described(setup: Setup, seed: str, rounds_per_hour: int) -> dict[str, Any]:
    """All that a simulation depends on but the number of its rounds, so that it can be set up again."""
    game = setup.game
    return {
        "game": game.name,
        "behaviour": game.behaviour,
        "settings": as_words(game.settings),
        "paytables": [msgspec.to_builtins(paytable_words(table)) for table in game.paytables.values()],
        "placard": setup.placard.to_json(),
        "players": setup.players,
        "strategies": list(setup.strategies),
        "bets": dict(setup.bets),
        "variant": setup.variant,
        "error_rate": setup.error_rate,
        "habits": asdict(setup.pot) if setup.pot else None,
        "fresh_shoe": setup.fresh_shoe,
        "seed": seed,
        "rounds_per_hour": rounds_per_hour,
    }


def set_up(words: Mapping[str, Any], game_named: GameNamed) -> tuple[Setup, str, int]:
    """The simulation that was described: its table, its seed, and the rounds of an hour."""
    kind = game_named(words["game"])
    tables = [msgspec.convert(table, PayTableWords).paytable() for table in words["paytables"]]
    chosen: Game[Any] = kind.choose(words["settings"])
    game = kind(chosen.settings, {table.bet: table for table in tables})
    setup = Setup(
        game,
        words["players"],
        tuple(words["strategies"]),
        words["bets"],
        Placard.from_json(words["placard"]),
        words["variant"],
        words["error_rate"],
        Habits(**words["habits"]) if words["habits"] else None,
        words["fresh_shoe"],
    )
    return setup, words["seed"], words["rounds_per_hour"]


def write_tally(tally: Tally) -> dict[str, Any]:
    """What has been counted, in whole numbers."""
    said: dict[str, Any] = {
        "rounds": tally.rounds,
        "counts": _sparse(tally.counts),
        "squares": [[str(square) for square in row] for row in tally.squares],
        "reached": _sparse(tally.reached),
        "hours": _sparse(tally.hours),
        "deepest": tally.deepest,
        "pot": None,
    }
    if tally.pot is not None:
        pot = tally.pot
        said["pot"] = {"rounds": pot.rounds} | {
            name: _sparse(getattr(pot, name)) for name in ("lengths", "sizes", "sums")
        }
    if isinstance(tally, EngineTally):
        said["numbers"] = list(tally.numbers)
    return said


def read_tally(said: Mapping[str, Any], job: TableJob) -> Tally:
    """What was counted, as the job counts it."""
    tally = job.nothing()
    tally.rounds, tally.deepest = said["rounds"], said["deepest"]
    tally.counts, tally.reached, tally.hours = (_whole(said[name]) for name in ("counts", "reached", "hours"))
    tally.squares = [[int(square) for square in row] for row in said["squares"]]
    if said["pot"] is not None:
        pot = said["pot"]
        tally.pot = PotTally(pot["rounds"], *(_whole(pot[name]) for name in ("lengths", "sizes", "sums")))
    if isinstance(tally, EngineTally):
        rows = ((nets, wagers, action, of) for nets, wagers, action, of in said["numbers"])
        tally.numbers = {
            (_pairs(nets), _pairs(wagers), action, tuple(of)): number
            for number, (nets, wagers, action, of) in enumerate(rows)
        }
    return tally


def merged(pieces: Sequence[tuple[str, Piece]], job: TableJob) -> tuple[Tally, list[Span]]:
    """Pieces of one simulation added up, each with the name of its file; refused where rounds come twice."""
    tally, spans, named = job.nothing(), list[Span](), dict[Span, str]()
    for name, piece in pieces:
        tally.add(read_tally(piece.tally, job))
        for span in piece.spans:
            twice = next((other for other in spans if other[0] < span[1] and span[0] < other[1]), None)
            if twice is not None:
                first, end = max(twice[0], span[0]), min(twice[1], span[1])
                raise Refused(
                    f"rounds {first:,} to {end:,} are both in {named[twice]} and in {name}; merge one of them"
                )
            spans.append(span)
            named[span] = name
    return tally, joined(spans)


def joined(spans: Sequence[Span]) -> list[Span]:
    """Spans in order, those that follow each other as one.

    >>> joined([(8, 12), (0, 4), (4, 8), (20, 24)])
    [(0, 12), (20, 24)]
    """
    found: list[Span] = []
    for first, end in sorted(spans):
        if found and found[-1][1] == first:
            found[-1] = found[-1][0], end
        else:
            found.append((first, end))
    return found


def check_same(name: str, piece: Piece, simulation: Mapping[str, Any]) -> None:
    """Refuse a piece of another simulation, or one that other code has dealt."""
    for what, wanted in simulation.items():
        if piece.simulation.get(what) != wanted:
            was, now = (str(each)[:40] for each in (piece.simulation.get(what), wanted))
            raise Refused(f"{name} is of another simulation: its {what} is {was}, not {now}")
    if piece.code != code_digest():
        raise Refused(
            f"{name} was dealt by other code: its digest is {piece.code[:12]}, this program's {code_digest()[:12]}; "
            "deal it again, or with the same version of Croupier"
        )


def check_span(first: int, end: int) -> None:
    """Refuse a span that does not begin with a shift, whose rounds hang together, or that ends before it begins."""
    if first >= end:
        raise Refused(f"no round is from {first} on and before {end}; write a --from below --to and --rounds")
    if first % SHIFT:
        near = first // SHIFT * SHIFT
        raise Refused(
            f"--from {first} cannot be dealt from: rounds hang together by {SHIFT:,}; write {near} or {near + SHIFT}"
        )


def write_piece(path: Path, piece: Piece) -> None:
    """Write a piece at once, so that a file is there whole or as it was."""
    try:
        with written_whole(path) as out:
            out.write(json.dumps({KEY: asdict(piece)}).encode() + b"\n")
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror or error}") from None


def read_piece(path: Path) -> Piece:
    """The piece in a file."""
    try:
        said = json.loads(read_bounded(path, LARGEST_PIECE))[KEY]
        if said["format"] != FORMAT:
            raise Refused(f"{path} is a piece of format {said['format']}; this program reads format {FORMAT}")
        return Piece(**said | {"spans": [(first, end) for first, end in said["spans"]]})
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, Refused):
            raise
        raise Refused(f"{path} is no piece of a simulation; simulate --resume or --from/--to writes them") from None


def _sparse(array: Ints) -> dict[str, Any]:
    at = np.flatnonzero(array)
    return {"shape": list(array.shape), "at": at.tolist(), "values": array.ravel()[at].tolist()}


def _whole(said: Mapping[str, Any]) -> Ints:
    if prod(said["shape"]) > LARGEST_PIECE:
        raise Refused("a piece of a simulation counts more results than any game has")
    array = np.zeros(said["shape"], np.int64)
    array.ravel()[said["at"]] = said["values"]
    return array


def _pairs(said: Sequence[Sequence[Any]]) -> tuple[tuple[str, int], ...]:
    return tuple((spot, cents) for spot, cents in said)
