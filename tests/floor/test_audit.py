"""The whole house is checked at once, and whoever has changed anything in its books is found out."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sqlite3
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, select

from croupier.cli import carry_out
from croupier.floor import money
from croupier.floor.accounts import PLAY_MONEY, Accounts
from croupier.floor.audit.house_audit import HouseAudit, audit, check_chains
from croupier.floor.entries import Answered, Sat
from croupier.floor.fairness.commit_reveal import RoundSeeds
from croupier.floor.hash_chain import START, link
from croupier.floor.money import MINT, Transfer, kind_of
from croupier.floor.storage import house_ledger as ledger
from croupier.floor.storage.commands import Command
from croupier.floor.storage.database import Storage, database_url
from croupier.floor.storage.safekeeping.checkpoints import Checkpoints
from croupier.floor.storage.schema import accounts
from croupier.floor.tables.house import House
from tests.floor.books import Books
from tests.floor.evening import SHOE_GAME, Evening, opened, play_an_evening, played

SUPERVISOR = 6
"""Behind the players of five games."""


@pytest.fixture(scope="module")
def played_house(tmp_path_factory: pytest.TempPathFactory) -> tuple[Evening, Path]:
    """An evening, and the folder with its books."""
    folder = tmp_path_factory.mktemp("house")
    return played(folder, shoe_rounds=6), folder


@pytest.fixture(scope="module")
def evening(played_house: tuple[Evening, Path]) -> Evening:
    """The evening."""
    return played_house[0]


@pytest.fixture
def house(played_house: tuple[Evening, Path], tmp_path: Path) -> Path:
    """The folder with a copy of its books, to tamper with."""
    shutil.copytree(played_house[1], tmp_path / "house")
    return tmp_path / "house"


def audited(house: Path) -> HouseAudit:
    """What an audit of the house finds."""

    async def check() -> HouseAudit:
        storage = Storage(database_url(None, house))
        try:
            return await audit(storage)
        finally:
            await storage.close()

    return asyncio.run(check())


class Forger:
    """Somebody who has the database's file and knows SQL: no trigger and no rule of the house is in their way."""

    def __init__(self, house: Path) -> None:
        self.connection = sqlite3.connect(house / "house.sqlite")
        self.connection.execute("PRAGMA synchronous = OFF")
        self.guards = dict(self.connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
        for name in self.guards:
            self.connection.execute(f'DROP TRIGGER "{name}"')

    def change(self, statement: str, *values: object) -> None:
        """Change rows; it must be some."""
        assert self.connection.execute(statement, values).rowcount > 0, statement
        self.connection.commit()

    def ask(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """What a query finds."""
        return self.connection.execute(query, values).fetchall()

    def edit_entry(self, table: int, containing: str, old: str, new: str) -> None:
        """Change the words of the first entry that contains some others, and all hashes after it."""
        for sequence, entry in self.ask('SELECT sequence, entry FROM log WHERE "table" = ? ORDER BY sequence', table):
            assert isinstance(entry, bytes)
            if containing.encode() in entry and old.encode() in entry:
                edited = entry.replace(old.encode(), new.encode())
                self.change('UPDATE log SET entry = ? WHERE "table" = ? AND sequence = ?', edited, table, sequence)
                self.chain_again(table)
                return
        raise AssertionError(f"no entry of table {table} contains {containing} and {old}")

    def chain_again(self, table: int, first: int = 1, last: bytes = START) -> None:
        """Work the hashes of a table's log out again, so that the chain fits what was changed."""
        query = (
            'SELECT sequence, time, actor, entry, salt FROM log WHERE "table" = ? AND sequence >= ? ORDER BY sequence'
        )
        for sequence, time, actor, entry, salt in self.connection.execute(query, (table, first)).fetchall():
            following = link(last, salt, table, sequence, time, actor, entry)
            self.connection.execute(
                'UPDATE log SET previous = ?, hash = ? WHERE "table" = ? AND sequence = ?',
                (last, following, table, sequence),
            )
            last = following
        self.connection.commit()

    def close(self) -> None:
        """Leave no trace."""
        for guard in self.guards.values():
            self.connection.execute(guard)
        self.connection.close()


@pytest.fixture
def forger(house: Path) -> Forger:
    """Somebody at work on the copy."""
    return Forger(house)


def find(house: Path, forger: Forger, pattern: str) -> list[str]:
    """What is wrong after the forger is done; something must be, and it must say this."""
    forger.close()
    wrong = audited(house).wrong
    assert any(re.search(pattern, what) for what in wrong), wrong
    return wrong


def test_a_house_that_nobody_has_touched_is_in_order(house: Path, evening: Evening) -> None:
    found = audited(house)
    assert found.wrong == []
    assert found.tables == len(evening.tables)
    assert found.rounds == len(evening.transcripts)
    assert found.entries > 200 and found.transfers > 200


def test_every_transfer_of_an_evening_is_of_a_known_kind(forger: Forger) -> None:
    kinds = {kind_of(str(why)) for (why,) in forger.ask("SELECT DISTINCT why FROM transfers")}
    usual = {"play-money", "bought-in", "left", "bet", "lost", "returned", "paid", "pot-wagers", "voided", "correction"}
    assert usual <= kinds and "other" not in kinds


def test_a_house_on_any_database_is_in_order(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(play_an_evening(database, rounds=2, shoe_rounds=3))
    assert carry_out(["audit-log", "--json", "--database-url", database]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["wrong"] == [] and found["tables"] == 5 and found["rounds"] == 4 * 2 + 3


def test_a_database_that_does_not_answer_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["audit-log", "--database-url", "postgresql://nobody@127.0.0.1:1/nowhere"]) == 2
    said = capsys.readouterr().err
    assert "the books cannot be read" in said and len(said.splitlines()) == 1


def test_a_round_in_the_middle_is_in_order_too(house: Path, forger: Forger, evening: Evening) -> None:
    forger.close()

    async def go_on() -> None:

        storage = Storage(database_url(None, house))
        running = House(storage)
        table = evening.tables["on-the-draw"]
        live = await running.table(table)
        account = live.accounts[1]
        await running.do(table, Command(account, "a new round"), lambda _: [live.next_round()])
        betting = Answered(1, "bet ante=5 blind=5", "player")
        await running.do(table, Command(account, "the bets"), lambda _: [betting])
        assert (await running.table(table)).open_round is not None
        await storage.close()

    asyncio.run(go_on())
    assert audited(house).wrong == []


def test_the_parts_that_a_hash_is_of_do_not_run_into_each_other() -> None:
    assert link(START, b"", 1, 23, b"entry") != link(START, b"", 12, 3, b"entry")
    assert link(START, b"", 1, b"a", b"bc") != link(START, b"", 1, b"ab", b"c")


def test_an_entry_that_was_changed_is_found_out(house: Path, forger: Forger, evening: Evening) -> None:
    table = evening.tables["on-the-draw"]
    forger.change(
        """UPDATE log SET entry = replace(entry, '"cents":10000', '"cents":90000') WHERE "table" = ?""", table
    )
    find(house, forger, rf"table {table}: entry \d+ is not what was hashed")


def test_an_entry_that_was_changed_with_the_whole_chain_is_found_out_by_the_money(
    house: Path, forger: Forger, evening: Evening
) -> None:
    table = evening.tables["on-the-draw"]
    forger.edit_entry(table, '"bought"', "10000", "90000")
    wrong = find(
        house, forger, rf"table {table}: transfer \d+: cents is 90000 by the log \(entry \d+\), 10000 as written down"
    )
    assert not any("hashed" in what for what in wrong)


def test_an_answer_that_was_changed_with_the_whole_chain_is_found_out(
    house: Path, forger: Forger, evening: Evening
) -> None:
    table = evening.tables["on-the-draw"]
    forger.edit_entry(table, '"seat":2', "ante=5 blind=5", "ante=10 blind=10")
    find(house, forger, rf"table {table}: transfer \d+: cents is 1000 by the log")


def test_an_entry_that_was_deleted_is_found_out(house: Path, forger: Forger, evening: Evening) -> None:
    table = evening.tables["big-draw"]
    forger.change('DELETE FROM log WHERE "table" = ? AND sequence = 7', table)
    wrong = find(house, forger, rf"table {table}: entry 7 is missing; the next is 8")
    assert len(wrong) >= 2, "it is missed by the replay too"


def test_a_chain_that_was_cut_and_begun_anew_is_found_out(house: Path, forger: Forger) -> None:
    forger.chain_again(1, first=5, last=bytes(31) + b"x")
    chained, denied = find(house, forger, "entry 5")
    assert chained == "table 1: entry 5 does not follow the one before it"
    assert re.fullmatch(r"table 1: entry \d+ is not what account 1 has a receipt for: the log was rewritten", denied)


@pytest.mark.parametrize("rows", [1, 5, 40])
def test_a_log_that_was_cut_short_is_found_out(house: Path, forger: Forger, evening: Evening, rows: int) -> None:
    table = evening.tables[SHOE_GAME]
    ((last,),) = forger.ask('SELECT max(sequence) FROM log WHERE "table" = ?', table)
    assert isinstance(last, int)
    forger.change('DELETE FROM log WHERE "table" = ? AND sequence > ?', table, last - rows)
    find(house, forger, rf"table {table}: ")


def test_a_whole_log_that_is_gone_is_found_out(house: Path, forger: Forger, evening: Evening) -> None:
    table = evening.tables["big-draw"]
    forger.change('DELETE FROM log WHERE "table" = ?', table)
    find(house, forger, rf"table {table}: it has no log")


def test_an_acknowledged_answer_that_vanished_from_the_end_is_missed(
    house: Path, forger: Forger, evening: Evening
) -> None:
    """The last entry of a table may have moved no money: only the answer to its command remembers it."""
    table = evening.tables["big-draw"]
    forger.close()

    async def say() -> None:
        from croupier.floor.entries import Paused

        storage = Storage(database_url(None, house))
        await House(storage).do(table, Command(SUPERVISOR, "a pause"), lambda _: [Paused("a spilled drink")])
        await storage.close()

    asyncio.run(say())
    assert audited(house).wrong == []
    again = Forger(house)
    ((last,),) = again.ask('SELECT max(sequence) FROM log WHERE "table" = ?', table)
    again.change('DELETE FROM log WHERE "table" = ? AND sequence = ?', table, last)
    find(house, again, rf"table {table}: a command was answered with entry {last}; the log ends with")


@pytest.mark.parametrize("book", ["wallet:1", "stack:1:1", "pot:2", "house:3", "dealer:2", "bets:1", "mint"])
def test_a_balance_that_was_changed_is_found_out(house: Path, forger: Forger, book: str) -> None:
    forger.change("UPDATE books SET balance = balance + 100 WHERE name = ?", book)
    wrong = find(house, forger, rf"^{book} shows -?\d+ cents, but its transfers make")
    assert any("add up to 100 cents, not zero" in what for what in wrong)


def test_money_moved_between_two_balances_is_found_out(house: Path, forger: Forger) -> None:
    forger.change("UPDATE books SET balance = balance - 100 WHERE name = 'house:1'")
    forger.change("UPDATE books SET balance = balance + 100 WHERE name = 'stack:1:1'")
    wrong = find(house, forger, r"table 1: stack:1:1 has \d+ cents by the log; the ledger has \d+ cents")
    assert not any("add up" in what for what in wrong)


def test_a_transfer_that_was_changed_with_its_balances_is_found_out(house: Path, forger: Forger) -> None:
    ((number, debit, credit, cents),) = forger.ask(
        "SELECT id, debit, credit, cents FROM transfers WHERE why LIKE '%paid%' LIMIT 1"
    )
    forger.change("UPDATE transfers SET cents = cents + 100 WHERE id = ?", number)
    forger.change("UPDATE books SET balance = balance - 100 WHERE name = ?", debit)
    forger.change("UPDATE books SET balance = balance + 100 WHERE name = ?", credit)
    wrong = find(house, forger, rf"transfer {number}: cents is {cents} by the log \(entry \d+\), ")
    assert not any(what.startswith((str(debit), str(credit), "the balances")) for what in wrong)


def test_a_transfer_that_was_deleted_is_found_out(house: Path, forger: Forger) -> None:
    forger.change("DELETE FROM transfers WHERE id = (SELECT id FROM transfers WHERE why LIKE '%lost%' LIMIT 1)")
    find(
        house, forger, r"table \d+: transfer \(.*cents \d+, why .*lost.*\), which entry \d+ makes, is not written down"
    )


@pytest.mark.parametrize("table", [None, 1])
def test_a_transfer_that_nobody_made_is_found_out(house: Path, forger: Forger, table: int | None) -> None:
    forger.change(
        'INSERT INTO transfers (time, debit, credit, cents, why, "table") VALUES (1, ?, ?, 100, ?, ?)',
        "house:1",
        "wallet:1",
        "a favour",
        table,
    )
    forger.change("UPDATE books SET balance = balance - 100 WHERE name = 'house:1'")
    forger.change("UPDATE books SET balance = balance + 100 WHERE name = 'wallet:1'")
    pattern = (
        r"transfer \d+ .*a favour.* is written down, but the log does not make it"
        if table
        else "from house:1 to wallet:1 at no table"
    )
    find(house, forger, pattern)


def give(forger: Forger, wallet: str, cents: int) -> None:
    """Play money from the mint, with both balances."""
    forger.change(
        "INSERT INTO transfers (time, debit, credit, cents, why) VALUES (1, 'mint', ?, ?, 'play money')", wallet, cents
    )
    forger.change("UPDATE books SET balance = balance - ? WHERE name = 'mint'", cents)
    forger.change("UPDATE books SET balance = balance + ? WHERE name = ?", cents, wallet)


@pytest.mark.parametrize("cents", [10**9, PLAY_MONEY])
def test_play_money_that_nobody_was_answered_with_is_found_out(house: Path, forger: Forger, cents: int) -> None:
    give(forger, "wallet:1", cents)
    assert len(find(house, forger, rf"transfer \d+ gives wallet:1 {cents} cents when it has \d+")) == 1


def test_play_money_is_given_to_an_empty_wallet_once(house: Path, forger: Forger) -> None:
    ((cents,),) = forger.ask("SELECT balance FROM books WHERE name = 'wallet:1'")
    forger.change(
        'INSERT INTO transfers (time, debit, credit, cents, why, "table") VALUES (1, ?, ?, ?, ?, 1)',
        *("wallet:1", "stack:1:1", cents, "bought chips"),
    )
    give(forger, "wallet:1", PLAY_MONEY)
    find(house, forger, rf"transfer \d+ gives wallet:1 {PLAY_MONEY} cents when it has 0")


def test_play_money_is_found_out_though_its_command_was_forged_too(house: Path, forger: Forger) -> None:
    """A wallet is refilled when it is nearly empty, and to one sum: nothing is gained by forging that."""
    give(forger, "wallet:1", 10**9)
    forger.change(
        "INSERT INTO commands (account, key, fingerprint, answer, time) VALUES (1, 'forged key', x'00', ?, 1)",
        b'{"given":1000000000}',
    )
    find(house, forger, r"transfer \d+ gives wallet:1 1000000000 cents when it has")


def test_play_money_that_was_answered_and_not_given_is_found_out(house: Path, forger: Forger) -> None:
    answer = b'{"given":95000}'
    forger.change("INSERT INTO commands (account, key, fingerprint, answer, time) VALUES (1, 'k', x'00', ?, 1)", answer)
    find(house, forger, "account 1 was answered that it was given 95000 cents; it was not")


@pytest.mark.parametrize("why", ["play money", money.why("refill")])
def test_a_wallet_is_refilled_by_a_command_and_not_otherwise(database: str, why: str) -> None:
    kept = Books(database)
    people = Accounts(kept.storage)
    first, second = (kept.wait(people.guest()).account for _ in "12")
    for account in (first, second):
        empty_the_wallet(kept, account.id)
    assert kept.wait(people.refill(first, Command(first.id, "fill it up"))) == PLAY_MONEY - 600
    assert kept.wait(audit(kept.storage)).wrong == []

    def fill_it_quietly(connection: Connection) -> None:
        ledger.post(connection, [Transfer(MINT, money.wallet(second.id), PLAY_MONEY - 500, why)])

    kept.wait(kept.storage.writer.write(fill_it_quietly))
    (wrong,) = kept.wait(audit(kept.storage)).wrong
    assert f"gives wallet:{second.id} {PLAY_MONEY - 500} cents when it has 500" in wrong
    kept.close()


def empty_the_wallet(kept: Books, account: int) -> None:
    """Sit down with all but five dollars, and lose all but one of the rest."""
    running, name = House(kept.storage), kept.one(select(accounts.c.name).where(accounts.c.id == account))
    key = Command(account, "open a table", b"open")
    table = kept.wait(running.open_table(key, opened("on-the-draw", {}, []), 0))
    sitting = Sat(1, name, account, PLAY_MONEY - 500)
    kept.wait(running.do(table, Command(account, "take a seat"), lambda _: [sitting]))
    kept.wait(running.do(table, Command(account, "start"), lambda live: [live.next_round()]))
    for number, words in enumerate(("bet ante=497 blind=497", "check", "check", "fold")):
        answer = Answered(1, words, "player")
        kept.wait(running.do(table, Command(account, f"answer {number}"), lambda _, answer=answer: [answer]))


def test_a_wallet_that_was_let_owe_is_found_out(house: Path, forger: Forger) -> None:
    ((had,),) = forger.ask("SELECT balance FROM books WHERE name = 'wallet:1'")
    assert isinstance(had, int)
    forger.change("UPDATE books SET may_owe = true WHERE name = 'wallet:1'")
    assert find(house, forger, "wallet:1 is marked as one that may owe") == audited(house).wrong
    again = Forger(house)
    again.change("UPDATE books SET balance = balance - ? WHERE name = 'wallet:1'", had + 100)
    find(house, again, "wallet:1 is -100 cents below zero")


def test_a_wallet_that_owed_for_a_while_is_found_out(house: Path, forger: Forger) -> None:
    """Nothing is left of it but the order of the transfers."""
    for debit, credit, time in (("wallet:1", "stack:1:1", 1), ("stack:1:1", "wallet:1", 10**9)):
        forger.change(
            'INSERT INTO transfers (time, debit, credit, cents, why, "table") VALUES (?, ?, ?, 9000000, ?, 1)',
            time,
            debit,
            credit,
            "bought chips",
        )
    find(house, forger, r"wallet:1 was -\d+ cents below zero before transfer")


def test_a_snapshot_in_the_middle_of_a_round_does_not_end_the_audit(database: str) -> None:
    asyncio.run(play_an_evening(database, rounds=2, shoe_rounds=2))
    kept = Books(database)
    kept.say('INSERT INTO snapshots SELECT "table", sequence - 1, state FROM snapshots WHERE "table" = 1')
    kept.say("UPDATE accounts SET role = 'supervisor' WHERE id = 2")
    wrong = kept.wait(audit(kept.storage)).wrong
    kept.close()
    assert any(
        re.search(r"table 1: there is a snapshot after entry \d+, in the middle of a round", one) for one in wrong
    )
    assert any("account 2 is a supervisor" in one for one in wrong)


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE log SET previous = 'rabbit' WHERE sequence = 3", "the hash chains cannot be checked"),
        ("UPDATE house_log SET what = x'07' WHERE id = 2", "the house's log cannot be checked"),
        ("UPDATE transfers SET cents = 'rabbit' WHERE id = 1", "the play money cannot be checked"),
        ("UPDATE rounds SET round = 'rabbit' WHERE round = 2", "table 1: "),
    ],
)
def test_no_row_ends_the_audit(house: Path, forger: Forger, statement: str, what: str) -> None:
    """SQLite keeps words where a number should be; whatever else is wrong is found all the same."""
    forger.change(statement)
    forger.change("UPDATE accounts SET role = 'supervisor' WHERE id = 2")
    assert any("account 2 is a supervisor" in one for one in find(house, forger, what))


def record_of(forger: Forger, table: int, round: int) -> dict[str, object]:
    """A round's record as it is written down."""
    ((record,),) = forger.ask('SELECT record FROM rounds WHERE "table" = ? AND round = ?', table, round)
    assert isinstance(record, bytes)
    found: dict[str, object] = json.loads(record)
    return found


def test_a_record_that_was_changed_is_found_out(house: Path, forger: Forger, evening: Evening) -> None:
    table = evening.tables["three-card-draw"]
    record = record_of(forger, table, 2) | {"seed": sha256(b"another").hexdigest()}
    forger.change('UPDATE rounds SET record = ? WHERE "table" = ? AND round = 2', msgspec.json.encode(record), table)
    wrong = find(house, forger, rf"table {table}: round 2: its record is not what the log makes")
    assert len(wrong) == 2, "and it does not deal again"


def test_a_record_that_is_none_is_found_out(house: Path, forger: Forger) -> None:
    forger.change('UPDATE rounds SET record = ? WHERE "table" = 1 AND round = 2', b"rabbit")
    find(house, forger, "table 1: round 2: its record is not what the log makes")


@pytest.mark.parametrize(
    ("statement", "pattern"),
    [
        ("DELETE FROM rounds WHERE round = 2", r"round 2, which entry \d+ makes, is not written down"),
        ("UPDATE rounds SET round = 99 WHERE round = 2", "round 99 is written down, but the log does not make it"),
        (
            "UPDATE rounds SET outcome = 'settled' WHERE round = 3",
            r"round 3: outcome is released by the log \(entry \d+\), settled as",
        ),
        (
            "UPDATE rounds SET closed = closed + 1 WHERE round = 2",
            r"round 2: closed is \d+ by the log \(entry \d+\), \d+ as",
        ),
        ("UPDATE rounds SET shoe_offset = 1 WHERE round = 2", r"round 2: shoe_offset is \d+ by the log"),
        ("UPDATE participants SET net = net + 100 WHERE round = 2", r"account 1 in round 2: net is -?\d+ by the log"),
        ("DELETE FROM participants WHERE round = 2", r"account 1 in round 2, which entry \d+ makes, is not"),
        ("UPDATE participants SET round = 99 WHERE round = 2", "account 1 in round 99 is written down, but"),
        ("UPDATE holds SET cents = cents + 100 WHERE round = 2", r"bet \d+: cents is \d+ by the log"),
        ("UPDATE holds SET state = 'held' WHERE round = 1", r"bet 1: state is settled by the log .*, held as"),
        ("DELETE FROM holds WHERE round = 5", r"bet \(round 5, .*, which entry \d+ makes, is not written down"),
        (
            "INSERT INTO holds (\"table\", round, account, spot, cents, state) VALUES (1, 1, 1, 'ante', 9, 'settled')",
            r"bet \d+ \(round 1, .*cents 9, state settled\) is written down, but the log does not make it",
        ),
        ("UPDATE seeds SET deck = zeroblob(32) WHERE round = 2", "does not open the (deck|shoe) of table"),
        ("UPDATE seeds SET shoe = zeroblob(32) WHERE round = 2", "does not open the (deck|shoe) of table"),
        ("DELETE FROM seeds WHERE round = 2", "round 2 dealt from seeds that are missing"),
        ("DELETE FROM seeds WHERE round = 7", "seeds of round 7, epoch 1, are missing"),
        ("UPDATE log SET round = 3 WHERE sequence = 20", "entry 20 of round 3 is in truth entry 20 of round"),
        ("UPDATE snapshots SET state = replace(state, '\"stack\":', '\"stack\":1')", "the snapshot after entry"),
        ("UPDATE snapshots SET state = 'rabbit'", r"the snapshot after entry \d+ cannot be read"),
        ("UPDATE snapshots SET sequence = sequence + 9999", r"a snapshot after entry \d+, which is not in the log"),
        ("DELETE FROM books WHERE name = 'pot:1'", "pot:1 has 0 cents by the log; the ledger has no such book"),
        ("UPDATE accounts SET role = 'supervisor' WHERE id = 2", "account 2 is a supervisor; .* made it a dealer"),
        ("DELETE FROM house_log WHERE id = 2", "the house's log: line 3 does not follow the one before it"),
        ("UPDATE house_log SET time = time + 1 WHERE id = 2", "the house's log: line 2 is not what was hashed"),
        ("UPDATE house_log SET body = 'rabbit' WHERE id = 2", "account 2 is a dealer; .* made it a player"),
        ("UPDATE commands SET answer = 'rabbit'", "the answer to command .* cannot be read"),
        ("DELETE FROM commands", r"no command is kept for what account \d+ did at \d+ \(1 of \d\d+ such"),
        (
            "INSERT INTO commands VALUES (1, 'forged', x'00', '{}', 7)",
            "nothing was done by the command of account 1 at 7",
        ),
        (
            "UPDATE tables SET name = 'Rabbit' WHERE id = 1",
            "table 1: its place in the list of tables: name is draw-n-shoot-21 table by the log",
        ),
        (
            "UPDATE tables SET game = 'big-draw' WHERE id = 1",
            "table 1: .* list of tables: game is draw-n-shoot-21 by the log",
        ),
        (
            "UPDATE tables SET owner = 2 WHERE id = 1",
            r"table 1: .* list of tables: owner is 1 by the log \(entry 1\), 2 as written down",
        ),
        ("UPDATE tables SET created = 1 WHERE id = 1", "table 1: it was not opened when the list of tables says"),
        ("DELETE FROM tables WHERE id = 1", r"\d+ rows of log have no table 1"),
        (
            "UPDATE rounds SET time = time + 1 WHERE round = 2",
            r"round 2: time is \d+ by the log \(entry \d+\), \d+ as written",
        ),
        ("UPDATE participants SET time = time + 1 WHERE round = 2", "account 1 in round 2: time is"),
        ("UPDATE transfers SET time = 1 WHERE round = 2", r"transfer \d+: time is \d+ by the log \(entry \d+\), 1 as"),
        (
            "UPDATE transfers SET why = 'rabbit' WHERE round = 2",
            r"transfer \d+: why is .* by the log .*, rabbit as written down",
        ),
        (
            "UPDATE transfers SET time = time + 1 WHERE id = 1",
            "transfer 1 has another time than account 1, which it opens",
        ),
        (
            "UPDATE accounts SET name = 'Guest R' WHERE id = 1",
            r"seats account 1 as 'Guest .* is called 'Guest R'",
        ),
        ("UPDATE accounts SET guest = false WHERE id = 1", "account 1 is no guest, and has no password"),
        ("UPDATE accounts SET password = 'rabbit' WHERE id = 1", "account 1 is a guest with a password"),
        ("UPDATE accounts SET name = 'Rabbit' WHERE id = 1", "account 1 is a guest with the name 'Rabbit'"),
        ("DELETE FROM accounts WHERE id = 3", r"\d+ rows of commands have no account 3"),
        ("DELETE FROM books WHERE name = 'wallet:1'", "account 1 has no wallet"),
        ("INSERT INTO books VALUES ('wallet:99', 0, false)", "the book wallet:99 is nobody's"),
        ("INSERT INTO books VALUES ('pot:99', 0, false)", "the book pot:99 is nobody's"),
    ],
)
def test_whatever_else_was_changed_is_found_out(house: Path, forger: Forger, statement: str, pattern: str) -> None:
    forger.change(statement)
    find(house, forger, pattern)


def test_definitions_that_were_changed_are_found_out(house: Path, forger: Forger) -> None:
    del forger.guards["no_update_of_log"]
    emptied = forger.guards.pop("no_update_of_books")
    forger.guards["emptied"] = emptied.replace("RAISE(ABORT, ", "length(")
    dormant = forger.guards.pop("no_delete_of_log")
    forger.guards["dormant"] = dormant.replace(" BEGIN ", " WHEN OLD.sequence < 0 BEGIN ")
    forger.guards["foreign"] = "CREATE TRIGGER a_favour AFTER INSERT ON log BEGIN SELECT 1; END"
    assert "RAISE" in forger.guards["dormant"] != dormant and "RAISE" not in forger.guards["emptied"]
    forger.connection.execute("PRAGMA writable_schema = ON")
    check = "CONSTRAINT no_wallet_below_zero CHECK (may_owe OR balance >= 0)"
    forger.change("UPDATE sqlite_master SET sql = replace(sql, ?, 'CHECK (true)') WHERE name = 'books'", check)
    forger.connection.execute("PRAGMA writable_schema = RESET")
    forger.close()
    gone, foreign, table, one, other = audited(house).wrong
    assert gone == "the trigger no_update_of_log is missing"
    assert foreign == "there is a trigger a_favour, which is not the house's"
    assert table.startswith("the table books is not what it was made")
    assert one.startswith("the trigger no_delete_of_log is not what it was made")
    assert other.startswith("the trigger no_update_of_books is not what it was made")


def test_definitions_that_were_changed_are_found_out_on_postgres(shared_database: str) -> None:
    kept = Books(shared_database)
    assert kept.faults() == []
    for statement, found in (
        ("DROP TRIGGER no_change_of_log ON log", "the trigger no_change_of_log is missing"),
        (
            "ALTER TABLE seeds DISABLE TRIGGER no_change_of_seeds",
            "the trigger no_change_of_seeds is not what it was made: off ",
        ),
        (
            """CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN IF false THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$""",
            "the function refuse is not what it was made",
        ),
        (
            "CREATE TRIGGER a_favour AFTER INSERT ON log EXECUTE FUNCTION the_log_has_grown()",
            "there is a trigger a_favour, which is not the house's",
        ),
        ("DROP TRIGGER no_change_of_rounds ON rounds", "the trigger no_change_of_rounds is missing"),
        (
            """CREATE TRIGGER no_change_of_rounds BEFORE DELETE ON rounds FOR EACH ROW WHEN (OLD.round < 0)
            EXECUTE FUNCTION refuse()""",
            "the trigger no_change_of_rounds is not what it was made",
        ),
        (
            "ALTER TABLE books DROP CONSTRAINT no_wallet_below_zero",
            "the constraint books.no_wallet_below_zero is missing",
        ),
        ("ALTER TABLE holds DISABLE TRIGGER ALL", "the constraint holds.holds_account_fkey is not what it was made"),
        ("CREATE RULE quietly AS ON DELETE TO books DO INSTEAD NOTHING", "there is a rule books.quietly"),
        ("ALTER TABLE transfers ENABLE ROW LEVEL SECURITY", "the table transfers is not what it was made: r row"),
        (
            """DO $$ BEGIN EXECUTE 'ALTER DATABASE "' || current_database()
            || '" SET session_replication_role = replica'; END $$""",
            "there is a setting session_replication_role",
        ),
    ):
        kept.say(statement)
        assert any(what.startswith(found) for what in kept.faults()), (statement, kept.faults())
    kept.close()


@pytest.mark.parametrize("name", ["deck", "shoe"])
def test_seeds_other_than_those_committed_to_are_found_out(house: Path, forger: Forger, name: str) -> None:
    """Whoever has the key can seal others."""
    seal = Storage(database_url(None, house), to_look_at=True).seal
    sealed = seal.row(RoundSeeds.draw(), 1, 2, 1)[name]
    forger.change(f'UPDATE seeds SET {name} = ? WHERE "table" = 1 AND round = 2 AND epoch = 1', sealed)
    find(house, forger, r"table 1: entry \d+ commits round 2 to other seeds than those that are kept")


def test_a_word_that_was_not_committed_to_is_found_out(house: Path, forger: Forger, evening: Evening) -> None:
    table = evening.tables["on-the-draw"]
    forger.edit_entry(table, '"revealed"', "seven white", "eight white")
    find(house, forger, rf"table {table}: entry \d+ cannot be carried out: .*not the word that was committed to")


def test_the_chains_alone_are_checked_for_the_auditor_of_a_running_house(house: Path, forger: Forger) -> None:
    forger.change('UPDATE log SET actor = 2 WHERE "table" = 1 AND sequence = 3')
    forger.close()

    async def check() -> list[str]:
        storage = Storage(database_url(None, house))
        try:
            async with storage.reading() as connection:
                return await check_chains(connection)
        finally:
            await storage.close()

    assert asyncio.run(check()) == ["table 1: entry 3 is not what was hashed: it has been edited"]


def test_the_command_says_what_was_checked_and_what_is_wrong(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(["audit-log", "--data", str(house)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "everything is in order"
    forger = Forger(house)
    forger.change("UPDATE books SET balance = balance + 100 WHERE name = 'wallet:1'")
    forger.close()
    assert carry_out(["audit-log", "--data", str(house)]) == 1
    assert "FAILS  wallet:1 shows" in capsys.readouterr().out
    assert carry_out(["audit-log", "--json", "--database-url", f"sqlite:///{house / 'house.sqlite'}"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["holds"] is False and len(told["wrong"]) == 2 and told["tables"] == 5


def test_the_command_holds_the_books_against_what_was_kept(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = house / "kept"

    async def keep() -> None:
        storage = Storage(database_url(None, house))
        checkpoints = Checkpoints(storage)
        await checkpoints.make()
        kept.write_bytes(msgspec.json.encode(checkpoints.newest))
        await storage.close()

    asyncio.run(keep())
    words = ["audit-log", "--data", str(house), "--against", str(kept)]
    assert carry_out(words) == 0
    assert "held against 1 checkpoints and receipts" in capsys.readouterr().out
    forger = Forger(house)
    forger.change("UPDATE transfers SET time = time - 7 WHERE credit = 'wallet:1'")
    forger.close()
    assert carry_out(words) == 1
    assert "another than in the checkpoint of" in capsys.readouterr().out
    kept.write_text("rabbit")
    assert carry_out(words) == 2


@pytest.mark.parametrize("words", [["--data", "nowhere"], ["--database-url", "sqlite:///nowhere/house.sqlite"]])
def test_where_there_is_no_house_the_command_makes_none(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert carry_out(["audit-log", *words]) == 2
    assert "there is no house in" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "said"), [(b"", "there are no books in this database"), (b"rabbit" * 1000, "the books cannot be read")]
)
def test_a_file_that_is_no_house_is_refused(
    content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "house.sqlite").write_bytes(content)
    assert carry_out(["audit-log", "--data", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err
    assert carry_out(["audit-log", "--database-url", "mysql://house"]) == 2
