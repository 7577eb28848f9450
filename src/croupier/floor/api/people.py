"""People over HTTP: guests, accounts, sessions, wallets."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from sqlalchemy import or_, select
from starlette.responses import Response

from croupier.floor import ledger
from croupier.floor.accounts import SESSION_SECONDS, Account, SignedIn
from croupier.floor.api.guards import COOKIE, Me, Pace, TooMany, accounts_of, house_of, token_of
from croupier.floor.api.models import Json, NameAndPassword
from croupier.floor.api.tables import encoded
from croupier.floor.schema import transfers

router = APIRouter(prefix="/api", tags=["people"])

_PASSWORD_PACE = Pace(burst=10, per_second=0.2)
"""Passwords tried from one place."""
_GUEST_PACE = Pace(burst=2000, per_second=20)
"""Guests made from one place."""


def _about(account: Account) -> Json:
    return {"id": account.id, "name": account.name, "role": account.role, "guest": account.guest}


def _signed_in(request: Request, new: SignedIn) -> Response:
    response = encoded({"account": _about(new.account), "token": new.token}, 201)
    response.set_cookie(
        COOKIE,
        new.token,
        max_age=SESSION_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return response


def _slowly(request: Request, pace: Pace) -> None:
    place = request.client.host if request.client else "unknown"
    if not pace.admit(place):
        raise TooMany("too many tries from one place; wait a little")


@router.post("/guests", status_code=201, summary="Come in as a guest")
async def new_guest(request: Request) -> Response:
    """A guest with play money; the session comes as a cookie and as a token."""
    _slowly(request, _GUEST_PACE)
    return _signed_in(request, await accounts_of(request).guest())


@router.post("/accounts", status_code=201, summary="Make an account")
async def new_account(request: Request, body: NameAndPassword) -> Response:
    """A player's account with a name and a password."""
    _slowly(request, _PASSWORD_PACE)
    return _signed_in(request, await accounts_of(request).register(body.name, body.password))


@router.post("/sessions", status_code=201, summary="Sign in")
async def new_session(request: Request, body: NameAndPassword) -> Response:
    """A session for an account."""
    _slowly(request, _PASSWORD_PACE)
    return _signed_in(request, await accounts_of(request).sign_in(body.name, body.password))


@router.delete("/sessions", status_code=204, summary="Sign out")
async def end_session(request: Request, me: Me) -> Response:
    """End this session."""
    await accounts_of(request).sign_out(token_of(request) or "")
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response


@router.get("/me", summary="Who you are")
async def who_am_i(request: Request, me: Me) -> Response:
    """Your account and your wallet."""
    async with house_of(request).storage.reading() as connection:
        wallet = await ledger.balance(connection, ledger.wallet(me.id))
    return encoded({"account": _about(me), "wallet": wallet})


@router.post("/wallet/refill", summary="More play money")
async def refill(request: Request, me: Me) -> Response:
    """Play money for a wallet that is nearly empty."""
    return encoded({"given": await accounts_of(request).refill(me)})


@router.get("/wallet/transfers", summary="What moved in your wallet")
async def my_transfers(request: Request, me: Me, limit: Annotated[int, Query(ge=1, le=1000)] = 100) -> Response:
    """The last transfers into and out of your wallet."""
    mine = ledger.wallet(me.id)
    query = (
        select(transfers)
        .where(or_(transfers.c.debit == mine, transfers.c.credit == mine))
        .order_by(transfers.c.id.desc())
        .limit(limit)
    )
    async with house_of(request).storage.reading() as connection:
        rows = (await connection.execute(query)).mappings().all()
    return encoded({"transfers": [dict(row) for row in rows]})
