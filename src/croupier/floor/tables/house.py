"""The house: takes commands for its tables, writes what they did in one transaction, and tells all who watch."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from croupier.errors import InvariantError, Refused
from croupier.floor import clock, money
from croupier.floor.accounts import Account
from croupier.floor.entries import Answered, Entry, Opened, Proposed, Renamed, Renaming, Sat
from croupier.floor.fairness.commit_reveal import RoundSeeds
from croupier.floor.hash_chain import START
from croupier.floor.json_log import log_line
from croupier.floor.storage import house_ledger as ledger
from croupier.floor.storage.commands import Command, Conflict, stored_answer
from croupier.floor.storage.database import OUT_OF_REACH, Storage
from croupier.floor.storage.safekeeping.checkpoints import Checkpoints
from croupier.floor.storage.schema import private_tables, seatings, seeds, tables
from croupier.floor.storage.write_batch import write_batches
from croupier.floor.tables import event_store
from croupier.floor.tables.account_limits import check_tables
from croupier.floor.tables.live_table import MOST_MISSED, RECENT, Applied, LiveTable, default_answer
from croupier.floor.tables.private_tables import Invitations, NotInvited
from croupier.floor.tables.subscribers import Subscribers

ATTEMPTS = 5
"""How often a command is tried against a table that other processes are changing."""
IN_MEMORY = 2000
"""Tables that a process keeps at hand; those that nobody plays at or watches are let go first."""
EMPTY_SECONDS = 3600
"""How long a table stands at which nobody has sat down yet."""
LOOKED_AT = 50
"""Tables that are looked at together, to see whether anybody sits there."""
READ_BACK = 50
"""Tables of which a process remembers all that somebody who was away may ask for."""
LEFT_ALONE_SECONDS = 900
"""How long nothing may be done at a table before it ends, its round played out and all chips given back."""
REVEAL_SECONDS = 60
"""How long a program has to reveal its word at a table without a clock."""

Plan = Callable[[LiveTable], Iterable[Entry]]
"""What a command makes of a table as it stands: the entries to be written, one after another, or a refusal."""


class House:
    """All tables of the house, as far as this process serves them."""

    def __init__(self, storage: Storage, left_alone_seconds: int = LEFT_ALONE_SECONDS) -> None:
        self.storage = storage
        self.subscribers = Subscribers()
        self.invitations = Invitations(storage)
        self.checkpoints = Checkpoints(storage)
        self.shared = not storage.is_sqlite
        """Whether other processes may serve the same tables."""
        self.hearing = asyncio.Event()
        """Set while this process hears what others write, if there may be others."""
        if not self.shared:
            self.hearing.set()
        self.told: Callable[[str], None] = lambda outcome: None
        """Who is told what became of each command: done, refused, conflict or failed."""
        self.left_alone_seconds = left_alone_seconds
        self._tables: OrderedDict[int, LiveTable] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._asked: dict[int, tuple[int, int]] = {}
        """For each open round, the entry that asked last and when this process saw that, which no failure moves."""
        self._still: dict[int, tuple[int, int]] = {}
        """Open tables: their last entry, and since when this process has seen it to be the last."""
        self._looked_at = 0
        self._reading_back = asyncio.Lock()
        self._read_back: OrderedDict[int, LiveTable] = OrderedDict()
        """Tables that remember more than others, those asked for longest ago first."""
        self._taken_up = False
        self._unread: set[int] = set()
        """Tables that are to be read from their logs, so that their clocks run though nobody asks for them."""

    async def open_table(self, command: Command, opened: Opened, automatic_stack: int) -> int:
        """Open a table and seat its automatic players; its number."""

        def work(connection: Connection) -> LiveTable:
            if command.account is not None:
                check_tables(connection, command.account)
            moment = clock.now()
            row = {"name": opened.name, "game": opened.game, "owner": command.account, "created": moment}
            made = connection.execute(insert(tables), row)
            if made.inserted_primary_key is None:
                raise InvariantError("the database gave no number")
            live = LiveTable(int(made.inserted_primary_key[0]), opened)
            if live.invite:
                connection.execute(insert(private_tables), {"table": live.id})
            live.last_hash = START
            books = money.books_of_table(live.id, live.table.game.seats)
            ledger.open_books(connection, [*books, live.house_book] if live.has_bank else books)
            live.next_seeds = RoundSeeds.draw()
            automatic = [Sat(seat, f"Auto {seat}", None, automatic_stack) for seat in opened.automatic]
            applied = [live.apply(entry) for entry in (opened, *automatic)]
            batch = event_store.write_up(live, applied, command, {"table": live.id}, self.storage, moment)
            batch.rows[seeds].append(self.storage.seal.row(live.next_seeds, live.id, 1, live.epoch))
            write_batches(connection, [batch])
            return live

        stored = await self.stored_answer(command)
        if stored is not None:
            return int(stored["table"])
        try:
            live = await self.storage.writer.write(work)
        except (IntegrityError, Refused):
            stored = await self.stored_answer(command)
            if stored is None:
                raise
            return int(stored["table"])
        if live.id not in self._tables:
            # Somebody may have found it in the list by now, and sat down.
            self._keep(live)
        return live.id

    async def do(self, table: int, command: Command, plan: Plan) -> dict[str, Any]:
        """Carry a command out at a table, with all that follows from it, or refuse it without a trace."""
        outcome = "failed"
        try:
            done = await self._do(table, command, plan)
            outcome = "done"
            return done
        except Refused as error:
            outcome = "conflict" if isinstance(error, Conflict) else "refused"
            raise
        finally:
            self.told(outcome)

    async def _do(self, table: int, command: Command, plan: Plan) -> dict[str, Any]:
        async with self._lock(table):
            for _ in range(ATTEMPTS):
                live = await self._at_hand(table)
                known = live.sequence
                try:
                    return await self._try(live, command, plan)
                except (Refused, IntegrityError) as error:
                    stored = await self.stored_answer(command)
                    if stored is not None:
                        return stored
                    if isinstance(error, Refused) and not await self._is_behind(table, known):
                        raise
                    self.told("tried again")
                    self.forget(table)
        raise Conflict("the table changed while this was being done; look at it and try again")

    async def table(self, number: int) -> LiveTable:
        """The table as its log has it, never in the middle of a command that may yet fail.

        Look at it before anything else is awaited: afterwards the next command may be at work on it.
        """
        async with self._lock(number):
            return await self._at_hand(number)

    async def table_for(self, number: int, account: Account | None) -> LiveTable:
        """The table for somebody who wants to see it; to whoever is not invited there is no such table."""
        live = await self.table(number)
        if not self.invitations.lets_in(live, account):
            await self.invitations.look_up(number, account)
            live = await self.table(number)
            if not self.invitations.lets_in(live, account):
                raise NotInvited(f"there is no table {number}")
        return live

    async def do_as(self, table: int, account: Account, command: Command, plan: Plan) -> dict[str, Any]:
        """Carry out what somebody wants at a table that they may see."""

        def invited(live: LiveTable) -> Iterable[Entry]:
            if not self.invitations.lets_in(live, account):
                raise NotInvited(f"there is no table {table}")
            return plan(live)

        try:
            return await self.do(table, command, invited)
        except NotInvited:
            await self.invitations.look_up(table, account)
            return await self.do(table, command, invited)

    async def follow_name(self, account: Account) -> None:
        """Call an account by its name wherever it sits; where a round is being played, once that is over."""

        def plan(live: LiveTable) -> list[Entry]:
            seat = live.seat_of(account.id)
            if seat is None or live.table.seat(seat).player == account.name:
                raise Conflict("nobody sits there under another name")
            return [Renaming(seat, account.name) if live.open_round else Renamed(seat, account.name)]

        async with self.storage.reading() as connection:
            query = select(seatings.c.table).where(seatings.c.account == account.id)
            sits_at = (await connection.execute(query)).scalars().all()
        for number in sits_at:
            with suppress(Refused):
                await self.do(number, Command(None), plan)

    async def table_since(self, number: int, told: int) -> LiveTable:
        """The table with all that came after an entry, as far as it is told; what it has forgotten is read back."""
        await self.catch_up(number, told)
        live = await self.table(number)
        if live.remembers(max(told, live.sequence - MOST_MISSED)):
            return live
        # One after another, before any table is kept waiting: what many ask for at once must not stop the house.
        async with self._reading_back, self._lock(number):
            live = await self._at_hand(number)
            if not live.remembers(max(told, live.sequence - MOST_MISSED)):
                live = await self._load(number, told)
                self._remember_longer(live)
            return live

    def in_memory(self) -> list[LiveTable]:
        """The tables that this process holds."""
        return list(self._tables.values())

    def forget(self, number: int) -> None:
        """Drop what is in memory; the log knows better, and is read again before the clocks are next looked at."""
        if self._tables.pop(number, None) is not None:
            self._unread.add(number)

    async def stored_answer(self, command: Command) -> dict[str, Any] | None:
        """What was answered to this command before, if it was carried out."""
        async with self.storage.reading() as connection:
            return await connection.run_sync(stored_answer, command)

    async def take_up(self) -> None:
        """Read the tables that nobody has to come for: first all whose round is open, later those that were dropped."""
        if not self._taken_up:
            async with self.storage.reading() as connection:
                self._unread.update(await event_store.tables_in_play(connection))
            self._taken_up = True
        for number in sorted(self._unread):
            try:
                await self.table(number)
            except OUT_OF_REACH:
                raise
            except Exception as error:
                # One table that cannot be read must not keep the others from being served.
                log_line("table not taken up", table=number, kind=type(error).__name__)
            self._unread.discard(number)

    async def catch_up(self, number: int, at_least: int | None = None) -> None:
        """Apply what other processes did at a table, up to an entry at least, and tell those who watch it here."""
        if not self.shared or (number not in self._tables and not self.subscribers.watched(number)):
            return
        async with self._lock(number):
            live = await self._at_hand(number)
            if at_least is not None and live.sequence >= at_least:
                return
            try:
                async with self.storage.reading() as connection:
                    await event_store.read_on(connection, self.storage.seal, live, remember=MOST_MISSED)
            except BaseException:
                self.forget(number)
                raise
            self._time(live)
            self.subscribers.tell(live)

    def overdue(self) -> list[int]:
        """The tables whose players have had their time; a house that was closed gives them all of it again."""
        moment = clock.ticks()
        return [live.id for live in self._tables.values() if live.open_round and self._is_over(live, moment)]

    def _is_over(self, live: LiveTable, moment: int) -> bool:
        """Return True if the time for a decision, or for a word, has passed, as this process has counted it."""
        seconds = live.clock_seconds
        if live.awaited:
            seconds = 0 if live.is_lonely else live.opened.clock_seconds or REVEAL_SECONDS
        return bool(seconds) and moment - live.asked_ticks > seconds * clock.SECOND

    async def run_out_clock(self, table: int) -> None:
        """Answer for everybody the round waits for, as the rules have it for players who say nothing."""

        def plan(live: LiveTable) -> Iterator[Entry]:
            if live.open_round is None or not self._is_over(live, clock.ticks()):
                raise Conflict("nobody is late any more")
            if live.awaited:
                yield from live.missing_words(clock.now())
                return
            for seat in list(live.open_round.waiting):
                yield Answered(seat, default_answer(live.open_round, seat), "clock")

        with suppress(Refused):
            await self.do(table, Command(None), plan)

    async def end_left(self) -> None:
        """Look at the next open tables, and end those at which nothing has been done for long."""
        began = self._looked_at
        query = event_store.open_tables().where(tables.c.id > began).order_by(tables.c.id).limit(LOOKED_AT)
        async with self.storage.reading() as connection:
            numbers = (await connection.execute(query)).scalars().all()
        self._looked_at = int(numbers[-1]) if len(numbers) == LOOKED_AT else 0
        for ended in [of for of in self._still if began < of <= (self._looked_at or of) and of not in numbers]:
            del self._still[ended]
        for number in numbers:
            live = await self.table(number)
            last, since = self._still.setdefault(number, (live.sequence, clock.ticks()))
            seconds = self.left_alone_seconds if live.accounts or live.round_number else EMPTY_SECONDS
            if last != live.sequence:
                self._still[number] = live.sequence, clock.ticks()
            elif clock.ticks() - since > seconds * clock.SECOND and (live.accounts or not live.keeps_pot):
                with suppress(Refused):
                    await self.do(number, Command(None), partial(_left_alone, last))

    def _time(self, live: LiveTable) -> None:
        """Start the clock of a question that is new to this process; one that was asked before runs on."""
        if live.open_round is None:
            self._asked.pop(live.id, None)
            return
        entry, ticks = self._asked.get(live.id, (0, 0))
        if entry != live.asked_by:
            ticks = clock.ticks()
            self._asked[live.id] = (live.asked_by, ticks)
        live.asked_ticks = ticks

    async def _try(self, live: LiveTable, command: Command, plan: Plan) -> dict[str, Any]:
        applied: list[Applied] = []
        try:
            for entry in chain(plan(live), live.follow_ups()):
                applied.append(live.apply(entry))  # noqa: PERF401 - what was applied must be known if the next is refused
            answer = {"table": live.id, "sequence": live.sequence, "round": live.round_number}
            if applied and isinstance(applied[0].entry, Proposed):
                answer["proposal"] = applied[0].sequence
            written = event_store.write_up(live, applied, command, answer, self.storage, clock.now())
            await self.storage.writer.commit(written)
        except BaseException:
            if applied:
                self.forget(live.id)
            raise
        self._time(live)
        self.subscribers.tell(live)
        return answer

    async def _at_hand(self, number: int) -> LiveTable:
        """A table from memory or from its log; only for those who hold its lock."""
        live = self._tables.get(number)
        if live is None:
            live = await self._load(number, event_store.AFTER_ALL)
        self._tables.move_to_end(number)
        return live

    async def _load(self, number: int, told: int) -> LiveTable:
        """A table from its log, with all that came after an entry or that those who watch it have not been told."""
        told_here = self.subscribers.told(number)
        async with self.storage.reading() as connection:
            told = told if told_here is None else min(told, told_here)
            live = await event_store.load(connection, self.storage.seal, number, told=told)
        self._time(live)
        self._keep(live)
        self.subscribers.tell(live)
        return live

    def _remember_longer(self, live: LiveTable) -> None:
        """Keep what was read back as long as others have not asked for more: whoever comes again need not wait."""
        live.remember = MOST_MISSED
        self._read_back[live.id] = live
        while len(self._read_back) > READ_BACK:
            _, longest_ago = self._read_back.popitem(last=False)
            longest_ago.remember = RECENT

    def _keep(self, live: LiveTable) -> None:
        """Keep a table at hand, and let go of those that have not been asked for longest and have no open round."""
        if len(self._tables) >= IN_MEMORY:
            idle = [held.id for held in self._tables.values() if not held.open_round]
            for number in idle[: len(self._tables) - IN_MEMORY + 1]:
                del self._tables[number]
        self._tables[live.id] = live

    def _lock(self, number: int) -> asyncio.Lock:
        """One command at a time at a table; the lock is there as long as somebody holds or wants it."""
        return self._locks.setdefault(number, asyncio.Lock())

    async def _is_behind(self, number: int, known: int) -> bool:
        """Whether another process has written to this table's log."""
        if not self.shared:
            return False
        async with self.storage.reading() as connection:
            return await event_store.last_sequence(connection, number) > known


def _left_alone(last: int, live: LiveTable) -> Iterator[Entry]:
    if live.sequence != last:
        raise Conflict("somebody is there")
    return live.left_alone(clock.now())
