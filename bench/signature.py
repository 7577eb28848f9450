"""What moves only when behaviour moves: for each game a fingerprint of fixed rounds, and one of its figures.

`bench/SIGNATURE` has a line for each game: name, behaviour version, rounds, figures. A fingerprint that moves takes the
game's behaviour version with it. The words of the dealer's sentences are no part of the rounds; what is dealt, asked,
told, paid and written down is. The figures are what `analyze` answers.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace
from tests.contract.cases import cases

from croupier.conformance.random_players import random_answer, random_bets
from croupier.contract import analyzed
from croupier.errors import Refused
from croupier.exact.solver import is_solved
from croupier.games import game_named, game_names
from croupier.table.events import Step, to_json
from croupier.table.game import Game
from croupier.table.record import Recorder
from croupier.table.round import Round
from croupier.table.settings import settings_of
from croupier.table.table import Table
from croupier.table.view import play_automatic_seat

FILE = Path(__file__).parent / "SIGNATURE"
ROUNDS = 25
"""Rounds of a full table of automatic seats, as the house rules stand by default."""
RANDOM_ROUNDS = 4
"""Rounds of two players who bet and answer at random, with each value of each setting."""
NOT_FIGURES = ("seconds", "version", "behaviour")
WRITE = "python -m bench signature --write"


@dataclass(frozen=True)
class Signature:
    """One line of the file."""

    game: str
    behaviour: int
    rounds: str
    figures: str

    @classmethod
    def read(cls, line: str) -> Signature:
        """The signature that a line says."""
        game, behaviour, rounds, figures = line.split()
        return cls(game, int(behaviour), rounds, figures)

    @classmethod
    def of(cls, name: str) -> Signature:
        """The signature of a game as it is now."""
        kind = game_named(name)
        return cls(name, kind.behaviour, rounds_fingerprint(kind), figures_fingerprint(kind))

    def __str__(self) -> str:
        return f"{self.game} {self.behaviour} {self.rounds} {self.figures}"


def rounds_fingerprint(kind: type[Game[Any]]) -> str:
    """A fingerprint of a game's fixed rounds."""
    fingerprint = sha256(repr([(s.name, s.default, s.allowed) for s in settings_of(kind.Settings)]).encode())
    for words in _refused(kind()):
        fingerprint.update(words.encode())
    table = Table(kind())
    for seat in range(1, kind.seats + 1):
        table.sit(seat, f"player {seat}", 100_000)
    for number in range(ROUNDS):
        for part in _dealt(table, b"signature %d" % number, play_automatic_seat):
            fingerprint.update(part)
    for case in cases(kind, (2,)):
        table, answer = case.table(), partial(_play_at_random, Random(str(case)))
        for number in range(RANDOM_ROUNDS):
            for part in _dealt(table, b"random %d" % number, answer):
                fingerprint.update(part)
    return fingerprint.hexdigest()[:16]


def _refused(game: Game[Any]) -> Iterator[str]:
    """The spots on which a cent is refused by the game itself, with the usual least on every other."""
    spots = [spot for spot in game.spots if not (spot.later or spot.pot)]
    for tried in spots:
        try:
            game.check_bets({spot.name: 1 if spot is tried else spot.least for spot in spots})
        except Refused:
            yield f"a cent on {tried.name}"


def _dealt(table: Table, seed: bytes, answer: Callable[[Round, int], None]) -> Iterator[bytes]:
    """Yield the events of a round without the dealer's sentences, and its record without the program that dealt it."""
    recorder = Recorder(table, seed)
    while recorder.round.waiting:
        answer(recorder.round, next(iter(recorder.round.waiting)))
    for event in recorder.round.events:
        yield to_json(replace(event, sentence="") if isinstance(event, Step) else event)
    record = recorder.record()
    yield msgspec.json.encode([record.algorithm, record.before, record.seed, record.shoe, record.answers])


def _play_at_random(random: Random, round: Round, seat: int) -> None:
    decision = round.waiting[seat]
    if decision is None:
        round.bet(seat, random_bets(round, seat, random))
    else:
        round.act(seat, random_answer(decision, random))


def figures_fingerprint(kind: type[Game[Any]]) -> str:
    """A fingerprint of what is solved of a game: with each value of each setting, and each printed paytable."""
    if not is_solved(kind()):
        return "unsolved"
    fingerprint = sha256()
    chosen = [case.game for case in cases(kind, (1,))]
    chosen += [kind.choose(paytables={bet: name}) for bet, tables in kind.printed().items() for name in tables]
    for game in chosen:
        said = {name: told for name, told in msgspec.to_builtins(analyzed(game)).items() if name not in NOT_FIGURES}
        for bet in said["bets"].values():
            bet.pop("favours", None)
        fingerprint.update(msgspec.json.encode(said, order="sorted"))
    return fingerprint.hexdigest()[:16]


def written() -> dict[str, Signature]:
    """The signatures that are written down, by game."""
    lines = FILE.read_text("utf-8").splitlines() if FILE.exists() else []
    return {signature.game: signature for signature in map(Signature.read, lines)}


def complaint(known: Signature | None, now: Signature) -> str:
    """What is wrong with a game's behaviour version, and what to do about it; nothing, if all is well."""
    if known is None or known == now:
        return ""
    moved = [what for what in ("rounds", "figures") if getattr(known, what) != getattr(now, what)]
    if moved and now.behaviour <= known.behaviour:
        rules = Path(inspect.getfile(game_named(now.game)))
        return (
            f"the {' and '.join(moved)} of {now.game} have moved, and its behaviour version is still {now.behaviour}; "
            f"if that is meant, raise `behaviour` in {rules.parent.name}/{rules.name} to {known.behaviour + 1}, say in "
            f"CHANGELOG.md what moved, and run `{WRITE}`"
        )
    if not moved:
        return (
            f"the behaviour version of {now.game} went from {known.behaviour} to {now.behaviour}, and neither its "
            f"rounds nor its figures moved: put it back to {known.behaviour}"
        )
    return ""


def write() -> int:
    """Write every signature down; refused where a game has moved and its behaviour version has not, or only that."""
    known, now = written(), [Signature.of(name) for name in game_names()]
    complaints = [said for said in (complaint(known.get(each.game), each) for each in now) if said]
    for said in complaints:
        print(said, file=sys.stderr)
    if not complaints:
        FILE.write_text("".join(f"{each}\n" for each in now), "utf-8")
    return 1 if complaints else 0


def run() -> None:
    """Print each game's signature, and whether it is the one that is written down."""
    known = written()
    for name in game_names():
        now = Signature.of(name)
        print(f"{now}  ({'as written down' if known.get(name) == now else f'written down is {known.get(name)}'})")
