"""Checking the whole house: every hash worked out again, the books added up, every table replayed from its log."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import msgspec
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor.audit.against import Kept, check_against
from croupier.floor.audit.play_money import check_gifts
from croupier.floor.audit.references import check_commands, check_owners, check_references
from croupier.floor.audit.rights import PeopleLines, check_open_tables
from croupier.floor.audit.secrets_of_people import check_secrets
from croupier.floor.audit.table_replay import Replay
from croupier.floor.hash_chain import START, link
from croupier.floor.storage import house_ledger as ledger
from croupier.floor.storage.commands import command_proofs
from croupier.floor.storage.database import OUT_OF_REACH, Storage
from croupier.floor.storage.definitions import wrong_definitions
from croupier.floor.storage.house_log import check_house_log, epochs_begun
from croupier.floor.storage.keys.house_signer import HouseSigner, Receipt
from croupier.floor.storage.keys.key_source import NoKey
from croupier.floor.storage.schema import (
    books,
    commands,
    log,
    tables,
    transfers,
)

Check = Callable[[AsyncConnection], Awaitable[list[str]]]


@dataclass
class HouseAudit:
    """How much was checked, and what is wrong."""

    tables: int = 0
    entries: int = 0
    rounds: int = 0
    behaviours: dict[str, Counter[int]] = field(default_factory=dict)
    """By game, how many rounds were dealt under each of its behaviour versions."""
    transfers: int = 0
    against: int = 0
    """Checkpoints and receipts that the books were held against."""
    wrong: list[str] = field(default_factory=list)


async def audit(storage: Storage, kept: Sequence[Kept] = ()) -> HouseAudit:
    """Check everything as it stands at one moment, also against what was kept; nobody who plays is kept waiting."""
    found = HouseAudit(against=len(kept))
    async with storage.reading() as connection:
        answers, people = _Answers(storage.signer), PeopleLines()
        checks: tuple[tuple[str, Check], ...] = (
            ("the guards", lambda books: books.run_sync(wrong_definitions)),
            ("the hash chains", check_chains),
            ("the house's log", check_house_log),
            ("the roles and names", people.read),
            ("the balances", ledger.check_books),
            ("what rows name", check_references),
            ("the accounts", partial(check_owners, renamed=people.named.keys(), signer=storage.signer)),
            ("the passwords and second factors", partial(check_secrets, signer=storage.signer)),
            ("the answers", answers.read),
            ("the open tables", check_open_tables),
            ("the names", lambda _: people.check_names(answers.named)),
            ("the commands", partial(check_commands, elsewhere=answers.elsewhere)),
            ("the play money", partial(check_gifts, refills=answers.refills, refilled=answers.refilled)),
        )
        if kept:
            found.wrong += await _tried("what was kept", check_against(connection, storage.signer, [*kept]))
        for what, check in checks:
            found.wrong += await _tried(what, check(connection))
        found.transfers = int(await connection.scalar(select(func.count()).select_from(transfers)) or 0)
        balances = {row.name: row.balance for row in (await connection.execute(select(books))).all()}
        epochs = await epochs_begun(connection)
        for number in (await connection.execute(select(tables.c.id).order_by(tables.c.id))).scalars().all():
            replay = Replay(number, balances, storage, people)
            replay.receipts = answers.receipts[number]
            wrong = await _tried("it", replay.check(connection))
            if (sequence := answers.last.get(number, 0)) > replay.entries and not wrong:
                wrong.append(f"a command was answered with entry {sequence}; the log ends with {replay.entries}")
            wrong += [f"it begins epoch {epoch}; the house's log does not" for epoch in replay.epochs - epochs]
            found.wrong += [f"table {number}: {what}" for what in wrong]
            found.tables += 1
            found.entries += replay.entries
            found.rounds += sum(replay.rounds.values())
            for (game, behaviour), rounds in replay.rounds.items():
                found.behaviours.setdefault(game, Counter())[behaviour] += rounds
        found.wrong += people.check_days()
    return found


async def _tried(what: str, check: Awaitable[list[str]]) -> list[str]:
    """What a check finds; books that somebody has edited may say anything, and no check may end those after it."""
    try:
        return await check
    except (SQLAlchemyError, NoKey, *OUT_OF_REACH):
        raise
    except Exception as error:
        return [f"{what} cannot be checked: {type(error).__name__} {error}"]


async def check_chains(connection: AsyncConnection) -> list[str]:
    """What is wrong with the hash chains: nothing, if each entry follows the one before and says what was hashed."""
    wrong = []
    table, expected, last = 0, 0, START
    rows = await connection.stream(select(log).order_by(log.c.table, log.c.sequence))
    async for row in rows:
        if row.table != table:
            table, expected, last = row.table, 1, START
        if row.sequence != expected:
            wrong.append(f"table {table}: entry {expected} is missing; the next is {row.sequence}")
            expected = row.sequence
        elif row.previous != last:
            wrong.append(f"table {table}: entry {row.sequence} does not follow the one before it")
        if link(row.previous, row.salt, row.table, row.sequence, row.time, row.actor, row.entry) != row.hash:
            wrong.append(f"table {table}: entry {row.sequence} is not what was hashed: it has been edited")
        last = row.hash
        expected += 1
    return wrong


class _Answers:
    """What senders of commands were told."""

    def __init__(self, signer: HouseSigner) -> None:
        self.signer = signer
        self.receipts: defaultdict[int, dict[int, Receipt]] = defaultdict(dict)
        """By table and entry."""
        self.last: dict[int, int] = {}
        """The last entry of each table that somebody was told of as carried out."""
        self.refills: Counter[tuple[int, int]] = Counter()
        """Accounts, and the cents of play money they were told they were given."""
        self.refilled: set[tuple[int, int]] = set()
        """The accounts, and when they were."""
        self.named: set[tuple[int, int]] = set()
        """Accounts that were answered that they have another name, and when."""
        self.elsewhere: set[tuple[int, int]] = set()
        """Both: what was done at no table."""

    async def read(self, connection: AsyncConnection) -> list[str]:
        """Read them all; those that cannot be read."""
        wrong = []
        async for account, key, fingerprint, answer, time in await connection.stream(select(commands)):
            if fingerprint[16:] not in command_proofs(self.signer, account, key, fingerprint, answer, time):
                wrong.append(f"command {key!r} of account {account} is not as the house wrote it down")
            try:
                told = msgspec.json.decode(answer, type=_Answer)
            except (msgspec.MsgspecError, TypeError):
                wrong.append(f"the answer to command {key!r} of account {account} cannot be read")
                continue
            if told.given:
                self.refills[account, told.given] += 1
                self.refilled.add((account, time))
                self.elsewhere.add((account, time))
                continue
            if told.named:
                self.named.add((account, time))
                self.elsewhere.add((account, time))
                continue
            self.last[told.table] = max(told.sequence, self.last.get(told.table, 0))
            receipt = Receipt.read(told.receipt)
            if receipt is None or (receipt.account, receipt.table) != (account, told.table):
                wrong.append(f"the answer to command {key!r} of account {account} has no receipt of theirs")
                continue
            self.receipts[told.table][receipt.sequence] = receipt
        return wrong


class _Answer(msgspec.Struct):
    table: int = 0
    sequence: int = 0
    given: int = 0
    named: str = ""
    receipt: str = ""
