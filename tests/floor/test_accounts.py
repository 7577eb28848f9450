"""People: guests, names, passwords, sessions, roles and wallets."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import re
import time
from base64 import b32decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from sqlalchemy import event, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.cli import carry_out
from croupier.floor import clock, money
from croupier.floor.accounts import (
    PLAY_MONEY,
    TRUSTED_SECONDS,
    Account,
    Accounts,
    NameTaken,
    NotSignedIn,
    Role,
    SignedIn,
    session_proofs,
)
from croupier.floor.second_factor import WAIT_MINUTES, WRONG_CODES, Waits
from croupier.floor.storage.house_log import check_house_log
from croupier.floor.storage.schema import accounts, house_log, recovery_codes, second_factors, sessions, transfers
from tests.floor.books import Books
from tests.floor.client import PLAIN, Client
from tests.floor.conftest import TRUE_HASHER
from tests.floor.open_house import PASSWORD, OpenHouse
from tests.floor.test_house import seated


def say(house: OpenHouse, path: str, **body: str) -> httpx.Response:
    """Send a name and a password."""
    return httpx.post(f"{house.url}/api/{path}", json=body, **PLAIN)


def register(house: OpenHouse, name: str, password: str) -> httpx.Response:
    """Make an account of a new guest's."""
    return house.guest().post("/api/me/account", {"name": name, "password": password})


def test_a_guest_comes_in_with_play_money_by_one_call(house: OpenHouse) -> None:
    one, two = house.guest(), house.guest()
    assert one.account["guest"] and one.account["role"] == "player" and one.account["name"] != two.account["name"]
    assert one.get("/api/me").json()["wallet"] == PLAY_MONEY


def test_guests_whose_names_collide_get_others(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    first = house.guest().account
    made = house.books.one(select(accounts.c.created).where(accounts.c.id == first["id"]))
    moments = iter([made, made + 1])
    monkeypatch.setattr("croupier.floor.accounts.now", lambda: next(moments, made + 1))
    second = house.guest().account
    assert second["name"] != first["name"] and second["id"] > first["id"]
    assert house.books.one(select(accounts.c.created).where(accounts.c.id == second["id"])) == made + 1


def test_a_named_account_signs_in_with_its_password(house: OpenHouse) -> None:
    made = register(house, name="Ann  Archer", password=PASSWORD)
    assert made.status_code == 201 and made.json()["account"]["name"] == "Ann Archer"
    again = say(house, "sessions", name="Ann Archer", password=PASSWORD)
    assert again.status_code == 201 and again.json()["token"] != made.json()["token"]
    for token in (made.json()["token"], again.json()["token"]):
        assert house.client(token).account["name"] == "Ann Archer"


def test_a_wrong_name_and_a_wrong_password_sound_the_same(house: OpenHouse) -> None:
    register(house, name="Bob Builder", password=PASSWORD)
    answers = [
        say(house, "sessions", name="Bob Builder", password="not the password"),
        say(house, "sessions", name="Nobody Ever", password=PASSWORD),
        say(house, "sessions", name=house.guest().account["name"], password=PASSWORD),
        say(house, "sessions", name="", password=""),
    ]
    assert {(answer.status_code, answer.text) for answer in answers} == {(401, answers[0].text)}


@pytest.mark.parametrize(
    "name",
    [
        "",
        "ab",
        "x" * 31,
        "Guest 12345",
        "auto 2",
        "The Dealer",
        "ＡＵＴＯ 2",
        "<b>Eve</b>",
        "a\tb",
        "Eve\u202eevE",
        "Eve\u2066 E",
        "  ",
        "-ann-",
        "\u200b\u200b\u200b",
        "\u3164\u3164\u3164",
        "Ann\u3164",
        "Ann\u200eE",
        "Ann\u061cE",
        "Supervisor Ann",
        "SUPERV1S0R",
        "\u0405upervisor",
        "Ann the dea1er",
        "Casino Support",
        "\u0410dmin",
        "Gue5t 12345",
        "P\u0430ul",
    ],
)
def test_a_name_that_cannot_be_is_refused(house: OpenHouse, name: str) -> None:
    assert register(house, name=name, password=PASSWORD).status_code in (409, 422)


def test_a_name_is_somebody_else_s_in_every_spelling_of_its_letters(house: OpenHouse) -> None:
    assert register(house, name="Zoë Ångström", password=PASSWORD).status_code == 201
    for spelling in ("Zoë Ångström", "Zoe\u0308 A\u030angstro\u0308m", " Zoë   Ångström ", "ZOË ångström"):
        taken = register(house, name=spelling, password=PASSWORD)
        assert taken.status_code == 409 and "taken" in taken.json()["detail"]


@pytest.mark.parametrize(
    ("first", "second"), [("Mr Vernon", "mr vernon"), ("Straße", "STRASSE"), ("STRASSER", "straßer")]
)
def test_a_name_in_other_capitals_is_the_same_name(house: OpenHouse, first: str, second: str) -> None:
    assert register(house, name=first, password=PASSWORD).status_code == 201
    for spelling in (second, first.upper(), first.lower()):
        taken = register(house, name=spelling, password=PASSWORD)
        assert taken.status_code == 409 and "taken" in taken.json()["detail"]
    assert say(house, "sessions", name=first, password=PASSWORD).status_code == 201


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Olive Baker", "O1ive Baker"),
        ("Ivan Rose", "\u0406\u0432\u0430\u043d R\u043ese"),
        ("Pavel Novak", "Pavel_Novak"),
        ("Barney Modern", "Bamey Modem"),
        ("Zo\u00eb Zane", "Zoe Zane"),
        ("\u0421\u0430\u0440\u0430", "Capa"),
    ],
)
def test_a_name_that_looks_like_another_s_is_refused(house: OpenHouse, first: str, second: str) -> None:
    assert register(house, name=first, password=PASSWORD).status_code == 201
    assert register(house, name=second, password=PASSWORD).status_code == 409
    assert register(house, name=f"{first} 27", password=PASSWORD).status_code == 201


def test_of_many_who_want_a_name_at_once_one_gets_it(house: OpenHouse) -> None:
    spellings = ["quinn", "Quinn", "QUINN", "qUINN", "quINN"]
    processes = [Accounts(house.books.storage) for _ in spellings]

    async def register() -> list[object]:
        tries = (one.register(name, PASSWORD) for one, name in zip(processes, spellings, strict=True))
        return await asyncio.gather(*tries, return_exceptions=True)

    made = house.books.wait(register())
    assert sum(isinstance(one, Account) for one in made) == 1
    assert sum(isinstance(one, NameTaken) for one in made) == len(spellings) - 1


def test_names_that_were_given_in_two_spellings_before_go_on(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    def unchecked(*_: object) -> None:
        """As it was."""

    with monkeypatch.context() as before:
        before.setattr(Accounts, "_check_that_it_is_free", unchecked)
        for name in ("Ida Old", "ida old"):
            assert register(house, name=name, password=PASSWORD).status_code == 201
    for name in ("Ida Old", "ida old"):
        assert say(house, "sessions", name=name, password=PASSWORD).json()["account"]["name"] == name


@pytest.mark.parametrize(
    "password",
    [
        "password123",
        "P4ssw0rd2026!",
        "1234567890",
        "qwertyuiop",
        "1q2w3e4r5t6y",
        "aaaaaaaaaaaa",
        "cyd carter 1",
        "casino2026!!",
    ],
)
def test_a_password_that_is_tried_first_is_refused(house: OpenHouse, password: str) -> None:
    refused = register(house, name="Cyd Carter", password=password)
    assert refused.status_code == 409 and "among the first that are tried" in refused.json()["detail"]


@pytest.mark.parametrize("password", ["", "too short", "x" * 201])
def test_a_password_that_is_too_short_or_too_long_is_refused(house: OpenHouse, password: str) -> None:
    assert register(house, name="Cyd Carter", password=password).status_code in (409, 422)


def test_the_house_keeps_no_password_and_no_token(house: OpenHouse) -> None:
    token = register(house, name="Dot Dyer", password=PASSWORD).json()["token"]
    (kept,) = house.books.rows(select(accounts.c.password).where(accounts.c.name == "Dot Dyer"))
    assert kept.password.startswith("$argon2id$") and PASSWORD not in kept.password
    assert token not in {row.token for row in house.books.rows(select(sessions.c.token))}


def ruined(house: OpenHouse) -> tuple[Client, int]:
    """Somebody who has lost all but fifty dollars, and the table."""
    player, table = seated(house, buy_in=95_000)
    player.start(table)
    for word in ("bet ante=475 blind=475", "check", "check", "fold"):
        player.answer(table, word)
    return player, table


def test_a_wallet_is_refilled_when_it_is_nearly_empty_and_only_then(house: OpenHouse) -> None:
    player, table = ruined(house)
    assert player.do("/api/wallet/refill") == {"given": PLAY_MONEY - 5_000}
    assert player.post("/api/wallet/refill").status_code == 409
    assert player.get("/api/me").json()["wallet"] == PLAY_MONEY
    wallet = money.wallet(player.id)
    mine = (transfers.c.debit == wallet) | (transfers.c.credit == wallet)
    moved = house.books.rows(select(transfers.c.why).where(mine).order_by(transfers.c.id))
    assert [transfer.why for transfer in moved] == ["play money", "bought in", "refill of play money"]
    assert house.books.balance(money.stack(table, 1)) == 0


def test_a_refill_sent_twice_is_given_once(house: OpenHouse) -> None:
    player, _ = ruined(house)
    answers = [player.post("/api/wallet/refill", key="refill me once") for _ in "12"]
    assert [answer.json() for answer in answers] == [{"given": PLAY_MONEY - 5_000}] * 2
    assert player.get("/api/me").json()["wallet"] == PLAY_MONEY


def test_nobody_sits_down_with_money_they_do_not_have(house: OpenHouse) -> None:
    player = house.guest()
    table = player.open_table()
    refused = player.post(f"/api/tables/{table}/seat", {"seat": 1, "buy_in": PLAY_MONEY + 1})
    assert refused.status_code == 409 and "not enough money" in refused.json()["detail"]
    assert player.look(table)["view"]["seats"] == []
    player.sit(table, 1, PLAY_MONEY)
    assert player.post(f"/api/tables/{table}/chips", {"cents": 1}).status_code == 409


def test_roles_are_written_in_a_log_of_their_own(house: OpenHouse) -> None:
    house.staff("dealer")
    auditor = house.staff("auditor")
    lines = auditor.get("/api/house/log").json()["rows"]
    assert {"dealer", "auditor"} <= {json.loads(line["facts"]).get("role") for line in lines}
    assert all(later["previous"] == earlier["hash"] for earlier, later in pairwise(lines))
    assert auditor.get("/api/log/check").json() == {"wrong": []}
    as_table = auditor.get("/api/house/log?form=csv").text.splitlines()
    assert as_table[0].startswith("id,time,actor,what") and len(as_table) == len(lines) + 1


def test_an_edited_line_of_the_house_log_is_found_out(database: str) -> None:
    books = Books(database)
    for role in ("dealer", "supervisor", "auditor"):
        books.sign_up(f"Robin {role}", PASSWORD, role)  # type: ignore[arg-type]

    async def check() -> list[str]:
        async with books.storage.reading() as connection:
            return await check_house_log(connection)

    assert books.wait(check()) == []
    if books.storage.is_sqlite:
        books.say("DROP TRIGGER no_update_of_house_log")
    else:
        books.say('ALTER TABLE house_log DISABLE TRIGGER "no_change_of_house_log"')
    first = books.one(select(house_log.c.id).order_by(house_log.c.id).limit(1))
    books.say("UPDATE house_log SET what = 'gone' WHERE id = :id", id=first)
    assert books.wait(check()) == [f"the house's log: line {first} is not what was hashed: it has been edited"]
    books.close()


@pytest.mark.parametrize("role", ["auditor", "supervisor", "dealer"])
def test_whoever_is_given_another_role_while_seated_can_still_leave_with_their_chips(
    house: OpenHouse, role: Role
) -> None:
    token = register(house, name=f"Ivy {role[:3]}", password=PASSWORD).json()["token"]
    ivy = house.client(token)
    table = ivy.open_table()
    wallet = ivy.get("/api/me").json()["wallet"]
    ivy.sit(table)
    ivy = house.client(signed_in_again(house, f"Ivy {role[:3]}", role))
    assert ivy.get("/api/me").json()["account"]["role"] == role
    ivy.do(f"/api/tables/{table}/leave")
    assert ivy.get("/api/me").json()["wallet"] == wallet
    assert ivy.post(f"/api/tables/{table}/leave").status_code == (403 if role == "auditor" else 409)


def signed_in_again(house: OpenHouse, name: str, role: Role) -> str:
    """Give somebody a role and a second factor; the token of a new session."""
    people = Accounts(house.books.storage)
    house.books.wait(people.set_role(name, role))
    code = "" if role == "player" else house.books.wait(people.enrol(name)).recovery[0]
    return house.books.wait(people.sign_in(name, PASSWORD, code)).token


def expect_lookup(house: OpenHouse) -> None:
    """Let the time pass for which the house trusts what it has looked up."""
    for session in house.app.state.accounts._sessions.values():
        session.checked -= TRUSTED_SECONDS + 1


@pytest.mark.parametrize(
    ("before", "after"), [("player", "auditor"), ("auditor", "player"), ("supervisor", "auditor"), ("dealer", "dealer")]
)
def test_a_role_changed_elsewhere_ends_every_session_within_moments(
    house: OpenHouse, before: Role, after: Role
) -> None:
    """The process that serves trusts what it has looked up for so many seconds, and no longer."""
    name = f"Eve {before[:3]}"
    eve, other = (house.client(house.books.sign_up(name, PASSWORD, before)) for name in (name, f"{name} Else"))
    elsewhere = Accounts(house.books.storage)
    house.books.wait(elsewhere.set_role(name, after))
    expect_lookup(house)
    assert eve.get("/api/me").status_code == 401 and other.get("/api/me").status_code == 200
    assert house.client(signed_in_again(house, name, after)).get("/api/me").json()["account"]["role"] == after


def test_a_session_has_the_rights_that_it_has_proved(house: OpenHouse) -> None:
    """A supervisor made a player, signed in by password alone, and made a supervisor again has none of their rights."""
    people = Accounts(house.books.storage)
    house.books.sign_up("Pam Prior", PASSWORD, "supervisor")
    house.books.wait(people.set_role("Pam Prior", "player"))
    pam = house.client(say(house, "sessions", name="Pam Prior", password=PASSWORD).json()["token"])
    assert pam.get("/api/house").status_code == 403
    house.books.wait(people.set_role("Pam Prior", "supervisor"))
    expect_lookup(house)
    assert pam.get("/api/house").status_code == 401
    token = pam.token
    house.books.say_it(insert(sessions).values(_session_of(house, pam.id, token, "player")))
    assert house.client().http.get("/api/house", headers=pam.headers()).status_code == 401, "whoever brought it back"


def _session_of(house: OpenHouse, account: int, token: str, role: Role) -> dict[str, object]:
    moment = int(time.time() * 1_000_000)
    hashed = hashlib.sha256(token.encode()).hexdigest()
    row = {"token": hashed, "account": account, "role": role, "expires": 2 * moment, "began": moment}
    row |= {"address": None, "device": None}
    return row | {"proof": session_proofs(house.books.storage.signer, row)[0]}


def test_a_sign_in_that_was_on_its_way_when_role_or_password_changed_is_refused(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = Accounts(house.books.storage)
    house.books.wait(people.register("Ned Near", PASSWORD))
    elsewhere, check = Accounts(house.books.storage), Accounts._check_password
    for change in (elsewhere.set_role("Ned Near", "dealer"), elsewhere.reset_password("Ned Near", "a newer sentence")):

        async def slowly(self: Accounts, *given: Any, change: Any = change) -> None:
            await check(self, *given)
            await change

        monkeypatch.setattr(Accounts, "_check_password", slowly)
        with pytest.raises(NotSignedIn):
            house.books.wait(people.sign_in("Ned Near", PASSWORD))
        monkeypatch.setattr(Accounts, "_check_password", check)
        house.books.wait(elsewhere.set_role("Ned Near", "player"))


def test_a_crowd_that_comes_at_once_is_looked_up_together(house: OpenHouse) -> None:
    crowd = [house.guest() for _ in range(12)]
    people = Accounts(house.books.storage)
    asked: list[str] = []
    listen = event.listens_for(house.books.storage.engine.sync_engine, "before_cursor_execute")
    listen(lambda _, __, statement, *___: asked.append(statement))

    async def come_in() -> list[object]:
        tokens = [*(guest.token for guest in crowd), "nobody's", crowd[0].token]
        return await asyncio.gather(*map(people.who, tokens), return_exceptions=True)

    *known, nobody, again = house.books.wait(come_in())
    assert [one.name for one in known if isinstance(one, Account)] == [guest.account["name"] for guest in crowd]
    assert isinstance(nobody, NotSignedIn) and again == known[0]
    assert sum("sessions" in statement for statement in asked) == 1


@pytest.mark.parametrize("how", ["ended", "signed out"])
def test_a_session_that_ends_while_it_is_looked_up_is_not_taken_up_again(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    guest, people, really = house.guest(), Accounts(house.books.storage), house.books.storage.reading

    @asynccontextmanager
    async def read_before_it_ends() -> AsyncIterator[AsyncConnection]:
        async with really() as connection:
            yield connection
        monkeypatch.setattr(people.storage, "reading", really)
        await (people.end_sessions(guest.id) if how == "ended" else people.sign_out(guest.token))

    monkeypatch.setattr(people.storage, "reading", read_before_it_ends)
    for _ in "12":
        with pytest.raises(NotSignedIn):
            house.books.wait(people.who(guest.token))
    assert people.known(guest.token) is None


def enrolled(said: str) -> tuple[TOTP, list[str]]:
    """A second factor as the terminal tells it: what makes its codes, and the recovery codes."""
    secret = re.search(r"secret=([A-Z2-7]+)", said)
    assert secret is not None
    codes = said.partition("recovery codes, each good once: ")[2].splitlines()[0].split()
    return TOTP(b32decode(secret[1]), 6, SHA1(), 30), codes


def test_the_terminal_makes_accounts_for_those_who_run_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(PASSWORD + "\n"))
    there = ["--data", str(tmp_path)]
    assert carry_out(["account", "Gus Grant", "--role", "supervisor", *there]) == 0
    assert carry_out(["account", "Gus Grant", "--role", "auditor", *there]) == 0
    assert carry_out(["account", "Gus Grant", "--role", "king", *there]) == 2
    said, refused = capsys.readouterr()
    lines = said.splitlines()
    assert lines[0] == "Gus Grant has an account and the role supervisor"
    assert lines[1].startswith("second factor: otpauth://totp/") and lines[3:] == ["Gus Grant has the role auditor"]
    assert "there is no role 'king'" in refused
    with OpenHouse(f"sqlite+aiosqlite:///{tmp_path / 'house.sqlite'}") as house:
        code = enrolled(said)[1][0]
        signed_in = say(house, "sessions", name="Gus Grant", password=PASSWORD, code=code).json()
        assert signed_in["account"]["role"] == "auditor"
        rows = house.client(signed_in["token"]).get("/api/house/log").json()["rows"]
        told = [(row["what"], json.loads(row["facts"])) for row in rows]
        assert all(facts["account"] == 1 for _, facts in told)
        assert [(what, facts.get("role"), facts.get("name")) for what, facts in told] == [
            ("role", "supervisor", "Gus Grant"),
            ("password", None, None),
            ("second-factor", None, None),
            ("role", "auditor", "Gus Grant"),
            ("recovery-code", None, None),
        ]


def test_the_terminal_gives_another_password_and_another_second_factor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    another = "a sentence that was not there"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n{another}\npassword123\n"))
    there = ["--data", str(tmp_path)]
    assert carry_out(["account", "Hal Hart", "--role", "dealer", *there]) == 0
    old = enrolled(capsys.readouterr().out)[1]
    assert carry_out(["account", "Hal Hart", "--new-password", "--new-second-factor", *there]) == 0
    said = capsys.readouterr().out
    new = enrolled(said)[1]
    assert said.startswith("Hal Hart has another password\nsecond factor: ") and "role" not in said
    assert carry_out(["account", "Hal Hart", "--new-password", *there]) == 2
    assert carry_out(["account", "Nobody Here", "--role", "player", *there]) == 2, "no password is left to be read"
    with OpenHouse(f"sqlite+aiosqlite:///{tmp_path / 'house.sqlite'}") as house:
        for password, code in ((PASSWORD, new[0]), (another, old[0])):
            assert say(house, "sessions", name="Hal Hart", password=password, code=code).status_code == 401
        back = say(house, "sessions", name="Hal Hart", password=another, code=new[0])
        assert back.json()["account"]["role"] == "dealer"


def test_staff_sign_in_with_a_second_factor_and_each_code_is_good_once(house: OpenHouse) -> None:
    people = Accounts(house.books.storage)
    house.books.wait(people.register("Sue Stone", PASSWORD, "supervisor"))
    without = say(house, "sessions", name="Sue Stone", password=PASSWORD)
    assert without.status_code == 403 and "croupier account" in without.json()["detail"]
    made = house.books.wait(people.enrol("Sue Stone"))
    totp = TOTP(b32decode(made.uri.partition("secret=")[2].partition("&")[0]), 6, SHA1(), 30)

    def tried(code: str, password: str = PASSWORD) -> int:
        return say(house, "sessions", name="Sue Stone", password=password, code=code).status_code

    moment = int(time.time())
    code = totp.generate(moment).decode()
    assert tried("") == tried("000000x") == tried(totp.generate(moment - 300).decode()) == 401
    assert tried(code, "not her password") == 401
    assert tried(code) == 201, "the password and the code"
    assert tried(code) == 401, "a code that somebody saw is of no use"
    assert tried(totp.generate(moment + 30).decode()) == 201, "a clock may be a little off"
    assert tried(totp.generate(moment).decode()) == 401, "nor is one from before the last"
    recovery = made.recovery[0].lower().replace("-", " ")
    assert [tried(recovery) for _ in "12"] == [201, 401]
    rows = house.books.rows(select(second_factors.c.secret))
    assert all(totp._hotp._key not in bytes(row.secret) for row in rows), "keys are sealed"
    kept = {row.hash for row in house.books.rows(select(recovery_codes.c.hash))}
    assert not kept.intersection(made.recovery)


def test_of_two_who_come_with_one_code_at_once_one_comes_in(house: OpenHouse) -> None:
    house.books.wait(Accounts(house.books.storage).register("Tim Tort", PASSWORD, "auditor"))
    made = house.books.wait(Accounts(house.books.storage).enrol("Tim Tort"))
    totp = TOTP(b32decode(made.uri.partition("secret=")[2].partition("&")[0]), 6, SHA1(), 30)
    for code in (totp.generate(int(time.time())).decode(), made.recovery[0]):

        async def come_in(code: str = code) -> list[object]:
            processes = [Accounts(house.books.storage) for _ in range(4)]
            tries = (one.sign_in("Tim Tort", PASSWORD, code) for one in processes)
            return await asyncio.gather(*tries, return_exceptions=True)

        came = house.books.wait(come_in())
        assert sum(isinstance(one, SignedIn) for one in came) == 1, came


def house_people(house: OpenHouse) -> Accounts:
    """The accounts of a house, as another process knows them."""
    return Accounts(house.books.storage)


def staff_with_codes(house: OpenHouse, name: str) -> tuple[TOTP, tuple[str, ...]]:
    """A supervisor: what makes their codes, and their recovery codes."""
    people = Accounts(house.books.storage)
    house.books.wait(people.register(name, PASSWORD, "supervisor"))
    made = house.books.wait(people.enrol(name))
    return TOTP(b32decode(made.uri.partition("secret=")[2].partition("&")[0]), 6, SHA1(), 30), made.recovery


def test_wrong_codes_make_the_sign_in_wait_and_are_told_to_the_owner_and_the_log(house: OpenHouse) -> None:
    totp, recovery = staff_with_codes(house, "Una Under")
    owner = house.client(house.books.wait(house_people(house).sign_in("Una Under", PASSWORD, recovery[0])).token)

    def tried(code: str, password: str = PASSWORD) -> httpx.Response:
        return say(house, "sessions", name="Una Under", password=password, code=code)

    old, right = totp.generate(int(time.time()) - 3600).decode(), totp.generate(int(time.time())).decode()
    assert [tried(old, "a wrong sentence").status_code for _ in "12"] == [401] * 2, "who has no password counts nothing"
    assert [tried(old).status_code for _ in range(WRONG_CODES)] == [401] * WRONG_CODES
    for password in (PASSWORD, "a wrong sentence"):
        waiting = tried(right, password)
        assert waiting.status_code == 429 and "in 15 minutes" in waiting.json()["detail"], "whatever the password"
    changing = {"password": PASSWORD, "new": "quite another sentence", "code": right}
    assert owner.http.post("/api/me/password", json=changing, headers=owner.headers()).status_code == 429
    assert owner.get("/api/me").json()["wrong_codes"] == WRONG_CODES
    lines = house.staff("auditor").get("/api/house/log").json()["rows"]
    facts = [json.loads(line["facts"]) for line in lines if line["what"] == "wrong-codes"]
    assert [one["codes"] for one in facts if one["account"] == owner.id] == [1, 2, 3, 4, WRONG_CODES]
    signed_in = tried(recovery[1])
    assert signed_in.status_code == 201 and signed_in.json()["wrong_codes"] == WRONG_CODES
    assert owner.get("/api/me").json()["wrong_codes"] == 0
    assert tried(right).status_code == 201, "a right code ends the wait"


def test_after_the_wait_one_wrong_code_makes_the_account_wait_again(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    totp, _ = staff_with_codes(house, "Vic Vain")
    moment = clock.now()
    monkeypatch.setattr("croupier.floor.second_factor.now", lambda: moment)

    def tried(ago: int) -> int:
        code = totp.generate(moment // clock.SECOND - ago).decode()
        return say(house, "sessions", name="Vic Vain", password=PASSWORD, code=code).status_code

    assert [tried(3600) for _ in range(WRONG_CODES + 1)] == [401] * WRONG_CODES + [429]
    moment += WAIT_MINUTES * clock.A_MINUTE
    assert [tried(3600), tried(0)] == [401, 429]
    moment += WAIT_MINUTES * clock.A_MINUTE
    assert tried(0) == 201


def test_codes_sent_at_once_are_counted_one_by_one(house: OpenHouse) -> None:
    staff_with_codes(house, "Wyn Wide")

    async def guess() -> list[object]:
        tries = (house_people(house).sign_in("Wyn Wide", PASSWORD, f"{number:06}") for number in range(12))
        return await asyncio.gather(*tries, return_exceptions=True)

    kinds = [type(one) for one in house.books.wait(guess())]
    assert kinds.count(NotSignedIn) == WRONG_CODES and kinds.count(Waits) == 12 - WRONG_CODES


def test_a_name_is_nobodys_number(house: OpenHouse) -> None:
    """Sign-ins under a name that sounds like another's key slow down nobody but that name."""
    limits = house.app.state.sign_in_limits
    made = register(house, name="Xia Xeno", password=PASSWORD).json()
    xia, burst = house.client(made["token"]), limits.accounts.burst
    limits.accounts.burst = 10
    try:
        for name in (f"{xia.id} signed in", str(xia.id)):
            for _ in range(11):
                last = say(house, "sessions", name=name, password="a wrong sentence")
            assert last.status_code == 429
        body = {"password": PASSWORD, "new": "quite another sentence"}
        assert xia.http.post("/api/me/password", json=body, headers=xia.headers()).status_code == 200
    finally:
        limits.accounts.burst = burst


def test_everybody_sees_their_sessions_and_ends_them(house: OpenHouse) -> None:
    made = register(house, name="Vera Vane", password=PASSWORD).json()
    tokens = [say(house, "sessions", name="Vera Vane", password=PASSWORD).json()["token"] for _ in "123"]
    here, there, elsewhere, first = (house.client(token) for token in (*tokens, made["token"]))
    told = here.get("/api/sessions").json()["sessions"]
    assert len(told) == 4 and [session["this"] for session in told].count(True) == 1
    assert all(session["address"] == "127.0.0.1" and "python-httpx" in session["device"] for session in told)
    (named,) = (one["id"] for one in there.get("/api/sessions").json()["sessions"] if one["this"])
    stranger = house.guest()
    assert stranger.http.delete(f"/api/sessions/{named}", headers=stranger.headers()).status_code == 404
    assert here.http.delete(f"/api/sessions/{named}", headers=here.headers()).json() == {"ended": 1}
    assert there.get("/api/me").status_code == 401 and elsewhere.get("/api/me").status_code == 200
    assert here.http.delete("/api/sessions/others", headers=here.headers()).json() == {"ended": 2}
    assert elsewhere.get("/api/me").status_code == first.get("/api/me").status_code == 401
    assert here.get("/api/me").status_code == 200


def test_a_changed_password_ends_all_other_sessions(house: OpenHouse) -> None:
    made = register(house, name="Wes West", password=PASSWORD).json()
    here, there = (
        house.client(made["token"]),
        house.client(say(house, "sessions", name="Wes West", password=PASSWORD).json()["token"]),
    )
    new = "quite another sentence"

    def change(**body: str) -> httpx.Response:
        return here.http.post("/api/me/password", json=body, headers=here.headers())

    assert change(password="not mine at all", new=new).status_code == 401
    assert change(password=PASSWORD, new="password123").status_code == 409
    assert change(password=PASSWORD, new=new).json() == {"ended": 1}
    assert here.get("/api/me").status_code == 200 and there.get("/api/me").status_code == 401
    assert say(house, "sessions", name="Wes West", password=PASSWORD).status_code == 401
    assert say(house, "sessions", name="Wes West", password=new).status_code == 201
    guest = house.guest()
    nothing = guest.http.post("/api/me/password", json={"password": "", "new": new}, headers=guest.headers())
    assert nothing.status_code == 409


def test_a_password_costs_whoever_guesses_it_time_and_memory() -> None:
    hashed = TRUE_HASHER.hash(PASSWORD)
    assert hashed.startswith("$argon2id$")
    assert TRUE_HASHER.memory_cost >= 19 * 1024 and TRUE_HASHER.time_cost >= 2


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["account", "Gus Grant"]], ids=["serve", "account"])
def test_books_are_not_kept_where_no_folder_can_be(
    command: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a file").touch()
    for place in (tmp_path / "a file", tmp_path / "a file" / "below it"):
        assert carry_out([*command, "--data", str(place)]) == 2
        said = capfd.readouterr().err.splitlines()
        assert len(said) == 1 and f"{place} cannot be the folder for the house's books" in said[0]
