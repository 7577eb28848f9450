"""Rounds that are over: their transcript, which anybody can verify, and their steps as each seat saw them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.errors import InvariantError
from croupier.floor.entries import Entry, Revealed, RoundOpened, read_entry
from croupier.floor.fairness.commit_reveal import RoundSeeds
from croupier.floor.fairness.transcript import ChainLink, ShoeProof, Transcript
from croupier.floor.storage.keys.seed_seal import SeedSeal
from croupier.floor.storage.schema import log, participants, rounds, seeds
from croupier.floor.tables import event_store
from croupier.floor.tables.event_store import Unknown
from croupier.floor.tables.house import House
from croupier.games import game_named
from croupier.table.events import Event, Shuffled
from croupier.table.record import deal_again, read_record


async def load_transcript(house: House, table: int, number: int) -> Transcript:
    """A finished round from the house's log."""
    async with house.storage.reading() as connection:
        row = await _finished(connection, table, number)
        within = (log.c.table == table) & log.c.sequence.between(row.opened, row.closed)
        entries = (await connection.execute(select(log).where(within).order_by(log.c.sequence))).all()
        read = [read_entry(link.entry) for link in entries]
        own = await _seeds(connection, house.storage.seal, table, number, read[0])
        seal = house.storage.seal
        proof = await _shoe_proof(connection, seal, table, row) if row.shoe_round and row.record else None
    # Another process may have shuffled the shoe whose seed was just read: what is in use is asked last.
    await house.catch_up(table)
    in_use = (await house.table(table)).shoe_round
    opening, signer = read[0], house.storage.signer
    told = Transcript(
        table,
        number,
        row.outcome,
        opening.deck_commitment,
        opening.shoe_commitment,
        own.deck.hex(),
        own.shoe.hex() if in_use != number else None,
        words_in(read),
        read_record(row.record) if row.record else None,
        proof if in_use != row.shoe_round else None,
        [
            ChainLink(
                link.sequence,
                link.time,
                link.actor,
                link.entry.decode(),
                link.salt.hex(),
                link.previous.hex(),
                link.hash.hex(),
            )
            for link in entries
        ],
        signer.public_keys[0],
    )
    return msgspec.structs.replace(told, signature=signer.sign(told.said()))


def words_in(entries: Iterable[Entry]) -> dict[int, str]:
    """Return the players' words that a round's entries mix into its shuffle, by seat."""
    return {entry.seat: entry.word for entry in entries if isinstance(entry, Revealed)}


async def _round(connection: AsyncConnection, table: int, number: int) -> Row[Any] | None:
    return (await connection.execute(select(rounds).filter_by(table=table, round=number))).first()


async def seat_in_round(house: House, table: int, number: int, account: int) -> int | None:
    """The seat that an account had in a round that is over, if it took part in it."""
    query = select(participants.c.seat).filter_by(table=table, round=number, account=account)
    async with house.storage.reading() as connection:
        seat: int | None = await connection.scalar(query)
    return seat


async def _finished(connection: AsyncConnection, table: int, number: int) -> Row[Any]:
    row = await _round(connection, table, number)
    if row is None:
        raise Unknown(f"table {table} has no finished round {number}")
    return row


async def _seeds(
    connection: AsyncConnection, seal: SeedSeal, table: int, number: int, opening: RoundOpened
) -> RoundSeeds:
    """The seeds that a round was opened under; those of other epochs were never used."""
    rows = (await connection.execute(select(seeds).filter_by(table=table, round=number))).all()
    drawn = (seal.open(row) for row in rows)
    return next(own for own in drawn if own.commitments.deck == opening.deck_commitment)


async def _shoe_proof(connection: AsyncConnection, seal: SeedSeal, table: int, row: Row[Any]) -> ShoeProof:
    """Where the shoe came from that stood on the table when a round began."""
    shuffling = await _round(connection, table, row.shoe_round)
    if shuffling is None:
        raise InvariantError("a shoe outlives its round only if that was played")
    within = (log.c.table == table) & log.c.sequence.between(shuffling.opened, shuffling.closed)
    entries = (await connection.execute(select(log.c.entry).where(within).order_by(log.c.sequence))).scalars()
    opening, *rest = (read_entry(entry) for entry in entries)
    seed = (await _seeds(connection, seal, table, row.shoe_round, opening)).shoe
    without, before = await _laid_out(connection, table, row.shoe_round)
    return ShoeProof(
        row.shoe_round,
        seed.hex(),
        opening.shoe_commitment,
        words_in([opening, *rest]),
        row.shoe_offset,
        without,
        before,
    )


async def _laid_out(connection: AsyncConnection, table: int, number: int) -> tuple[list[str], int]:
    """What lay on the table when a round's shoe was shuffled, and how often its seed had shuffled before."""
    shuffling = await _round(connection, table, number)
    following = await _round(connection, table, number + 1)
    if shuffling is None or following is None:
        raise InvariantError("a shoe outlives its round only if that was played")
    record = read_record(shuffling.record)
    laid_out = record.shoe[: len(record.shoe) - following.shoe_offset]
    if not laid_out:
        return [], 0
    shuffles = sum(isinstance(event, Shuffled) for event in deal_again(record, game_named).events)
    return laid_out, shuffles - 1


async def load_steps(house: House, table: int, number: int, seat: int) -> list[Any]:
    """The events of a round that is over as a seat saw them; one that was called off goes as far as it went."""
    async with house.storage.reading() as connection:
        row = await _finished(connection, table, number)
        if row.record:
            return as_seen(deal_again(read_record(row.record), game_named).events, seat)
        called_off = (await event_store.load(connection, house.storage.seal, table, row.closed)).round
        if called_off is None:
            raise InvariantError("a round that is called off was being played")
        return as_seen(called_off.events, seat)


def as_seen(events: Iterable[Event], seat: int) -> list[Any]:
    """Events as a seat saw them; seat -1 sees everything."""
    return [event if seat < 0 else event.as_seen(seat) for event in events]
