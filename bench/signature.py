"""One number that moves only when behaviour moves: a fingerprint of fixed rounds of every game.

The words of the dealer's sentences are no part of it; what is dealt, asked, told, paid and written down is.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from croupier.games import game_named, game_names
from croupier.table.automatic import play_automatic_seat
from croupier.table.events import Step, to_json
from croupier.table.record import Recorder, write_record
from croupier.table.settings import settings_of
from croupier.table.table import Table

FILE = Path(__file__).parent / "SIGNATURE"
ROUNDS = 25


def signature() -> str:
    """The signature of all games together."""
    fingerprint = sha256()
    for name in game_names():
        fingerprint.update(game_signature(name).encode())
    return fingerprint.hexdigest()[:16]


def game_signature(name: str) -> str:
    """The signature of one game: a full table of automatic seats, as the house rules stand by default."""
    kind = game_named(name)
    fingerprint = sha256(repr([(s.name, s.default, s.allowed) for s in settings_of(kind.Settings)]).encode())
    table = Table(kind())
    for seat in range(1, kind.seats + 1):
        table.sit(seat, f"player {seat}", 100_000)
    for number in range(ROUNDS):
        recorder = Recorder(table, b"signature %d" % number)
        while recorder.round.waiting:
            play_automatic_seat(recorder.round, next(iter(recorder.round.waiting)))
        for event in recorder.round.events:
            fingerprint.update(to_json(replace(event, sentence="") if isinstance(event, Step) else event))
        fingerprint.update(write_record(replace(recorder.record(), digest="")))
    return fingerprint.hexdigest()[:16]


def run() -> None:
    """Print the signature, and whether it is the one that is written down."""
    now, known = signature(), FILE.read_text("utf-8").split()[0]
    said = "as written down" if now == known else f"written down is {known}"
    print(f"signature  {now}  ({said})")
