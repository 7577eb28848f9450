"""People: guests and named accounts, their passwords, sessions and roles."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from time import monotonic
from typing import Final, Literal, get_args

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, LargeBinary, bindparam, cast, delete, func, insert, not_, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from croupier.chips import dollars
from croupier.errors import Refused
from croupier.floor import money
from croupier.floor.clock import now, surely
from croupier.floor.money import MINT, Transfer
from croupier.floor.names import FILLERS, in_short, tidy
from croupier.floor.storage import house_ledger as ledger
from croupier.floor.storage import house_log
from croupier.floor.storage.commands import Command, answer_row, stored_answer
from croupier.floor.storage.database import Storage
from croupier.floor.storage.schema import accounts, commands, sessions
from croupier.table.pot import DEALER, HOUSE, POT_BEFORE

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
        self._lines: dict[str, set[asyncio.Future[None]]] = {}
        """Those who wait for a session to end."""
        self._wanted: set[str] = set()
        self._looking = asyncio.Lock()
        self._next_look: asyncio.Task[dict[str, _Session]] | None = None

    async def guest(self) -> SignedIn:
        """A guest with play money, by one call."""
        while True:
            name = f"Guest {secrets.token_hex(4).upper()}"
            with suppress(NameTaken):
                return await self._open(name, None, "player", guest=True)

    async def register(self, name: str, password: str, role: Role = "player") -> SignedIn:
        """A named account."""
        name = tidy(name)
        if not _NAME.fullmatch(name) or FILLERS & set(name) or in_short(name).startswith(_HOUSE_NAMES):
            raise Refused(f"{name!r} cannot be a name; 3 to 30 letters, digits, spaces, and not one the house uses")
        if not 10 <= len(password) <= 200:
            raise Refused("a password has 10 to 200 characters")
        _check_role(role)
        return await self._open(name, await asyncio.to_thread(_hasher.hash, password), role, guest=False)

    async def sign_in(self, name: str, password: str) -> SignedIn:
        """A new session for somebody who knows the password; a wrong name and a wrong password sound the same."""
        async with self.storage.reading() as connection:
            row = (await connection.execute(select(accounts).where(accounts.c.name == tidy(name)))).first()
        known = row is not None and row.password is not None
        right = await asyncio.to_thread(_matches, row.password if row is not None and known else _NOBODY, password)
        if row is None or not (known and right):
            raise NotSignedIn("that name and password do not belong together")
        token = await self.storage.write(lambda connection: _new_session(connection, row.id))
        return SignedIn(Account(row.id, row.name, row.role, row.guest), token)

    async def sign_out(self, token: str) -> None:
        """End a session."""
        hashed = _hashed(token)
        self._sessions.pop(hashed, None)
        await self.storage.write(lambda books: books.execute(delete(sessions).where(sessions.c.token == hashed)))
        # It may have been looked up while it was being deleted.
        self._sessions.pop(hashed, None)
        self._say_it_has_ended(hashed)

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

    def knows(self, token: str) -> bool:
        """Whether this process has lately seen that the token is somebody's."""
        return _hashed(token) in self._sessions

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
                    account = Account(row.id, row.name, row.role, row.guest)
                    found[row.token] = _Session(account, row.expires, asked)
        for hashed in tokens:
            self._sessions.pop(hashed, None)
        self._sessions.update(found)
        while len(self._sessions) > SESSIONS_AT_HAND:
            self._sessions.popitem(last=False)
        return found

    async def forget_ended_sessions(self) -> None:
        """Delete the sessions whose time is over."""
        await self.storage.write(lambda books: books.execute(delete(sessions).where(sessions.c.expires < surely())))

    async def exists(self, name: str) -> bool:
        """Whether somebody has that name."""
        async with self.storage.reading() as connection:
            return await connection.scalar(select(accounts.c.id).where(accounts.c.name == tidy(name))) is not None

    async def set_role(self, name: str, role: Role) -> None:
        """Give an account another role, and write in the house's log that it was done."""
        _check_role(role)

        def work(connection: Connection) -> None:
            named = accounts.c.name == tidy(name)
            number = connection.scalar(select(accounts.c.id).where(named))
            if number is None:
                raise Refused(f"nobody is called {name!r}")
            connection.execute(update(accounts).where(named).values(role=role))
            house_log.enter(connection, None, "role", account=number, role=role, name=tidy(name))

        await self.storage.write(work)

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
            ledger.post(connection, [Transfer(MINT, wallet, given, money.why("refill"))], [moment])
            connection.execute(insert(commands), answer_row(command, {"given": given}, moment))
            return given

        try:
            return await self.storage.write(work)
        except IntegrityError:
            return await self.storage.write(work)

    async def _open(self, name: str, password: str | None, role: Role, guest: bool) -> SignedIn:
        def work(connection: Connection) -> SignedIn:
            moment = now()
            row = {"name": name, "role": role, "password": password, "guest": guest, "created": moment}
            if not guest:
                self._check_that_it_is_free(connection, name)
            try:
                made = connection.execute(insert(accounts), row)
            except IntegrityError:
                raise NameTaken(f"the name {name!r} is taken") from None
            assert made.inserted_primary_key is not None
            number = int(made.inserted_primary_key[0])
            ledger.open_books(connection, [money.wallet(number)])
            opening = Transfer(MINT, money.wallet(number), PLAY_MONEY, money.why("play-money"))
            ledger.post(connection, [opening], [moment])
            if role != "player":
                house_log.enter(connection, None, "role", account=number, role=role, name=name)
            return SignedIn(Account(number, name, role, guest), _new_session(connection, number))

        return await self.storage.write(work)

    def _check_that_it_is_free(self, connection: Connection, name: str) -> None:
        """Refuse a name that somebody has in other capitals.

        A database knows only the capitals of plain letters, so names with others are all compared here. Two processes
        that make a name at once do so one after the other.
        """
        bytes_of = func.octet_length(accounts.c.name)
        if self.storage.is_sqlite:
            bytes_of = func.length(cast(accounts.c.name, LargeBinary))
        else:
            connection.execute(text("SELECT pg_advisory_xact_lock(8022)"))
        plain = func.lower(accounts.c.name) == in_short(name)
        others = bytes_of != func.length(accounts.c.name)
        alike = select(accounts.c.name).where(not_(accounts.c.guest), or_(plain, others))
        if in_short(name) in {in_short(other) for other in (connection.execute(alike)).scalars()}:
            raise NameTaken(f"the name {name!r} is taken")


def _check_role(role: str) -> None:
    if role not in ROLES:
        raise Refused(f"there is no role {role!r}; there are {', '.join(ROLES)}")


_SESSIONS: Final = (
    select(sessions.c.token, sessions.c.expires, accounts.c.id, accounts.c.name, accounts.c.role, accounts.c.guest)
    .join(accounts, sessions.c.account == accounts.c.id)
    .where(sessions.c.token.in_(bindparam("tokens", expanding=True)))
)


def _new_session(connection: Connection, account: int) -> str:
    token = secrets.token_urlsafe(32)
    expires = now() + SESSION_SECONDS * 1_000_000
    connection.execute(insert(sessions), {"token": _hashed(token), "account": account, "expires": expires})
    return token


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _matches(hashed: str, password: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


_NOBODY: Final = "$argon2id$v=19$m=65536,t=3,p=4$" + "A" * 22 + "$" + "A" * 43
"""A hash that no password has, so that an unknown name takes as long to refuse as a wrong password."""
