"""The house's database: what its address may be, how it is opened, and what it refuses to whoever writes in it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError

from croupier.cli import carry_out
from croupier.floor.storage import database_url
from tests.floor.books import Books
from tests.floor.evening import played


@pytest.fixture(scope="module")
def evening_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The books of an evening."""
    folder = tmp_path_factory.mktemp("house")
    played(folder, shoe_rounds=2)
    return folder / "house.sqlite"


@pytest.fixture
def stranger(evening_file: Path) -> Iterator[sqlite3.Connection]:
    """Somebody who has the file open and knows SQL, and whose work is undone."""
    connection = sqlite3.connect(evening_file)
    yield connection
    connection.rollback()
    connection.close()


GUARDED = (
    *("accounts", "tables", "log", "snapshots", "seeds", "rounds", "participants"),
    *("books", "transfers", "holds", "commands", "house_log"),
)
"""All tables but the sessions, which end."""


@pytest.mark.parametrize("table", GUARDED)
def test_no_row_is_replaced_under_its_key(stranger: sqlite3.Connection, table: str) -> None:
    """SQLite carries out a REPLACE as a deletion without telling the triggers of deletions."""
    with pytest.raises(sqlite3.IntegrityError, match=f"nothing in {table} is ever edited or deleted"):
        stranger.execute(f'REPLACE INTO "{table}" SELECT * FROM "{table}" LIMIT 1')


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("log", '"table", sequence + 1000, time, actor, round, entry, previous, hash'),
        ("snapshots", '"table", sequence + 1000, state'),
        ("seeds", '"table", round + 1000, deck, shoe'),
        ("rounds", '"table", round + 1000, opened, closed, outcome, shoe_round, shoe_offset, record, time'),
        ("participants", '"table", round + 1000, account, seat, net, time'),
        ("books", "name || '0', balance, may_owe"),
        ("commands", "account, key || '0', fingerprint, answer, time"),
        ("accounts", "id + 1000, name, role, password, guest, created"),
        ("house_log", "id + 1000, time, actor, what, body, x'07', hash"),
        ("house_log", "id + 1000, time, actor, what, body, previous, x'07'"),
    ],
)
def test_no_row_pushes_another_out(stranger: sqlite3.Connection, table: str, row: str) -> None:
    """A row has a place in the file, and some a second key; both can be taken by a row whose first key is new."""
    columns = ", ".join(f'"{name}"' for _, name, *_ in stranger.execute(f'PRAGMA table_info("{table}")'))
    place = ("", "") if row.startswith("id") else ("rowid, ", "rowid, ")
    with pytest.raises(sqlite3.IntegrityError, match=f"nothing in {table} is ever edited or deleted"):
        stranger.execute(f'REPLACE INTO "{table}" ({place[0]}{columns}) SELECT {place[1]}{row} FROM "{table}" LIMIT 1')


def test_of_books_bets_and_people_only_what_must_change_does(database: str) -> None:
    kept = Books(database)
    kept.sign_up("Robin the first", "correct horse battery staple", "player")
    kept.say("INSERT INTO tables (id, name, game, created) VALUES (1, 'one', 'on-the-draw', 0)")
    kept.say("INSERT INTO snapshots VALUES (1, 1, '')")
    kept.say("INSERT INTO holds VALUES (1, 1, 1, 1, 'ante', 500, 'held')")
    for statement in (
        "UPDATE books SET may_owe = true WHERE name = 'wallet:1'",
        "UPDATE books SET name = 'house:99' WHERE name = 'wallet:1'",
        "DELETE FROM books WHERE name = 'wallet:1'",
        "UPDATE accounts SET name = 'Somebody else'",
        "UPDATE accounts SET guest = true",
        "UPDATE accounts SET password = 'mine'",
        "DELETE FROM accounts",
        "UPDATE holds SET cents = cents + 1 WHERE state = 'held'",
        "UPDATE snapshots SET sequence = sequence + 1",
        "DELETE FROM snapshots",
    ):
        with pytest.raises(
            DBAPIError, match=r"ever edited or deleted|nothing but (balance|role|state) ever changes"
        ):
            kept.say(statement)
    kept.say("UPDATE holds SET state = 'settled'")
    kept.say("UPDATE accounts SET role = 'dealer'")
    kept.close()


@pytest.mark.parametrize("statement", ["books SET rowid = 2 WHERE rowid = 3", "holds SET rowid = 2 WHERE rowid = 3"])
def test_no_row_is_moved_onto_another(stranger: sqlite3.Connection, statement: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match=r"ever changes|ever edited"):
        stranger.execute(f"UPDATE OR REPLACE {statement}")


def at_version(version: str, folder: Path) -> Path:
    """A house as an older version of the books had it."""
    folder.mkdir()
    engine = create_engine(f"sqlite:///{folder / 'house.sqlite'}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(files("croupier.floor") / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, version)
    engine.dispose()
    return folder


@pytest.mark.parametrize("version", ["0001", "0002", "0003"])
def test_an_older_house_is_brought_up(version: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    older = at_version(version, tmp_path / "house")
    assert carry_out(["audit-log", "--data", str(older)]) == 1
    assert f"the books are of version {version}" in capsys.readouterr().out
    Books.build(database_url(None, older))
    assert carry_out(["audit-log", "--data", str(older)]) == 0


@pytest.mark.parametrize("words", ["serve --port 0", "account Robin", "audit-log"])
def test_a_newer_house_is_refused(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Books.build(database_url(None, tmp_path))
    with sqlite3.connect(tmp_path / "house.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0099'")
    connection.close()
    assert carry_out([*words.split(), "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "croupier: the books are of version '0099'; this house knows 0001 to 0004\n"
