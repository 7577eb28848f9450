"""The books held against what others have kept of them: checkpoints, which the house signed, and receipts."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.errors import Refused
from croupier.files import read_lines
from croupier.floor.storage.keys.house_signer import HouseSigner, Receipt
from croupier.floor.storage.safekeeping.checkpoints import Checkpoint, Head, LedgerChain, ledger_after
from croupier.floor.storage.schema import house_log, log

Kept = Checkpoint | Receipt


class _Answer(msgspec.Struct):
    """What a command was answered with, as a program may have kept it."""

    receipt: str


def read_kept(file: Path) -> list[Kept]:
    """The checkpoints and receipts in a file: one JSON object, or one of them or a receipt on each line."""
    try:
        text = b"\n".join(read_lines(file)).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(f"{file} cannot be read: {error}") from None
    whole = _read_one(text.strip())
    if whole is not None:
        return [whole]
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            if (one := _read_one(line.strip())) is None:
                raise Refused(f"line {number} of {file} is neither a checkpoint nor a receipt")
            found.append(one)
    if not found:
        raise Refused(f"there is neither a checkpoint nor a receipt in {file}")
    return found


def _read_one(words: str) -> Kept | None:
    with suppress(msgspec.MsgspecError):
        return msgspec.json.decode(words, type=Checkpoint)
    with suppress(msgspec.MsgspecError):
        return Receipt.read(msgspec.json.decode(words, type=_Answer).receipt)
    return Receipt.read(words)


async def check_against(connection: AsyncConnection, signer: HouseSigner, kept: list[Kept]) -> list[str]:
    """Where the books are not what was kept of them."""
    wrong: list[str] = []
    true: list[Checkpoint] = []
    for one in kept:
        if isinstance(one, Receipt):
            wrong += await _wrong_receipt(connection, signer, one)
        elif one.is_signed and one.key in signer.public_keys:
            true.append(one)
        else:
            wrong.append(f"{_when(one)} is not signed by this house")
    for one in true:
        wrong += await _wrong_heads(connection, one)
    for key, secret in signer.ledger_secrets.items():
        wrong += await _wrong_ledger(connection, LedgerChain(secret), [one for one in true if one.key == key])
    return wrong


async def _wrong_receipt(connection: AsyncConnection, signer: HouseSigner, receipt: Receipt) -> list[str]:
    where = f"table {receipt.table}: entry {receipt.sequence}, for which account {receipt.account} has a receipt,"
    row = (await connection.execute(select(log).filter_by(table=receipt.table, sequence=receipt.sequence))).first()
    if row is None:
        return [f"{where} is not in the log"]
    if not signer.gave(receipt, row.hash):
        return [f"{where} is another now, or the receipt is not this house's"]
    return []


async def _wrong_heads(connection: AsyncConnection, one: Checkpoint) -> list[str]:
    wrong = []
    for table, head in one.tables.items():
        found = await connection.scalar(select(log.c.hash).filter_by(table=table, sequence=head.place))
        wrong += _compared(f"table {table}: entry {head.place}", found, head, one)
    if one.house_log.place:
        found = await connection.scalar(select(house_log.c.hash).filter_by(id=one.house_log.place))
        wrong += _compared(f"the house's log: line {one.house_log.place}", found, one.house_log, one)
    return wrong


def _compared(what: str, found: bytes | None, head: Head, one: Checkpoint) -> list[str]:
    if found is None:
        return [f"{what} is gone, which {_when(one)} has: a tail was cut off"]
    return [] if found.hex() == head.hash else [f"{what} is another than in {_when(one)}: it was rewritten"]


async def _wrong_ledger(connection: AsyncConnection, chain: LedgerChain, kept: list[Checkpoint]) -> list[str]:
    """Add the ledger up once for the checkpoints of one key, and compare it wherever one was made."""
    places: defaultdict[int, list[Checkpoint]] = defaultdict(list)
    for one in kept:
        places[one.ledger.place].append(one)
    wrong = []
    last = max(places, default=0)
    async for row in await connection.stream(ledger_after(0, last)):
        chain.follow(row)
        wrong += [
            f"the ledger up to transfer {row.id} is another than in {_when(one)}"
            for one in places.pop(row.id, ())
            if (chain.hash.hex(), chain.totals) != (one.ledger.hash, one.totals)
        ]
    places.pop(0, None)
    for place, those in sorted(places.items()):
        wrong.append(f"the ledger: transfer {place} is gone, which {_when(those[0])} has")
    return wrong


def _when(one: Checkpoint) -> str:
    return f"the checkpoint of {datetime.fromtimestamp(one.time // 1_000_000, UTC):%Y-%m-%d %H:%M:%S}Z"
