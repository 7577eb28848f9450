"""Rounds that are over: their transcript, which anybody can verify, and their steps as each seat saw them."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import select

from croupier.errors import Refused
from croupier.floor.entries import RoundOpened, read_entry
from croupier.floor.fairness import RoundSeeds
from croupier.floor.house import House
from croupier.floor.schema import log, rounds, seeds
from croupier.games import game_named
from croupier.table.record import Record, deal_again


class ChainLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the log with its place in the hash chain."""

    sequence: int
    time: int
    actor: int | None
    entry: str
    previous: str
    hash: str


class ShoeProof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a round's shoe came from, once its last card has been played and its seed can be told."""

    round: int
    """The round in which it was shuffled."""
    seed: str
    commitment: str
    client_seeds: dict[int, str]
    dealt: int
    """Cards that had come out of it before this round."""


class Transcript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished round with all that is needed to check it without the house."""

    table: int
    round: int
    outcome: str
    deck_commitment: str
    shoe_commitment: str
    deck_seed: str
    """The house's seed, in hexadecimal, whose hash is the commitment."""
    shoe_seed: str | None
    """The seed of a shoe shuffled in this round; told once that shoe is played out, or if none was shuffled."""
    client_seeds: dict[int, str]
    record: Record | None
    """None if the round was called off."""
    shoe: ShoeProof | None
    log: list[ChainLink]


async def load_transcript(house: House, table: int, number: int) -> Transcript:
    """A finished round from the house's log."""
    async with house.storage.reading() as connection:
        row = (
            await connection.execute(select(rounds).where((rounds.c.table == table) & (rounds.c.round == number)))
        ).first()
        if row is None:
            raise Refused(f"table {table} has no finished round {number}")
        within = (log.c.table == table) & log.c.sequence.between(row.opened, row.closed)
        entries = (await connection.execute(select(log).where(within).order_by(log.c.sequence))).all()
        wanted = (seeds.c.table == table) & seeds.c.round.in_({number, row.shoe_round})
        drawn = {
            found.round: RoundSeeds(found.deck, found.shoe)
            for found in (await connection.execute(select(seeds).where(wanted))).all()
        }
        opening = read_entry(entries[0].entry)
        shoe_opening = opening
        if row.shoe_round and row.shoe_round != number:
            shuffled_in = (log.c.table == table) & (log.c.round == row.shoe_round)
            first = await connection.scalar(select(log.c.entry).where(shuffled_in).order_by(log.c.sequence).limit(1))
            shoe_opening = read_entry(first) if first is not None else opening
    assert isinstance(opening, RoundOpened) and isinstance(shoe_opening, RoundOpened)
    in_use = (await house.table(table)).shoe_round
    proof = None
    if row.shoe_round and row.shoe_round != in_use and row.shoe_round in drawn:
        shoe = drawn[row.shoe_round].shoe
        proof = ShoeProof(
            row.shoe_round, shoe.hex(), shoe_opening.shoe_commitment, shoe_opening.client_seeds, row.shoe_offset
        )
    own = drawn[number]
    return Transcript(
        table,
        number,
        row.outcome,
        opening.deck_commitment,
        opening.shoe_commitment,
        own.deck.hex(),
        own.shoe.hex() if in_use != number else None,
        opening.client_seeds,
        msgspec.json.decode(row.record, type=Record) if row.record else None,
        proof,
        [
            ChainLink(link.sequence, link.time, link.actor, link.entry.decode(), link.previous.hex(), link.hash.hex())
            for link in entries
        ],
    )


def steps(transcript: Transcript, seat: int) -> list[Any]:
    """The events of a round as a seat saw them; seat -1 sees everything."""
    if transcript.record is None:
        raise Refused(f"round {transcript.round} was called off; nothing of it stands")
    events = deal_again(transcript.record, game_named).events
    return [event if seat < 0 else event.as_seen(seat) for event in events]
