"""The tables of the house's database.

Nothing is ever edited but balances, holds, roles, passwords, names as the house's log has them, sessions, what people
learned, and what follows from the logs: the pit's counts, and who sits where.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.types import TypeEngine

metadata: Final = MetaData()

SCHEMA: Final = 1
"""The number of this schema. A program refuses books of another."""

Serial = BigInteger().with_variant(Integer, "sqlite")
"""A key that counts up by itself on both databases."""

books_schema: Final = Table(
    "books_schema",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("program", String(40), nullable=False),
)
"""One row: the number of the schema, and the version of the program that made the tables."""

accounts: Final = Table(
    "accounts",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True),
    Column("name", String(40), nullable=False, unique=True),
    Column("role", String(12), nullable=False),
    Column("password", Text),
    Column("guest", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
)

sessions: Final = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("role", String(12), nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("began", BigInteger, nullable=False),
    Column("address", String(45)),
    Column("device", String(120)),
    Column("proof", LargeBinary, nullable=False),
)
"""Who is signed in, and the role that the session has proved: any but a player's by a code of the second factor.

Each row has the house's proof, so that nobody else can write one."""

looks: Final = Table(
    "looks",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("skeleton", String(200), primary_key=True, index=True),
)
"""How the names that accounts have and had look at a glance; two accounts do not look alike."""

second_factors: Final = Table(
    "second_factors",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    Column("step", BigInteger, nullable=False),
    Column("wrong", Integer, nullable=False),
    Column("waits", BigInteger, nullable=False),
)
"""The keys of staff's one-time codes, sealed, and the last step of time whose code was used: none is good twice.

With them how many wrong codes came since the last right one, and until when no further one-time code is looked at."""

recovery_codes: Final = Table(
    "recovery_codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
)
"""Codes for staff without their second factor, hashed; each is deleted when it is used."""

write_probes: Final = Table("write_probes", metadata, Column("time", BigInteger, primary_key=True))
"""What is written to find out whether anything can be."""

tables: Final = Table(
    "tables",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True),
    Column("name", String(60), nullable=False),
    Column("game", String(40), nullable=False),
    Column("owner", ForeignKey("accounts.id")),
    Column("created", BigInteger, nullable=False),
)

closings: Final = Table(
    "closings",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("sequence", Integer, nullable=False),
    Column("time", BigInteger, nullable=False),
)
"""Tables that have ended, and the entry of their log that says so."""

private_tables: Final = Table(
    "private_tables", metadata, Column("table", ForeignKey("tables.id"), primary_key=True, autoincrement=False)
)
"""Tables that only those see who were invited; the link that invites is in their logs, hashed."""

admissions: Final = Table(
    "admissions",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("invite", String(32), nullable=False),
)
"""Who has come to a private table with its link, and the proof of that: when there is a new link, it is over."""

seatings: Final = Table(
    "seatings",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("away", Boolean, nullable=False),
)
"""Which accounts sit at which tables and are away, so that the list of tables need not read their logs."""

progress: Final = Table(
    "progress",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("kind", String(12), primary_key=True),
    Column("key", String(80), primary_key=True),
    Column("time", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""What people have learned, as their coach noted it: decisions, rounds, drills, lessons; each under its own key."""

log: Final = Table(
    "log",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("time", BigInteger, nullable=False),
    Column("actor", ForeignKey("accounts.id")),
    Column("round", Integer, nullable=False),
    Column("entry", LargeBinary, nullable=False),
    Column("salt", LargeBinary, nullable=False),
    Column("previous", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Index("log_by_round", "table", "round"),
)
"""What was done at a table, one entry after another; two writers cannot both have the same sequence number."""

snapshots: Final = Table(
    "snapshots",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("state", LargeBinary, nullable=False),
)
"""A table between two rounds, so that a replay need not begin at its opening."""

seeds: Final = Table(
    "seeds",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("epoch", Integer, primary_key=True),
    Column("deck", LargeBinary, nullable=False),
    Column("shoe", LargeBinary, nullable=False),
)
"""The secret seeds of a round, made before it and sealed; only their hashes leave the house before they are revealed.

Of several epochs the last counts that the table's log has when the round opens."""

rounds: Final = Table(
    "rounds",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("opened", Integer, nullable=False),
    Column("closed", Integer, nullable=False),
    Column("outcome", String(8), nullable=False),
    Column("shoe_round", Integer, nullable=False),
    Column("shoe_offset", Integer, nullable=False),
    Column("record", LargeBinary),
    Column("time", BigInteger, nullable=False),
)
"""Rounds that are over: their entries in the log, how they ended, and all that is needed to deal them again."""

participants: Final = Table(
    "participants",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("net", BigInteger, nullable=False),
    Column("time", BigInteger, nullable=False),
    Index("rounds_of_an_account", "account", "time"),
)
"""Who took part in which finished round, and what it brought them."""

books: Final = Table(
    "books",
    metadata,
    Column("name", String(80), primary_key=True),
    Column("balance", BigInteger, nullable=False),
    Column("may_owe", Boolean, nullable=False),
    CheckConstraint("may_owe OR balance >= 0", name="no_wallet_below_zero"),
)
"""The accounts of the ledger: wallets, stacks and pots, which cannot go below zero, and the house, which can."""

transfers: Final = Table(
    "transfers",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True),
    Column("time", BigInteger, nullable=False),
    Column("debit", ForeignKey("books.name"), nullable=False, index=True),
    Column("credit", ForeignKey("books.name"), nullable=False, index=True),
    Column("cents", BigInteger, nullable=False),
    Column("why", Text, nullable=False),
    Column("table", ForeignKey("tables.id")),
    Column("round", Integer),
    CheckConstraint("cents > 0", name="a_transfer_moves_something"),
    Index("transfers_of_a_round", "table", "round"),
)
"""Double entry: what one account gives, another gets."""

holds: Final = Table(
    "holds",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True),
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("spot", String(40), nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("state", String(8), nullable=False),
    Index("holds_of_a_round", "table", "round"),
)
"""Bets: held while their round is open, then settled or released."""

commands: Final = Table(
    "commands",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("key", String(80), primary_key=True),
    Column("fingerprint", LargeBinary, nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("time", BigInteger, nullable=False),
)
"""Commands that were carried out, by the key their sender gave them, with what was answered."""

house_log: Final = Table(
    "house_log",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True),
    Column("time", BigInteger, nullable=False),
    Column("actor", ForeignKey("accounts.id")),
    Column("what", String(40), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("salt", LargeBinary, nullable=False),
    Column("previous", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False, unique=True),
    UniqueConstraint("previous", name="one_chain"),
)
"""What was done outside any table's log: who was given which role or name, and when seeds were drawn anew."""


def _counted(name: str, keys: dict[str, TypeEngine[Any]], *counts: str, period: str = "hour") -> Table:
    """What the pit counts by the hour or the day, in hours or days since 1970, and by table."""
    return Table(
        name,
        metadata,
        Column(period, Integer, primary_key=True, autoincrement=False),
        Column("table", ForeignKey("tables.id"), primary_key=True),
        *(Column(key, kind, primary_key=True, autoincrement=False) for key, kind in keys.items()),
        *(Column(count, BigInteger, nullable=False) for count in counts),
        *(Index(f"{name}_of_an_account", "account", period) for _ in range("account" in keys)),
    )


pit_tables: Final = _counted(
    "pit_tables", {}, "rounds", "voids", "seats", "pairs", "drop", "cashed", "pot_wagers", "pot_win", "corrected"
)
"""Rounds that were settled and called off, those who bet in them and the pairs of them, chips bought and taken away,
and what pots and corrections came to; cents are the house's."""
pit_wagers: Final = _counted(
    "pit_wagers", {"account": Serial, "wager": String(80), "stake": BigInteger()}, "rounds", "handle", "won"
)
"""By wager and the cents of one unit of it: how often it was made, all that was bet, and what the house won of it.
Account 0 is all automatic seats."""
pit_people: Final = _counted("pit_people", {"account": Serial}, "rounds", "decisions", "clocked", "voided")
"""The rounds of an account, its decisions, those that the clock took for it, and rounds of its that were called off."""
pit_bets: Final = _counted("pit_bets", {"wager": String(80), "stake": BigInteger()}, "rounds", "handle", "won")
"""The wagers of all accounts together."""
pit_wagers_by_day: Final = _counted(
    "pit_wagers_by_day",
    {"account": Serial, "wager": String(80), "stake": BigInteger()},
    "rounds",
    "handle",
    "won",
    period="day",
)
pit_people_by_day: Final = _counted(
    "pit_people_by_day", {"account": Serial}, "rounds", "decisions", "clocked", "voided", period="day"
)
"""The same by days of 24 hours since 1970."""
