"""A round written down: the table before it, the seed and the answers, from which it can be dealt again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier import __version__
from croupier.cards import Card
from croupier.errors import Refused
from croupier.files import read_lines
from croupier.odds import Odds, PayTable, Prize
from croupier.table.chance import ALGORITHM, Chance, Seeded, Shoe, Shuffling, derive
from croupier.table.game import Game, Release
from croupier.table.placard import Placard
from croupier.table.round import Round
from croupier.table.settings import as_words
from croupier.table.table import Table

GameNamed = Callable[[str], type[Game[Any]]]
"""How the game of a name is found; the games stand above the table, so they are handed down to it."""

FORMAT: Final = 1
"""The format of records, raised when their fields or what their digest covers change."""


class PayTableWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paytable as it is written down."""

    bet: str
    name: str
    pays: dict[str, str]
    fixed: dict[str, int]
    """Flat prizes in cents."""

    def paytable(self) -> PayTable:
        """The paytable that was written."""
        pays = {row: Odds.parse(odds) for row, odds in self.pays.items()}
        return PayTable(self.bet, self.name, pays, {row: Prize(cents) for row, cents in self.fixed.items()})


class SeatState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat between rounds."""

    number: int
    player: str
    stack: int


class TableState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table between rounds, whole."""

    game: str
    settings: dict[str, str]
    paytables: list[PayTableWords]
    placard: dict[str, Any]
    seats: list[SeatState]
    house: int
    dealer: int
    rounds: int
    button: int
    pot: dict[str, Any] | None
    shoe_left: int
    shoe: list[str]
    """Cards of the shoe that are known, the next one last: all of them in a saved table, none in a record."""
    shoe_dealt: int


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One finished round."""

    format: int
    algorithm: str
    release: Release
    """The program that dealt the round."""
    before: TableState
    seed: str
    """The seed of this round's deck and dice, in hexadecimal; a shoe has a seed of its own, which is not told."""
    shoe: list[str]
    """The cards that came out of the shoe, in order."""
    answers: list[tuple[int, str]]
    digest: str
    """A fingerprint of all this and of the cards, dice, answers and money of the round, to detect an edited record."""


def save(table: Table) -> TableState:
    """A table between rounds, to be restored later."""
    if table.in_round:
        raise Refused("a table is saved between rounds; finish this one first")
    game = table.game
    return TableState(
        game.name,
        as_words(game.settings),
        [paytable_words(paytable) for paytable in game.paytables.values()],
        table.placard.to_json(),
        [SeatState(seat.number, seat.player, seat.stack) for seat in table.seats.values()],
        table.house,
        table.dealer,
        table.rounds,
        table.button,
        table.pot.state() if table.pot else None,
        table.shoe.left,
        [card.name for card in table.shoe.stock],
        table.shoe.dealt,
    )


def restore(state: TableState, game_named: GameNamed) -> Table:
    """Return the table that was saved."""
    kind = game_named(state.game)
    paytables = tuple(words.paytable() for words in state.paytables)
    game = kind.choose(state.settings, custom=paytables)
    table = Table(game, Placard.from_json(state.placard))
    for seat in state.seats:
        table.sit(seat.number, seat.player, seat.stack)
    table.house = state.house
    table.dealer = state.dealer
    table.rounds = state.rounds
    table.button = state.button
    pot_kind = game.pot_kind if table.pot is None else type(table.pot)
    if pot_kind is not None and state.pot is not None:
        table.pot = pot_kind.restore(state.pot)
    table.shoe = Shoe([Card.parse(name) for name in state.shoe], state.shoe_left, state.shoe_dealt)
    table.bought = table.chips()
    return table


class Script(Chance):
    """A round dealt again: deck and dice from its seed, and from the shoe the cards that its record names."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.stock = list(cards)[::-1]

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        return self.stock

    def pick(self, pack: Sequence[Card]) -> Card:
        raise Refused("a shoe's record names its cards; none is picked")

    def roll(self) -> Any:
        raise Refused("a shoe rolls no dice")


class Recorder:
    """Deals seeded rounds on a table and writes each down when it is over."""

    def __init__(self, table: Table, seed: bytes) -> None:
        self.before = msgspec.structs.replace(save(table), shoe=[])
        self.seed = derive(seed, "round")
        self.round = Round(table, Seeded(self.seed), Seeded(derive(seed, "shoe")))

    def record(self) -> Record:
        """The finished round."""
        return write_down(self.before, self.seed, self.round, self.round.table.game.release)


def write_down(before: TableState, seed: bytes, round: Round, release: Release) -> Record:
    """Return the record of a finished round, without the cards that are still in the shoe."""
    if not round.finished:
        raise Refused("the round is not over; it is written down when it is")
    dealt = [card.name for card in round.table.shoe_dealt]
    table = msgspec.structs.replace(before, shoe=[])
    record = Record(FORMAT, ALGORITHM, release, table, seed.hex(), dealt, round.answers, digest="")
    return msgspec.structs.replace(record, digest=_digest(record, round))


def deal_again(record: Record, game_named: GameNamed) -> Round:
    """The round that was written down, dealt again from its beginning and checked to be the same to the last byte."""
    script = Script([Card.parse(name) for name in record.shoe])
    round = deal_from(record, game_named, script.stock, script)
    if _digest(record, round) != record.digest:
        raise Refused("dealing the record again gives another round than it says: it has been edited")
    return round


def deal_from(record: Record, game_named: GameNamed, shoe: list[Card], shoe_chance: Shuffling) -> Round:
    """The round that a record's seed and answers make with this shoe, the next card last, whatever its digest says."""
    check_release(record, game_named)
    table = restore(record.before, game_named)
    table.shoe.stock = shoe
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError:
        raise Refused("the record's seed is not hexadecimal; it has been edited") from None
    round = Round(table, Seeded(seed), shoe_chance)
    for number, (seat, answer) in enumerate(record.answers, start=1):
        try:
            round.act(seat, answer)
        except Refused as error:
            raise Refused(f"answer {number} of the record does not fit its round: {error}") from None
    if not round.finished:
        raise Refused(
            f"the record stops after {len(record.answers)} answers, before the round is over: it is cut short"
        )
    return round


def check_release(record: Record, game_named: GameNamed) -> None:
    """Refuse a record of a program that deals otherwise."""
    if record.algorithm != ALGORITHM:
        raise Refused(
            f"Croupier {record.release.croupier} dealt it by {record.algorithm!r}; "
            f"Croupier {__version__} deals by {ALGORITHM!r}"
        )
    game_named(record.before.game).check_release(record.release)


class _AnyRelease(msgspec.Struct, frozen=True):
    croupier: str = "of an unknown version"


class RecordStamp(msgspec.Struct):
    """The fields of a record that are in every format: the format itself and the program."""

    algorithm: str
    format: int = 0
    release: _AnyRelease = _AnyRelease()

    def check(self) -> None:
        """Refuse a record of another format."""
        if self.format != FORMAT:
            raise Refused(
                f"Croupier {self.release.croupier} wrote it in record format {self.format}; "
                f"Croupier {__version__} reads format {FORMAT}"
            )


def read_record(line: bytes) -> Record:
    """Decode a record; one of another format is refused by the name of the program that wrote it."""
    msgspec.json.decode(line, type=RecordStamp).check()
    return msgspec.json.decode(line, type=Record)


def _digest(record: Record, round: Round) -> str:
    said = msgspec.json.encode(msgspec.structs.replace(record, digest=""))
    return sha256(said + round.digest().encode()).hexdigest()


def write_record(record: Record) -> bytes:
    """A record as one line of JSON."""
    return msgspec.json.encode(record) + b"\n"


def read_records(path: Path) -> list[Record]:
    """The records in a file, one to a line."""
    lines = read_lines(path)
    records: list[Record] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            raise Refused(f"line {number} of {path} is blank; every line of a log is the record of a round")
        try:
            record = read_record(line)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise Refused(f"line {number} of {path} is not the record of a round: {error}") from None
        except Refused as error:
            raise Refused(f"line {number} of {path} cannot be read: {error}") from None
        expected = records[-1].before.rounds + 1 if records else 0
        if record.before.rounds not in (0, expected) or (records and record.digest == records[-1].digest):
            found = record.before.rounds + 1
            raise Refused(
                f"line {number} of {path} is round {found}, where round {expected + 1} should follow: "
                "it has been edited"
            )
        records.append(record)
    if not records:
        raise Refused(f"{path} holds no round; `croupier play --log FILE` writes one to a line")
    return records


def paytable_words(table: PayTable) -> PayTableWords:
    """A paytable in words."""
    return PayTableWords(
        table.bet,
        table.name,
        {row: f"{odds.value.numerator}:{odds.value.denominator}" for row, odds in table.odds.items()},
        {row: prize.cents for row, prize in table.fixed.items()},
    )
