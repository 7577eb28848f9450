"""A table played again from the first entry of its log, and held against everything that was written down of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Row as StoredRow
from sqlalchemy import Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.errors import Refused
from croupier.floor import money
from croupier.floor.audit.rights import PeopleLines, beyond_limits, wrong_by
from croupier.floor.audit.row_differences import Made, differences
from croupier.floor.clock import A_MINUTE
from croupier.floor.entries import (
    Corrected,
    Entry,
    Invited,
    Opened,
    Renamed,
    Renaming,
    RoundOpened,
    Sat,
    SeedsRedrawn,
    Voided,
    read_entry,
)
from croupier.floor.storage.database import Storage
from croupier.floor.storage.keys.house_signer import Receipt
from croupier.floor.storage.pit_counts import no_counts, rows_to_add
from croupier.floor.storage.schema import (
    admissions,
    closings,
    holds,
    log,
    participants,
    private_tables,
    rounds,
    seatings,
    seeds,
    snapshots,
    tables,
    transfers,
)
from croupier.floor.storage.write_batch import Row
from croupier.floor.tables import pit_sums
from croupier.floor.tables.event_store import note_entry, rows_of
from croupier.floor.tables.live_table import Applied, LiveTable, Snapshot
from croupier.floor.tables.private_tables import admission_proofs
from croupier.games import game_named
from croupier.table.record import deal_again, read_record


class Wrong(Exception):
    """What is wrong, and makes it useless to go on with the table."""


class Replay:
    """One table, from its opening to its last entry."""

    def __init__(self, table: int, balances: Mapping[str, int], storage: Storage, people: PeopleLines) -> None:
        self.table = table
        self.seal = storage.seal
        self.balances = balances
        """What the ledger has in every book."""
        self.people = people
        self.signer = storage.signer
        self.receipts: Mapping[int, Receipt] = {}
        """By the entry up to which a command was carried out, what its sender was answered with."""
        self._denied = False
        self.invites: list[str] = []
        """The links to it, if it is private."""
        self.came: set[int | None] = set()
        """The accounts that sat down, but for the one that opened it."""
        self.owner: int | None = None
        """The account that opened it."""
        self.took_part: set[tuple[int, int]] = set()
        """The rounds that are over, and the accounts that bet in them."""
        self.entries = 0
        self.rounds: Counter[tuple[str, int]] = Counter()
        """Finished rounds, by their game and the behaviour version they were dealt under."""
        self.wrong: list[str] = []
        self.made: defaultdict[Table, list[Made]] = defaultdict(list)
        """The rows that the log makes."""
        self.held: list[Row] = []
        """Of these, the bets of the open round."""
        self.corrected = 0
        """Cents in the house's book that the table itself does not count."""
        self.drawn = {(1, 1)}
        """The rounds and epochs for which the log has seeds drawn."""
        self.epochs: set[int] = set()
        """The epochs in which it draws them anew."""
        self.counts = no_counts()
        """What the pit must have counted."""

    async def check(self, connection: AsyncConnection) -> list[str]:
        """Return what is wrong: nothing, if the log makes the rows, seeds, snapshots and balances that are stored."""
        await self._read(connection)
        live: LiveTable | None = None
        to_the_end = False
        rows = await connection.stream(select(log).where(log.c.table == self.table).order_by(log.c.sequence))
        try:
            async for row in rows:
                live = self._follow(live, row)
                self.entries += 1
            if live is None:
                raise Wrong("it has no log")
            self._check_end(live)
            await self._check_admissions(connection)
            to_the_end = True
        except Wrong as wrong:
            self.wrong.append(str(wrong))
            # How the bets of the open round end is not known.
            del self.made[holds][len(self.made[holds]) - len(self.held) :]
        finally:
            await rows.close()
        self.wrong += await differences(connection, self.table, self.made, to_the_end)
        records = select(rounds.c.round, rounds.c.record).where(rounds.c.record.is_not(None))
        for number, record in (await connection.execute(records.where(rounds.c.table == self.table))).all():
            self._deal_again(number, record)
        return self.wrong

    async def _read(self, connection: AsyncConnection) -> None:
        """Read what is stored besides the log and the rows that it makes."""
        self.created = int(await connection.scalar(select(tables.c.created).where(tables.c.id == self.table)) or 0)
        kept = (await connection.execute(select(seeds).where(seeds.c.table == self.table))).all()
        self.stored_seeds = {(row.round, row.epoch): self.seal.open(row) for row in kept}
        states = select(snapshots.c.sequence, snapshots.c.state).where(snapshots.c.table == self.table)
        self.stored_snapshots = {row.sequence: row.state for row in (await connection.execute(states)).all()}

    def _follow(self, live: LiveTable | None, row: StoredRow[Any]) -> LiveTable:
        """Carry out one entry, and note the rows that it makes."""
        where = f"entry {row.sequence}"
        try:
            entry = read_entry(row.entry)
            if live is None:
                if not isinstance(entry, Opened):
                    raise Wrong(f"{where} should open the table")
                live = LiveTable(self.table, entry)
                self._open(entry, row)
            if isinstance(entry, Sat | Renaming | Renamed):
                self._check_name(live, entry, row.time, where)
            if isinstance(entry, RoundOpened | SeedsRedrawn):
                self._hand_in_seeds(live, entry, where)
            if isinstance(entry, RoundOpened):
                self.drawn.add((entry.round + 1, live.epoch))
            if isinstance(entry, Opened | Invited) and entry.invite:
                self.invites.append(entry.invite)
            if isinstance(entry, Sat) and entry.account not in (None, self.owner):
                self.came.add(entry.account)
            if isinstance(entry, Corrected):
                self.corrected += entry.cents
            self._check_rights(live, entry, row)
            applied = live.apply(entry)
            made = rows_of(live, applied, row.time, row.actor, row.salt)
            note_entry(live, applied, row.time, row.hash)
        except Wrong:
            raise
        except Exception as error:
            # A log that somebody has edited may say anything.
            raise Wrong(f"{where} cannot be carried out: {type(error).__name__} {error}") from error
        if (applied.sequence, applied.round) != (row.sequence, row.round):
            raise Wrong(f"{where} of round {row.round} is in truth entry {applied.sequence} of round {applied.round}")
        self._note(live, applied, made)
        pit_sums.count(self.counts, live, applied, row.time)
        if (state := self.stored_snapshots.pop(applied.sequence, None)) is not None:
            self._compare_snapshot(live, state, where)
        receipt = self.receipts.get(row.sequence)
        if receipt is not None and not self._denied and not self.signer.gave(receipt, row.hash):
            self._denied = True  # and all after it with it
            self.wrong.append(f"{where} is not what account {receipt.account} has a receipt for: the log was rewritten")
        return live

    def _open(self, entry: Opened, row: StoredRow[Any]) -> None:
        """Note the rows that the opening of the table makes."""
        self.owner = row.actor
        listed = {"id": self.table, "name": entry.name, "game": entry.game, "owner": row.actor}
        self.made[tables].append((row.sequence, listed))
        if entry.invite:
            self.made[private_tables].append((row.sequence, {"table": self.table}))
        if self.created != row.time:
            self.wrong.append("it was not opened when the list of tables says")

    def _note(self, live: LiveTable, applied: Applied, made: Mapping[Table, Sequence[Row]]) -> None:
        """Keep the rows that an entry makes; a bet stands as its round has ended."""
        for table in (transfers, holds, rounds, participants, closings):
            self.made[table] += [(applied.sequence, row) for row in made.get(table, ())]
        self.held += made[holds]
        if applied.ended is not None:
            for bet in self.held:
                bet["state"] = applied.ended
            self.held = []
            self.rounds[live.table.game.name, live.table.game.behaviour] += 1
            self.took_part |= {(applied.round, result.account) for result in applied.results}

    def _hand_in_seeds(self, live: LiveTable, entry: RoundOpened | SeedsRedrawn, where: str) -> None:
        number = live.round_number + 1
        if isinstance(entry, SeedsRedrawn):
            epoch = entry.epoch
            self.drawn.add((number, epoch))
            self.epochs.add(epoch)
        else:
            epoch = max((of for round, of in self.drawn if round == number), default=1)
            if entry.round != number:
                raise Wrong(f"{where} opens round {entry.round} after round {live.round_number}")
        drawn = self.stored_seeds.get((number, epoch))
        if drawn is None:
            raise Wrong(f"{where} has round {number} dealt from seeds that are missing")
        if (entry.deck_commitment, entry.shoe_commitment) != (drawn.commitments.deck, drawn.commitments.shoe):
            raise Wrong(f"{where} commits round {number} to other seeds than those that are kept")
        live.next_seeds = drawn

    def _check_rights(self, live: LiveTable, entry: Entry, row: StoredRow[Any]) -> None:
        """Check that whoever made an entry might, and that it was within limits."""
        not_allowed = [*wrong_by(live, entry, row.actor, self.people.roles(row.actor, row.time))]
        if isinstance(entry, Invited) and row.actor != self.owner:
            not_allowed.append(f"makes a link to the table for account {row.actor}, which did not open it")
        if isinstance(entry, Corrected) and (entry.round, entry.account) not in self.took_part:
            not_allowed.append(f"corrects account {entry.account}, which did not bet in round {entry.round}")
        if isinstance(entry, Sat) and live.is_resting(entry.seat, row.time + A_MINUTE):
            not_allowed.append(f"seats somebody at seat {entry.seat} in the hour after a word was missing there")
        not_allowed += beyond_limits(live, entry)
        if isinstance(entry, Corrected | Voided) and entry.proposal is None and row.actor is not None:
            self.people.alone[row.actor, type(entry)].append((row.time, entry))
        self.wrong += [f"entry {row.sequence} {what}" for what in not_allowed]

    def _check_name(self, live: LiveTable, entry: Sat | Renaming | Renamed, time: int, where: str) -> None:
        """Whether a player has at the table the name that the account had; one that had to wait was checked before."""
        account = entry.account if isinstance(entry, Sat) else live.accounts.get(entry.seat)
        waited = isinstance(entry, Renamed) and live.renaming.get(entry.seat) == entry.player
        if account is None or waited:
            return
        called = self.people.names(account, time)
        if entry.player not in called:
            said = " or ".join(map(repr, sorted(called))) or "nobody"
            self.wrong.append(f"{where} seats account {account} as {entry.player!r}; it is called {said}")

    def _deal_again(self, number: int, record: bytes) -> None:
        try:
            deal_again(read_record(record), game_named)
        except (Refused, msgspec.MsgspecError) as error:
            self.wrong.append(f"round {number}: {error}")
        except Exception as error:
            # A record that somebody has edited may say anything.
            self.wrong.append(f"round {number} cannot be dealt again: {type(error).__name__} {error}")

    def _compare_snapshot(self, live: LiveTable, state: bytes, where: str) -> None:
        try:
            kept = msgspec.json.decode(state, type=Snapshot)
        except msgspec.MsgspecError as error:
            self.wrong.append(f"the snapshot after {where} cannot be read: {error}")
            return
        if live.table.in_round:
            self.wrong.append(f"there is a snapshot after {where}, in the middle of a round")
            return
        made = live.snapshot()
        if msgspec.json.encode(kept) != msgspec.json.encode(made):
            self.wrong.append(f"the snapshot after {where} is not the table that the log makes")

    def _check_end(self, live: LiveTable) -> None:
        """Note what the whole log makes, and check snapshots, seeds and balances."""
        for seat, account in live.accounts.items():
            row = {"table": self.table, "seat": seat, "account": account, "away": seat in live.away}
            self.made[seatings].append((live.sat_at[seat], row))
        for table, rows in rows_to_add([self.counts]).items():
            self.made[table] += [(self.entries, row) for row in rows]
        for sequence in self.stored_snapshots:
            self.wrong.append(f"there is a snapshot after entry {sequence}, which is not in the log")
        for number, epoch in sorted(self.drawn ^ self.stored_seeds.keys()):
            kept = "kept" if (number, epoch) in self.stored_seeds else "missing"
            self.wrong.append(f"seeds of round {number}, epoch {epoch}, are {kept}; the log says otherwise")
        self._check_balances(live)

    async def _check_admissions(self, connection: AsyncConnection) -> None:
        """Check that whoever came to a private table had its link, and whoever sat there came."""
        kept = (await connection.execute(select(admissions).where(admissions.c.table == self.table))).all()
        for row in kept:
            proofs = (admission_proofs(self.signer, self.table, row.account, invite) for invite in self.invites)
            if not any(row.invite in some for some in proofs):
                self.wrong.append(f"account {row.account} was let in without a link")
        if self.invites:
            let_in = {row.account for row in kept}
            self.wrong += [f"account {one} sat down, and was never let in" for one in self.came - let_in]

    def _check_balances(self, live: LiveTable) -> None:
        table, number = live.table, self.table
        chips = {money.stack(number, seat): 0 for seat in range(1, table.game.seats + 1)}
        chips |= {money.stack(number, seat.number): seat.stack for seat in table.seats.values()}
        chips[money.bets(number)] = sum(sum(seat.bets.values()) for seat in table.seats.values())
        chips[money.pot(number)] = table.pot.balance if table.pot else 0
        chips[money.dealer(number)] = table.dealer
        if live.has_bank:
            chips[money.bank(number)] = -sum(chips.values())
        chips[money.house(number)] = 0 if live.has_bank else table.house - self.corrected
        for book, cents in chips.items():
            kept = self.balances.get(book)
            if cents != kept:
                shown = "no such book" if kept is None else f"{kept} cents"
                self.wrong.append(f"{book} has {cents} cents by the log; the ledger has {shown}")
