"""Checkpoints: the heads of all logs and the totals of the ledger, signed every few minutes, for anybody to keep.

Of a table whose round is open it is the head before that round. The ledger has no hashes of its own; it is chained
here, each transfer after the one before, and what opens an account together with its name. A secret of the signing key
is hashed with every transfer, so that nobody else can try who was paid what.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import BigInteger, Row, Select, case, cast, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor import clock, money
from croupier.floor.hash_chain import START, link
from croupier.floor.signatures import is_signed
from croupier.floor.storage import house_ledger as ledger
from croupier.floor.storage.database import Storage
from croupier.floor.storage.schema import accounts, closings, house_log, log, rounds, tables, transfers

EVERY_SECONDS: Final = 300.0


class Head(msgspec.Struct, frozen=True, array_like=True):
    """How far a log goes, and the hash of all that is in it."""

    place: int
    hash: str


class Totals(msgspec.Struct, frozen=True):
    """What all transfers of the ledger come to."""

    transfers: int = 0
    cents: int = 0
    """All that was ever moved."""
    minted: int = 0
    """Play money that is in the house."""
    won: int = 0
    """What the house has won at all its tables, banks of own paytables left out."""


class Checkpoint(msgspec.Struct, frozen=True):
    """What the books were at a moment."""

    key: str
    """The public key that it is signed by, Ed25519 in hexadecimal."""
    time: int
    """Microseconds since 1970."""
    tables: dict[int, Head]
    """Their logs; in the file only those that have grown since the line before."""
    house_log: Head
    ledger: Head
    totals: Totals
    signature: str = ""
    """Under this very JSON with an empty signature."""

    def said(self) -> bytes:
        """What is signed."""
        return msgspec.json.encode(replace(self, signature=""))

    @property
    def is_signed(self) -> bool:
        """Whether its signature is that of its key."""
        return is_signed(self.said(), self.signature, self.key)


@dataclass(slots=True)
class LedgerChain:
    """The ledger up to a transfer."""

    secret: bytes
    """That of the key which signs the checkpoints that the chain is for."""
    place: int = 0
    hash: bytes = START
    totals: Totals = field(default_factory=Totals)

    def follow(self, row: Row[Any]) -> None:
        """Add the next transfer."""
        words = (row.debit.encode(), row.credit.encode(), row.cents, row.why.encode(), row.table, row.round)
        named = (None, None) if row.name is None else (row.name.encode(), row.created)
        self.place, self.hash = row.id, link(self.hash, self.secret, row.id, row.time, *words, *named)
        past = self.totals
        self.totals = Totals(
            past.transfers + 1,
            past.cents + row.cents,
            past.minted + row.cents * ((row.debit == money.MINT) - (row.credit == money.MINT)),
            past.won + row.cents * (row.credit.startswith("house:") - row.debit.startswith("house:")),
        )


def ledger_after(place: int, until: int) -> Select[Any]:
    """The transfers behind one, up to another, with the account that each opens."""
    opens = transfers.c.why == money.why("play-money")
    account = case((opens, cast(func.substr(transfers.c.credit, len("wallet:") + 1), BigInteger)))
    joined = transfers.outerjoin(accounts, accounts.c.id == account)
    named = select(transfers, accounts.c.name, accounts.c.created).select_from(joined)
    return named.where((transfers.c.id > place) & (transfers.c.id <= until)).order_by(transfers.c.id)


class Checkpoints:
    """Makes the checkpoints of a serving process."""

    def __init__(self, storage: Storage) -> None:
        self.newest: Checkpoint | None = None
        self._storage = storage
        self._file = storage.checkpoint_file
        self._chain: LedgerChain | None = None
        self._written: dict[int, Head] = {}
        """The heads that are in the file."""

    async def make(self) -> None:
        """Make one, and write it to the file, unless another process has just done so."""
        signer = self._storage.signer
        async with self._storage.reading() as connection:
            until = await ledger.last_settled(connection)
        async with self._storage.reading() as connection:
            lines = await connection.execute(
                select(house_log.c.id, house_log.c.hash).order_by(house_log.c.id.desc()).limit(1)
            )
            line = lines.first()
            heads = {row.id: Head(row.sequence, row.hash.hex()) for row in (await connection.execute(_heads())).all()}
            chain = self._chain = self._chain or await self._resumed(connection, until)
            async for row in await connection.stream(ledger_after(chain.place, until)):
                chain.follow(row)
        made = Checkpoint(
            signer.public_keys[0],
            clock.now(),
            heads,
            Head(0, START.hex()) if line is None else Head(line.id, line.hash.hex()),
            Head(chain.place, chain.hash.hex()),
            chain.totals,
        )
        self.newest = replace(made, signature=signer.sign(made.said()))
        if not _is_recent(self._file):
            grown = replace(made, tables={table: head for table, head in heads.items() if self._is_new(table, head)})
            self._append(replace(grown, signature=signer.sign(grown.said())))
            self._written = heads

    def _is_new(self, table: int, head: Head) -> bool:
        return self._written.get(table) != head

    async def _resumed(self, connection: AsyncConnection, until: int) -> LedgerChain:
        """The ledger as far as the last line of the file has it, if the books were not restored since."""
        signer = self._storage.signer
        key = signer.public_keys[0]
        anew = LedgerChain(signer.ledger_secrets[key])
        last = _last_line(self._file)
        if last is None or not last.is_signed or last.key != key:
            return anew
        restored = (house_log.c.what == "epoch") & (house_log.c.id > last.house_log.place)
        same = (house_log.c.id == last.house_log.place) & (house_log.c.hash == bytes.fromhex(last.house_log.hash))
        if (
            last.ledger.place > until
            or await connection.scalar(select(house_log.c.id).where(restored).limit(1)) is not None
            or (last.house_log.place and await connection.scalar(select(house_log.c.id).where(same)) is None)
        ):
            return anew
        return LedgerChain(anew.secret, last.ledger.place, bytes.fromhex(last.ledger.hash), last.totals)

    def _append(self, made: Checkpoint) -> None:
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(self._file, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600), "ab") as file:
            file.write(msgspec.json.encode(made) + b"\n")


def _heads() -> Select[Any]:
    """The last entry of every table that is not of an open round; tables that ended long ago are left out."""
    finished = select(func.coalesce(func.max(rounds.c.round), 0)).where(rounds.c.table == tables.c.id).correlate(tables)
    of_it = log.alias()
    newest = select(of_it.c.sequence).where(
        (of_it.c.table == tables.c.id) & (of_it.c.round <= finished.scalar_subquery())
    )
    newest = newest.order_by(of_it.c.sequence.desc()).limit(1)
    long_ago = select(closings.c.table).where(closings.c.time < clock.now() - clock.A_DAY)
    here = (log.c.table == tables.c.id) & (log.c.sequence == newest.correlate(tables).scalar_subquery())
    heads = select(tables.c.id, log.c.sequence, log.c.hash).select_from(tables.join(log, here))
    return heads.where(tables.c.id.not_in(long_ago)).order_by(tables.c.id)


def _is_recent(file: Path) -> bool:
    """Whether a line was just written."""
    try:
        return time.time() - file.stat().st_mtime < EVERY_SECONDS / 2
    except OSError:
        return False


def _last_line(file: Path) -> Checkpoint | None:
    try:
        with open(file, "rb") as lines:
            last = b""
            for line in lines:
                last = line
        return msgspec.json.decode(last, type=Checkpoint)
    except (OSError, msgspec.MsgspecError):
        return None
