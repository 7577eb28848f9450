"""A table played again from the first entry of its log, and held against everything that was written down of it."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Row, Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.errors import Refused
from croupier.floor import money
from croupier.floor.audit.rights import PeopleLines, beyond_limits, wrong_by
from croupier.floor.clock import A_MINUTE
from croupier.floor.entries import (
    Closed,
    Corrected,
    Entry,
    Invited,
    Opened,
    Renamed,
    Renaming,
    RoundOpened,
    Sat,
    SeedsRedrawn,
    read_entry,
)
from croupier.floor.money import Transfer
from croupier.floor.storage.database import Storage
from croupier.floor.storage.keys.house_signer import Receipt
from croupier.floor.storage.pit_counts import KEPT, differing, kept_counts, no_counts
from croupier.floor.storage.schema import (
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
from croupier.floor.tables import pit_sums
from croupier.floor.tables.live_table import Applied, LiveTable, Snapshot
from croupier.games import game_named
from croupier.table.record import deal_again, read_record, write_record


class Wrong(Exception):
    """What is wrong, and makes it useless to go on with the table."""


@dataclass(slots=True)
class HeldBet:
    """A bet as it is held."""

    round: int
    account: int
    spot: str
    cents: int
    state: str = "held"


@dataclass(slots=True)
class Company:
    """Whether a table is private, and which accounts have which seats, as it was written down."""

    private: bool = False
    seated: dict[int, int] = field(default_factory=dict)


class Replay:
    """One table, from its opening to its last entry."""

    def __init__(
        self,
        table: int,
        balances: Mapping[str, int],
        storage: Storage,
        closings: list[tuple[int, int]],
        people: PeopleLines,
        company: Company,
    ) -> None:
        self.table = table
        self.seal = storage.seal
        self.balances = balances
        """What the ledger has in every book."""
        self.people = people
        self.signer = storage.signer
        self.stored_company = company
        """What the list of tables goes by."""
        self.receipts: Mapping[int, Receipt] = {}
        """By the entry up to which a command was carried out, what its sender was answered with."""
        self._denied = False
        self.took_part: set[tuple[int, int]] = set()
        """The rounds that are over, and the accounts that bet in them."""
        self.entries = 0
        self.rounds: Counter[tuple[str, int]] = Counter()
        """Finished rounds, by their game and the behaviour version they were dealt under."""
        self.wrong: list[str] = []
        self.bets: list[HeldBet] = []
        self.beside_the_house = 0
        """Cents in the house's book that the table itself does not count: corrections."""
        self.opened_at = 0
        self.drawn = {(1, 1)}
        """The rounds and epochs for which the log has seeds drawn."""
        self.epochs: set[int] = set()
        """The epochs in which it draws them anew."""
        self.stored_closings = closings
        """The entry that ended the table, and when, as it stands among the closed tables."""
        self.closings: list[tuple[int, int]] = []
        """The same by the log."""
        self.counts = no_counts()
        """What it must have counted."""

    async def check(self, connection: AsyncConnection) -> list[str]:
        """What is wrong: nothing, if the log makes exactly what the books, rounds, bets and snapshots say."""
        await self._read(connection)
        live: LiveTable | None = None
        rows = await connection.stream(select(log).where(log.c.table == self.table).order_by(log.c.sequence))
        try:
            async for row in rows:
                live = self._follow(live, row)
                self.entries += 1
            if live is None:
                raise Wrong("it has no log")
            self._check_end(live)
        except Wrong as wrong:
            self.wrong.append(str(wrong))
        finally:
            await rows.close()
        return self.wrong

    async def _read(self, connection: AsyncConnection) -> None:
        """What was written down besides the log."""
        rows = [(of, row) for of in KEPT for row in await _rows(connection, of, self.table, "table")]
        self.stored_counts = kept_counts(rows)
        (self.stored_table,) = (await connection.execute(select(tables).where(tables.c.id == self.table))).all()
        self.stored_transfers = deque(await _rows(connection, transfers, self.table, "id"))
        self.stored_bets = await _rows(connection, holds, self.table, "id")
        self.stored_rounds = {row.round: row for row in await _rows(connection, rounds, self.table, "round")}
        self.stored_seeds = {
            (row.round, row.epoch): self.seal.open(row) for row in await _rows(connection, seeds, self.table, "round")
        }
        self.stored_snapshots = {
            row.sequence: row.state for row in await _rows(connection, snapshots, self.table, "sequence")
        }
        self.stored_results: Counter[tuple[int, int, int, int, int]] = Counter(
            (row.round, row.account, row.seat, row.net, row.time)
            for row in await _rows(connection, participants, self.table, "round")
        )

    def _follow(self, live: LiveTable | None, row: Row[Any]) -> LiveTable:
        """Carry out one entry, and compare what it makes with what was written down."""
        where = f"entry {row.sequence}"
        try:
            entry = read_entry(row.entry)
            if live is None:
                if not isinstance(entry, Opened):
                    raise Wrong(f"{where} should open the table")
                live = LiveTable(self.table, entry)
                self._compare_opening(entry, row)
            if isinstance(entry, Sat | Renaming | Renamed):
                self._check_name(live, entry, row.time, where)
            if isinstance(entry, RoundOpened | SeedsRedrawn):
                self._hand_in_seeds(live, entry, where)
            if isinstance(entry, RoundOpened):
                self.opened_at = row.sequence
                self.drawn.add((entry.round + 1, live.epoch))
            if isinstance(entry, Corrected):
                self.beside_the_house -= entry.cents
            self._check_rights(live, entry, row)
            applied = live.apply(entry)
        except Wrong:
            raise
        except Exception as error:
            # A log that somebody has edited may say anything.
            raise Wrong(f"{where} cannot be carried out: {type(error).__name__} {error}") from error
        if (applied.sequence, applied.round) != (row.sequence, row.round):
            raise Wrong(f"{where} of round {row.round} is in truth entry {applied.sequence} of round {applied.round}")
        self._compare(live, applied, row.time, where)
        receipt = self.receipts.get(row.sequence)
        if receipt is not None and not self._denied and not self.signer.gave(receipt, row.hash):
            self._denied = True  # and all after it with it
            self.wrong.append(f"{where} is not what account {receipt.account} has a receipt for: the log was rewritten")
        if isinstance(entry, Closed):
            self.closings.append((row.sequence, row.time))
        return live

    def _compare_opening(self, entry: Opened, row: Row[Any]) -> None:
        kept = self.stored_table
        for name, first, second in (
            ("name", entry.name, kept.name),
            ("game", entry.game, kept.game),
            ("owner", row.actor, kept.owner),
        ):
            if first != second:
                self.wrong.append(f"its {name} is {first!r} by the log, {second!r} in the list of tables")
        if self.stored_company.private != bool(entry.invite):
            self.wrong.append(
                f"it is {'not ' * (not entry.invite)}private by the log; the list of tables has it otherwise"
            )
        if abs(kept.created - row.time) > A_MINUTE:
            self.wrong.append("it was not opened when the list of tables says")

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

    def _check_rights(self, live: LiveTable, entry: Entry, row: Row[Any]) -> None:
        """Check that whoever made an entry might, and that it was within limits."""
        not_allowed = [*wrong_by(live, entry, row.actor, self.people.roles(row.actor, row.time))]
        if isinstance(entry, Invited) and row.actor != self.stored_table.owner:
            not_allowed.append(f"makes a link to the table for account {row.actor}, which did not open it")
        if isinstance(entry, Corrected) and (entry.round, entry.account) not in self.took_part:
            not_allowed.append(f"corrects account {entry.account}, which did not bet in round {entry.round}")
        not_allowed += beyond_limits(live, entry)
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

    def _compare(self, live: LiveTable, applied: Applied, time: int, where: str) -> None:
        for transfer in applied.transfers:
            self._compare_transfer(transfer, time, where)
        self.bets += [HeldBet(bet.round, bet.account, bet.spot, bet.cents) for bet in applied.holds]
        if applied.ended is not None:
            for bet in self.bets:
                if bet.round == applied.round:
                    bet.state = applied.ended
            self._compare_round(live, applied, time)
        pit_sums.count(self.counts, live, applied, time)
        if (state := self.stored_snapshots.pop(applied.sequence, None)) is not None:
            self._compare_snapshot(live, state, where)

    def _compare_transfer(self, made: Transfer, time: int, where: str) -> None:
        if not self.stored_transfers:
            raise Wrong(f"{where} moves {_words(made)}; the ledger has nothing of it")
        row = self.stored_transfers.popleft()
        kept = Transfer(row.debit, row.credit, row.cents, row.why, row.table, row.round)
        if kept != made:
            raise Wrong(f"{where} moves {_words(made)}; the ledger has, as transfer {row.id}, {_words(kept)}")
        if row.time != time:
            self.wrong.append(f"transfer {row.id} has another time than {where}, which makes it")

    def _compare_round(self, live: LiveTable, applied: Applied, time: int) -> None:
        self.rounds[live.table.game.name, live.table.game.behaviour] += 1
        number = applied.round
        self.took_part |= {(number, result.account) for result in applied.results}
        row = self.stored_rounds.pop(number, None)
        if row is None:
            self.wrong.append(f"round {number} is over, but it is not written down")
            return
        shoe = live.shoe_before
        for name, first, second in (
            ("opened at entry", self.opened_at, row.opened),
            ("closed at entry", applied.sequence, row.closed),
            ("closed at", time, row.time),
            ("ended as", applied.ended, row.outcome),
            ("shoe shuffled in round", shoe.round, row.shoe_round),
            ("cards out of the shoe", shoe.dealt, row.shoe_offset),
        ):
            if first != second:
                self.wrong.append(f"round {number}: {name} {first} by the log, {second} as written down")
        record = None if applied.record is None else write_record(applied.record)
        if record != row.record:
            self.wrong.append(f"round {number}: its record is not what the log makes: it has been edited")
        if row.record is not None:
            self._deal_again(number, row.record)
        for result in applied.results:
            key = (number, result.account, result.seat, result.net, time)
            if not self.stored_results[key]:
                won = f"account {result.account} won {result.net} cents at seat {result.seat}"
                self.wrong.append(f"round {number}: {won} by the log, which is not what was written down")
            self.stored_results[key] -= 1

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
        """What is left over, and whether chips and books agree."""
        if self.stored_transfers:
            row = self.stored_transfers[0]
            self.wrong.append(
                f"{len(self.stored_transfers)} transfers are in the ledger that no entry makes; the first is {row.id}"
            )
        for number in self.stored_rounds:
            self.wrong.append(f"round {number} is written down, but the log does not end it")
        for number, account, *_ in (key for key, count in self.stored_results.items() if count > 0):
            self.wrong.append(f"round {number}: account {account} is said to have taken part otherwise than by the log")
        for sequence in self.stored_snapshots:
            self.wrong.append(f"there is a snapshot after entry {sequence}, which is not in the log")
        for number, epoch in sorted(self.drawn ^ self.stored_seeds.keys()):
            kept = "kept" if (number, epoch) in self.stored_seeds else "missing"
            self.wrong.append(f"seeds of round {number}, epoch {epoch}, are {kept}; the log says otherwise")
        if self.stored_closings != self.closings:
            self.wrong.append(
                f"it is {'' if self.stored_closings else 'not '}among the closed tables; the log has it otherwise"
            )
        if self.stored_company.seated != live.accounts:
            self.wrong.append(f"seats belong to accounts {live.accounts}; the list has {self.stored_company.seated}")
        self._check_bets()
        self._check_balances(live)
        self.wrong += differing(self.stored_counts, self.counts)

    def _check_bets(self) -> None:
        kept = [HeldBet(row.round, row.account, row.spot, row.cents, row.state) for row in self.stored_bets]
        for number, (first, second) in enumerate(zip(self.bets, kept, strict=False), start=1):
            if first != second:
                self.wrong.append(f"bet {number} is {first} by the log and {second} as it is held")
                return
        if len(self.bets) != len(kept):
            self.wrong.append(f"the log makes {len(self.bets)} bets; {len(kept)} are held")

    def _check_balances(self, live: LiveTable) -> None:
        table, number = live.table, self.table
        chips = {money.stack(number, seat): 0 for seat in range(1, table.game.seats + 1)}
        chips |= {money.stack(number, seat.number): seat.stack for seat in table.seats.values()}
        chips[money.bets(number)] = sum(sum(seat.bets.values()) for seat in table.seats.values())
        chips[money.pot(number)] = table.pot.balance if table.pot else 0
        chips[money.dealer(number)] = table.dealer
        if live.has_bank:
            chips[money.bank(number)] = -sum(chips.values())
        chips[money.house(number)] = 0 if live.has_bank else table.house + self.beside_the_house
        for book, cents in chips.items():
            kept = self.balances.get(book)
            if cents != kept:
                shown = "no such book" if kept is None else f"{kept} cents"
                self.wrong.append(f"{book} has {cents} cents by the log; the ledger has {shown}")


async def stored_company(connection: AsyncConnection) -> defaultdict[int, Company]:
    """What the list of tables goes by."""
    found: defaultdict[int, Company] = defaultdict(Company)
    for table in (await connection.execute(select(private_tables.c.table))).scalars():
        found[table].private = True
    for row in (await connection.execute(select(seatings))).all():
        found[row.table].seated[row.seat] = row.account
    return found


async def _rows(connection: AsyncConnection, source: Table, table: int, order: str) -> list[Row[Any]]:
    query = select(source).where(source.c.table == table).order_by(source.c[order])
    return list((await connection.execute(query)).all())


def _words(transfer: Transfer) -> str:
    where = "" if transfer.round is None else f", round {transfer.round}"
    return f"{transfer.cents} cents from {transfer.debit} to {transfer.credit} ({transfer.why}{where})"
