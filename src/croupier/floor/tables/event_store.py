"""A table's log in the database: its entries written down with all that follows from them, and read back."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict
from sqlalchemy import Row as StoredRow
from sqlalchemy import ScalarSelect, Select, Table, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.errors import InvariantError, Refused
from croupier.floor.entries import (
    Answered,
    Back,
    Closed,
    Entry,
    Left,
    Revealed,
    RoundOpened,
    Sat,
    SeedsRedrawn,
    Withheld,
    WordsFixed,
    read_entry,
    write_entry,
)
from croupier.floor.fairness.commit_reveal import RoundSeeds
from croupier.floor.hash_chain import START, draw_salt, link
from croupier.floor.storage import house_ledger as ledger
from croupier.floor.storage.commands import Command, answer_row
from croupier.floor.storage.database import Storage
from croupier.floor.storage.keys.seed_seal import SeedSeal
from croupier.floor.storage.schema import (
    closings,
    commands,
    holds,
    log,
    participants,
    rounds,
    seatings,
    seeds,
    snapshots,
    tables,
    transfers,
)
from croupier.floor.storage.write_batch import Row, WriteBatch
from croupier.floor.tables import pit_sums
from croupier.floor.tables.account_limits import limit_of
from croupier.floor.tables.live_table import MOST_MISSED, RECENT, Applied, LastRound, LiveTable, Snapshot
from croupier.table.record import write_record

SNAPSHOT_EVERY = 20
"""Rounds between two snapshots of a table."""
AFTER_ALL = 2**31 - 1
"""A number that no entry of a log has."""
IN_ONE_GO = 50
"""Entries that are carried out again before other tables have a turn."""


class Unknown(Refused):
    """There is no such table or round."""


def write_up(
    live: LiveTable,
    applied: Sequence[Applied],
    command: Command,
    answer: dict[str, Any],
    storage: Storage,
    moment: int,
) -> WriteBatch:
    """Return the batch for what a command did at a table, and add a receipt for all of it to the answer."""
    batch = WriteBatch(live.id)
    for done in applied:
        made = rows_of(live, done, moment, command.account, draw_salt())
        for table, rows in made.items():
            batch.rows[table] += rows
        note_entry(live, done, moment, made[log][0]["hash"])
        if isinstance(done.entry, RoundOpened):
            live.next_seeds = RoundSeeds.draw()
        if isinstance(done.entry, RoundOpened | SeedsRedrawn):
            if live.next_seeds is None:
                raise InvariantError("the coming round has no seeds")
            # They are kept before they are committed to.
            batch.rows[seeds].append(storage.seal.row(live.next_seeds, live.id, done.round + 1, live.epoch))
        if isinstance(done.entry, Left):
            batch.left.append((live.id, done.entry.seat))
        batch.away += [(live.id, seat, away) for seat, away in _went(done.entry)]
        if done.ended is not None:
            batch.ended.append((done.round, done.ended))
            if done.round % SNAPSHOT_EVERY == 0 and done.sequence == live.sequence:
                state = msgspec.json.encode(live.snapshot())
                batch.rows[snapshots].append({"table": live.id, "sequence": done.sequence, "state": state})
        pit_sums.count(batch.counts, live, done, moment)
    if command.account is not None:
        answer["receipt"] = str(storage.signer.receipt(command.account, live.id, live.sequence, live.last_hash))
    batch.rows[commands] += answer_row(command, answer, moment, storage.signer)
    batch.limit = limit_of(applied, command.account, moment)
    return batch


def _went(entry: Entry) -> list[tuple[int, bool]]:
    """Return the seats whose players are away with an entry, or back."""
    match entry:
        case Answered(seat, by="clock"):
            return [(seat, True)]
        case Withheld(seats):
            return [(seat, True) for seat in seats]
        case Back(seat):
            return [(seat, False)]
    return []


def rows_of(live: LiveTable, done: Applied, time: int, actor: int | None, salt: bytes) -> dict[Table, list[Row]]:
    """Return the rows that follow from an entry which the table has carried out, by table of the database.

    They are written with it, and the audit compares them with what is stored.
    """
    entry = write_entry(done.entry)
    made: dict[Table, list[Row]] = {
        log: [
            {
                "table": live.id,
                "sequence": done.sequence,
                "time": time,
                "actor": actor,
                "round": done.round,
                "entry": entry,
                "salt": salt,
                "previous": live.last_hash,
                "hash": link(live.last_hash, salt, live.id, done.sequence, time, actor, entry),
            }
        ],
        transfers: [ledger.transfer_row(move, time) for move in done.transfers],
        holds: [ledger.hold_row(bet) for bet in done.holds],
    }
    if isinstance(done.entry, Sat) and done.entry.account is not None:
        made[seatings] = [{"table": live.id, "seat": done.entry.seat, "account": done.entry.account, "away": False}]
    if isinstance(done.entry, Closed):
        made[closings] = [{"table": live.id, "sequence": done.sequence, "time": time}]
    if done.ended is not None:
        place = {"table": live.id, "round": done.round, "time": time}
        over = {
            "opened": live.opened_at,
            "closed": done.sequence,
            "outcome": done.ended,
            "shoe_round": live.shoe_before.round,
            "shoe_offset": live.shoe_before.dealt,
            "record": write_record(done.record) if done.record else None,
        }
        made[rounds] = [place | over]
        made[participants] = [place | asdict(result) for result in done.results]
    return made


async def load(
    connection: AsyncConnection, seal: SeedSeal, number: int, before: int = AFTER_ALL, told: int = AFTER_ALL
) -> LiveTable:
    """A table from its last snapshot and what its log says since, as it was before an entry if one is named.

    It remembers all that came after the entry `told`, up to `MOST_MISSED` entries: it is read from a snapshot before
    them, so that it knows also who sat down since, and who may not see what their seat saw.
    """
    remember = RECENT
    if told != AFTER_ALL:
        told, remember = max(told, await last_sequence(connection, number) - MOST_MISSED), MOST_MISSED
    last = select(snapshots.c.sequence, snapshots.c.state, log.c.hash)
    last = last.where((snapshots.c.table == number) & (snapshots.c.sequence < before) & (snapshots.c.sequence <= told))
    last = last.join(log, (log.c.table == snapshots.c.table) & (log.c.sequence == snapshots.c.sequence))
    row = (await connection.execute(last.order_by(snapshots.c.sequence.desc()).limit(1))).first()
    if row is not None:
        live = LiveTable.from_snapshot(number, msgspec.json.decode(row.state, type=Snapshot), row.sequence)
        live.last_hash = row.hash
        took_part = (participants.c.table == number) & (participants.c.round == live.round_number)
        accounts = (await connection.execute(select(participants.c.account).where(took_part))).scalars()
        live.last_round = LastRound(live.round_number, row.hash, frozenset(accounts))
    else:
        first = await connection.scalar(select(log.c.entry).where((log.c.table == number) & (log.c.sequence == 1)))
        if first is None:
            raise Unknown(f"there is no table {number}")
        live = LiveTable(number, read_entry(first))
        live.last_hash = START
    await read_on(connection, seal, live, before, remember)
    return live


async def read_on(
    connection: AsyncConnection, seal: SeedSeal, live: LiveTable, before: int = AFTER_ALL, remember: int = RECENT
) -> None:
    """Apply what the log has beyond what the table knows."""
    newer = (log.c.table == live.id) & (log.c.sequence > live.sequence) & (log.c.sequence < before)
    rows = (await connection.execute(select(log).where(newer).order_by(log.c.sequence))).all()
    if not rows and live.next_seeds is not None:
        return
    coming = (seeds.c.table == live.id) & (seeds.c.round > live.round_number)
    drawn = {(row.round, row.epoch): row for row in (await connection.execute(select(seeds).where(coming))).all()}
    live.next_seeds = seal.open(newest_seeds(drawn, live.round_number + 1, live.epoch))
    for place, row in enumerate(rows, start=1):
        entry = read_entry(row.entry)
        if isinstance(entry, SeedsRedrawn):
            live.next_seeds = seal.open(drawn[live.round_number + 1, entry.epoch])
        done = live.apply(entry, remember)
        note_entry(live, done, row.time, row.hash)
        if isinstance(entry, RoundOpened):
            live.next_seeds = seal.open(newest_seeds(drawn, live.round_number + 1, live.epoch))
        if place % IN_ONE_GO == 0:
            await asyncio.sleep(0)


def newest_seeds(drawn: Mapping[tuple[int, int], StoredRow[Any]], number: int, epoch: int) -> StoredRow[Any]:
    """The seeds of a round that are in force in an epoch."""
    return drawn[number, max(of for round, of in drawn if round == number and of <= epoch)]


async def last_sequence(connection: AsyncConnection, table: int) -> int:
    """The number of the newest entry in a table's log."""
    return int(await connection.scalar(select(func.max(log.c.sequence)).where(log.c.table == table)) or 0)


def open_tables() -> Select[int]:
    """The numbers of the tables that have not ended."""
    return select(tables.c.id).where(tables.c.id.not_in(select(closings.c.table)))


async def tables_in_play(connection: AsyncConnection) -> list[int]:
    """Tables whose last round is not over."""
    unfinished = select(tables.c.id).where(_last_round(log) > _last_round(rounds))
    return [int(number) for number in (await connection.execute(unfinished)).scalars()]


def _last_round(of: Table) -> ScalarSelect[int]:
    return select(func.coalesce(func.max(of.c.round), 0)).where(of.c.table == tables.c.id).scalar_subquery()


def note_entry(live: LiveTable, done: Applied, moment: int, hash: bytes) -> None:
    """Note what a table knows of its newest entry from the log: its hash, its time, and if it began or ended a round.

    The clock of a decision starts with the answer before it, that of the first with the last word, and that of the
    words when their commitments are fixed; nothing else that is done at a table stops it.
    """
    live.last_hash = hash
    if isinstance(done.entry, Withheld):
        live.missed |= dict.fromkeys(done.entry.seats, moment)
    last_word = isinstance(done.entry, Revealed) and not live.awaited
    if isinstance(done.entry, RoundOpened | Answered | WordsFixed) or last_word:
        live.asked_at, live.asked_by = moment, done.sequence
    if isinstance(done.entry, RoundOpened):
        live.opened_at = done.sequence
    if done.ended is not None:
        live.last_round = LastRound(done.round, hash, frozenset(result.account for result in done.results))
