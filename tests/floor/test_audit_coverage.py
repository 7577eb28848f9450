"""Every column of the books is covered by the audit, or is in the list in docs/FLOOR.md of those that cannot be."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any, Final

import msgspec
import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from sqlalchemy import Boolean, Column, Connection, Integer, LargeBinary, Row, Table, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.errors import Refused
from croupier.floor import clock
from croupier.floor.accounts import Account, Accounts, NotSignedIn
from croupier.floor.audit.house_audit import audit
from croupier.floor.entries import Answered, Closed, Corrected, Sat, Voided
from croupier.floor.storage import learned_items
from croupier.floor.storage.commands import Command
from croupier.floor.storage.definitions import refuse_other
from croupier.floor.storage.learned_items import LearnedItem
from croupier.floor.storage.schema import metadata, second_factors, write_probes
from croupier.floor.tables import event_store
from croupier.floor.tables.house import House
from croupier.floor.tables.private_tables import new_invite, secret_of
from tests.floor.books import Books
from tests.floor.conftest import KINDS, a_database
from tests.floor.evening import Player, opened
from tests.rule_matrix import ROOT

PASSWORD: Final = "a long sentence that nobody guesses"
LIST: Final = "## What the audit does not compare"


def listed(kind: str) -> set[str]:
    """Return what the list in docs/FLOOR.md names: columns that are changed, tables of rows deleted or inserted."""
    _, _, rest = (ROOT / "docs/FLOOR.md").read_text("utf-8").partition(LIST + "\n")
    lines = [line.split("|") for line in rest.partition("\n## ")[0].splitlines() if line.startswith("| `")]
    return {name for line in lines if line[2].strip() == kind for name in re.findall(r"`([^`]+)`", line[1])}


COLUMNS: Final = [f"{table.name}.{column.name}" for table in metadata.sorted_tables for column in table.columns]
TABLES: Final = [table.name for table in metadata.sorted_tables]
UNIQUE: Final[dict[str, dict[str, Any]]] = {"house_log": {"hash": b"", "previous": b""}, "accounts": {"name": "Eve"}}
"""Values that no other row of a table has, besides its key."""


class PlayedHouse:
    """A small house with something in every table of the database, to tamper with and put back."""

    def __init__(self, database: str) -> None:
        self.books = Books(database)
        self.storage = self.books.storage
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(event_store, "SNAPSHOT_EVERY", 2)
            self.books.wait(self._play())
        assert self.books.wait(audit(self.storage)).wrong == []

    async def _play(self) -> None:
        running, people = House(self.storage), Accounts(self.storage)
        sam = await people.register("Sam Ferrier", PASSWORD, "supervisor")
        enrolment = await people.enrol(sam.name)
        await people.sign_in(sam.name, PASSWORD, enrolment.recovery[0])
        await people.sign_in(sam.name, PASSWORD, await self._code(sam))
        guest = (await people.guest()).account
        await people.guest()
        with suppress(NotSignedIn):
            await people.sign_in(sam.name, PASSWORD, "wrong")
        bea = await people.register("Bea Sanders", PASSWORD)
        await people.change_password(bea, "", PASSWORD, PASSWORD + " either")
        ada = (await people.guest()).account
        ada = (await people.make_account(ada, Command(ada.id, "account"), "Ada Quill", PASSWORD)).account
        bea = await people.rename(bea, Command(bea.id, "name"), "Bea Winter")
        invite = new_invite(self.storage.signer)
        private = msgspec.structs.replace(opened("cincinnati-stud", {}, [2]), invite=invite)
        for number, (owner, opening) in enumerate([(bea, opened("on-the-draw", {}, [2])), (ada, private)]):
            table = await running.open_table(Command(owner.id, f"open {number}", b"open"), opening, 1_000_000)
            await running.invitations.look_up(table, owner)
            who = owner
            if opening.invite:
                who = guest
                live = await running.table(table)
                await running.invitations.come_in(live, who, secret_of(self.storage.signer, live.invite))
            player = Player(running, who, table, Random(number), sam)
            await player.do(lambda _, who=who: [Sat(1, who.name, who.id, 50_000)])  # type: ignore[misc]
            for round in range(3):
                await player.open_round()
                if round == 2:
                    await player.supervise(Voided(3, "a misdeal"))
                    await player.supervise(Corrected(who.id, -500, 2, "paid twice"))
                else:
                    await player.play_on()
            await player.open_round()
        await self._refill(people, running)
        gone = await running.open_table(Command(ada.id, "open last", b"open"), opened("on-the-draw", {}, []), 0)
        await running.do(gone, Command(sam.id, "close"), lambda _: [Closed("nobody came")])

        def beside(connection: Connection) -> None:
            connection.execute(write_probes.insert(), {"time": clock.now()})
            learned_items.note(connection, bea.id, [LearnedItem("lesson", "first", 1, {})])

        await self.storage.writer.write(beside)

    async def _refill(self, people: Accounts, running: House) -> None:
        poor = (await people.guest()).account
        table = await running.open_table(Command(poor.id, "open", b"open"), opened("on-the-draw", {}, []), 0)
        player = Player(running, poor, table, Random(1), poor)
        await player.do(lambda _: [Sat(1, poor.name, poor.id, 99_500)])
        await player.open_round()
        for words in ("bet ante=497 blind=497", "check", "check", "fold"):
            await player.do(lambda _, words=words: [Answered(1, words, "player")])  # type: ignore[misc]
        await people.refill(poor, Command(poor.id, "fill it up"))

    async def _code(self, account: Account) -> str:
        async with self.storage.reading() as connection:
            found = select(second_factors.c.secret).filter_by(account=account.id)
            secret = (await connection.execute(found)).scalar_one()
        key = self.storage.seal.opened(secret, b"second factor of account %d" % account.id)
        return TOTP(key, 6, SHA1(), 30).generate(clock.now() // clock.SECOND).decode()

    def after(self, tamper: Callable[[Connection], None]) -> list[str]:
        """Return what the audit says of books that were tampered with, which are then as they were."""
        return self.books.wait(self._after(tamper))

    async def _after(self, tamper: Callable[[Connection], None]) -> list[str]:
        async with self.storage.engine.connect() as connection:

            @asynccontextmanager
            async def reading() -> AsyncIterator[AsyncConnection]:
                await connection.run_sync(refuse_other)
                yield connection

            await connection.run_sync(unguarded, tamper)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(self.storage, "reading", reading)
                try:
                    return (await audit(self.storage)).wrong
                except Refused as refused:
                    return [str(refused)]
                finally:
                    await connection.rollback()


def unguarded(connection: Connection, tamper: Callable[[Connection], None]) -> None:
    """Tamper with the books in a transaction: no trigger and no key is in the way, and all are there afterwards."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        tamper(connection)
        return
    connection.execute(text("PRAGMA defer_foreign_keys = ON"))
    stood = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")).all()
    for name, _ in stood:
        connection.execute(text(f'DROP TRIGGER "{name}"'))
    tamper(connection)
    for _, guard in stood:
        connection.exec_driver_sql(guard)


def other_value(connection: Connection, column: Column[Any], row: Row[Any]) -> Any:
    """Return another value that the column may have; in a key, one that is free."""
    value = row._mapping[column.name]
    if column.foreign_keys:
        (key,) = column.foreign_keys
        for other in connection.execute(select(key.column).order_by(key.column.desc())).scalars():
            if other != value and not (column.primary_key and is_there(connection, column, row, other)):
                return other
    if value is None:
        return {LargeBinary: b"x", Integer: 1}.get(type(column.type), "x")
    if isinstance(column.type, Boolean):
        return not value
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1])
    if isinstance(value, str):
        return value[:-1] + ("0" if value[-1] != "0" else "1")
    return value + (100_000 if column.primary_key else 1)


def is_there(connection: Connection, column: Column[Any], row: Row[Any], other: Any) -> bool:
    """Return True if there is a row with this one's key but for one column."""
    key = {each.name: row._mapping[each.name] for each in column.table.primary_key} | {column.name: other}
    return connection.execute(select(column.table).filter_by(**key)).first() is not None


def first_and_last(connection: Connection, table: Table) -> list[Row[Any]]:
    """Return a row from each end of a table; there must be one."""
    rows = connection.execute(select(table).order_by(*table.primary_key)).all()
    assert rows, f"the played house has nothing in {table.name}"
    return [rows[0], *rows[1:][-1:]]


def at(statement: Any, row: Row[Any]) -> Any:
    """Return a statement about one row."""
    return statement.filter_by(**{key.name: row._mapping[key.name] for key in statement.table.primary_key})


@pytest.fixture(scope="module", params=KINDS)
def played_house(request: pytest.FixtureRequest) -> Iterator[PlayedHouse]:
    """The played house, on each database in turn."""
    for database in a_database(request.param, request):
        house = PlayedHouse(database)
        yield house
        house.books.close()


@pytest.mark.parametrize("end", [0, -1], ids=["first", "last"])
@pytest.mark.parametrize("name", COLUMNS)
def test_the_audit_finds_a_changed_column(played_house: PlayedHouse, name: str, end: int) -> None:
    table = metadata.tables[name.partition(".")[0]]
    column = table.c[name.partition(".")[2]]

    def tamper(connection: Connection) -> None:
        row = first_and_last(connection, table)[end]
        value = other_value(connection, column, row)
        assert connection.execute(at(table.update(), row).values({column: value})).rowcount == 1

    found = bool(played_house.after(tamper))
    assert found or name in listed("changed")
    assert not (found and end == -1 and name in listed("changed")), "the list names no column too many"


@pytest.mark.parametrize("name", TABLES)
def test_the_audit_misses_a_deleted_row(played_house: PlayedHouse, name: str) -> None:
    table = metadata.tables[name]

    def tamper(connection: Connection) -> None:
        row = first_and_last(connection, table)[-1]
        assert connection.execute(at(table.delete(), row)).rowcount == 1

    assert bool(played_house.after(tamper)) is (name not in listed("deleted"))


@pytest.mark.parametrize("name", TABLES)
def test_the_audit_finds_an_inserted_row(played_house: PlayedHouse, name: str) -> None:
    """It is like another, under a key of its own."""
    table = metadata.tables[name]
    (*_, key) = table.primary_key

    def tamper(connection: Connection) -> None:
        row = first_and_last(connection, table)[-1]
        connection.execute(
            table.insert(), {**row._asdict(), **UNIQUE.get(name, {}), key.name: other_value(connection, key, row)}
        )

    assert bool(played_house.after(tamper)) is (name not in listed("inserted"))


def test_pit_figures_of_no_table_are_found(played_house: PlayedHouse) -> None:
    """The keys of either database can be set aside; the day's drop would be $50,000 more."""

    def tamper(connection: Connection) -> None:
        (row, *_) = first_and_last(connection, metadata.tables["pit_tables"])
        connection.execute(metadata.tables["pit_tables"].insert(), {**row._asdict(), "table": 99, "drop": 5_000_000})

    assert "1 rows of pit_tables have no table 99" in played_house.after(tamper)


def test_what_the_list_names_is_there() -> None:
    assert listed("changed") <= {*COLUMNS} and listed("deleted") | listed("inserted") <= {*TABLES}
    assert listed("changed") and listed("deleted") and listed("inserted")
