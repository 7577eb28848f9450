"""Cards that no single party can choose: words are committed to with the bets, and nobody tries them against a seed."""

from __future__ import annotations

import secrets
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import select

from croupier.cards import DECK, Card
from croupier.errors import Refused
from croupier.floor.clock import SECOND
from croupier.floor.entries import Answered, Back, Entry, Revealed, Sat, Withheld, WordsFixed, read_entry, write_entry
from croupier.floor.fairness.commit_reveal import RoundSeeds, word_commitment
from croupier.floor.fairness.transcript import ChainLink, Transcript
from croupier.floor.fairness.verify import verify
from croupier.floor.hash_chain import link
from croupier.floor.storage.keys.seed_seal import KEY, SeedSeal
from croupier.floor.storage.schema import log, metadata
from croupier.floor.tables.event_store import note_entry
from croupier.floor.tables.live_table import REST_SECONDS, LiveTable
from croupier.hands import poker_hand
from croupier.table.chance import Seeded, mixed
from croupier.table.round import Round
from croupier.table.table import Table
from tests.floor.client import Client
from tests.floor.evening import opened
from tests.floor.open_house import OpenHouse

SALT = bytes(16)
BETS = "bet ante=5 blind=5"
WORDS = 4000


COMMAND = f"{KEY}_COMMAND"
SALT = bytes(16)


def at_table(house: OpenHouse, players: int, **terms: Any) -> tuple[list[Client], int]:
    """Guests at a new table of On the Draw, each with a word nobody knows, whose bets are asked for."""
    guests = [house.guest() for _ in range(players)]
    table = guests[0].open_table("on-the-draw", **terms)
    for seat, guest in enumerate(guests, start=1):
        guest.sit(table, seat)
        guest.word = secrets.token_hex(16)
    guests[0].start(table)
    return guests, table


def finish(players: list[Client], table: int) -> Transcript:
    """Check or fold to the end; the round."""
    while not (view := players[0].look(table)["view"])["finished"]:
        (seat,) = view["waiting"]
        players[seat - 1].answer(table, "fold" if "fold" in players[seat - 1].look(table)["view"]["legal"] else "check")
    return transcript(players[0], table, view["round"])


def transcript(player: Client, table: int, number: int) -> Transcript:
    """A round that is over."""
    return msgspec.json.decode(player.get(f"/api/tables/{table}/rounds/{number}").text, type=Transcript)


def entries(house: OpenHouse, table: int) -> list[Any]:
    """The table's log."""
    rows = house.books.rows(select(log).where(log.c.table == table).order_by(log.c.sequence))
    return [read_entry(row.entry) for row in rows]


def dealt(seed: bytes, table: int, words: dict[int, str]) -> list[Card]:
    """The deck of a table's first round, the first card first."""
    return Seeded(mixed(seed, table, 1, words)).shuffle(DECK)[::-1]


def all_that_is_kept(house: OpenHouse) -> bytes:
    """Every value in the database, as somebody reads it who may read everything."""
    values = (value for table in metadata.sorted_tables for row in house.books.rows(select(table)) for value in row)
    return b"\0".join(value if isinstance(value, bytes) else str(value).encode() for value in values)


def test_whoever_reads_the_database_finds_no_seed_to_try_words_against(house: OpenHouse) -> None:
    """With it, 4,000 words a round dealt one seat four of a kind round after round."""
    (thief,), table = at_table(house, 1)
    committed = thief.look(table)["commitments"]["deck"], entries(house, table)[-1].deck_commitment
    kept = all_that_is_kept(house)
    windows = (kept[at : at + 32] for at in range(len(kept) - 31))
    assert not [window for window in windows if sha256(window).hexdigest() in committed]
    thief.answer(table, BETS)
    assert verify(finish([thief], table)).holds


def test_whoever_knows_the_seed_cannot_choose_a_word_by_it_where_another_has_one(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An insider with the seed of the running house tries 4,000 words, and gets cards that none of them promised."""
    seed = secrets.token_bytes(32)
    monkeypatch.setattr(RoundSeeds, "draw", lambda: RoundSeeds(seed, seed))
    (insider, honest), table = at_table(house, 2)
    honest.commit(table, BETS)
    tried = [f"word {number}" for number in range(WORDS)]

    decks = {word: dealt(seed, table, {1: word}) for word in tried}
    insider.word = max(tried, key=lambda word: poker_hand(decks[word][:5]))
    insider.commit(table, BETS)
    assert insider.post(f"/api/tables/{table}/word", {"word": tried[-1]}).status_code == 409, "another word is too late"
    assert insider.reveal(table) and honest.reveal(table)
    told = finish([insider, honest], table)
    assert told.deck_seed == seed.hex() and told.client_seeds == {1: insider.word, 2: honest.word}
    assert told.record is not None and told.record.seed == mixed(seed, table, 1, told.client_seeds).hex()
    assert dealt(seed, table, told.client_seeds) not in decks.values(), "no word tried showed the cards that came"


class Grinder:
    """An insider who knows the seeds, with five of six seats, and accounts for more: at the sixth is an honest word.

    They know what every round will bring before it is dealt, and withhold a word whenever they would lose.
    """

    SEATS, HONEST = range(1, 6), 6
    STAKE = 1_000

    def __init__(self) -> None:
        self.live = LiveTable(1, opened("on-the-draw", {}, []))
        self.time = 0
        self.accounts = count(1)
        self.called_off: dict[int, list[int]] = {seat: [] for seat in self.SEATS}
        """By seat, when a round was called off for its word."""
        self.saved = 0
        self._enter(Sat(self.HONEST, "Honest", 1_000_000, 10**9))

    def _enter(self, *entries: Entry) -> None:
        for entry in chain(entries, self.live.follow_ups()):
            note_entry(self.live, self.live.apply(entry), self.time, b"")

    def play(self, number: int) -> None:
        """Sit down wherever the house lets somebody, and play a round of a minute."""
        live = self.live
        for seat in self.SEATS:
            if seat not in live.table.seats and not live.is_resting(seat, self.time):
                account = next(self.accounts)
                self._enter(Sat(seat, f"No. {account}", account, 10**9))
        for seat in sorted(live.away):
            self._enter(Back(seat))
        live.next_seeds = RoundSeeds(*(sha256(b"%d %d" % (number, which)).digest() for which in range(2)))
        self._enter(live.next_round())
        for seat in list(live.table.seats):
            promised = word_commitment(1, live.round_number, seat, f"word {seat} {number}")
            self._enter(Answered(seat, BETS, "player", promised))
        self._enter(Revealed(self.HONEST, f"word {self.HONEST} {number}"))
        nets = self._foreseen(number)
        net = sum(nets.get(seat, 0) for seat in self.SEATS)
        withholding = min(live.awaited, key=lambda seat: live.is_resting(seat, self.time)) if live.awaited else 0
        self.time += 60 * SECOND
        for seat in live.awaited:
            if net >= 0 or seat != withholding:
                self._enter(Revealed(seat, f"word {seat} {number}"))
        if live.awaited:
            self.saved -= net
            self.called_off[withholding].append(self.time)
            for entry in live.missing_words(self.time):
                self._enter(entry)
            return
        while (round := live.open_round) is not None:
            (seat,) = round.waiting
            self._enter(Answered(seat, self._answer(round, nets[seat]), "player"))

    def _answer(self, round: Round, net: int) -> str:
        legal = [option.name for option in (round.decision.options if round.decision else ())]
        return "check" if "check" in legal else "fold" if net == -self.STAKE else legal[-1]

    def _foreseen(self, number: int) -> dict[int, int]:
        """What the best play brings each seat, known before the cards are dealt."""
        assert self.live.seeds is not None
        words = {seat: f"word {seat} {number}" for seat in self.live.table.seats}
        table = Table(type(self.live.table.game)())
        for seat in words:
            table.sit(seat, str(seat), 10**9)
        round = Round(table, Seeded(mixed(self.live.seeds.deck, 1, self.live.round_number, words)))
        for seat in words:
            round.act(seat, BETS)
        while not round.finished:
            round.act(*((seat, self._answer(round, 0)) for seat in round.waiting).__next__())
        return {seat: max(table.seats[seat].stack - 10**9, -self.STAKE) for seat in words}


def test_words_withheld_by_an_insider_save_them_two_rounds_an_hour_for_each_seat() -> None:
    """However many accounts they have; a round that is called off is never dealt otherwise, and costs nobody a bet."""
    grinder, hours = Grinder(), 6
    for number in range(hours * 60):
        grinder.play(number)
    for seat, times in grinder.called_off.items():
        assert all(third - first >= REST_SECONDS * SECOND for first, third in zip(times, times[2:], strict=False)), seat
    rounds = sum(map(len, grinder.called_off.values()))
    most = 2 * len(grinder.SEATS) * (hours + 1)
    assert hours < rounds <= most
    assert 0 < grinder.saved <= rounds * len(grinder.SEATS) * grinder.STAKE


def test_commitments_are_fixed_and_told_before_any_word_and_no_card_is_dealt_till_the_last(house: OpenHouse) -> None:
    (ann, bob, cat), table = at_table(house, 3)
    with ann.watch(table) as watcher:
        ann.commit(table, BETS)
        early = ann.post(f"/api/tables/{table}/word", {"word": ann.word})
        assert early.status_code == 409 and "no word to reveal now" in early.json()["detail"]
        bob.commit(table, "bet ante=10 blind=10")
        assert ann.look(table)["words"] is None, "nobody is told of a commitment while bets are taken"
        done = cat.do(f"/api/tables/{table}/answers", {"answer": BETS})
        told = watcher.hear_up_to(done["sequence"])
        promised = {"1": word_commitment(table, 1, 1, ann.word), "2": word_commitment(table, 1, 2, bob.word)}
        assert told["table"]["words"] == {"commitments": promised, "awaited": [1, 2]}
        assert told["entries"][-1]["entry"] == "words-fixed" and told["entries"][-1]["commitments"] == promised
        assert not any(seat["places"] for seat in told["table"]["view"]["seats"])
        wrong = ann.post(f"/api/tables/{table}/word", {"word": "another"})
        assert wrong.status_code == 409 and wrong.json()["detail"] == "that is not the word that was committed to"
        assert bob.reveal(table) and not ann.look(table)["view"]["waiting"]
        assert ann.reveal(table) and ann.look(table)["view"]["waiting"] == [1] and not ann.reveal(table)
    told = finish([ann, bob, cat], table)
    assert told.client_seeds == {1: ann.word, 2: bob.word}, "a seat that never committed plays without a word"
    checks = {check.name: check for check in verify(told).checks}
    assert checks["words"].verdict == "holds" and "before any was revealed; none was withheld" in checks["words"].found
    assert verify(told, [promised["1"]]).holds


@pytest.mark.parametrize("answer", ["pass", "check"])
def test_a_word_is_committed_to_with_bets_alone(house: OpenHouse, answer: str) -> None:
    (ann,), table = at_table(house, 1)
    if answer == "check":
        ann.do(f"/api/tables/{table}/answers", {"answer": BETS})
    refused = ann.post(f"/api/tables/{table}/answers", {"answer": answer, "commitment": "0" * 64})
    assert refused.status_code == 409 and "committed to with the bets" in refused.json()["detail"]
    assert len([entry for entry in entries(house, table) if isinstance(entry, Answered)]) == (answer == "check")


def test_a_program_that_was_away_reveals_its_word_when_it_is_back(house: OpenHouse) -> None:
    (ann, bob), table = at_table(house, 2)
    ann.commit(table, BETS)
    ann.http.close()
    bob.answer(table, BETS)
    back = house.client(ann.token)
    back.word = ann.word
    with back.watch(table) as watcher:
        assert watcher.hear()["table"]["words"]["awaited"] == [1]
    assert back.reveal(table)
    assert set(finish([back, bob], table).client_seeds) == {1, 2}


def rewritten(told: Transcript, entries: list[Any]) -> Transcript:
    """The round with other entries, its log chained anew, and not signed."""
    previous, links = bytes.fromhex(told.log[0].previous), []
    for number, entry in enumerate(entries, start=told.log[0].sequence):
        words = write_entry(entry)
        hash = link(previous, SALT, told.table, number, 0, None, words)
        links.append(ChainLink(number, 0, None, words.decode(), SALT.hex(), previous.hex(), hash.hex()))
        previous = hash
    return replace(told, log=links, signature="")


def test_a_log_in_which_the_commitments_did_not_come_first_is_found_out(house: OpenHouse) -> None:
    (ann, bob), table = at_table(house, 2)
    ann.commit(table, BETS)
    bob.commit(table, BETS)
    ann.reveal(table)
    bob.reveal(table)
    told = finish([ann, bob], table)
    true = [read_entry(entry.entry.encode()) for entry in told.log]
    (fixed,) = [number for number, entry in enumerate(true) if isinstance(entry, WordsFixed)]
    assert verify(rewritten(told, true)).holds
    lies = {
        "a word revealed first": [*true[:fixed], true[fixed + 1], true[fixed], *true[fixed + 2 :]],
        "no list of commitments": [*true[:fixed], *true[fixed + 1 :]],
        "another list": [*true[:fixed], WordsFixed({1: "0" * 64}), *true[fixed + 1 :]],
        "a bet without its commitment": [
            replace(entry, commitment=msgspec.UNSET) if isinstance(entry, Answered) and entry.seat == 2 else entry
            for entry in true
        ],
        "another word": [replace(entry, word="x") if isinstance(entry, Revealed) else entry for entry in true],
    }
    for what, lie in lies.items():
        failing = {check.name for check in verify(rewritten(told, lie)).checks if check.verdict == "fails"}
        assert "words" in failing and "chain" not in failing, what
    missing = [entry for entry in true if not (isinstance(entry, Revealed) and entry.seat == 2)]
    settled = verify(rewritten(replace(told, client_seeds={1: ann.word}), missing)).checks
    (found,) = [check.found for check in settled if check.name == "words"]
    assert found == "entry 9 answers for seat 1 before all words are revealed"
    for seats in ([], [1], [1, 2]):
        called_off = [*true[: fixed + 1], Revealed(1, ann.word), Withheld(seats)]
        lie = rewritten(replace(told, client_seeds={1: ann.word}, outcome="released", record=None), called_off)
        (words,) = [check for check in verify(lie).checks if check.name == "words"]
        assert words.verdict == "fails" and "are missing; [2] are" in words.found
    goes_on = [*true[: fixed + 1], Revealed(1, ann.word), Withheld([2]), *true[fixed + 3 :]]
    (wrong,) = [check for check in verify(rewritten(told, goes_on)).checks if check.name == "log"]
    assert wrong.verdict == "fails" and "calls the round off, but it goes on" in wrong.found


def test_the_key_is_in_a_file_that_nobody_else_can_read_and_not_in_the_books(house: OpenHouse) -> None:
    at_table(house, 1)
    file = house.books.storage.seal.file
    assert file.stat().st_mode & 0o777 == 0o600
    assert bytes.fromhex(file.read_text()) not in all_that_is_kept(house)
    file.chmod(0o640)
    try:
        with pytest.raises(Refused, match=r"others may read .*chmod 600"):
            SeedSeal(file, may_make=True).check()
    finally:
        file.chmod(0o600)


def test_the_key_comes_from_the_environment_or_from_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = secrets.token_hex(32), secrets.token_hex(32)
    drawn, file = RoundSeeds.draw(), tmp_path / "none" / "key"

    def sealed(**said: str) -> tuple[SeedSeal, Any]:
        for name in (KEY, COMMAND):
            monkeypatch.delenv(name, raising=False)
        for name, words in said.items():
            monkeypatch.setenv(name, words)
        return (seal := SeedSeal(file, may_make=False)), type("Row", (), seal.row(drawn, 1, 2, 1))

    _, row = sealed(**{KEY: old})
    by_command, other = sealed(**{COMMAND: f"echo {new} {old}"})
    assert by_command.open(row) == by_command.open(other) == drawn
    by_key, _ = sealed(**{KEY: new})
    assert by_key.open(other) == drawn
    with pytest.raises(Refused, match="does not open"):
        by_key.open(row)
    moved = type("Row", (), {**vars(other), "round": 3})
    with pytest.raises(Refused, match="does not open"):
        by_key.open(moved)
    for said in ({KEY: "short"}, {COMMAND: "false"}, {COMMAND: "/no/such/program"}, {}):
        with pytest.raises(Refused):
            sealed(**said)
    assert not file.exists()
