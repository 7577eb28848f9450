"""People over HTTP: guests, accounts, sessions, wallets."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from croupier.floor import money
from croupier.floor.accounts import SESSION_SECONDS, SignedIn
from croupier.floor.api.authorization import COOKIE, Anybody, Me, accounts_of, address_of, house_of, token_of
from croupier.floor.api.rate_limit import RateLimit, TooMany
from croupier.floor.api.requests import NameAndPassword
from croupier.floor.api.responses import (
    JsonResponse,
    MyAccount,
    Refilled,
    SessionBegun,
    WalletTransfers,
    account_told,
    transfer_told,
)
from croupier.floor.api.struct_route import StructRoute, refused
from croupier.floor.storage import house_ledger as ledger

router = APIRouter(prefix="/api", tags=["people"], route_class=StructRoute)


class SignInLimits:
    """How often one address may try a password, or make a guest."""

    def __init__(self) -> None:
        self.passwords = RateLimit(burst=10, per_second=0.2)
        self.guests = RateLimit(burst=2000, per_second=20)


NewSession = Annotated[Response, SessionBegun]


def _signed_in(request: Request, new: SignedIn) -> Response:
    response = JsonResponse(SessionBegun(account_told(new.account), new.token), 201)
    response.set_cookie(
        COOKIE,
        new.token,
        max_age=SESSION_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return response


def _check_limit(request: Request, limit: RateLimit) -> None:
    if not limit.admit(address_of(request)):
        raise TooMany("too many tries from one place; wait a little")


@router.post("/guests", status_code=201, summary="Come in as a guest")
async def new_guest(request: Request) -> NewSession:
    """A guest with play money; the session comes as a cookie and as a token."""
    _check_limit(request, request.app.state.sign_in_limits.guests)
    return _signed_in(request, await accounts_of(request).guest())


@router.post("/accounts", status_code=201, summary="Make an account", responses=refused(409))
async def new_account(request: Request, body: NameAndPassword) -> NewSession:
    """A player's account with a name and a password."""
    _check_limit(request, request.app.state.sign_in_limits.passwords)
    return _signed_in(request, await accounts_of(request).register(body.name, body.password))


@router.post("/sessions", status_code=201, summary="Sign in", responses=refused(401))
async def new_session(request: Request, body: NameAndPassword) -> NewSession:
    """A session for an account."""
    _check_limit(request, request.app.state.sign_in_limits.passwords)
    return _signed_in(request, await accounts_of(request).sign_in(body.name, body.password))


@router.delete("/sessions", status_code=204, summary="Sign out")
async def end_session(request: Request, me: Me) -> Response:
    """End this session."""
    await accounts_of(request).sign_out(token_of(request) or "")
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response


@router.get("/me", summary="Who you are")
async def who_am_i(request: Request, me: Me) -> MyAccount:
    """Your account and your wallet."""
    async with house_of(request).storage.reading() as connection:
        wallet = await connection.run_sync(ledger.balance, money.wallet(me.id))
    return MyAccount(account_told(me), wallet)


@router.post("/wallet/refill", summary="More play money")
async def refill(request: Request, by: Anybody) -> Refilled:
    """Play money for a wallet that is nearly empty."""
    return Refilled(await accounts_of(request).refill(by.me, by.command))


@router.get("/wallet/transfers", summary="What moved in your wallet")
async def my_transfers(request: Request, me: Me, limit: Annotated[int, Query(ge=1, le=1000)] = 100) -> WalletTransfers:
    """The last transfers into and out of your wallet."""
    async with house_of(request).storage.reading() as connection:
        rows = await ledger.transfers_of(connection, money.wallet(me.id), limit)
    return WalletTransfers([transfer_told(row) for row in rows])
