"""The house: takes commands for its tables, writes what they did in one transaction, and tells all who watch."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import Any

import msgspec
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.errors import Refused
from croupier.floor import ledger
from croupier.floor.chain import START, link
from croupier.floor.entries import Answered, Entry, Opened, RoundOpened, Sat, read_entry, write_entry
from croupier.floor.fairness import RoundSeeds
from croupier.floor.live import Applied, Live, Snapshot, default_answer
from croupier.floor.schema import commands, log, participants, rounds, seeds, snapshots, tables
from croupier.floor.storage import Storage
from croupier.floor.subscribers import Subscribers
from croupier.table.record import write_record

CHANNEL = "croupier_tables"
ATTEMPTS = 5
"""How often a command is tried against a table that other processes are changing."""
SNAPSHOT_EVERY = 20
"""Rounds between two snapshots of a table."""

Plan = Callable[[Live], Sequence[Entry]]
"""What a command makes of a table as it stands: the entries to be written, or a refusal."""


class Conflict(Refused):
    """The command came too late: something else happened first."""


class UnknownTable(Refused):
    """There is no such table."""


@dataclass(frozen=True, slots=True)
class Command:
    """Who wants something done, under which key of their own, and a fingerprint of what they asked."""

    account: int | None
    key: str = ""
    body: bytes = b""

    @property
    def fingerprint(self) -> bytes:
        """What tells two commands under one key apart."""
        return sha256(self.body).digest()


class House:
    """All tables of the house, as far as this process serves them."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.subscribers = Subscribers()
        self.shared = not storage.is_sqlite
        """Whether other processes may serve the same tables."""
        self._tables: dict[int, Live] = {}
        self._last_hash: dict[int, bytes] = {}
        self._last_time: dict[int, int] = {}
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def open_table(self, command: Command, opened: Opened, automatic_stack: int) -> int:
        """Open a table and seat its automatic players; its number."""
        stored = await self.stored_answer(command)
        if stored is not None:
            return int(stored["table"])
        seats = Live(0, opened).table.game.seats
        for seat in opened.automatic:
            if not 1 <= seat <= seats:
                raise Refused(f"there is no seat {seat} to be automatic; seats are 1 to {seats}")
        async with self.storage.writing() as connection:
            made = await connection.execute(
                insert(tables).values(name=opened.name, game=opened.game, owner=command.account, created=ledger.now())
            )
            assert made.inserted_primary_key is not None
            number = int(made.inserted_primary_key[0])
            await ledger.open_books(connection, ledger.books_of_table(number, seats))
            first = RoundSeeds.draw()
            await connection.execute(insert(seeds).values(table=number, round=1, deck=first.deck, shoe=first.shoe))
            live = Live(number, opened)
            live.next_seeds = first
            entries: list[Entry] = [opened]
            entries += [Sat(seat, f"Auto {seat}", None, automatic_stack) for seat in opened.automatic]
            applied = [live.apply(entry) for entry in entries]
            self._last_hash[number] = START
            await self._write(connection, live, applied, command, {"table": number})
        self._tables[number] = live
        return number

    async def do(self, table: int, command: Command, plan: Plan) -> dict[str, Any]:
        """Carry a command out at a table, with all that follows from it, or refuse it without a trace."""
        async with self._locks[table]:
            for _ in range(ATTEMPTS):
                live = await self.table(table)
                known = live.sequence
                try:
                    return await self._try(live, command, plan)
                except (Refused, IntegrityError) as error:
                    stored = await self.stored_answer(command)
                    if stored is not None:
                        return stored
                    if isinstance(error, Refused) and not await self._is_behind(table, known):
                        raise
                    self.forget(table)
        raise Conflict("the table changed while this was being done; look at it and try again")

    async def table(self, number: int) -> Live:
        """The table as it stands."""
        live = self._tables.get(number)
        if live is None:
            live = await self._load(number)
            self._tables[number] = live
        return live

    def in_memory(self) -> list[Live]:
        """The tables that this process holds."""
        return list(self._tables.values())

    def forget(self, number: int) -> None:
        """Drop what is in memory; the log knows better."""
        self._tables.pop(number, None)

    async def stored_answer(self, command: Command) -> dict[str, Any] | None:
        """What was answered to this command before, if it was carried out; another one under its key is refused."""
        if not command.key or command.account is None:
            return None
        found = (commands.c.account == command.account) & (commands.c.key == command.key)
        async with self.storage.reading() as connection:
            row = (await connection.execute(select(commands.c.fingerprint, commands.c.answer).where(found))).first()
        if row is None:
            return None
        if row.fingerprint != command.fingerprint:
            raise Conflict(f"the key {command.key!r} was used for another command; every command needs its own")
        answer: dict[str, Any] = msgspec.json.decode(row.answer)
        return answer

    def overdue(self, moment: int) -> list[int]:
        """The tables whose players have had their time."""
        late = []
        for number, live in self._tables.items():
            seconds = live.opened.clock_seconds
            if seconds and live.open_round and moment - self._last_time.get(number, moment) > seconds * 1_000_000:
                late.append(number)
        return late

    async def run_out_clock(self, table: int) -> None:
        """Answer for everybody the round waits for, as the rules have it for players who say nothing."""

        def plan(live: Live) -> list[Entry]:
            round = live.open_round
            if round is None or table not in self.overdue(ledger.now()):
                raise Conflict("nobody is late any more")
            return [Answered(seat, default_answer(round, seat), "clock") for seat in round.waiting]

        with suppress(Refused):
            await self.do(table, Command(None), plan)

    async def open_rounds(self) -> list[int]:
        """Tables whose last round is not over: they are served again from where they stopped."""
        last = select(log.c.table, func.max(log.c.round).label("round")).group_by(log.c.table).subquery()
        done = select(rounds.c.table, func.max(rounds.c.round).label("round")).group_by(rounds.c.table).subquery()
        query = (
            select(last.c.table)
            .outerjoin(done, done.c.table == last.c.table)
            .where(last.c.round > func.coalesce(done.c.round, 0))
        )
        async with self.storage.reading() as connection:
            return [int(number) for number in (await connection.execute(query)).scalars()]

    async def _try(self, live: Live, command: Command, plan: Plan) -> dict[str, Any]:
        entries = plan(live)
        applied: list[Applied] = []
        try:
            for entry in chain(entries, live.follow_ups()):
                applied.append(live.apply(entry))  # noqa: PERF401 - what was applied must be known if the next is refused
            answer = {"table": live.id, "sequence": live.sequence, "round": live.round_number}
            async with self.storage.writing() as connection:
                await self._write(connection, live, applied, command, answer)
        except BaseException:
            if applied:
                self.forget(live.id)
            raise
        self.subscribers.tell(live, applied)
        return answer

    async def _write(
        self,
        connection: AsyncConnection,
        live: Live,
        applied: Sequence[Applied],
        command: Command,
        answer: dict[str, Any],
    ) -> None:
        """Enter in the log what was applied, with the money it moved and the answer it was given."""
        moment = ledger.now()
        last = self._last_hash[live.id]
        rows = []
        for done in applied:
            entry = write_entry(done.entry)
            following = link(last, live.id, done.sequence, moment, command.account, entry)
            rows.append(
                {
                    "table": live.id,
                    "sequence": done.sequence,
                    "time": moment,
                    "actor": command.account,
                    "round": done.round,
                    "entry": entry,
                    "previous": last,
                    "hash": following,
                }
            )
            last = following
        await connection.execute(insert(log), rows)
        await ledger.post(connection, [transfer for done in applied for transfer in done.transfers])
        await ledger.hold(connection, [bet for done in applied for bet in done.holds])
        for done in applied:
            if isinstance(done.entry, RoundOpened):
                await self._draw_seeds(connection, live, done)
            if done.ended is not None:
                await self._close_round(connection, live, done, moment)
        if command.key and command.account is not None:
            await connection.execute(
                insert(commands).values(
                    account=command.account,
                    key=command.key,
                    fingerprint=command.fingerprint,
                    answer=msgspec.json.encode(answer),
                    time=moment,
                )
            )
        if self.shared:
            await connection.execute(_NOTIFY, {"payload": f"{live.id}:{live.sequence}"})
        self._last_hash[live.id] = last
        self._last_time[live.id] = moment

    async def _draw_seeds(self, connection: AsyncConnection, live: Live, done: Applied) -> None:
        """Make the seeds of the round after the one that was opened, so that they can be committed to."""
        following = RoundSeeds.draw()
        await connection.execute(
            insert(seeds).values(table=live.id, round=done.round + 1, deck=following.deck, shoe=following.shoe)
        )
        live.next_seeds = following
        live.opened_at = done.sequence

    async def _close_round(self, connection: AsyncConnection, live: Live, done: Applied, moment: int) -> None:
        """Write down that a round is over, who was in it and what it brought them."""
        assert done.ended is not None
        await ledger.end_holds(connection, live.id, done.round, done.ended)
        await connection.execute(
            insert(rounds).values(
                table=live.id,
                round=done.round,
                opened=live.opened_at,
                closed=done.sequence,
                outcome=done.ended,
                shoe_round=live.shoe_before.round,
                shoe_offset=live.shoe_before.dealt,
                record=write_record(done.record) if done.record else None,
                time=moment,
            )
        )
        if done.results:
            await connection.execute(
                insert(participants),
                [
                    {
                        "table": live.id,
                        "round": done.round,
                        "account": result.account,
                        "seat": result.seat,
                        "net": result.net,
                        "time": moment,
                    }
                    for result in done.results
                ],
            )
        if done.round % SNAPSHOT_EVERY == 0 and done.sequence == live.sequence:
            await connection.execute(
                insert(snapshots).values(
                    table=live.id, sequence=done.sequence, state=msgspec.json.encode(live.snapshot())
                )
            )

    async def _load(self, number: int) -> Live:
        """A table from its last snapshot and what its log says since."""
        async with self.storage.reading() as connection:
            row = (
                await connection.execute(
                    select(snapshots.c.sequence, snapshots.c.state)
                    .where(snapshots.c.table == number)
                    .order_by(snapshots.c.sequence.desc())
                    .limit(1)
                )
            ).first()
            if row is not None:
                live = Live.from_snapshot(number, msgspec.json.decode(row.state, type=Snapshot), row.sequence)
                self._last_hash[number] = await self._hash_at(connection, number, row.sequence)
            else:
                first = await connection.scalar(
                    select(log.c.entry).where((log.c.table == number) & (log.c.sequence == 1))
                )
                if first is None:
                    raise UnknownTable(f"there is no table {number}")
                live = Live(number, read_entry(first))
                self._last_hash[number] = START
            await self._read_on(connection, live)
        return live

    async def _read_on(self, connection: AsyncConnection, live: Live) -> list[Applied]:
        """Apply what the log has beyond what the table knows."""
        await self._hand_in_seeds(connection, live)
        newer = (log.c.table == live.id) & (log.c.sequence > live.sequence)
        applied = []
        for row in (await connection.execute(select(log).where(newer).order_by(log.c.sequence))).all():
            entry = read_entry(row.entry)
            applied.append(live.apply(entry))
            self._last_hash[live.id] = row.hash
            self._last_time[live.id] = row.time
            if isinstance(entry, RoundOpened):
                live.opened_at = row.sequence
                await self._hand_in_seeds(connection, live)
        return applied

    async def _hand_in_seeds(self, connection: AsyncConnection, live: Live) -> None:
        coming = (seeds.c.table == live.id) & (seeds.c.round == live.round_number + 1)
        row = (await connection.execute(select(seeds.c.deck, seeds.c.shoe).where(coming))).first()
        assert row is not None, "the seeds of the next round are made before it"
        live.next_seeds = RoundSeeds(row.deck, row.shoe)

    async def _hash_at(self, connection: AsyncConnection, number: int, sequence: int) -> bytes:
        found = await connection.scalar(
            select(log.c.hash).where((log.c.table == number) & (log.c.sequence == sequence))
        )
        assert found is not None, "a snapshot is of an entry in the log"
        return bytes(found)

    async def _is_behind(self, number: int, known: int) -> bool:
        """Whether another process has written to this table's log."""
        if not self.shared:
            return False
        async with self.storage.reading() as connection:
            newest = await connection.scalar(select(func.max(log.c.sequence)).where(log.c.table == number))
        return newest is not None and newest > known

    async def catch_up(self, number: int) -> None:
        """Apply what other processes did at a table, and tell those who watch it here."""
        if number not in self._tables:
            return
        async with self._locks[number]:
            live = self._tables.get(number)
            if live is not None:
                async with self.storage.reading() as connection:
                    applied = await self._read_on(connection, live)
                self.subscribers.tell(live, applied)


_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :payload)")
