"""Play money: what the mint gave at no table, held against the accounts that were opened and the refills answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor import money
from croupier.floor.accounts import PLAY_MONEY, REFILLED_BELOW
from croupier.floor.clock import A_MINUTE
from croupier.floor.storage import house_ledger as ledger
from croupier.floor.storage.schema import accounts, transfers
from croupier.floor.tables.account_limits import MOST_WALLET


async def check_gifts(
    connection: AsyncConnection, refills: Counter[tuple[int, int]], refilled: Set[tuple[int, int]]
) -> list[str]:
    """What is wrong with the wallets: nothing, if each was given its opening sum once and refilled as was answered."""
    people = (await connection.execute(select(accounts.c.id, accounts.c.created).order_by(accounts.c.id))).all()
    wallets = _Wallets(refills, {person.id: person.created for person in people})
    moved = transfers.c.debit.startswith("wallet:") | transfers.c.credit.startswith("wallet:")
    query = select(transfers).where(moved | transfers.c.table.is_(None)).order_by(transfers.c.id)
    async for row in await connection.stream(query):
        wallets.follow(row)
    for row in wallets.by_worth:
        account = int(row.credit.removeprefix("wallet:"))
        if (account, row.time) not in refilled:
            wallets.wrong.append(f"transfer {row.id} has another time than the refill that account {account} asked for")
        had = await connection.run_sync(ledger.worth, account, row.id)
        if had >= REFILLED_BELOW or had + row.cents > PLAY_MONEY:
            wallets.wrong.append(f"transfer {row.id} refills {row.credit} with {row.cents} cents; it was worth {had}")
    return [
        *wallets.wrong,
        *(f"account {number} was given no play money" for number, _ in people if number not in wallets.opened),
        *(f"account {number} was answered that it was given {cents} cents; it was not" for number, cents in +refills),
    ]


class _Wallets:
    """Every wallet, transfer by transfer."""

    def __init__(self, refills: Counter[tuple[int, int]], created: Mapping[int, int]) -> None:
        self.refills = refills
        """What accounts were answered that they were given, as often as it was not yet found."""
        self.created = created
        """When accounts were."""
        self.opened: set[int] = set()
        self.wrong: list[str] = []
        self.by_worth: list[Row[Any]] = []
        """Refills, by all that an account was worth."""
        self._money: Counter[str] = Counter()
        self._moved: dict[str, int] = {}

    def follow(self, row: Row[Any]) -> None:
        """See whether a transfer may be, and carry it out."""
        if row.table is None:
            self._judge(row)
        waited = row.time - self._moved.get(row.debit, row.time) > A_MINUTE
        if waited and self._money[row.debit] > MOST_WALLET and money.kind_of(row.why) == "bought-in":
            self.wrong.append(f"transfer {row.id} buys in from {row.debit}, which has {self._money[row.debit]} cents")
        for book, cents in ((row.debit, -row.cents), (row.credit, row.cents)):
            if book.startswith("wallet:"):
                self._move(book, cents, row)

    def _judge(self, row: Row[Any]) -> None:
        """What moves at no table opens a wallet, or fills one that is nearly empty up to the same sum."""
        owner = row.credit.removeprefix("wallet:")
        if row.debit != money.MINT or not owner.isdecimal():
            where = f"from {row.debit} to {row.credit} at no table"
            self.wrong.append(f"transfer {row.id} moves money {where}; only the mint gives, and only to wallets")
            return
        account, had = int(owner), self._money[row.credit]
        opens = row.why == money.why("play-money") and row.round is None
        if account not in self.opened and row.cents == PLAY_MONEY and had == 0 and opens:
            self.opened.add(account)
            if row.time != self.created.get(account, row.time):
                self.wrong.append(f"transfer {row.id} has another time than account {account}, which it opens")
            return
        if self.refills[account, row.cents] > 0 and row.why == money.why("refill") and row.round is None:
            self.refills[account, row.cents] -= 1
            self.by_worth.append(row)
            return
        self.wrong.append(
            f"transfer {row.id} gives {row.credit} {row.cents} cents when it has {had}; "
            "it neither opens an account nor is it a refill that somebody was answered with"
        )

    def _move(self, book: str, cents: int, row: Row[Any]) -> None:
        """Move a wallet's money; of transfers that may have been written together only the sum had to be there."""
        if self._money[book] < 0 and abs(self._moved[book] - row.time) > A_MINUTE:
            self.wrong.append(f"{book} was {self._money[book]} cents below zero before transfer {row.id}")
        self._money[book] += cents
        self._moved[book] = row.time
