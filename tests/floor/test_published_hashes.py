"""A published hash gives nothing away: whoever knows the rest of an entry cannot try what it hides.

The attacker watches, sits down for the next round, keeps everything that anybody is told, and is given all that could
be guessed besides: times to the microsecond, accounts, every entry but one discard, every transfer but its cents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import product
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import Row, select

from croupier.cards import RANKS, SUITS
from croupier.floor.entries import Answered, read_entry, write_entry
from croupier.floor.hash_chain import START, link
from croupier.floor.storage.safekeeping.checkpoints import Checkpoints, ledger_after
from croupier.floor.storage.schema import house_log, log, rounds
from tests.floor.client import Client
from tests.floor.open_house import OpenHouse

HEX = re.compile(rb"[0-9a-f]{32,128}")
DISCARDS = ["keep", *(f"discard {rank}{suit}" for rank, suit in product(RANKS, SUITS))]


def checkpoint(house: OpenHouse) -> bytes:
    """Return the newest checkpoint, as it is published."""
    made = Checkpoints(house.books.storage)
    house.books.wait(made.make())
    return msgspec.json.encode(made.newest)


def with_each_discard(rows: list[Row[Any]], which: int) -> Iterator[list[bytes]]:
    """Yield the entries of a round with every card that a player may have discarded."""
    entries = [bytes(row.entry) for row in rows]
    hidden = read_entry(entries[which])
    play = hidden.answer.split()[0]
    for discard in DISCARDS:
        answer = f"{play} {discard}" if play.startswith("play") else discard
        yield [*entries[:which], write_entry(replace(hidden, answer=answer)), *entries[which + 1 :]]


def hashes(rows: list[Row[Any]], entries: list[bytes], salts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the hashes of a round's entries, if these are what they say and these are their salts."""
    last = bytes(rows[0].previous)
    for row, entry, salt in zip(rows, entries, salts, strict=True):
        last = link(last, salt, row.table, row.sequence, row.time, row.actor, entry)
        yield last
        plain = sha256(last)
        plain.update(entry)
        yield from (sha256(entry).digest(), plain.digest())


def searched(rows: list[Row[Any]], which: int, salts: list[list[bytes]], heard: set[bytes]) -> set[bytes]:
    """Return the answers to the hidden decision for which some hash was published."""
    return {
        entries[which]
        for entries in with_each_discard(rows, which)
        for each in salts
        if heard.intersection(hashes(rows, entries, each))
    }


def played(house: OpenHouse, heard: bytearray) -> tuple[Client, Client, int]:
    """Play a round of one player before a watcher, who sits down for the next, and asks for all that is told."""
    player, watcher = house.guest(), house.guest(heard=heard.extend)
    table = player.open_table("three-card-draw")
    player.sit(table)
    with watcher.watch(table) as line:
        player.play_round(table, Random(3), "bet ante=5")
        line.hear()
    heard += checkpoint(house)
    watcher.sit(table, 2)
    player.start(table)
    while not (view := player.look(table)["view"])["finished"]:
        for somebody in (player, watcher):
            if (own := somebody.look(table)["view"])["seat"] in own["waiting"]:
                somebody.answer(table, "bet ante=5" if own["betting"] else own["legal"][-1])
        assert view["round"] == 2
    heard += checkpoint(house)
    for asked in ("", "/rounds/1", "/rounds/2"):
        watcher.get(f"/api/tables/{table}{asked}")
    for path in ("/api/tables", "/api/checkpoint", "/api/history", "/api/me", "/metrics", "/healthz"):
        watcher.get(path)
    return player, watcher, table


def test_a_discard_is_not_found_by_whoever_knows_all_else(house: OpenHouse) -> None:
    heard = bytearray()
    player, watcher, table = played(house, heard)
    assert watcher.get(f"/api/tables/{table}/rounds/1").status_code == 403
    over = (rounds.c.table == log.c.table) & log.c.sequence.between(rounds.c.opened, rounds.c.closed)
    played_first = select(log).join(rounds, over).where(log.c.table == table, rounds.c.round == 1)
    rows = house.books.rows(played_first.order_by(log.c.sequence))
    which = next(
        place
        for place, row in enumerate(rows)
        if isinstance(entry := read_entry(row.entry), Answered) and not entry.answer.startswith("bet")
    )
    told = {bytes.fromhex(word.decode()) for word in HEX.findall(heard) if len(word) % 2 == 0}
    true = [bytes(row.salt) for row in rows]
    assert bytes(rows[-1].hash) in told, "the checkpoint has the hash of the entry that ended the round"
    assert searched(rows, which, [true], told) == {bytes(rows[which].entry)}, "with the salts the search finds it"
    assert told.isdisjoint(true) and len(set(true)) == len(rows)
    known = {b"", bytes(16), START, bytes(rows[0].previous)} | {word for word in told if len(word) == 16}
    tried = [[salt] * len(rows) for salt in known]
    nearly = [[*true[:-1], salt] for salt in known]
    assert searched(rows, which, [*tried, *nearly], told) == set()
    seen = player.get(f"/api/tables/{table}/rounds/1").json()["log"]
    assert [bytes.fromhex(entry["salt"]) for entry in seen] == true, "whoever played is told the salts"


def test_what_was_paid_is_not_found_by_whoever_knows_all_else(house: OpenHouse) -> None:
    before = msgspec.json.decode(checkpoint(house))["ledger"]
    house.guest()
    after = msgspec.json.decode(checkpoint(house))["ledger"]

    async def moved() -> list[Row[Any]]:
        async with house.books.storage.reading() as connection:
            return list((await connection.execute(ledger_after(before[0], after[0]))).all())

    (row,) = house.books.wait(moved())
    words = (row.debit.encode(), row.credit.encode())
    rest = (row.why.encode(), row.table, row.round, row.name.encode(), row.created)
    last, signer = bytes.fromhex(before[1]), house.books.storage.signer

    def found(secret: bytes) -> bool:
        tried = (link(last, secret, row.id, row.time, *words, cents, *rest) for cents in range(0, 200_001, 5_000))
        return any(hash.hex() == after[1] for hash in tried)

    assert found(signer.ledger_secrets[signer.public_keys[0]]), "with the secret the search finds it"
    public = [bytes.fromhex(key) for key in signer.public_keys]
    assert not any(found(secret) for secret in (b"", bytes(16), bytes(32), last, *public))


def test_a_line_of_the_house_s_log_is_not_found_by_whoever_knows_all_else(house: OpenHouse) -> None:
    house.staff("auditor")
    *_, line = house.books.rows(select(house_log).order_by(house_log.c.id))
    published = msgspec.json.decode(checkpoint(house))["house_log"]
    assert published == [line.id, line.hash.hex()]

    def hashed(salt: bytes) -> str:
        return link(line.previous, salt, line.time, line.actor, line.what.encode(), line.body).hex()

    assert hashed(line.salt) == published[1]
    assert not any(hashed(salt) == published[1] for salt in (b"", bytes(16), line.previous))
