"""The house's database: what its address may be, how it is opened, and what it refuses to whoever writes in it."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from croupier import __version__
from croupier.cli import carry_out
from croupier.errors import Refused
from croupier.floor.storage.database import DATA, Storage, database_url, open_alone
from croupier.floor.storage.guards import MAY_CHANGE
from croupier.floor.storage.keys import house_signer
from croupier.floor.storage.keys.seed_seal import KEY
from croupier.floor.storage.schema import SCHEMA, metadata
from croupier.floor.tables.house import House
from croupier.floor.tables.pg_listen import listen
from tests.floor.books import Books
from tests.floor.conftest import a_folder
from tests.floor.evening import played
from tests.floor.mortal_house import MortalHouse


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


GUARDED = sorted(table.name for table in MAY_CHANGE if table.name not in ("closings", "books_schema"))
"""The guarded tables that an evening writes."""


@pytest.mark.parametrize("table", GUARDED)
def test_no_row_is_edited_or_deleted(stranger: sqlite3.Connection, table: str) -> None:
    kept = metadata.tables[table]
    *_, fixed = (column.name for column in kept.columns if column.name not in MAY_CHANGE[kept])
    for statement in (f'UPDATE "{table}" SET "{fixed}" = "{fixed}" || 7', f'DELETE FROM "{table}"'):
        with pytest.raises(sqlite3.IntegrityError, match=r"ever edited or deleted|ever changes"):
            stranger.execute(statement)


@pytest.mark.parametrize("table", GUARDED)
def test_no_row_is_replaced_under_its_key(stranger: sqlite3.Connection, table: str) -> None:
    """SQLite carries out a REPLACE as a deletion without telling the triggers of deletions."""
    with pytest.raises(sqlite3.IntegrityError, match=f"nothing in {table} is ever edited or deleted"):
        stranger.execute(f'REPLACE INTO "{table}" SELECT * FROM "{table}" LIMIT 1')


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("log", '"table", sequence + 1000, time, actor, round, entry, salt, previous, hash'),
        ("snapshots", '"table", sequence + 1000, state'),
        ("seeds", '"table", round + 1000, epoch, deck, shoe'),
        ("rounds", '"table", round + 1000, opened, closed, outcome, shoe_round, shoe_offset, record, time'),
        ("participants", '"table", round + 1000, account, seat, net, time'),
        ("books", "name || '0', balance, may_owe"),
        ("commands", "account, key || '0', fingerprint, answer, time"),
        ("accounts", "id + 1000, name, role, password, guest, created"),
        ("house_log", "id + 1000, time, actor, what, body, salt, x'07', hash"),
        ("house_log", "id + 1000, time, actor, what, body, salt, previous, x'07'"),
    ],
)
def test_no_row_pushes_another_out(stranger: sqlite3.Connection, table: str, row: str) -> None:
    """A row has a place in the file, and some a second key; both can be taken by a row whose first key is new."""
    columns = ", ".join(f'"{name}"' for _, name, *_ in stranger.execute(f'PRAGMA table_info("{table}")'))
    place = ("", "") if row.startswith("id") else ("rowid, ", "rowid, ")
    with pytest.raises(sqlite3.IntegrityError, match=f"nothing in {table} is ever edited or deleted"):
        stranger.execute(f'REPLACE INTO "{table}" ({place[0]}{columns}) SELECT {place[1]}{row} FROM "{table}" LIMIT 1')


def test_postgres_refuses_every_change_of_what_stays(shared_database: str) -> None:
    kept = Books(shared_database)
    for table, may in MAY_CHANGE.items():
        fixed = next(column.name for column in table.columns if column.name not in may)
        for statement in (
            f'UPDATE "{table.name}" SET "{fixed}" = NULL',
            f'DELETE FROM "{table.name}"',
            f'TRUNCATE "{table.name}" CASCADE',
        ):
            with pytest.raises(DBAPIError, match=r"ever edited or deleted|ever changes"):
                kept.say(statement)
    kept.close()


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
        "DELETE FROM accounts",
        "UPDATE holds SET cents = cents + 1 WHERE state = 'held'",
        "UPDATE snapshots SET sequence = sequence + 1",
        "DELETE FROM snapshots",
    ):
        with pytest.raises(
            DBAPIError,
            match=r"ever edited or deleted|nothing but .* ever changes|only as the last line of the house log says",
        ):
            kept.say(statement)
    kept.say("UPDATE holds SET state = 'settled'")
    kept.say("UPDATE accounts SET role = 'dealer', password = 'another'")
    kept.close()


@pytest.mark.parametrize("statement", ["books SET rowid = 2 WHERE rowid = 3", "holds SET rowid = 2 WHERE rowid = 3"])
def test_no_row_is_moved_onto_another(stranger: sqlite3.Connection, statement: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match=r"ever changes|ever edited"):
        stranger.execute(f"UPDATE OR REPLACE {statement}")


@pytest.mark.parametrize(
    "words",
    [
        *("serve --port 0", "account Robin", "audit-log", "migrate", "close -o close.pdf", "backup copy.sqlite"),
        "restore house.sqlite --database-url sqlite:///new.sqlite",
    ],
)
def test_books_of_another_schema_are_refused_in_one_line(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(DATA, str(tmp_path))  # a house that is opened sets it for its workers
    Books.build(database_url(None, tmp_path))
    with sqlite3.connect("house.sqlite") as connection:
        connection.execute("DROP TRIGGER no_update_of_books_schema")
        connection.execute("UPDATE books_schema SET number = 99, program = '9.9.9'")
    connection.close()
    assert carry_out([*words.split(), "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        f"croupier: the books are of schema 99, written by croupier 9.9.9; this is croupier {__version__}, which reads "
        f"schema {SCHEMA}\n"
    )


def test_tables_without_a_schema_number_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect(tmp_path / "house.sqlite") as connection:
        connection.execute("CREATE TABLE accounts (id INTEGER)")
    connection.close()
    assert carry_out(["migrate", "--data", str(tmp_path)]) == 2
    said = f"the tables in this database are not books of schema {SCHEMA}, which this program reads"
    assert capsys.readouterr().err == f"croupier: {said}\n"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        (
            "postgresql://robin:hush@host:notaport/house",
            "'postgresql://robin:***@host:notaport/house' is not a",
        ),
        ("rabbit", "'rabbit' is not a database address"),
        ("mysql://host/house", "not in 'mysql'"),
        ("sqlite://", "is not the address of a SQLite file"),
        ("sqlite:///", "is not the address of a SQLite file"),
        ("sqlite:///:memory:", "is not the address of a SQLite file"),
        ("sqlite://house.sqlite", "is not the address of a SQLite file"),
        ("sqlite:///house.sqlite?foo=bar", "is not the address of a SQLite file"),
        ("postgresql://host/house?foo=bar", "a PostgreSQL address cannot say 'foo' here; it can say host"),
        ("postgresql://host/house?prepared_statement_cache_size=0", "cannot say 'prepared_statement_cache_size'"),
        ("postgresql://host/house?channel_binding=require", "cannot say 'channel_binding'"),
        ("postgresql://host/house?sslmode=maybe", "sslmode=maybe is none of disable, allow"),
        ("postgresql://host/house?connect_timeout=soon", "connect_timeout=soon is not a number"),
        ("postgresql://host/house?sslmode=verify-full&sslrootcert=nowhere.pem", "the books cannot be"),
    ],
)
@pytest.mark.parametrize("words", ["serve --port 0", "account Robin", "audit-log"])
def test_an_address_that_is_none_is_refused_in_one_line(
    words: str,
    address: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert carry_out([*words.split(), "--database-url", address]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line and "hush" not in line


@pytest.mark.parametrize("name", ["q?x", "p%41x#y", "a b+c", "r&d=1;", ":memory:", "naïve ♠"])
def test_the_books_may_be_in_a_folder_of_any_name(name: str, tmp_path: Path) -> None:
    Books.build(database_url(None, tmp_path / name))
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name / "house.sqlite").stat().st_size > 0
    assert carry_out(["audit-log", "--data", str(tmp_path / name)]) == 0


WISHES = (
    *("sslmode=disable", "sslmode=prefer", "ssl=disable", "connect_timeout=5", "channel_binding=prefer"),
    *("application_name=croupier", "target_session_attrs=read-write", "options=-c%20statement_timeout%3D60000"),
)


def test_a_house_is_served_and_listens_by_any_address_that_is_right(shared_database: str) -> None:
    async def serve_and_listen(address: str) -> None:
        storage = Storage(address)
        listening = asyncio.create_task(listen(address, House(storage)))
        async with asyncio.timeout(10), storage.reading() as connection:
            while not await connection.scalar(text("SELECT count(*) FROM pg_stat_activity WHERE query ~ '^LISTEN'")):
                await connection.rollback()
                await asyncio.sleep(0.01)
        listening.cancel()
        await asyncio.wait({listening})
        await storage.close()

    for wish in WISHES:
        address = database_url(f"{shared_database}&{wish}", Path())
        assert database_url(address, Path()) == address
        asyncio.run(serve_and_listen(address))


@pytest.mark.parametrize(("mode", "asked"), [("require", True), ("disable", False)])
def test_encryption_is_asked_for_as_the_address_says(mode: str, asked: bool, tmp_path: Path) -> None:
    """Somebody who answers like a PostgreSQL server that has none is not spoken to where it is required."""
    heard = []

    async def refuse_encryption(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append((await reader.readexactly(8))[4:])
        writer.write(b"N")
        writer.close()

    async def call() -> None:
        server = await asyncio.start_server(refuse_encryption, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        given = f"postgresql://robin@127.0.0.1:{port}/house?sslmode={mode}"
        storage = Storage(database_url(given, tmp_path))
        try:
            await storage.make_tables()
        finally:
            await storage.close()
            server.close()

    with pytest.raises(Refused, match="the books cannot be opened: "):
        asyncio.run(call())
    assert (heard[0] == (80877103).to_bytes(4, "big")) is asked, heard


def test_two_houses_cannot_open_on_one_file(
    file_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    house = MortalHouse(file_database, tmp_path / "journal")
    house.open()
    try:
        assert carry_out(["serve", "--port", str(house.port), "--database-url", file_database]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert "is open already; to open several, use PostgreSQL" in line
        monkeypatch.setattr("sys.stdin", StringIO("correct horse battery staple\n"))
        assert carry_out(["account", "Robin", "--database-url", file_database]) == 0
        assert carry_out(["audit-log", "--database-url", file_database]) == 0
    finally:
        house.kill()
    with open_alone(file_database):
        pass


@pytest.fixture
def sealed(evening_file: Path) -> Iterator[Path]:
    """A copy of the evening's books that nobody may write to, in a folder that nobody may write in."""
    with a_folder() as folder:
        folder.chmod(0o755)
        inner = folder / "sealed"
        inner.mkdir()
        shutil.copy(evening_file, inner)
        (inner / "house.sqlite").chmod(0o444)
        inner.chmod(0o555)
        yield inner
        inner.chmod(0o755)


@contextmanager
def somebody_else() -> Iterator[None]:
    """Whoever runs the tests, as somebody whom a sealed folder keeps from writing."""
    if os.geteuid() != 0:
        yield
        return
    nobody = pwd.getpwnam("nobody").pw_uid
    os.setresuid(nobody, nobody, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


def audited(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """What the audit of a folder says."""
    carry_out(["audit-log", "--data", "nowhere"])  # so that everything is imported that somebody else may not read
    capsys.readouterr()
    with somebody_else():
        assert not os.access(folder, os.W_OK)
        status = carry_out(["audit-log", "--data", str(folder)])
    said = capsys.readouterr()
    return status, said.out + said.err


def test_a_sealed_copy_is_audited(
    sealed: Path, evening_file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, said = audited(sealed, capsys)
    assert status == 2 and said.count("\n") == 1 and "there is no key in" in said, said
    monkeypatch.setenv(KEY, Path(f"{evening_file}.key").read_text())
    status, said = audited(sealed, capsys)
    assert status == 2 and said.count("\n") == 1 and "need the key of their receipts and checkpoints" in said, said
    monkeypatch.setenv(house_signer.KEY, Path(f"{evening_file}.signing-key").read_text())
    before = (sealed / "house.sqlite").read_bytes()
    status, said = audited(sealed, capsys)
    assert status == 0 and "everything is in order" in said, said
    assert [path.name for path in sealed.iterdir()] == ["house.sqlite"]
    assert (sealed / "house.sqlite").read_bytes() == before


def test_an_audit_leaves_no_trace(evening_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, Path(f"{evening_file}.key").read_text())
    shutil.copy(evening_file, tmp_path)
    before = (tmp_path / "house.sqlite").read_bytes()
    assert carry_out(["audit-log", "--data", str(tmp_path)]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["house.sqlite"], "a key that is missing is not made"
    monkeypatch.setenv(house_signer.KEY, Path(f"{evening_file}.signing-key").read_text())
    assert carry_out(["audit-log", "--data", str(tmp_path)]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["house.sqlite"]
    assert (tmp_path / "house.sqlite").read_bytes() == before


def test_words_that_are_no_words_do_not_end_the_audit(
    evening_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(evening_file, tmp_path)
    for key in ("key", "signing-key"):
        shutil.copy(f"{evening_file}.{key}", tmp_path)
    with sqlite3.connect(tmp_path / "house.sqlite") as connection:
        connection.execute("INSERT INTO commands VALUES (1, CAST(x'ff' AS TEXT), x'00', x'00', 0)")
        connection.execute("UPDATE accounts SET role = 'supervisor' WHERE id = 2")
    connection.close()
    assert carry_out(["audit-log", "--data", str(tmp_path)]) == 1
    assert "account 2 is a supervisor" in capsys.readouterr().out


def test_a_sealed_copy_whose_newest_pages_lie_beside_it_is_not_read_without_them(
    sealed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sealed.chmod(0o755)
    (sealed / "house.sqlite-wal").write_bytes(b"something")
    sealed.chmod(0o555)
    status, said = audited(sealed, capsys)
    assert status == 2 and "house.sqlite-wal; copy both files" in said
