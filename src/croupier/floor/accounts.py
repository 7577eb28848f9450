"""People: guests and named accounts, their passwords, second factors, sessions and roles."""

from __future__ import annotations

import asyncio
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from time import monotonic
from typing import Any, Final, Literal, TypeVar, get_args

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import ColumnElement, Connection, Row, bindparam, delete, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from croupier.chips import dollars
from croupier.errors import InvariantError, Refused
from croupier.floor import money, second_factor
from croupier.floor.clock import now, surely
from croupier.floor.money import MINT, Transfer
from croupier.floor.names import FILLERS, in_short, looks_like_staff, mixes_alphabets, skeleton, tidy
from croupier.floor.passwords import check_password
from croupier.floor.second_factor import Enrolment
from croupier.floor.storage import house_ledger as ledger
from croupier.floor.storage import house_log
from croupier.floor.storage.commands import Command, Conflict, answer_row, hold_accounts, stored_answer
from croupier.floor.storage.database import Storage
from croupier.floor.storage.keys.house_signer import HouseSigner
from croupier.floor.storage.schema import accounts, commands, looks, sessions
from croupier.table.pot import DEALER, HOUSE, POT_BEFORE

T = TypeVar("T")
Role = Literal["player", "dealer", "supervisor", "auditor"]
ROLES: Final = get_args(Role)

PLAY_MONEY: Final = 100_000
"""What a new account is given, in cents."""
REFILLED_BELOW: Final = PLAY_MONEY // 10
"""An account that is worth less, chips on tables included, is filled up to that sum again."""
SESSION_SECONDS: Final = 7 * 24 * 3600
TRUSTED_SECONDS: Final = 4.0
"""How long a session that was looked up is not looked up again: the longest that one ended elsewhere is honoured."""
CHECKED_SECONDS: Final = TRUSTED_SECONDS / 2
"""How often the sessions in use are looked up again."""
SESSION_ENDED: Final = "this session has ended; sign in again"
WRONG: Final = "that name and password do not belong together, or for staff the code of their second factor"
SESSIONS_AT_HAND: Final = 20_000
AT_ONCE: Final = 500
"""Sessions that are looked up in one query."""

_NAME: Final = re.compile(r"[\w][\w .'-]{1,28}[\w]")
_HOUSE_NAMES: Final = ("guest ", "auto ", DEALER, HOUSE, POT_BEFORE)
_hasher: Final = PasswordHasher()


class NotAllowed(Refused):
    """The role does not allow it."""


class NotSignedIn(Refused):
    """There is no session, or it has ended."""


class NameTaken(Refused):
    """Somebody else has that name."""


class Account(msgspec.Struct, frozen=True):
    """Somebody the house knows."""

    id: int
    name: str
    role: Role
    guest: bool


@dataclass(frozen=True, slots=True, repr=False)
class SignedIn:
    """An account with the token of a new session; the house keeps only the token's hash."""

    account: Account
    token: str
    wrong_codes: int = 0
    """How many wrong codes came for the account since the last right one."""


@dataclass(frozen=True, slots=True)
class Whence:
    """Where a session was begun, for its owner to tell it from others."""

    address: str
    device: str


NOWHERE: Final = Whence("", "")


@dataclass(slots=True)
class _Session:
    account: Account
    expires: int
    checked: float
    """When it was looked up, by the monotonic clock."""
    used: bool = False
    """Whether anybody has come with it since."""


class Accounts:
    """Everybody the house knows."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._sessions: OrderedDict[str, _Session] = OrderedDict()
        self._ended: dict[str, None] = {}
        self._lines: dict[str, set[asyncio.Future[None]]] = {}
        """Those who wait for a session to end."""
        self._wanted: set[str] = set()
        self._looking = asyncio.Lock()
        self._next_look: asyncio.Task[dict[str, _Session]] | None = None

    async def guest(self, whence: Whence = NOWHERE) -> SignedIn:
        """A guest with play money, by one call."""

        def work(connection: Connection) -> SignedIn:
            account = self._open(connection, "", None, "player", True)
            return SignedIn(account, _new_session(connection, self.storage.signer, account, whence))

        while True:
            with suppress(NameTaken):
                return await self.storage.writer.write(work)

    async def register(self, name: str, password: str, role: Role = "player") -> Account:
        """A named account, which nobody is signed in to yet."""
        name = _checked_name(name, role)
        _check_role(role)
        hashed = await asyncio.to_thread(_checked_and_hashed, password, name)
        return await self._written_twice(lambda books: self._open(books, name, hashed, role, False))

    async def make_account(
        self, guest: Account, command: Command, name: str, password: str, whence: Whence = NOWHERE
    ) -> SignedIn:
        """A guest's account made into a named one with a password: it stays the same account, and its sessions end.

        Sent again, also with a session that it has ended, it is answered to whoever knows the password.
        """
        name = _checked_name(name, "player")
        hashed = await asyncio.to_thread(_checked_and_hashed, password, name)

        def work(connection: Connection) -> tuple[SignedIn | None, list[str]]:
            if stored_answer(connection, command) is not None:
                return None, []
            if not _row_of(connection, guest.id).guest:
                raise Refused("you have an account already; sign out to make another")
            self._write_password(connection, guest.id, guest.id, hashed)
            self._give_name(connection, command, guest.id, name, guest=False)
            ended, named = _end_sessions(connection, guest.id), Account(guest.id, name, "player", False)
            return SignedIn(named, _new_session(connection, self.storage.signer, named, whence)), ended

        made, ended = await self._written_twice(work)
        self._forget_sessions(ended)
        return made or await self.sign_in(name, password, whence=whence)

    async def was_made_by(self, name: str, command: Command) -> bool:
        """Whether a command with this key and body made the account of that name."""
        row = await self._row(accounts.c.name == tidy(name))
        if row is None:
            return False
        async with self.storage.reading() as connection:
            sent = Command(row.id, command.key, command.body)
            return await connection.run_sync(stored_answer, sent) is not None

    async def rename(self, account: Account, command: Command, name: str) -> Account:
        """Another name for a player, guest or not; the house's log says who was called what, and when."""
        if account.role != "player":
            raise NotAllowed("the names of those who run the house are given by the house")
        name = _checked_name(name, "player")

        def work(connection: Connection) -> Account:
            row = _row_of(connection, account.id)
            if stored_answer(connection, command) is None and row.name != name:
                self._give_name(connection, command, account.id, name, row.guest)
            return Account(account.id, _row_of(connection, account.id).name, row.role, row.guest)

        called = await self._written_twice(work)
        for hashed in [hashed for hashed, session in self._sessions.items() if session.account.id == account.id]:
            self._sessions.pop(hashed)
        return called

    def _give_name(self, connection: Connection, command: Command, account: int, name: str, guest: bool) -> None:
        """Write a name in the house's log, and then give it to an account."""
        was = _row_of(connection, account).name
        self._check_that_it_is_free(connection, name, account)
        moment = house_log.enter(connection, account, "named", account=account, was=was, name=name, guest=int(guest))
        try:
            connection.execute(update(accounts).where(accounts.c.id == account).values(name=name, guest=guest))
        except IntegrityError:
            raise NameTaken(f"the name {name!r} is taken") from None
        look = {"account": account, "skeleton": skeleton(name)[:200]}
        if connection.scalar(select(looks.c.account).filter_by(**look)) is None:
            connection.execute(insert(looks), look)
        connection.execute(insert(commands), answer_row(command, {"named": name}, moment, self.storage.signer))

    async def _written_twice(self, work: Callable[[Connection], T]) -> T:
        """Carry work out, once more if the same command was being carried out at the same time."""
        try:
            return await self.storage.writer.write(work)
        except (IntegrityError, Conflict):
            return await self.storage.writer.write(work)

    async def sign_in(self, name: str, password: str, code: str = "", whence: Whence = NOWHERE) -> SignedIn:
        """A new session for somebody who knows the password, and for staff has a code of their second factor.

        A wrong name, a wrong password and a wrong code sound the same.
        """
        row = await self._row(accounts.c.name == tidy(name))
        await self._check_password(row, password, code)
        if row is None:
            raise InvariantError("a row that was there is gone")

        def work(connection: Connection) -> SignedIn | None:
            wrong = second_factor.wrong_codes(connection, row.id)
            if not self._is_proved(connection, row, code):
                return None
            account = Account(row.id, row.name, row.role, row.guest)
            return SignedIn(account, _new_session(connection, self.storage.signer, account, whence), wrong)

        return _proved(await self._written_twice(work))

    async def change_password(self, account: Account, token: str, password: str, new: str, code: str = "") -> int:
        """Another password for somebody who knows theirs; all their other sessions end, and how many those are."""
        if account.guest:
            raise Refused("a guest has no password; make an account")
        row = await self._row(accounts.c.id == account.id)
        await self._check_password(row, password, code)
        hashed = await asyncio.to_thread(_checked_and_hashed, new, account.name)

        def work(connection: Connection) -> list[str] | None:
            if not self._is_proved(connection, row, code):
                return None
            self._write_password(connection, account.id, account.id, hashed)
            return _end_sessions(connection, account.id, kept=_hashed(token))

        ended = _proved(await self._written_twice(work))
        self._forget_sessions(ended)
        return len(ended)

    async def reset_password(self, name: str, new: str) -> None:
        """Another password for somebody who has forgotten theirs, given by whoever keeps the books; sessions end."""
        row = await self._row(accounts.c.name == tidy(name))
        if row is None or row.guest:
            raise Refused(f"nobody with a password is called {name!r}")
        hashed = await asyncio.to_thread(_checked_and_hashed, new, row.name)

        def work(connection: Connection) -> list[str]:
            self._write_password(connection, None, row.id, hashed)
            return _end_sessions(connection, row.id)

        self._forget_sessions(await self._written_twice(work))

    async def enrol(self, name: str) -> Enrolment:
        """A new second factor for an account; its sessions end."""
        row = await self._row(accounts.c.name == tidy(name))
        if row is None or row.guest:
            raise Refused(f"nobody with a password is called {name!r}")

        def work(connection: Connection) -> tuple[Enrolment, list[str]]:
            hold_accounts(connection, [row.id])
            made = second_factor.enrol(connection, self.storage.seal, self.storage.signer, row.id, row.name)
            return made, _end_sessions(connection, row.id)

        made, ended = await self._written_twice(work)
        self._forget_sessions(ended)
        return made

    async def is_staff(self, name: str) -> bool:
        """Whether somebody of that name has another role than a player's."""
        row = await self._row(accounts.c.name == tidy(name))
        return row is not None and row.role != "player"

    async def is_enrolled(self, name: str) -> bool:
        """Whether an account has a second factor."""
        row = await self._row(accounts.c.name == tidy(name))
        async with self.storage.reading() as connection:
            return row is not None and await connection.run_sync(second_factor.is_enrolled, row.id)

    async def _row(self, which: ColumnElement[bool]) -> Row[Any] | None:
        async with self.storage.reading() as connection:
            return (await connection.execute(select(accounts).where(which))).first()

    async def _check_password(self, row: Row[Any] | None, password: str, code: str) -> None:
        """Refuse a wrong password, and before it is looked at a code for an account that waits."""
        if row is not None and row.role != "player":
            async with self.storage.reading() as connection:
                await connection.run_sync(second_factor.refuse_waiting, row.id, code)
        known = row is not None and row.password is not None
        right = await asyncio.to_thread(_matches, row.password if row is not None and known else _NOBODY, password)
        if not (known and right):
            raise NotSignedIn(WRONG)

    def _is_proved(self, connection: Connection, row: Any, code: str) -> bool:
        """Return True if an account is as it was read, and a code proves its role; hold it until the transaction ends.

        A wrong code is counted, so the transaction must be committed before it is refused.
        """
        now_is = hold_accounts(connection, [row.id])[row.id]
        if (now_is.role, now_is.password) != (row.role, row.password):
            return False
        if row.role == "player":
            return True
        if not second_factor.is_enrolled(connection, row.id):
            raise NotAllowed(
                "staff sign in with a second factor: `croupier account` with this name, where the house runs, gives one"
            )
        return second_factor.use(connection, self.storage.seal, row.id, code)

    async def device(self, account: Account) -> str:
        """What a device that has signed in is known by, until the password is another."""
        row = await self._row(accounts.c.id == account.id)
        return urlsafe_b64encode(self.storage.seal.sealed(secrets.token_bytes(16), _device_of(row))).decode()

    async def is_known_device(self, name: str, device: str) -> bool:
        """Whether somebody has signed in to that account with this device, and their password."""
        row = await self._row(accounts.c.name == tidy(name))
        if row is None or not device:
            return False
        try:
            self.storage.seal.opened(urlsafe_b64decode(device), _device_of(row))
        except (Refused, ValueError):
            return False
        return True

    async def sessions_of(self, account: Account) -> Sequence[Row[Any]]:
        """The sessions of an account, the newest first; a session is named by the beginning of its token's hash."""
        mine = select(sessions).where(sessions.c.account == account.id, sessions.c.expires >= surely())
        async with self.storage.reading() as connection:
            return (await connection.execute(mine.order_by(sessions.c.expires.desc()))).all()

    async def end_sessions(self, account: int, named: str = "", but: str | None = None) -> int:
        """End the sessions of an account that are so named, or all; how many. One may be kept."""
        kept = None if but is None else _hashed(but)
        ended = await self.storage.writer.write(lambda connection: _end_sessions(connection, account, named, kept))
        self._forget_sessions(ended)
        return len(ended)

    def _forget_sessions(self, ended: Sequence[str]) -> None:
        for hashed in ended:
            # It may have been looked up while it was being deleted: such an answer comes later, and does not count.
            self._ended[hashed] = None
            self._sessions.pop(hashed, None)
            self._say_it_has_ended(hashed)
        while len(self._ended) > SESSIONS_AT_HAND:
            del self._ended[next(iter(self._ended))]

    async def sign_out(self, token: str) -> None:
        """End a session."""
        hashed = _hashed(token)
        await self.storage.writer.write(lambda books: books.execute(delete(sessions).where(sessions.c.token == hashed)))
        self._forget_sessions([hashed])

    async def ended(self, token: str) -> None:
        """Wait until a session has ended: here at once, elsewhere or by its time when the sessions are next checked."""
        hashed, end = _hashed(token), asyncio.get_running_loop().create_future()
        waiting = self._lines.setdefault(hashed, set())
        waiting.add(end)
        try:
            await end
        finally:
            waiting.discard(end)
            if not waiting:
                del self._lines[hashed]

    def _say_it_has_ended(self, hashed: str) -> None:
        for end in self._lines.get(hashed, ()):
            if not end.done():
                end.set_result(None)

    async def who(self, token: str, trusted: float = TRUSTED_SECONDS) -> Account:
        """Whose session a token is; what was found is trusted for a while, so that not every request must look."""
        hashed = _hashed(token)
        session = self._sessions.get(hashed)
        if session is None or monotonic() - session.checked > trusted:
            session = await self._find(hashed)
        if session is None or session.expires < surely():
            raise NotSignedIn(SESSION_ENDED)
        session.used = True
        return session.account

    def known(self, token: str) -> Account | None:
        """Whose token this process has lately seen it to be."""
        session = self._sessions.get(_hashed(token))
        return None if session is None else session.account

    async def check_sessions(self) -> None:
        """Look up all sessions that have been used since the last check, so that no request has to wait for it.

        Those with a live line are looked up too, and whoever is on one whose session has ended is told.
        """
        used = {hashed for hashed, session in self._sessions.items() if session.used}
        with_a_line = list(self._lines)
        found = await self._look_up([*used.union(with_a_line)])
        for hashed in with_a_line:
            if hashed not in found or found[hashed].expires < surely():
                self._say_it_has_ended(hashed)

    async def _find(self, hashed: str) -> _Session | None:
        """The session behind a token; all that are wanted while others are looked up are looked up together."""
        self._wanted.add(hashed)
        if self._next_look is None:
            self._next_look = asyncio.create_task(self._look_up_wanted())
        return (await asyncio.shield(self._next_look)).get(hashed)

    async def _look_up_wanted(self) -> dict[str, _Session]:
        async with self._looking:
            wanted, self._wanted, self._next_look = list(self._wanted), set(), None
            return await self._look_up(wanted)

    async def _look_up(self, tokens: Sequence[str]) -> dict[str, _Session]:
        """The sessions behind these tokens; those that have ended are forgotten."""
        if not tokens:
            return {}
        asked = monotonic()
        found: dict[str, _Session] = {}
        async with self.storage.reading() as connection:
            for start in range(0, len(tokens), AT_ONCE):
                some = {"tokens": tokens[start : start + AT_ONCE]}
                for row in (await connection.execute(_SESSIONS, some)).all():
                    if row.proof not in session_proofs(self.storage.signer, row._asdict()):
                        continue
                    account = Account(row.id, row.name, row.role, row.guest)
                    found[row.token] = _Session(account, row.expires, asked)
        found = {hashed: session for hashed, session in found.items() if hashed not in self._ended}
        for hashed in tokens:
            self._sessions.pop(hashed, None)
        self._sessions.update(found)
        while len(self._sessions) > SESSIONS_AT_HAND:
            self._sessions.popitem(last=False)
        return found

    async def forget_ended_sessions(self) -> None:
        """Delete the sessions whose time is over."""
        await self.storage.writer.write(
            lambda books: books.execute(delete(sessions).where(sessions.c.expires < surely()))
        )

    async def exists(self, name: str) -> bool:
        """Whether somebody has that name."""
        async with self.storage.reading() as connection:
            return await connection.scalar(select(accounts.c.id).where(accounts.c.name == tidy(name))) is not None

    async def set_role(self, name: str, role: Role) -> None:
        """Give an account another role, write in the house's log that it was done, and end the account's sessions."""
        _check_role(role)

        def work(connection: Connection) -> list[str]:
            named = accounts.c.name == tidy(name)
            number = connection.scalar(select(accounts.c.id).where(named))
            if number is None:
                raise Refused(f"nobody is called {name!r}")
            connection.execute(update(accounts).where(named).values(role=role))
            house_log.enter(connection, None, "role", account=number, role=role, name=tidy(name))
            return _end_sessions(connection, number)

        self._forget_sessions(await self._written_twice(work))

    async def refill(self, account: Account, command: Command) -> int:
        """Play money up to the usual sum, for an account that has nearly nothing, in its wallet and on tables."""
        wallet = money.wallet(account.id)

        def work(connection: Connection) -> int:
            stored = stored_answer(connection, command)
            if stored is not None:
                return int(stored["given"])
            ledger.balance(connection, wallet, to_change=True)
            has = ledger.worth(connection, account.id)
            if has >= REFILLED_BELOW:
                raise Refused(
                    f"an account is refilled when all that it has, chips on tables included, is less than "
                    f"{dollars(REFILLED_BELOW)}; yours has {dollars(has)}"
                )
            given, moment = PLAY_MONEY - has, now()
            ledger.post(connection, [Transfer(MINT, wallet, given, money.why("refill"))], moment)
            connection.execute(insert(commands), answer_row(command, {"given": given}, moment, self.storage.signer))
            return given

        return await self._written_twice(work)

    def _open(self, connection: Connection, name: str, password: str | None, role: Role, guest: bool) -> Account:
        moment = now()
        name = guest_names(self.storage.signer, moment)[0] if guest else name
        row = {"name": name, "role": role, "password": password, "guest": guest, "created": moment}
        if not guest:
            self._check_that_it_is_free(connection, name)
        try:
            made = connection.execute(insert(accounts), row)
        except IntegrityError:
            raise NameTaken(f"the name {name!r} is taken") from None
        if made.inserted_primary_key is None:
            raise InvariantError("the database gave no number")
        number = int(made.inserted_primary_key[0])
        ledger.open_books(connection, [money.wallet(number)])
        opening = Transfer(MINT, money.wallet(number), PLAY_MONEY, money.why("play-money"))
        ledger.post(connection, [opening], moment)
        if password is not None:
            house_log.enter(connection, None, "role", account=number, role=role, name=name)
            self._write_password(connection, None, number, password)
            connection.execute(insert(looks), {"account": number, "skeleton": skeleton(name)[:200]})
        return Account(number, name, role, guest)

    def _write_password(self, connection: Connection, actor: int | None, account: int, hashed: str) -> None:
        """Set a password, and write a proof of its hash in the house's log."""
        connection.execute(update(accounts).where(accounts.c.id == account).values(password=hashed))
        proof, *_ = password_proofs(self.storage.signer, account, hashed)
        house_log.enter(connection, actor, "password", account=account, proof=proof.hex())

    def _check_that_it_is_free(self, connection: Connection, name: str, account: int = 0) -> None:
        """Refuse a name that looks like one that somebody else has or had.

        Two processes that make one at once do so one after the other.
        """
        if not self.storage.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(8022)"))
        alike = (looks.c.skeleton == skeleton(name)[:200]) & (looks.c.account != account)
        if connection.scalar(select(looks.c.account).where(alike).limit(1)):
            raise NameTaken(f"the name {name!r} is taken, or looks like one that is")


def _checked_name(name: str, role: str) -> str:
    """A name as it is kept; refused where it cannot be one, or others would take it for the house's."""
    name = tidy(name)
    if not _NAME.fullmatch(name) or FILLERS & set(name) or in_short(name).startswith(_HOUSE_NAMES):
        raise Refused(f"{name!r} cannot be a name; 3 to 30 letters, digits, spaces, and not one the house uses")
    if mixes_alphabets(name) or (role == "player" and looks_like_staff(name)):
        raise Refused(f"{name!r} cannot be a name; others would take it for the house's, or for another's")
    return name


def _row_of(connection: Connection, account: int) -> Row[Any]:
    return connection.execute(select(accounts).where(accounts.c.id == account)).one()


def _check_role(role: str) -> None:
    if role not in ROLES:
        raise Refused(f"there is no role {role!r}; there are {', '.join(ROLES)}")


_SESSIONS: Final = (
    select(sessions, accounts.c.id, accounts.c.name, accounts.c.guest)
    .join(accounts, sessions.c.account == accounts.c.id)
    .where(sessions.c.token.in_(bindparam("tokens", expanding=True)) & (sessions.c.role == accounts.c.role))
)
"""Sessions that have proved the role which their account has."""


def _proved(done: T | None) -> T:
    """Return what was done for somebody whose code was right; refuse anybody else."""
    if done is None:
        raise NotSignedIn(WRONG)
    return done


def _new_session(connection: Connection, signer: HouseSigner, account: Account, whence: Whence) -> str:
    """Begin a session that has proved the role of an account; its token."""
    token, moment = secrets.token_urlsafe(32), now()
    row = {
        "token": _hashed(token),
        "account": account.id,
        "role": account.role,
        "expires": moment + SESSION_SECONDS * 1_000_000,
        "began": moment,
        "address": whence.address[:45] or None,
        "device": whence.device[:120] or None,
    }
    connection.execute(insert(sessions), row | {"proof": session_proofs(signer, row)[0]})
    return token


def session_proofs(signer: HouseSigner, row: Mapping[str, Any]) -> list[bytes]:
    """Return the proof of a session's row, under each of the house's keys."""
    values = (str(row[column.name]).encode() for column in sessions.columns if column is not sessions.c.proof)
    return signer.proofs("session", *values)


def _end_sessions(connection: Connection, account: int, named: str = "", kept: str | None = None) -> list[str]:
    found = connection.execute(select(sessions.c.token).where(sessions.c.account == account)).scalars()
    ended = [token for token in found if token.startswith(named) and token != kept]
    connection.execute(delete(sessions).where(sessions.c.token.in_(ended)))
    return ended


def session_name(hashed: str) -> str:
    """What a session is called by its owner; nobody can make its token of it."""
    return hashed[:16]


def is_of(hashed: str, token: str) -> bool:
    """Whether a session has this token."""
    return hashed == _hashed(token)


def guest_names(signer: HouseSigner, created: int) -> list[str]:
    """Return what a guest of that moment may be called, under each of the house's keys."""
    return [f"Guest {proof.hex()[:8].upper()}" for proof in signer.proofs("guest", created)]


def password_proofs(signer: HouseSigner, account: int, hashed: str) -> list[bytes]:
    """Return the proof of a password's hash, under each of the house's keys."""
    return signer.proofs("password", account, hashed.encode())


def _checked_and_hashed(password: str, name: str) -> str:
    check_password(password, name)
    return _hasher.hash(password)


def _device_of(row: Any) -> bytes:
    """What a device's token is sealed for: an account with its password."""
    return b"device of account %d, password %s" % (row.id, _hashed(row.password or "").encode())


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _matches(hashed: str, password: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


_NOBODY: Final = "$argon2id$v=19$m=65536,t=3,p=4$" + "A" * 22 + "$" + "A" * 43
"""A hash that no password has, so that an unknown name takes as long to refuse as a wrong password."""
