"""People: guests and named accounts, their passwords, sessions and roles."""

from __future__ import annotations

import asyncio
import re
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal, get_args

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.chips import dollars
from croupier.errors import Refused
from croupier.floor import ledger
from croupier.floor.ledger import MINT, Transfer, now
from croupier.floor.schema import accounts, sessions
from croupier.floor.storage import Storage

Role = Literal["player", "dealer", "supervisor", "auditor"]
ROLES: Final = get_args(Role)

PLAY_MONEY: Final = 100_000
"""What a new account is given, in cents."""
SESSION_SECONDS: Final = 7 * 24 * 3600

_NAME: Final = re.compile(r"[\w][\w .'-]{1,28}[\w]")
_hasher: Final = PasswordHasher()


class NotAllowed(Refused):
    """The role does not allow it."""


class NotSignedIn(Refused):
    """There is no session, or it has ended."""


@dataclass(frozen=True, slots=True)
class Account:
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


class Accounts:
    """Everybody the house knows."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def guest(self) -> SignedIn:
        """A guest with play money, by one call."""
        name = f"Guest {secrets.token_hex(3).upper()}"
        return await self._open(name, None, "player", guest=True)

    async def register(self, name: str, password: str, role: Role = "player") -> SignedIn:
        """A named account."""
        name = " ".join(name.split())
        if not _NAME.fullmatch(name) or name.lower().startswith(("guest ", "auto ", "the dealer")):
            raise Refused(f"{name!r} cannot be a name; 3 to 30 letters, digits, spaces, and not one the house uses")
        if not 10 <= len(password) <= 200:
            raise Refused("a password has 10 to 200 characters")
        if role not in ROLES:
            raise Refused(f"there is no role {role!r}; there are {', '.join(ROLES)}")
        return await self._open(name, await asyncio.to_thread(_hasher.hash, password), role, guest=False)

    async def sign_in(self, name: str, password: str) -> SignedIn:
        """A new session for somebody who knows the password; a wrong name and a wrong password sound the same."""
        async with self.storage.reading() as connection:
            row = (await connection.execute(select(accounts).where(accounts.c.name == " ".join(name.split())))).first()
        known = row is not None and row.password is not None
        right = await asyncio.to_thread(_matches, row.password if row is not None and known else _NOBODY, password)
        if row is None or not (known and right):
            raise NotSignedIn("that name and password do not belong together")
        async with self.storage.writing() as connection:
            token = await _new_session(connection, row.id)
        return SignedIn(Account(row.id, row.name, row.role, row.guest), token)

    async def sign_out(self, token: str) -> None:
        """End a session."""
        async with self.storage.writing() as connection:
            await connection.execute(delete(sessions).where(sessions.c.token == _hashed(token)))

    async def who(self, token: str) -> Account:
        """Whose session a token is."""
        query = (
            select(accounts.c.id, accounts.c.name, accounts.c.role, accounts.c.guest, sessions.c.expires)
            .join(sessions, sessions.c.account == accounts.c.id)
            .where(sessions.c.token == _hashed(token))
        )
        async with self.storage.reading() as connection:
            row = (await connection.execute(query)).first()
        if row is None or row.expires < now():
            raise NotSignedIn("this session has ended; sign in again")
        return Account(row.id, row.name, row.role, row.guest)

    async def exists(self, name: str) -> bool:
        """Whether somebody has that name."""
        async with self.storage.reading() as connection:
            return await connection.scalar(select(accounts.c.id).where(accounts.c.name == name)) is not None

    async def set_role(self, name: str, role: Role) -> None:
        """Give an account another role."""
        if role not in ROLES:
            raise Refused(f"there is no role {role!r}; there are {', '.join(ROLES)}")
        async with self.storage.writing() as connection:
            done = await connection.execute(update(accounts).where(accounts.c.name == name).values(role=role))
            if done.rowcount != 1:
                raise Refused(f"nobody is called {name!r}")

    async def refill(self, account: Account) -> int:
        """Play money up to the usual sum, for a wallet that is nearly empty."""
        async with self.storage.writing() as connection:
            has = await ledger.balance(connection, ledger.wallet(account.id))
            if has >= PLAY_MONEY // 10:
                raise Refused(f"a wallet is refilled when it holds less than {dollars(PLAY_MONEY // 10)}")
            given = PLAY_MONEY - has
            await ledger.post(connection, [Transfer(MINT, ledger.wallet(account.id), given, "play money")])
        return given

    async def _open(self, name: str, password: str | None, role: Role, guest: bool) -> SignedIn:
        try:
            async with self.storage.writing() as connection:
                made = await connection.execute(
                    insert(accounts).values(name=name, role=role, password=password, guest=guest, created=now())
                )
                assert made.inserted_primary_key is not None
                number = int(made.inserted_primary_key[0])
                await ledger.open_books(connection, [ledger.wallet(number)])
                await ledger.post(connection, [Transfer(MINT, ledger.wallet(number), PLAY_MONEY, "play money")])
                token = await _new_session(connection, number)
        except IntegrityError:
            raise Refused(f"the name {name!r} is taken") from None
        return SignedIn(Account(number, name, role, guest), token)


async def _new_session(connection: AsyncConnection, account: int) -> str:
    token = secrets.token_urlsafe(32)
    expires = now() + SESSION_SECONDS * 1_000_000
    await connection.execute(insert(sessions).values(token=_hashed(token), account=account, expires=expires))
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
