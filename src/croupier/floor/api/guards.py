"""Who is asking, and what they may: the session, the role and the key of a request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Final

from fastapi import Depends, Header, Request
from starlette.requests import HTTPConnection

from croupier.floor.accounts import Account, Accounts, NotAllowed, NotSignedIn, Role
from croupier.floor.commands import Command
from croupier.floor.house import House

COOKIE: Final = "croupier_session"


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
    header = connection.headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return header[7:].strip()
    return connection.cookies.get(COOKIE)


def client_of(connection: HTTPConnection) -> str:
    """What tells clients apart for the pace: a session that is known to be one, or else where they come from."""
    token = token_of(connection)
    if token and accounts_of(connection).knows(token):
        return token
    return connection.client.host if connection.client else "unknown"


async def signed_in(request: Request) -> Account:
    """Whoever is asking; a request without a session is refused."""
    token = token_of(request)
    if not token:
        raise NotSignedIn("sign in first: POST /api/guests makes a guest with play money")
    return await accounts_of(request).who(token)


Me = Annotated[Account, Depends(signed_in)]


def role(*allowed: Role) -> Callable[[Account], Awaitable[Account]]:
    """A guard that lets only these roles through."""

    async def guard(me: Me) -> Account:
        if me.role not in allowed:
            raise NotAllowed(f"that is for {' and '.join(f'{role}s' for role in allowed)}; you are a {me.role}")
        return me

    return guard


Player = Annotated[Account, Depends(role("player"))]
"""Those who may have money on a table; whoever runs the house does not play in it."""
Supervisor = Annotated[Account, Depends(role("supervisor"))]
Overseer = Annotated[Account, Depends(role("supervisor", "auditor"))]


async def keyed_command(
    request: Request,
    me: Me,
    idempotency_key: Annotated[
        str,
        Header(
            min_length=8,
            max_length=80,
            description="A key of the client's own making, new for every command: sent again with the same key, a "
            "command is not carried out again but answered again.",
            examples=["7b1c0c1e-3f6e-4f0e-9a55-3f5e9a0b6f11"],
        ),
    ],
) -> Command:
    """The command of a request, with the key that makes sending it twice harmless."""
    if me.role == "auditor":
        raise NotAllowed("an auditor sees everything and changes nothing")
    return Command(me.id, idempotency_key, request.url.path.encode() + b"\n" + await request.body())


Keyed = Annotated[Command, Depends(keyed_command)]
