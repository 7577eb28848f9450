"""Double-entry books in cents: what a transfer takes from one account it gives another, so all balances sum to zero."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import time_ns
from typing import Final, Literal

from sqlalchemy import RowMapping, bindparam, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.errors import Refused
from croupier.floor.storage.schema import books, holds, transfers
from croupier.floor.storage.sqlite_writer import Pen

MINT = "mint"
"""Where play money comes from; it owes what everybody else has."""

A_DAY: Final = 24 * 3600 * 1_000_000
"""In microseconds: no transfer is entered so much later than what it follows from, however slow the database."""

HoldState = Literal["held", "settled", "released", "expired"]

TransferKind = Literal[
    "play-money",
    "bought-in",
    "bought-chips",
    "left",
    "correction",
    "voided",
    "expired",
    "pot-collected",
    "pot-wagers",
    "dealer-wager",
    "pot-won",
    "house-share",
    "dealer-share",
    "bet",
    "lost",
    "returned",
    "paid",
    "other",
]
_REASONS: Final[dict[TransferKind, str]] = {
    "play-money": "play money",
    "bought-in": "bought in",
    "bought-chips": "bought chips",
    "left": "left the table",
    "correction": "correction: {}",
    "voided": "round voided: {}",
    "expired": "round left alone for {} seconds",
    "pot-collected": "pot collected",
    "pot-wagers": "pot wagers",
    "dealer-wager": "the dealer's pot wager",
    "pot-won": "pot won",
    "house-share": "the house's part of the pot",
    "dealer-share": "the dealer's part of the rake",
    "bet": "bet on {}",
    "lost": "{} lost",
    "returned": "{} returned",
    "paid": "{} paid {}",
}
"""How the reason of each kind of transfer is written. The ledger stores only the sentence and its kind is read back by
these, in this order: sentences that go on with a person's own words come before those that end with fixed ones."""
_READ: Final = [
    (kind, re.compile(re.escape(words).replace(r"\{\}", ".*"), re.DOTALL)) for kind, words in _REASONS.items()
]


def why(kind: TransferKind, *words: object) -> str:
    """The reason of a transfer as the ledger stores it.

    >>> why("paid", "ante", "1 to 1")
    'ante paid 1 to 1'
    """
    return _REASONS[kind].format(*words)


def kind_of(reason: str) -> TransferKind:
    """The kind of a transfer by its stored reason; `other` if the house writes no such reason.

    >>> kind_of("ante paid 1 to 1"), kind_of("correction: the ante was lost")
    ('paid', 'correction')
    """
    return next((kind for kind, written in _READ if written.fullmatch(reason)), "other")


def wallet(account: int) -> str:
    """A person's own money."""
    return f"wallet:{account}"


def stack(table: int, seat: int) -> str:
    """The chips in front of a seat."""
    return f"stack:{table}:{seat}"


def bets(table: int) -> str:
    """The chips on a table's betting spots."""
    return f"bets:{table}"


def pot(table: int) -> str:
    """A table's pot."""
    return f"pot:{table}"


def house(table: int) -> str:
    """What the house has won or lost at a table."""
    return f"house:{table}"


def dealer(table: int) -> str:
    """What the dealers of a table have been given of its rakes."""
    return f"dealer:{table}"


OF_TABLES: Final = ("stack", "bets", "pot", "house", "dealer")
"""What the books of a table are called before its number."""


def books_of_table(table: int, seats: int) -> list[str]:
    """Every book that a table needs."""
    own = [bets(table), pot(table), house(table), dealer(table)]
    return own + [stack(table, seat) for seat in range(1, seats + 1)]


@dataclass(frozen=True, slots=True)
class Transfer:
    """Cents from one book to another, and why."""

    debit: str
    credit: str
    cents: int
    why: str
    table: int | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Hold:
    """A bet of an account, kept while its round is open."""

    table: int
    round: int
    account: int
    spot: str
    cents: int


def now() -> int:
    """The time in microseconds since 1970."""
    return time_ns() // 1000


def may_owe(book: str) -> bool:
    """Only the mint and the house may ever owe."""
    return book == MINT or book.startswith("house:")


async def open_books(connection: Pen, names: Iterable[str]) -> None:
    """Open books with nothing in them."""
    rows = [{"name": name, "balance": 0, "may_owe": may_owe(name)} for name in names]
    await connection.execute(insert(books), rows)


async def post(connection: Pen, entries: Sequence[Transfer]) -> None:
    """Enter transfers and move the balances; if one would leave a wallet below zero the transaction is refused."""
    if not entries:
        return
    change: Counter[str] = Counter()
    for entry in entries:
        assert entry.cents > 0, f"a transfer of {entry.cents} cents ({entry.why})"
        change[entry.debit] -= entry.cents
        change[entry.credit] += entry.cents
    assert sum(change.values()) == 0, "a transfer gives what it takes"
    moment = now()
    rows = [
        {
            "time": moment,
            "debit": entry.debit,
            "credit": entry.credit,
            "cents": entry.cents,
            "why": entry.why,
            "table": entry.table,
            "round": entry.round,
        }
        for entry in entries
    ]
    try:
        # Always in the same order, so that no two transactions wait for each other.
        moves = [{"book": book, "by": change[book]} for book in sorted(change) if change[book]]
        if moves:
            await connection.execute(_MOVE, moves)
        await connection.execute(_ENTER, rows)
    except IntegrityError as error:
        if "no_wallet_below_zero" in str(error.orig):
            raise Refused("there is not enough money for that; add to the wallet or bet less") from None
        raise


_ENTER = insert(transfers)
_MOVE = update(books).where(books.c.name == bindparam("book")).values(balance=books.c.balance + bindparam("by"))


async def hold(connection: Pen, new: Sequence[Hold]) -> None:
    """Write bets down as held."""
    if new:
        rows = [
            {
                "table": bet.table,
                "round": bet.round,
                "account": bet.account,
                "spot": bet.spot,
                "cents": bet.cents,
                "state": "held",
            }
            for bet in new
        ]
        await connection.execute(_HOLD, rows)


async def end_holds(connection: Pen, ended: Sequence[tuple[int, int, HoldState]]) -> None:
    """Let the bets of rounds go, each a table and a round, saying how they ended."""
    if ended:
        names = ("of_table", "of_round", "how")
        await connection.execute(_END, [dict(zip(names, round, strict=True)) for round in ended])


_HOLD = insert(holds)
_END = (
    update(holds)
    .where((holds.c.table == bindparam("of_table")) & (holds.c.round == bindparam("of_round")))
    .where(holds.c.state == "held")
    .values(state=bindparam("how"))
)


async def balance(connection: Pen, book: str, to_change: bool = False) -> int:
    """The cents in a book; nobody else moves them before the transaction is over if it is read to be changed."""
    query = select(books.c.balance).where(books.c.name == book)
    found = await connection.scalar(query.with_for_update() if to_change else query)
    if found is None:
        raise Refused(f"there is no account {book!r} in the ledger")
    return int(found)


async def transfers_of(connection: AsyncConnection, book: str, limit: int) -> Sequence[RowMapping]:
    """The last transfers into and out of a book, newest first."""
    moved = (transfers.c.debit == book) | (transfers.c.credit == book)
    query = select(transfers).where(moved).order_by(transfers.c.id.desc()).limit(limit)
    return (await connection.execute(query)).mappings().all()


async def last_settled(connection: AsyncConnection) -> int:
    """The newest transfer that none before it can still follow; to be asked in a transaction of its own.

    PostgreSQL draws a number before the row that has it can be seen. So it is asked when nobody is writing, for which
    writers wait a moment, and nobody longer than half a second.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SET LOCAL lock_timeout = '500ms'"))
        await connection.execute(text("LOCK TABLE transfers IN SHARE MODE"))
    return int(await connection.scalar(select(func.max(transfers.c.id))) or 0)


async def check_books(connection: AsyncConnection) -> list[str]:
    """What is wrong with the books: nothing, if all balances add up to zero and each is what its transfers make it."""
    wrong = []
    total = await connection.scalar(select(func.coalesce(func.sum(books.c.balance), 0)))
    if total != 0:
        wrong.append(f"the balances add up to {total} cents, not zero")
    taken = select(transfers.c.debit.label("book"), func.sum(transfers.c.cents).label("cents")).group_by("book")
    given = select(transfers.c.credit.label("book"), func.sum(transfers.c.cents).label("cents")).group_by("book")
    out = {book: int(cents) for book, cents in (await connection.execute(taken)).all()}
    into = {book: int(cents) for book, cents in (await connection.execute(given)).all()}
    for name, cents, said in (await connection.execute(select(books.c.name, books.c.balance, books.c.may_owe))).all():
        if cents != into.get(name, 0) - out.get(name, 0):
            wrong.append(f"{name} shows {cents} cents, but its transfers make {into.get(name, 0) - out.get(name, 0)}")
        if cents < 0 and not may_owe(name):
            wrong.append(f"{name} is {cents} cents below zero")
        if said != may_owe(name):
            wrong.append(f"{name} is marked as {'one that may' if said else 'one that may not'} owe, which it is not")
    return wrong
