"""The guards of routes: they take the session, the role and the command's key from a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from croupier.errors import Refused
from croupier.floor.accounts import ROLES, Account, Accounts, NotAllowed, NotSignedIn, Role
from croupier.floor.api.rate_limit import Client
from croupier.floor.connection_slots import ConnectionSlots, network
from croupier.floor.http_limits import SLOTS
from croupier.floor.storage.commands import Command
from croupier.floor.tables.house import House

COOKIE: Final = "croupier_session"
KEY: Final = "idempotency-key"
SHORTEST_KEY: Final = 8
LONGEST_KEY: Final = 80
ACCOUNT: Final = "croupier.account"
"""Where the scope of a request has the number of the account that makes it."""
CHANGES_NOTHING: Final = "an auditor sees everything and changes nothing"


class Misread(Refused):
    """The request makes no sense, whatever the state of the house: status 422."""


def house_of(connection: HTTPConnection) -> House:
    """The house that serves this request."""
    house: House = connection.app.state.house
    return house


def accounts_of(connection: HTTPConnection) -> Accounts:
    """The accounts of the house that serves this request."""
    people: Accounts = connection.app.state.accounts
    return people


def token_of(connection: HTTPConnection) -> str | None:
    """The session's token: from the header of a program, or the cookie of a page."""
    sent = sent_token(connection)
    return connection.cookies.get(COOKIE) if sent is None else sent


def sent_token(connection: HTTPConnection) -> str | None:
    """The token in the header; a browser that another site directs here sends cookies, but no such header."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def address_of(connection: HTTPConnection) -> str:
    """What the client's address is counted under: for IPv6 its network."""
    return network(connection.client.host) if connection.client else "unknown"


def session_of(connection: HTTPConnection) -> tuple[str, Account] | None:
    """A session that this process has lately seen to be somebody's, and whose it is."""
    token = token_of(connection)
    account = accounts_of(connection).known(token) if token else None
    return (token, account) if token and account else None


def client_of(connection: HTTPConnection) -> Client:
    """What the rate limit tells clients apart by: a valid session, or else the address."""
    session = session_of(connection)
    return ("address", address_of(connection)) if session is None else ("session", session[0])


def know(connection: HTTPConnection, account: Account) -> None:
    """Count the connection, and write its request down, as those of somebody that the house knows."""
    if ACCOUNT not in connection.scope:
        connection.scope[ACCOUNT] = account.id
        slots: ConnectionSlots = connection.scope["state"][SLOTS]
        slots.know(connection.scope.get("client"), account.id)


class RoleGuard:
    """A dependency that gives the account whose session a request has; only one of these roles, if any are named."""

    def __init__(self, *allowed: Role) -> None:
        self.allowed = allowed

    async def __call__(self, request: Request) -> Account:
        token = token_of(request)
        if not token:
            raise NotSignedIn("sign in first: POST /api/guests makes a guest with play money")
        me = await accounts_of(request).who(token)
        know(request, me)
        if self.allowed and me.role not in self.allowed:
            named = " and ".join(f"{role}s" for role in self.allowed)
            raise NotAllowed(f"that is for {named}; your role is {me.role}")
        return me


async def whoever_asks(request: Request) -> Account | None:
    """The account whose session a request has; None for one without a session."""
    return await RoleGuard()(request) if token_of(request) else None


Me = Annotated[Account, Depends(RoleGuard())]
Overseer = Annotated[Account, Depends(RoleGuard("supervisor", "auditor"))]


@dataclass(frozen=True, slots=True)
class Commander:
    """An account, and the command that it sends with its key."""

    me: Account
    command: Command


SOMEBODY: Final = Account(0, "", "player", True)
"""Who sends a command whose session has ended."""


class CommandGuard:
    """A dependency that gives the command of a request from these roles; from all but auditors, if none is named.

    Its key makes sending it twice harmless. One dependency does it all, because each further one costs every request
    time. A command that ends its session is let through without one: what it asks for proves who sends it.
    """

    def __init__(self, *allowed: Role, ends_session: bool = False) -> None:
        self.account = RoleGuard(*allowed)
        self.ends_session = ends_session

    async def __call__(self, request: Request) -> Commander:
        try:
            me = await self.account(request)
        except NotSignedIn:
            if not self.ends_session:
                raise
            me = SOMEBODY
        if me.role == "auditor" and "auditor" not in self.account.allowed:
            raise NotAllowed(CHANGES_NOTHING)
        key = request.headers.get(KEY, "")
        if not SHORTEST_KEY <= len(key) <= LONGEST_KEY:
            raise Misread(f"a command has a key of its own, {SHORTEST_KEY} to {LONGEST_KEY} characters, in {KEY}")
        return Commander(me, Command(me.id, key, request.scope["path"].encode() + b"\n" + await request.body()))


Anybody = Annotated[Commander, Depends(CommandGuard())]
Whoever = Annotated[Commander, Depends(CommandGuard(*ROLES))]
"""Anybody, and auditors, for the one thing that they may have to do."""
Player = Annotated[Commander, Depends(CommandGuard("player"))]
"""Those who may have money on a table; whoever runs the house does not play in it."""
Guest = Annotated[Commander, Depends(CommandGuard("player", ends_session=True))]
"""A guest who makes an account, which ends the session: sent again, the command comes with one that has ended."""
Supervisor = Annotated[Commander, Depends(CommandGuard("supervisor"))]
