"""A house's books, read by somebody who does not go through the house."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from sqlalchemy import Executable, Row, Select, func, select, text, update

from croupier.floor import money
from croupier.floor.accounts import Accounts, Role, session_proofs
from croupier.floor.audit.house_audit import audit
from croupier.floor.storage.database import Storage
from croupier.floor.storage.schema import books, commands, holds, log, sessions
from croupier.floor.tables.house import House
from croupier.floor.tables.live_table import LiveTable
from croupier.table.events import Bet

T = TypeVar("T")


class Books:
    """The database of a house, with an event loop of its own to ask it in."""

    def __init__(self, database: str) -> None:
        self.loop = asyncio.new_event_loop()
        self.storage = Storage(database)

    @classmethod
    def build(cls, database: str) -> None:
        """Make the tables of an empty house."""
        empty = cls(database)
        empty.wait(empty.storage.make_tables())
        empty.close()

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of some work."""
        return self.loop.run_until_complete(work)

    def close(self) -> None:
        """Put the books away."""
        self.wait(self.storage.close())
        self.loop.close()

    def rows(self, query: Select[Any]) -> list[Row[Any]]:
        """What a query finds."""

        async def ask() -> list[Row[Any]]:
            async with self.storage.reading() as connection:
                return list((await connection.execute(query)).all())

        return self.wait(ask())

    def one(self, query: Select[Any]) -> Any:
        """The single value that a query finds."""
        (row,) = self.rows(query)
        return row[0]

    def say(self, statement: str, **values: Any) -> None:
        """Carry out a statement behind the house's back."""
        self.say_it(text(statement), **values)

    def say_it(self, statement: Executable, **values: Any) -> None:
        """Carry out a statement that is built already."""

        async def execute() -> None:
            async with self.storage.engine.begin() as connection:
                await connection.execute(statement, values)

        self.wait(execute())

    def end_by_time(self, account: int) -> None:
        """Let the time of an account's sessions be over, as the house would have written it."""
        for row in self.rows(select(sessions).where(sessions.c.account == account)):
            over = row._asdict() | {"expires": 1}
            values = {"expires": 1, "proof": session_proofs(self.storage.signer, over)[0]}
            self.say_it(update(sessions).where(sessions.c.token == row.token).values(values))

    def sign_up(self, name: str, password: str, role: Role) -> str:
        """Make an account with a role, and sign in to it; the token of the session."""
        people = Accounts(self.storage)
        self.wait(people.register(name, password, role))
        code = "" if role == "player" else self.wait(people.enrol(name)).recovery[0]
        return self.wait(people.sign_in(name, password, code)).token

    def balance(self, book: str) -> int:
        """The cents in a book."""
        return int(self.one(select(books.c.balance).where(books.c.name == book)))

    def hold_states(self, table: int, round: int) -> set[str]:
        """How the bets of a round stand."""
        bets = (holds.c.table == table) & (holds.c.round == round)
        return {row.state for row in self.rows(select(holds.c.state).where(bets))}

    def log_length(self, table: int) -> int:
        """How many entries a table's log has."""
        return int(self.one(select(func.count()).select_from(log).where(log.c.table == table)))

    def times_done(self, account: int, key: str) -> int:
        """How often a command was carried out under a key."""
        under_it = (commands.c.account == account) & (commands.c.key == key)
        return int(self.one(select(func.count()).select_from(commands).where(under_it)))

    def table(self, number: int) -> LiveTable:
        """A table, replayed from its log."""
        return self.wait(House(self.storage).table(number))

    def faults(self) -> list[str]:
        """Everything that is wrong with the house: hashes, sums, and tables that do not replay to their books."""
        return self.wait(audit(self.storage)).wrong + self._misplaced_chips()

    def _misplaced_chips(self) -> list[str]:
        """Books that say otherwise than their table, and bets that are held otherwise than they lie."""
        wrong = []
        for (number,) in self.rows(select(log.c.table).distinct()):
            live = self.table(number)
            seats = live.table.seats.values()
            expected = {money.stack(number, seat.number): seat.stack for seat in seats}
            expected[money.bets(number)] = sum(sum(seat.bets.values()) for seat in seats)
            expected[money.pot(number)] = live.table.pot.balance if live.table.pot else 0
            for book, cents in expected.items():
                if self.balance(book) != cents:
                    wrong.append(f"{book} has {self.balance(book)}; the table has {cents}")
            wrong += self._misheld(live)
        return wrong

    def _misheld(self, live: LiveTable) -> list[str]:
        """What is held of accounts' bets and does not lie on the table."""
        bets = (holds.c.table == live.id) & (holds.c.state == "held")
        held = {row.round: int(row.cents) for row in self.rows(_SUMS.where(bets))}
        # Pot wagers are held to the end of the round, though the chips have been pulled into the pot.
        bet = sum(
            event.cents
            for event in (live.open_round.events if live.open_round else ())
            if isinstance(event, Bet) and event.seat in live.accounts
        )
        expected = {live.round_number: bet} if bet else {}
        return [] if held == expected else [f"table {live.id} holds {held}; the bets of its open round are {expected}"]


_SUMS = select(holds.c.round, func.sum(holds.c.cents).label("cents")).group_by(holds.c.round)
