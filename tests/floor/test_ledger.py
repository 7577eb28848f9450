"""The books: double entry in cents, wallets that cannot go below zero, bets held and let go, always a sum of zero."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from croupier.errors import Refused
from croupier.floor import money
from croupier.floor.money import MINT, Hold, Transfer
from croupier.floor.storage import house_ledger as ledger
from croupier.floor.storage.many_rows import insert_rows
from croupier.floor.storage.schema import accounts, books, holds, log, tables, transfers
from croupier.floor.storage.write_batch import WriteBatch
from tests.floor.books import Books
from tests.floor.conftest import KINDS, a_database

NAMES = ("house:1", "wallet:1", "wallet:2", "stack:1:1", "bets:1", "pot:1")
FUNDS = 1_000


@pytest.fixture(scope="module", params=KINDS)
def kept(request: pytest.FixtureRequest) -> Iterator[Books]:
    """Books with two people, one table and some money in each account."""
    for address in a_database(request.param, request):
        opened = Books(address)

        def work(connection: Connection) -> None:
            for number in (1, 2):
                row = {"id": number, "name": f"Player {number}", "role": "player", "guest": True, "created": 0}
                connection.execute(insert(accounts), row)
            connection.execute(insert(tables), {"id": 1, "name": "Table", "game": "big-draw", "created": 0})
            ledger.open_books(connection, NAMES)
            ledger.post(connection, [Transfer(MINT, name, FUNDS, "to begin with") for name in NAMES[1:]])

        opened.wait(opened.storage.writer.write(work))
        yield opened
        assert opened.wait(check(opened)) == []
        opened.close()


async def check(kept: Books) -> list[str]:
    """What is wrong with the books."""
    async with kept.storage.reading() as connection:
        return await ledger.check_books(connection)


def post(kept: Books, *entries: Transfer) -> None:
    """Enter transfers in one transaction."""
    kept.wait(kept.storage.writer.write(lambda connection: ledger.post(connection, entries)))


def balances(kept: Books) -> dict[str, int]:
    """What is in every book."""
    return {row.name: row.balance for row in kept.rows(select(books))}


def test_what_one_book_gives_another_gets(kept: Books) -> None:
    before = balances(kept)
    post(kept, Transfer("wallet:1", "wallet:2", 300, "a present"), Transfer("wallet:2", "pot:1", 100, "a stake"))
    after = balances(kept)
    assert {name: after[name] - before[name] for name in after if after[name] != before[name]} == {
        "wallet:1": -300,
        "wallet:2": 200,
        "pot:1": 100,
    }
    assert sum(after.values()) == 0


def test_a_wallet_does_not_go_below_zero_and_nothing_of_the_transaction_stays(kept: Books) -> None:
    before, count = balances(kept), len(kept.rows(select(transfers)))
    with pytest.raises(Refused, match="not enough money"):
        post(kept, Transfer("wallet:1", "wallet:2", 1, "a cent"), Transfer("wallet:1", "pot:1", 10**6, "too much"))
    assert balances(kept) == before and len(kept.rows(select(transfers))) == count


def test_the_house_may_owe(kept: Books) -> None:
    before = balances(kept)["house:1"]
    post(kept, Transfer("house:1", "wallet:2", 5_000, "a big win"))
    assert balances(kept)["house:1"] == before - 5_000


def test_money_goes_only_between_books_that_there_are(kept: Books) -> None:
    before = balances(kept)
    for entry in (
        Transfer("wallet:1", "wallet:99", 1, "to nobody"),
        Transfer("wallet:99", "wallet:1", 1, "from nobody"),
    ):
        with pytest.raises(IntegrityError):
            post(kept, entry)
    assert balances(kept) == before


@pytest.mark.parametrize("cents", [0, -5])
def test_a_transfer_moves_something(kept: Books, cents: int) -> None:
    with pytest.raises(AssertionError, match="a transfer of"):
        post(kept, Transfer("wallet:1", "wallet:2", cents, "nothing"))


books_and_cents = st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(1, 2 * FUNDS))


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.lists(st.lists(books_and_cents.filter(lambda move: move[0] != move[1]), min_size=1, max_size=4), max_size=6))
def test_any_transfers_leave_a_sum_of_zero_and_no_wallet_below_it(
    kept: Books, evening: list[list[tuple[str, str, int]]]
) -> None:
    """Each group is entered whole or refused whole, exactly when it would leave a book below zero that may not be."""
    model = balances(kept)
    for group in evening:
        after = dict(model)
        for debit, credit, cents in group:
            after[debit] -= cents
            after[credit] += cents
        allowed = all(cents >= 0 or name in (MINT, "house:1") for name, cents in after.items())
        try:
            post(kept, *(Transfer(debit, credit, cents, "at random") for debit, credit, cents in group))
        except Refused:
            assert not allowed
        else:
            assert allowed
            model = after
    assert balances(kept) == model and sum(model.values()) == 0


def test_bets_are_held_and_then_settled_or_released(kept: Books) -> None:
    ends: tuple[money.HoldState, ...] = ("settled", "released")
    bets = [Hold(1, number, 1, "ante", 500) for number, _ in enumerate(ends, start=1)]

    def place(connection: Connection) -> None:
        insert_rows(connection, {holds: [ledger.hold_row(bet) for bet in bets]})

    def end(connection: Connection) -> None:
        ledger.end_holds(connection, [(1, number, how) for number, how in enumerate(ends, start=1)])

    kept.wait(kept.storage.writer.write(place))
    states = select(holds.c.state).order_by(holds.c.id)
    assert [row.state for row in kept.rows(states)] == ["held"] * 2
    kept.wait(kept.storage.writer.write(end))
    assert [row.state for row in kept.rows(states)] == list(ends)


def test_books_that_were_tampered_with_are_found_out(database: str) -> None:
    kept = Books(database)

    def work(connection: Connection) -> None:
        ledger.open_books(connection, ("wallet:1", "wallet:2"))
        ledger.post(connection, [Transfer(MINT, "wallet:1", 500, "play money")])

    kept.wait(kept.storage.writer.write(work))
    assert kept.wait(check(kept)) == []
    kept.say_it(update(books).where(books.c.name == "wallet:1").values(balance=700))
    assert kept.wait(check(kept)) == [
        "the balances add up to 200 cents, not zero",
        "wallet:1 shows 700 cents, but its transfers make 500",
    ]
    kept.say_it(update(books).where(books.c.name == "wallet:2").values(balance=100))
    kept.say_it(update(books).where(books.c.name == "wallet:1").values(balance=400))
    assert len(kept.wait(check(kept))) == 2
    kept.close()


def sheet(number: int, *moves: Transfer) -> WriteBatch:
    """A sheet with one entry of the log and some money."""
    made = WriteBatch(1)
    made.rows[transfers] += [ledger.transfer_row(move, 0) for move in moves]
    made.rows[log].append(
        {
            "table": 1,
            "sequence": number,
            "time": 0,
            "actor": None,
            "round": 0,
            "entry": b"{}",
            "salt": b"",
            "previous": b"",
            "hash": b"%d" % number,
        }
    )
    return made


def test_of_sheets_written_together_one_that_fails_fails_alone(kept: Books) -> None:
    """Batch 3 wants more than there is, batch 4 an entry that is taken; the others are written all the same."""
    first = 1 + max((row.sequence for row in kept.rows(select(log.c.sequence))), default=0)
    post(kept, Transfer("house:1", "wallet:1", 10, "so that there is something"))
    sheets = [
        sheet(first, Transfer("wallet:1", "wallet:2", 1, "fine")),
        sheet(first + 1),
        sheet(first + 2, Transfer("wallet:1", "wallet:2", 10**9, "too much")),
        sheet(first + 1),
        sheet(first + 3, Transfer("wallet:1", "pot:1", 1, "fine too")),
    ]

    async def enter_all() -> list[BaseException | None]:
        entering = (kept.storage.writer.commit(one) for one in sheets)
        return await asyncio.gather(*entering, return_exceptions=True)

    outcomes = kept.wait(enter_all())
    assert [type(outcome) for outcome in outcomes] == [type(None), type(None), Refused, IntegrityError, type(None)]
    written = [row.sequence for row in kept.rows(select(log.c.sequence).where(log.c.sequence >= first))]
    assert sorted(written) == [first, first + 1, first + 3]
    assert kept.wait(check(kept)) == []


def test_many_sheets_at_once_are_all_written(kept: Books) -> None:
    first = 1 + max((row.sequence for row in kept.rows(select(log.c.sequence))), default=0)
    post(kept, Transfer("house:1", "wallet:1", 500, "so that there is something"))
    before = balances(kept)

    async def enter_all() -> None:
        moves = (sheet(first + number, Transfer("wallet:1", "wallet:2", 1, "a cent")) for number in range(450))
        await asyncio.gather(*(kept.storage.writer.commit(one) for one in moves))

    kept.wait(enter_all())
    assert balances(kept)["wallet:2"] == before["wallet:2"] + 450
    assert len(kept.rows(select(log.c.sequence).where(log.c.sequence >= first))) == 450


def test_work_that_fails_leaves_no_trace(kept: Books) -> None:
    before = balances(kept)

    def work(connection: Connection) -> None:
        ledger.post(connection, [Transfer("house:1", "wallet:1", 100, "a win")])
        raise Refused("on second thoughts")

    with pytest.raises(Refused, match="second thoughts"):
        kept.wait(kept.storage.writer.write(work))
    assert balances(kept) == before


def test_no_transfer_is_told_while_one_before_it_may_still_come(shared_database: str) -> None:
    """Somebody who reads on from the last they were told would never hear of it."""
    opened = Books(shared_database)
    opened.wait(
        opened.storage.writer.write(
            lambda connection: ledger.open_books(connection, ["house:1", "house:2", "pot:1", "pot:2"])
        )
    )

    async def settled() -> int:
        async with opened.storage.reading() as connection:
            return await ledger.last_settled(connection)

    async def work() -> None:
        async with opened.storage.engine.connect() as slow:
            await slow.run_sync(ledger.post, [Transfer("house:1", "pot:1", 5, "first, and slowly")])
            await opened.storage.writer.write(
                lambda connection: ledger.post(connection, [Transfer("house:2", "pot:2", 5, "second")])
            )
            with pytest.raises(DBAPIError, match="lock timeout"):
                await settled()
            await slow.commit()
        assert await settled() == 2

    opened.wait(work())
    opened.close()


def test_the_last_transfer_is_told_at_once_when_nobody_writes(kept: Books) -> None:
    async def settled() -> int:
        async with kept.storage.reading() as connection:
            return await ledger.last_settled(connection)

    assert kept.wait(settled()) == max(row.id for row in kept.rows(select(transfers.c.id)))


@pytest.mark.parametrize("kind", [kind for kind in get_args(money.TransferKind) if kind != "other"])
@pytest.mark.parametrize("words", [("ante", "3 to 2"), ("a dispute: the pot paid twice and the ante lost", "$500")])
def test_the_kind_of_a_transfer_is_read_back_from_its_reason(kind: money.TransferKind, words: tuple[str, str]) -> None:
    assert money.kind_of(money.why(kind, *words)) == kind


def test_a_reason_that_the_house_does_not_write_is_of_no_kind() -> None:
    assert money.kind_of("to begin with") == "other"
