"""An insider at work on the books: no trigger is in their way, all are back afterwards, and every chain fits again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, select, text, update

from croupier.floor.entries import Entry, read_entry, write_entry
from croupier.floor.hash_chain import START, link
from croupier.floor.storage.commands import command_proofs
from croupier.floor.storage.keys.house_signer import HouseSigner
from croupier.floor.storage.schema import commands, house_log, log
from tests.floor.books import Books


class Insider:
    """Somebody with the database's password, in one transaction."""

    def __init__(self, books: Connection) -> None:
        self.books = books

    @classmethod
    def at_work(cls, kept: Books, work: Callable[[Insider], None]) -> None:
        """Let them do something."""

        def without_guards(books: Connection) -> None:
            if books.dialect.name == "postgresql":
                books.execute(text("SET LOCAL session_replication_role = replica"))
                work(cls(books))
                return
            guards = books.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")).all()
            for name, _ in guards:
                books.execute(text(f'DROP TRIGGER "{name}"'))
            work(cls(books))
            for _, guard in guards:
                books.exec_driver_sql(guard)

        kept.wait(kept.storage.writer.write(without_guards))

    def say(self, statement: str, **values: Any) -> None:
        """Change rows; it must be some."""
        assert self.books.execute(text(statement), values).rowcount > 0, statement

    def find(self, table: int, kind: type[Entry], which: int = 0, **facts: Any) -> Any:
        """The row of an entry of some kind at a table, with the entry read."""
        rows = self.books.execute(select(log).where(log.c.table == table).order_by(log.c.sequence)).all()
        found = [
            row
            for row in rows
            if isinstance(entry := read_entry(row.entry), kind)
            and all(getattr(entry, name) == value for name, value in facts.items())
        ]
        return found[which]

    def rewrite(self, table: int, sequence: int, entry: Entry | None = None, **columns: Any) -> None:
        """Change an entry of a log, and all hashes after it."""
        if entry is not None:
            columns["entry"] = write_entry(entry)
        place = (log.c.table == table) & (log.c.sequence == sequence)
        assert self.books.execute(update(log).where(place).values(columns)).rowcount == 1
        self.chain(table)

    def chain(self, table: int) -> None:
        """Work the hashes of a table's log out again."""
        last = START
        for row in self.books.execute(select(log).where(log.c.table == table).order_by(log.c.sequence)).all():
            following = link(last, row.salt, table, row.sequence, row.time, row.actor, row.entry)
            if (last, following) != (row.previous, row.hash):
                place = (log.c.table == table) & (log.c.sequence == row.sequence)
                self.books.execute(update(log).where(place).values(previous=last, hash=following))
            last = following

    def prove_commands(self, signer: HouseSigner) -> None:
        """Write the house's proof of every command again, with its key."""
        for row in self.books.execute(select(commands)).all():
            first = row.fingerprint[:16]
            proof, *_ = command_proofs(signer, row.account, row.key, first, row.answer, row.time)
            place = (commands.c.account == row.account) & (commands.c.key == row.key)
            self.books.execute(update(commands).where(place).values(fingerprint=first + proof))

    def chain_house_log(self) -> None:
        """Work the hashes of the house's log out again."""
        last = START
        for row in self.books.execute(select(house_log).order_by(house_log.c.id)).all():
            following = link(last, row.salt, row.time, row.actor, row.what.encode(), row.body)
            place = house_log.c.id == row.id
            self.books.execute(update(house_log).where(place).values(previous=last, hash=following))
            last = following
