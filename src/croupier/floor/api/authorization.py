"""Who is asking, and what they may: the session, the role and the key of a request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from croupier.errors import Refused
from croupier.floor.accounts import ROLES, Account, Accounts, NotAllowed, NotSignedIn, Role
from croupier.floor.storage.commands import Command
from croupier.floor.tables.house import House

COOKIE: Final = "croupier_session"
KEY: Final = "idempotency-key"
SHORTEST_KEY: Final = 8
LONGEST_KEY: Final = 80
CHANGES_NOTHING: Final = "an auditor sees everything and changes nothing"


class Misread(Refused):
    """What was asked for cannot be, whatever the state of the house."""


def house_of(connection: HTTPConnection) -> House:
    """The house that serves this request."""
    house: House = connection.app.state.house
    return house


def accounts_of(connection: HTTPConnection) -> Accounts:
    """The people that this house knows."""
    people: Accounts = connection.app.state.accounts
    return people


def token_of(connection: HTTPConnection) -> str | None:
    """The session's token: from the header of a program, or the cookie of a page."""
    sent = sent_token(connection)
    return connection.cookies.get(COOKIE) if sent is None else sent


def sent_token(connection: HTTPConnection) -> str | None:
    """The token that a program sends of its own accord; a browser adds only cookies to what another site asks for."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def address_of(connection: HTTPConnection) -> str:
    """Where somebody comes from."""
    return connection.client.host if connection.client else "unknown"


def client_of(connection: HTTPConnection) -> str:
    """What tells clients apart for the pace: a session that is known to be one, or else where they come from."""
    token = token_of(connection)
    if token and accounts_of(connection).knows(token):
        return token
    return address_of(connection)


async def signed_in(request: Request) -> Account:
    """Whoever is asking; a request without a session is refused."""
    token = token_of(request)
    if not token:
        raise NotSignedIn("sign in first: POST /api/guests makes a guest with play money")
    return await accounts_of(request).who(token)


def roles(*allowed: Role) -> Callable[[Request], Awaitable[Account]]:
    """A guard that lets only these roles through; anybody who is signed in, if none is named."""

    async def guard(request: Request) -> Account:
        me = await signed_in(request)
        if allowed and me.role not in allowed:
            raise NotAllowed(f"that is for {' and '.join(f'{role}s' for role in allowed)}; your role is {me.role}")
        return me

    return guard


Me = Annotated[Account, Depends(roles())]
Overseer = Annotated[Account, Depends(roles("supervisor", "auditor"))]


@dataclass(frozen=True, slots=True)
class Commander:
    """Whoever wants something done, and their command with its key."""

    me: Account
    command: Command


def commands(*allowed: Role) -> Callable[[Request], Awaitable[Commander]]:
    """A guard that takes the command of a request from these roles.

    Its key makes sending it twice harmless. One guard does it all, because every further one costs each request time.
    """
    let_in = roles(*allowed)

    async def guard(request: Request) -> Commander:
        me = await let_in(request)
        if me.role == "auditor" and "auditor" not in allowed:
            raise NotAllowed(CHANGES_NOTHING)
        key = request.headers.get(KEY, "")
        if not SHORTEST_KEY <= len(key) <= LONGEST_KEY:
            raise Misread(f"a command has a key of its own, {SHORTEST_KEY} to {LONGEST_KEY} characters, in {KEY}")
        return Commander(me, Command(me.id, key, request.scope["path"].encode() + b"\n" + await request.body()))

    return guard


Anybody = Annotated[Commander, Depends(commands())]
Whoever = Annotated[Commander, Depends(commands(*ROLES))]
"""Anybody, and auditors, for the one thing that they may have to do."""
Player = Annotated[Commander, Depends(commands("player"))]
"""Those who may have money on a table; whoever runs the house does not play in it."""
Supervisor = Annotated[Commander, Depends(commands("supervisor"))]
