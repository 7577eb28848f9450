"""Checking a finished round without the house: commitment, shuffle, decisions, payouts and hash chain."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from croupier.cards import Card
from croupier.checks import Check, Verified
from croupier.english import counted, listed
from croupier.errors import Refused
from croupier.files import LARGEST_LINE, read_lines
from croupier.floor.entries import (
    Answered,
    CallsOff,
    Entry,
    Revealed,
    RoundOpened,
    Voided,
    Withheld,
    WordsFixed,
    read_entry,
)
from croupier.floor.fairness.commit_reveal import commitment, word_commitment
from croupier.floor.fairness.shoe_order import ShoeAsTold, shoe_order
from croupier.floor.fairness.transcript import ChainLink, ShoeProof, Transcript
from croupier.floor.hash_chain import link
from croupier.floor.signatures import check_signature
from croupier.games import game_named, game_names
from croupier.table.chance import Seeded, mixed
from croupier.table.decisions import read_bets
from croupier.table.events import Settled
from croupier.table.game import Release
from croupier.table.record import Record, RecordStamp, check_release, deal_again, deal_from
from croupier.table.round import Round

T = TypeVar("T")

CALLED_OFF: Final = "released"
"""The outcome of a round that ended without being settled."""


class Fails(Exception):
    """What was found to be wrong."""


class Open(Exception):
    """What cannot be checked yet, and why."""


def read_rounds(path: Path) -> list[Transcript | Record]:
    """The rounds in a file: one transcript, or transcripts and records one to a line."""
    lines = read_lines(path)
    if not any(map(bytes.strip, lines)):
        raise Refused(f"{path} is empty; it should hold a round that was exported, or the log of a table")
    content = b"\n".join(lines) if sum(map(len, lines)) <= LARGEST_LINE else b""
    if len(lines) == 1 or _is_whole(content):
        try:
            return [_round(content)]
        except Refused as error:
            raise Refused(f"{path} is not a round that can be checked here: {error}") from None
    rounds = []
    for number, line in enumerate(lines, start=1):
        try:
            rounds.append(_round(line))
        except Refused as error:
            raise Refused(f"line {number} of {path} is not a round that can be checked here: {error}") from None
    return rounds


def _is_whole(content: bytes) -> bool:
    """Whether the file is one JSON object, on however many lines."""
    try:
        _decoded(content, dict[str, msgspec.Raw])
    except Refused:
        return False
    return True


def _decoded(content: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(str(error) or "it is nested too deeply") from None


class _TranscriptStamp(msgspec.Struct):
    record: RecordStamp | None


def _round(content: bytes) -> Transcript | Record:
    """Decode a transcript, or a record, which alone has a table before its round."""
    round: Transcript | Record
    record: Record | None
    if "before" in _decoded(content, dict[str, msgspec.Raw]):
        _decoded(content, RecordStamp).check()
        record = round = _decoded(content, Record)
    else:
        if (stamp := _decoded(content, _TranscriptStamp).record) is not None:
            stamp.check()
        round = _decoded(content, Transcript)
        record = round.record
    if record is not None and record.before.game in game_names():
        check_release(record, game_named)
    return round


def verify(round: Transcript | Record, seen: Sequence[str] = (), keys: Collection[str] = ()) -> Verified:
    """Make every check of a round: each hash that was seen is one of its own, and one of the keys signed it.

    A record of `croupier play` is signed by nobody: it holds because dealing it again gives the same.
    """
    if isinstance(round, Record):
        if seen or keys:
            raise Refused("a round of `croupier play` was made by no house, which shows no hashes and signs nothing")
        dealt = _check("deal", lambda: _dealt(round))
        return Verified(f"a round of {round.before.game}", (dealt,), *_made_by(round.release))
    game = f", {round.record.before.game}" if round.record else ""
    signed = _signed(round, keys)
    checks = (
        signed,
        *_transcript_checks(round),
        *(_check("seen", partial(_seen, round, _hash(words))) for words in seen),
    )
    made_by = _made_by(round.record.release) if round.record else ()
    return Verified(f"round {round.round} of table {round.table}{game}", checks, *made_by)


def _signed(round: Transcript, keys: Collection[str]) -> Check:
    try:
        said = round.said()
    except (ValueError, OverflowError) as error:
        return Check("signature", "fails", f"no house signs what it holds: {error}")
    return check_signature(said, round.signature, round.key, keys)


def _made_by(release: Release) -> tuple[str, int]:
    return release.croupier, release.behaviour


def _check(name: str, find: Callable[[], str]) -> Check:
    try:
        return Check(name, "holds", find())
    except Open as still:
        return Check(name, "open", str(still))
    except (Fails, Refused) as wrong:
        return Check(name, "fails", str(wrong))


def _transcript_checks(round: Transcript) -> Iterator[Check]:
    yield _check("commitment", lambda: _committed(round))
    yield _check("chain", lambda: _chained(round.table, round.log))
    yield _check("log", lambda: _logged(round))
    yield _check("words", lambda: _words(round))
    record = round.record
    if record is None:
        return
    yield _check("seed", lambda: _seeded(round, record))
    yield _check("deal", lambda: _dealt(record))
    yield _check("answers", lambda: _answered(round, record))
    if record.shoe or round.shoe:
        yield _check("shoe", lambda: _shoe(round, record))


def _committed(round: Transcript) -> str:
    """The seeds that are told are those that were committed to before the round."""
    _commits(round.deck_seed, round.deck_commitment, "the deck's seed")
    if round.shoe_seed is None:
        return f"the deck's seed has the hash {round.deck_commitment}"
    _commits(round.shoe_seed, round.shoe_commitment, "the shoe's seed")
    return f"the seeds have the hashes {round.deck_commitment} and {round.shoe_commitment}"


def _commits(seed: str, committed: str, what: str) -> None:
    actual = commitment(_bytes(seed, what))
    if actual != committed:
        raise Fails(f"{what} has the hash {actual}; committed to was {committed}")


def _hash(words: str) -> str:
    written = words.strip().lower()
    if not re.fullmatch("[0-9a-f]{64}", written):
        raise Refused(f"{words!r} is not a hash; the house shows them as 64 hexadecimal digits")
    return written


def _seen(round: Transcript, hash: str) -> str:
    """A hash that somebody was shown is a commitment of this round, or that of one of its entries."""
    for said in _entries(round):
        for seat, committed in (said.commitments if isinstance(said, WordsFixed) else {}).items():
            if hash == committed:
                return f"{hash} is what seat {seat} committed to its word with, among those fixed when bets were down"
    if hash in (round.deck_commitment, round.shoe_commitment):
        return f"{hash} is what the {'deck' if hash == round.deck_commitment else 'shoe'}'s seed was committed to with"
    for entry in round.log:
        if hash == entry.hash:
            ended = ", with which the round ended" if entry is round.log[-1] else ""
            return f"{hash} is the hash of entry {entry.sequence}{ended}"
    raise Fails(f"{hash} is neither a commitment of this round nor the hash of one of its entries")


def _bytes(words: str, what: str) -> bytes:
    try:
        return bytes.fromhex(words)
    except ValueError:
        raise Fails(f"{what} is not hexadecimal") from None


def _chained(table: int, links: list[ChainLink]) -> str:
    """Every entry follows the one before it and says what was hashed."""
    if not links:
        raise Fails("there are no entries")
    for before, after in pairwise(links):
        if after.sequence != before.sequence + 1:
            raise Fails(f"entry {before.sequence + 1} is missing: {after.sequence} comes after {before.sequence}")
        if after.previous != before.hash:
            raise Fails(f"entry {after.sequence} does not follow the one before it")
    for entry in links:
        previous = _bytes(entry.previous, f"what entry {entry.sequence} follows")
        salt = _bytes(entry.salt, f"the salt of entry {entry.sequence}")
        told = link(previous, salt, table, entry.sequence, entry.time, entry.actor, entry.entry.encode())
        if told.hex() != entry.hash:
            raise Fails(f"entry {entry.sequence} is not what was hashed: it has been edited")
    return f"entries {links[0].sequence} to {links[-1].sequence}, up to the hash {links[-1].hash}"


def _entries(round: Transcript) -> list[Entry]:
    entries = []
    for logged in round.log:
        try:
            entries.append(read_entry(logged.entry.encode()))
        except msgspec.MsgspecError as error:
            raise Fails(f"entry {logged.sequence} cannot be read: {error}") from None
    return entries


def _opened(round: Transcript) -> tuple[RoundOpened, list[Entry]]:
    """Return the entry that opens a round, and those after it."""
    entries = _entries(round)
    if not entries or not isinstance(opening := entries[0], RoundOpened):
        raise Fails("the log does not begin with the opening of the round")
    return opening, entries[1:]


def _logged(round: Transcript) -> str:
    """The log opens the round as the transcript says, and ends it as the transcript says."""
    opening, rest = _opened(round)
    release = round.record.release if round.record else opening.release
    told = RoundOpened(round.round, round.deck_commitment, round.shoe_commitment, release)
    for field in opening.__struct_fields__:
        if (logged := getattr(opening, field)) != (said := getattr(told, field)):
            name = field.replace("_", " ")
            raise Fails(
                f"entry {round.log[0].sequence} opens the round with {name} {logged}; the transcript has {said}"
            )
    for number, entry in enumerate(rest, start=round.log[0].sequence + 1):
        if isinstance(entry, RoundOpened):
            raise Fails(f"entry {number} opens another round")
        if isinstance(entry, Voided | Withheld) and entry is not rest[-1]:
            raise Fails(f"entry {number} calls the round off, but it goes on")
    return _ended(round, [opening, *rest])


def _ended(round: Transcript, entries: list[Entry]) -> str:
    last = entries[-1]
    if round.outcome == CALLED_OFF and round.record is None:
        if not isinstance(last, CallsOff) or (isinstance(last, Voided) and last.round != round.round):
            raise Fails("the round is said to be called off, but its last entry does not call it off")
        return f"the round was called off ({last.reason}): every bet went back, and there is nothing to deal again"
    if round.outcome != "settled" or round.record is None:
        raise Fails(f"a round that ended as {round.outcome!r} comes with{'' if round.record else 'out'} a record")
    if not isinstance(last, Answered | Revealed):
        raise Fails("a settled round ends with an answer; this one's last entry is none")
    answers = sum(isinstance(entry, Answered) for entry in entries)
    return f"the round was opened under these commitments and settled after {answers} answers"


def _words(round: Transcript) -> str:
    """The players' words were committed to before any was revealed, and all that were revealed count."""
    heard = _Words(round)
    _, rest = _opened(round)
    for number, entry in enumerate(rest, start=round.log[0].sequence + 1):
        heard.hear(number, entry)
    return heard.said(called_off=round.outcome == CALLED_OFF)


def _whose(words: Collection[int]) -> str:
    return f"the words of {listed([f'seat {seat}' for seat in sorted(words)])} were" if words else "no words were"


class _Words:
    """The words of a round as its log has them, entry by entry."""

    def __init__(self, round: Transcript) -> None:
        self.round = round
        self.bets: dict[int, str | None] = {}
        """By seat that has bet, what it committed to its word with."""
        self.fixed: dict[int, str] | None = None
        self.revealed: dict[int, str] = {}
        self.withheld = ""

    @property
    def missing(self) -> set[int]:
        return (self.fixed or {}).keys() - self.revealed.keys()

    def hear(self, number: int, entry: Entry) -> None:
        """Follow one entry, and fail at the first that comes too early or too late."""
        match entry:
            case Answered(seat, answer, _, commitment) if commitment:
                if self.fixed is not None or not _deal(partial(read_bets, answer)):
                    raise Fails(f"entry {number} commits seat {seat} to a word without a bet, or too late")
                self.bets[seat] = commitment
            case Answered(seat) if self.missing:
                raise Fails(f"entry {number} answers for seat {seat} before all words are revealed")
            case WordsFixed(commitments):
                if self.fixed is not None or commitments != self.bets:
                    raise Fails(f"entry {number} fixes other commitments than came with the bets, or fixes them twice")
                self.fixed = commitments
            case Revealed(seat, word):
                self._due(number, seat)
                if word_commitment(self.round.table, self.round.round, seat, word) != (self.fixed or {})[seat]:
                    raise Fails(f"entry {number} reveals another word than seat {seat} had committed to")
                self.revealed[seat] = word
            case Withheld(seats):
                if not seats or set(seats) != self.missing:
                    raise Fails(f"entry {number} says that words of {seats} are missing; {sorted(self.missing)} are")
                self.withheld = entry.reason

    def _due(self, number: int, seat: int) -> None:
        if seat not in self.missing:
            raise Fails(f"entry {number} is about a word of seat {seat}, of which no commitment had been fixed before")

    def said(self, called_off: bool) -> str:
        """Who moved last, and what that was worth, if all is as it should be."""
        if not called_off and (self.missing or (self.bets and self.fixed is None)):
            raise Fails("the round was dealt before all words were revealed")
        if self.revealed != self.round.client_seeds:
            raise Fails(f"the log reveals {self.revealed}; the transcript has {self.round.client_seeds}")
        if not self.bets:
            return "nobody committed to a word: the house's seed alone, committed to before, decided the cards"
        found = f"{_whose(self.bets)} committed to with the bets, before any was revealed; "
        if self.withheld:
            return f"{found}{self.withheld}: somebody who knew the house's seed could have a bad round called off so"
        found += "none was withheld; "
        return found + "the cards were open to choice only if one party had the house's seed and all these seats"


def _seeded(round: Transcript, record: Record) -> str:
    """The seed that was dealt from is the house's with the players' words mixed in."""
    seed = mixed(_bytes(round.deck_seed, "the deck's seed"), round.table, round.round, round.client_seeds).hex()
    if seed != record.seed:
        raise Fails(f"the house's seed and the players' words make {seed}; the round was dealt from {record.seed}")
    words = {0: "with no player's words", 1: "with one player's words"}
    return f"{seed}, {words.get(len(round.client_seeds), f'with the words of {len(round.client_seeds)} players')}"


def _dealt(record: Record) -> str:
    """The record dealt again gives the same cards, decisions and payouts, to the last byte."""
    again = _deal(lambda: deal_again(record, game_named))
    settled = [event for event in again.events if isinstance(event, Settled)]
    cents = sum(seat.stack for seat in again.table.seats.values()) - sum(seat.stack for seat in record.before.seats)
    return (
        f"{len(again.events)} events, {len(settled)} bets settled, {cents:+d} cents to the players; "
        f"digest {record.digest}"
    )


def _answered(round: Transcript, record: Record) -> str:
    """The answers in the log are those in the record."""
    logged = [(entry.seat, entry.answer) for entry in _entries(round) if isinstance(entry, Answered)]
    # An answer is kept as the table understood it (`bet ante=5.00` is `bet ante=5`), so the log's are dealt too.
    by_log = msgspec.structs.replace(record, answers=logged)
    said = _deal(lambda: _as_written(by_log)).answers
    for number, (first, second) in enumerate(zip_longest(said, record.answers), start=1):
        if first != second:
            raise Fails(f"answer {number} is {_or_none(first)} in the log and {_or_none(second)} in the record")
    return f"{len(said)} answers, the same in the log and in the record"


def _or_none(found: object) -> str:
    return "none" if found is None else str(found)


def _deal(deal: Callable[[], T]) -> T:
    """What dealing from a file gives; a file that nobody checked can be wrong in ways that no game foresees."""
    try:
        return deal()
    except Refused:
        raise
    except Exception as error:
        raise Fails(f"the record cannot be dealt: {type(error).__name__} {error}") from error


def _as_written(record: Record) -> Round:
    stock = [Card.parse(name) for name in reversed(record.shoe)]
    return deal_from(record, game_named, stock, ShoeAsTold(None, stock, record.shoe))


def _shoe(round: Transcript, record: Record) -> str:
    """The cards that came out of the shoe are those that its seed puts there."""
    written = [Card.parse(name) for name in reversed(record.shoe)]
    stock = written if round.shoe is None else _told_shoe(round, record, round.shoe)
    own = None if round.shoe_seed is None else _own_shoe(round, round.shoe_seed)
    chance = ShoeAsTold(own, stock, record.shoe)
    again = _deal(lambda: deal_from(record, game_named, stock, chance))
    dealt = [card.name for card in again.table.shoe_dealt]
    for number, (first, second) in enumerate(zip_longest(dealt, record.shoe), start=1):
        if first != second:
            by_seed, written_down = _or_none(first), _or_none(second)
            raise Fails(f"card {number} out of the shoe is {by_seed} by its seed and {written_down} in the record")
    return _from_which_seeds(round, len(dealt), chance.before)


_TOLD_LATER: Final = "its seed is told when its last card has been played"


def _from_which_seeds(round: Transcript, dealt: int, before: int | None) -> str:
    """Where the cards came from; `before` is how many came out before a new shoe was shuffled, if one was."""
    old = dealt if before is None else before
    new = dealt - old
    told, untold = [], []
    if old and round.shoe is not None:
        shoe = round.shoe
        told.append(
            f"{counted(old, 'card')} of the shoe shuffled in round {shoe.round}, with the hash {shoe.commitment}"
        )
    elif old:
        untold.append(f"{counted(old, 'card')} of a shoe still in use")
    if new and round.shoe_seed is not None:
        told.append(f"{counted(new, 'card')} of the shoe shuffled in this round")
    elif new:
        untold.append(f"{counted(new, 'card')} of the shoe shuffled in this round, which is still in use")
    if untold:
        checked = f"{listed(told)} come as the seed has them; " if told else ""
        raise Open(f"{checked}{listed(untold)}: {_TOLD_LATER}")
    return f"{listed(told)} come as the seed has them" if told else "no card came out of it in this round"


def _own_shoe(round: Transcript, seed: str) -> Seeded:
    return Seeded(mixed(_bytes(seed, "the shoe's seed"), round.table, round.round, round.client_seeds))


def _told_shoe(round: Transcript, record: Record, proof: ShoeProof) -> list[Card]:
    """What was left at the beginning of the round of the shoe whose seed is told."""
    what = f"the seed of the shoe shuffled in round {proof.round}"
    _commits(proof.seed, proof.commitment, what)
    if not 0 < proof.round < round.round:
        raise Fails(f"a shoe cannot have been shuffled in round {proof.round} and be on the table in {round.round}")
    seed = mixed(_bytes(proof.seed, what), round.table, proof.round, proof.client_seeds)
    order = _deal(lambda: shoe_order(record.before, seed, proof.without, proof.shuffled_before))
    if proof.dealt != record.before.shoe_dealt or len(order) - proof.dealt != record.before.shoe_left:
        raise Fails(
            f"{proof.dealt} of the {len(order)} cards had come out by the proof; the record has "
            f"{record.before.shoe_dealt} out and {record.before.shoe_left} left"
        )
    return order[: len(order) - proof.dealt]
