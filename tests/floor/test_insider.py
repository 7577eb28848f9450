"""Whoever knows SQL and how the house hashes its logs is found out: from the books, or by what others have kept."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import select, update

from croupier.floor.accounts import Accounts
from croupier.floor.audit.against import read_kept
from croupier.floor.audit.house_audit import audit
from croupier.floor.entries import Answered, Corrected, Paused, Sat, Voided, read_entry
from croupier.floor.storage.database import database_url
from croupier.floor.storage.keys.house_signer import Receipt
from croupier.floor.storage.safekeeping.checkpoints import Checkpoint, Checkpoints
from croupier.floor.storage.schema import commands, log
from tests.floor.books import Books
from tests.floor.conftest import KINDS, a_folder
from tests.floor.evening import SHOE_GAME, Evening, play_an_evening
from tests.floor.insider import Insider
from tests.floor.postgres import Postgres

SUPERVISOR = 6
HOUR = 3600 * 1_000_000


@pytest.fixture(params=KINDS, scope="module")
def evening(request: pytest.FixtureRequest) -> Iterator[tuple[Evening, str]]:
    """An evening, and its books: a folder, or the name of a database."""
    if request.param == "sqlite":
        with a_folder() as folder:
            shutil.copy(request.getfixturevalue("empty_house"), folder / "house.sqlite")
            yield asyncio.run(play_an_evening(database_url(None, folder), 3, 3)), str(folder)
    else:
        server: Postgres = request.getfixturevalue("postgres")
        name = server.new_database(like="house_1")
        yield asyncio.run(play_an_evening(database_url(server.address(name), Path()), 3, 3)), name
        server.drop(name)


@pytest.fixture
def kept(evening: tuple[Evening, str], request: pytest.FixtureRequest) -> Iterator[Books]:
    """A copy of the books, to tamper with."""
    _, name = evening
    if Path(name).is_dir():
        with a_folder() as folder:
            shutil.copytree(name, folder, dirs_exist_ok=True)
            books = Books(database_url(None, folder))
            yield books
            books.close()
    else:
        server: Postgres = request.getfixturevalue("postgres")
        copy = server.new_database(like=name)
        books = Books(database_url(server.address(copy), Path()))
        yield books
        books.close()
        server.drop(copy)


def found(kept: Books, *patterns: str) -> list[str]:
    """What an audit finds, which must be all of this."""
    wrong = kept.wait(audit(kept.storage)).wrong
    for pattern in patterns:
        assert any(re.search(pattern, what) for what in wrong), (pattern, wrong)
    return wrong


def test_what_was_not_allowed_is_found_out(kept: Books, evening: tuple[Evening, str]) -> None:
    tables = evening[0].tables
    shoe, draw, three = tables[SHOE_GAME], tables["on-the-draw"], tables["three-card-draw"]

    def forge(insider: Insider) -> None:
        for table, actor in ((shoe, 2), (draw, None), (three, SUPERVISOR)):
            row = insider.find(table, Answered, by="player")
            insider.rewrite(table, row.sequence, actor=actor)
        row = insider.find(draw, Voided)
        insider.rewrite(draw, row.sequence, actor=row.actor - 1)
        row = insider.find(draw, Corrected)
        elsewhere = replace(read_entry(row.entry), account=1)
        insider.rewrite(draw, row.sequence, elsewhere, actor=4)
        insider.say(
            "UPDATE transfers SET debit = 'wallet:1' WHERE why = 'correction: paid twice' AND \"table\" = :t", t=draw
        )
        row = insider.find(three, Answered, by="player", which=-1)
        insider.rewrite(three, row.sequence, replace(read_entry(row.entry), by="automatic"))
        row = insider.find(three, Paused)
        insider.rewrite(three, row.sequence, actor=3)
        row = insider.find(shoe, Sat, account=1)
        insider.rewrite(shoe, row.sequence, actor=SUPERVISOR)
        insider.say('UPDATE transfers SET time = time + 1 WHERE round = 1 AND "table" = :t', t=three)
        insider.say("UPDATE tables SET created = created - :an_hour WHERE id = :t", an_hour=HOUR, t=three)
        insider.say("UPDATE accounts SET name = 'Guest R' WHERE id = :who", who=SUPERVISOR)

    assert found(kept) == []
    Insider.at_work(kept, forge)
    found(
        kept,
        rf"table {shoe}: entry \d+ is for seat 1 of account 1, and was made by account 2",
        rf"table {draw}: entry \d+ is for seat 1 of account \d, and was made by nobody",
        rf"table {three}: entry \d+ is for seat 1 of account \d, and was made by account {SUPERVISOR}",
        rf"table {draw}: entry \d+ is voided by account 5, who was no supervisor",
        rf"table {draw}: entry \d+ is corrected by account 4, who was no supervisor",
        rf"table {draw}: entry \d+ corrects account 1, which did not bet in round 2",
        rf"table {three}: entry \d+ answers automatically for seat 1 of account",
        rf"table {three}: entry \d+ is paused by account 3, who was no supervisor",
        rf"table {shoe}: entry \d+ seats account 1, and was made by account {SUPERVISOR}",
        rf"table {three}: transfer \d+: time is \d+ by the log",
        rf"table {three}: it was not opened when the list of tables says",
        rf"account {SUPERVISOR} is called 'Guest R'; the house's log has it as 'Guest [0-9A-F]+'",
    )


@pytest.mark.parametrize(
    "kind", [Voided, Paused, Corrected], ids=["the reason of a void", "the reason of a pause", "a time"]
)
def test_a_log_that_was_rewritten_with_all_that_follows_is_denied_by_receipts(
    kept: Books, evening: tuple[Evening, str], kind: type[Voided]
) -> None:
    table = evening[0].tables["on-the-draw"]

    def forge(insider: Insider) -> None:
        row = insider.find(table, kind)
        if kind is Corrected:
            later = {"who": row.actor, "then": row.time, "by": 7}
            insider.rewrite(table, row.sequence, time=row.time + 7)
            insider.say("UPDATE commands SET time = time + :by WHERE account = :who AND time = :then", **later)
            del later["who"]
            insider.say("UPDATE transfers SET time = time + :by WHERE time = :then", **later)
            return
        entry = read_entry(row.entry)
        insider.rewrite(table, row.sequence, replace(entry, reason="a favour"))
        if kind is Voided:
            why = (
                "UPDATE transfers SET why = 'round voided: a favour' WHERE why LIKE 'round voided%' AND \"table\" = :t"
            )
            insider.say(why, t=table)

    Insider.at_work(kept, forge)
    *earlier, wrong = found(kept)
    assert re.search(rf"table {table}: entry \d+ is not what account \d has a receipt for: the log was rewr", wrong)
    assert [re.sub("'.*'", "K", what) for what in earlier] == [
        f"command K of account {SUPERVISOR} is not as the house wrote it down" for _ in range(kind is Corrected)
    ]


def test_a_deed_with_its_command_attributed_to_another_supervisor_is_denied_by_its_receipt(
    kept: Books, evening: tuple[Evening, str]
) -> None:
    table = evening[0].tables["on-the-draw"]
    other = kept.wait(Accounts(kept.storage).register("Robin", "nine green umbrellas", "supervisor")).id

    def forge(insider: Insider) -> None:
        row = insider.find(table, Voided)
        insider.rewrite(table, row.sequence, actor=other)
        theirs = {"other": other, "who": row.actor, "then": row.time}
        insider.say("UPDATE commands SET account = :other WHERE account = :who AND time = :then", **theirs)

    Insider.at_work(kept, forge)
    found(kept, rf"the answer to command .* of account {other} has no receipt of theirs", "has a receipt for")


def checkpoint(kept: Books) -> Checkpoint:
    """A checkpoint of the house."""
    made = Checkpoints(kept.storage)
    kept.wait(made.make())
    assert made.newest is not None and made.newest.is_signed
    return made.newest


def test_what_the_books_cannot_tell_is_found_by_what_others_have_kept(
    kept: Books, evening: tuple[Evening, str], tmp_path: Path
) -> None:
    """An insider who has the key too leaves books that are in order by themselves."""
    draw, three = (evening[0].tables[game] for game in ("on-the-draw", "three-card-draw"))
    made, signer = checkpoint(kept), kept.storage.signer
    answers = kept.rows(select(commands.c.account, commands.c.answer).order_by(commands.c.time))
    last = next(answer for _, answer in reversed(answers) if f'"table":{draw},'.encode() in answer)
    file = tmp_path / "kept"
    lines = (msgspec.json.encode(made), last, json.loads(last)["receipt"].encode())
    file.write_bytes(b"\n".join(lines))

    def forge(insider: Insider) -> None:
        row = insider.find(draw, Corrected)
        cents = {"cents": -read_entry(row.entry).cents}
        then = {"then": row.time}
        insider.say('DELETE FROM log WHERE "table" = :t AND sequence = :last', t=draw, last=row.sequence)
        insider.say("DELETE FROM commands WHERE time = :then", **then)
        insider.say("DELETE FROM transfers WHERE time = :then", **then)
        account = read_entry(row.entry).account
        insider.say("UPDATE books SET balance = balance + :cents WHERE name = :book", **cents, book=f"wallet:{account}")
        insider.say("UPDATE books SET balance = balance - :cents WHERE name = :book", **cents, book=f"house:{draw}")
        row = insider.find(three, Paused)
        insider.rewrite(three, row.sequence, replace(read_entry(row.entry), reason="a favour"))
        for row in insider.books.execute(select(log).where(log.c.table == three)).all():
            answered = (commands.c.account == row.actor) & (commands.c.time == row.time)
            for answer in insider.books.execute(select(commands.c.answer).where(answered)).scalars():
                told = json.loads(answer)
                if Receipt.read(told["receipt"]).sequence == row.sequence:  # type: ignore[union-attr]
                    told["receipt"] = str(signer.receipt(row.actor, three, row.sequence, row.hash))
                    again = msgspec.json.encode(told)
                    insider.books.execute(update(commands).where(answered).values(answer=again))
        insider.prove_commands(signer)
        insider.say('UPDATE pit_tables SET corrected = corrected + :cents WHERE "table" = :t', **cents, t=draw)
        insider.say("UPDATE house_log SET time = time + 7 WHERE id = 1")
        insider.chain_house_log()

    async def held(file: Path) -> list[str]:
        return (await audit(kept.storage, read_kept(file))).wrong

    assert kept.wait(held(file)) == []
    Insider.at_work(kept, forge)
    assert found(kept) == []
    wrong = kept.wait(held(file))
    for pattern in (
        rf"table {draw}: entry \d+ is gone, which the checkpoint of .*Z has: a tail was cut off",
        rf"table {draw}: entry \d+, for which account {SUPERVISOR} has a receipt, is not in the log",
        rf"table {three}: entry \d+ is another than in the checkpoint of .*: it was rewritten",
        r"the house's log: line \d+ is another than in the checkpoint",
        r"the ledger up to transfer \d+ is another than in the checkpoint",
    ):
        assert any(re.match(pattern, what) for what in wrong), (pattern, wrong)
    assert len(wrong) == 6, "the receipt was there twice"
    forged = replace(made, totals=replace(made.totals, cents=1))
    file.write_bytes(msgspec.json.encode(forged))
    assert re.fullmatch("the checkpoint of .*Z is not signed by this house", *kept.wait(held(file)))


def test_checkpoints_go_on_from_the_file_and_tell_what_has_grown(kept: Books, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.storage.safekeeping.checkpoints.EVERY_SECONDS", 0)
    kept.storage.checkpoint_file.unlink(missing_ok=True)
    first = checkpoint(kept)
    kept.wait(Accounts(kept.storage).guest())
    going_on = Checkpoints(kept.storage)
    kept.wait(going_on.make())
    kept.wait(going_on.make())
    assert going_on.newest is not None
    assert going_on.newest.totals.transfers == first.totals.transfers + 1
    lines = read_kept(kept.storage.checkpoint_file)
    assert [len(line.tables) for line in lines if isinstance(line, Checkpoint)] == [5, 5, 0]
    assert kept.wait(audit(kept.storage, lines)).wrong == []
    assert kept.storage.checkpoint_file.stat().st_mode & 0o077 == 0
    kept.storage.checkpoint_file.unlink()


def test_answers_whose_receipts_were_taken_out_are_missed(kept: Books) -> None:
    Insider.at_work(kept, lambda insider: insider.say("UPDATE commands SET answer = :none", none=b'{"table":1}'))
    found(kept, "the answer to command .* of account 1 has no receipt of theirs")
