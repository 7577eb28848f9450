"""People over HTTP: guests, accounts, sessions, wallets."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from croupier.floor import money
from croupier.floor.accounts import SESSION_ENDED, SESSION_SECONDS, NotSignedIn, SignedIn, Whence, is_of
from croupier.floor.api.authorization import (
    COOKIE,
    Anybody,
    Guest,
    Me,
    Player,
    accounts_of,
    address_of,
    house_of,
    know,
    token_of,
)
from croupier.floor.api.rate_limit import RateLimit, TooMany
from croupier.floor.api.requests import NameAndPassword, NewName, PasswordChange, SignIn
from croupier.floor.api.responses import (
    AccountTold,
    JsonResponse,
    MyAccount,
    MySessions,
    Refilled,
    SessionBegun,
    SessionsEnded,
    account_told,
    session_told,
)
from croupier.floor.api.struct_route import StructRoute, refused
from croupier.floor.names import tidy
from croupier.floor.second_factor import wrong_codes
from croupier.floor.storage import house_ledger as ledger
from croupier.floor.storage.commands import Command
from croupier.floor.tables.event_store import Unknown

router = APIRouter(prefix="/api", tags=["people"], route_class=StructRoute)


DEVICE: Final = "croupier_device"
DEVICE_SECONDS: Final = 180 * 24 * 3600


class SignInLimits:
    """How often passwords are tried: from one address, for one account, with one known device; guests made, and named.

    Tries for an account are slowed down and never locked out, and a device that has signed in to it before has a pace
    of its own: whoever guesses cannot keep the owner out.
    """

    def __init__(self) -> None:
        self.passwords = RateLimit(burst=10, per_second=0.2)
        self.accounts = RateLimit(burst=10, per_second=0.1, clients=100_000)
        self.devices = RateLimit(burst=10, per_second=0.2)
        self.guests = RateLimit(burst=2000, per_second=20)
        self.names = RateLimit(burst=5, per_second=1 / 600)


NewSession = Annotated[Response, SessionBegun]


def _whence(request: Request) -> Whence:
    address = request.client.host if request.client else ""
    return Whence(address, "".join(filter(str.isprintable, request.headers.get("user-agent", ""))))


def _signed_in(request: Request, new: SignedIn) -> Response:
    know(request, new.account)
    response = JsonResponse(SessionBegun(account_told(new.account), new.token, new.wrong_codes), 201)
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
    if not limit.admit(("address", address_of(request))):
        raise TooMany("too many tries from one place; wait a little")


@router.post("/guests", status_code=201, summary="Come in as a guest")
async def new_guest(request: Request) -> NewSession:
    """A guest with play money; the session comes as a cookie and as a token."""
    _check_limit(request, request.app.state.sign_in_limits.guests)
    return _signed_in(request, await accounts_of(request).guest(_whence(request)))


@router.post("/me/account", status_code=201, summary="Make an account of a guest's", responses=refused(401, 409))
async def keep_account(request: Request, body: NameAndPassword, by: Guest) -> NewSession:
    """A name and a password for a guest: chips, seats, rounds and the coach's record stay; all its sessions end."""
    people, limits = accounts_of(request), request.app.state.sign_in_limits
    _check_limit(request, limits.passwords)
    # Nothing is kept that a password could be guessed from.
    command = Command(by.me.id, by.command.key, b"/me/account\n" + tidy(body.name).encode())
    if not by.me.id:
        if not limits.accounts.admit(("name", tidy(body.name))):
            raise TooMany("too many tries for one account; wait a little")
        if not await people.was_made_by(body.name, command):
            raise NotSignedIn(SESSION_ENDED)
        return _signed_in(request, await people.sign_in(body.name, body.password, whence=_whence(request)))
    made = await people.make_account(by.me, command, body.name, body.password, _whence(request))
    await house_of(request).follow_name(made.account)
    return _signed_in(request, made)


@router.post("/me/name", summary="Choose your name", responses=refused(409))
async def choose_name(request: Request, body: NewName, by: Player) -> AccountTold:
    """Another name, also for a guest; at a table you have it at once, or after the round that is being played."""
    limits = request.app.state.sign_in_limits
    _check_limit(request, limits.passwords)
    if not limits.names.admit(("account", by.me.id)):
        raise TooMany("too many names in a short time; keep this one for a while")
    called = await accounts_of(request).rename(by.me, by.command, body.name)
    await house_of(request).follow_name(called)
    return account_told(called)


@router.post("/sessions", status_code=201, summary="Sign in", responses=refused(401, 409))
async def new_session(request: Request, body: SignIn) -> NewSession:
    """A session for an account; staff give a code of their second factor too."""
    people, limits = accounts_of(request), request.app.state.sign_in_limits
    device = request.cookies.get(DEVICE, "")
    if await people.is_known_device(body.name, device):
        limit, whose = limits.devices, ("device", device)
    else:
        _check_limit(request, limits.passwords)
        limit, whose = limits.accounts, ("name", tidy(body.name))
    if not limit.admit(whose):
        raise TooMany("too many tries for one account; wait a little, or come with a device that has signed in before")
    new = await people.sign_in(body.name, body.password, body.code, _whence(request))
    limit.forgive(whose)
    response = _signed_in(request, new)
    response.set_cookie(
        DEVICE,
        await people.device(new.account),
        max_age=DEVICE_SECONDS,
        path="/api/sessions",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return response


@router.get("/sessions", summary="Where you are signed in")
async def my_sessions(request: Request, me: Me) -> MySessions:
    """Your sessions, the newest first."""
    token = token_of(request) or ""
    rows = await accounts_of(request).sessions_of(me)
    return MySessions([session_told(row, is_of(row.token, token)) for row in rows])


@router.delete("/sessions/{session}", summary="End sessions of yours", responses=refused(404))
async def end_sessions(
    request: Request, me: Me, session: Annotated[str, Path(pattern="^([0-9a-f]{16}|others)$")]
) -> SessionsEnded:
    """End the session of that id, or with `others` all but this one."""
    people = accounts_of(request)
    if session == "others":
        return SessionsEnded(await people.end_sessions(me.id, but=token_of(request)))
    ended = await people.end_sessions(me.id, session)
    if not ended:
        raise Unknown("you have no such session")
    return SessionsEnded(ended)


@router.post("/me/password", summary="Change your password", responses=refused(401, 409))
async def change_password(request: Request, me: Me, body: PasswordChange) -> SessionsEnded:
    """Another password; all sessions but this one are ended."""
    people, limit = accounts_of(request), request.app.state.sign_in_limits.accounts
    whose, token = ("account", me.id), token_of(request) or ""
    if not limit.admit(whose):
        raise TooMany("too many tries for one account; wait a little")
    ended = await people.change_password(me, token, body.password, body.new, body.code)
    limit.forgive(whose)
    return SessionsEnded(ended)


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
        wrong = 0 if me.role == "player" else await connection.run_sync(wrong_codes, me.id)
    return MyAccount(account_told(me), wallet, wrong)


@router.post("/wallet/refill", summary="More play money")
async def refill(request: Request, by: Anybody) -> Refilled:
    """Play money for a wallet that is nearly empty."""
    return Refilled(await accounts_of(request).refill(by.me, by.command))
