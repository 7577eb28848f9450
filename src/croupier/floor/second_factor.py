"""A second factor for staff: one-time codes by the clock (TOTP, RFC 6238), and recovery codes beside them.

Wrong codes are counted with the account. After some of them it waits: a recovery code is still taken, which nobody can
guess, so whoever knows the password cannot keep the owner out.
"""

from __future__ import annotations

import re
import secrets
from base64 import b32encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from sqlalchemy import Connection, delete, insert, select, update

from croupier.errors import Refused
from croupier.floor.clock import A_MINUTE, SECOND, now
from croupier.floor.storage import house_log
from croupier.floor.storage.keys.house_signer import HouseSigner
from croupier.floor.storage.keys.seed_seal import SeedSeal
from croupier.floor.storage.schema import recovery_codes, second_factors

STEP_SECONDS: Final = 30
DIGITS: Final = 6
STEPS_OFF: Final = 1
"""How far a clock may be off: the code before and the code after are taken too."""
RECOVERY_CODES: Final = 10
WRONG_CODES: Final = 5
"""How many wrong codes one after another are looked at without a pause."""
WAIT_MINUTES: Final = 15
"""How long an account waits after that many, and after each further one."""
ISSUER: Final = "Croupier"
_ONE_TIME: Final = re.compile(rf"\d{{{DIGITS}}}")


class Waits(Refused):
    """Too many wrong codes came for an account: it is asked for later."""


@dataclass(frozen=True, slots=True, repr=False)
class Enrolment:
    """What somebody is told once: the key, as an address that programs for codes read, and the recovery codes."""

    uri: str
    recovery: tuple[str, ...]


def enrol(connection: Connection, seal: SeedSeal, signer: HouseSigner, account: int, name: str) -> Enrolment:
    """Give an account a new second factor; the one before, and its recovery codes, are good no more."""
    secret = secrets.token_bytes(20)
    codes = tuple(_recovery_code() for _ in range(RECOVERY_CODES))
    for table in (second_factors, recovery_codes):
        connection.execute(delete(table).where(table.c.account == account))
    sealed, hashes = seal.sealed(secret, _place(account)), sorted(map(_hashed, codes))
    row = {"account": account, "secret": sealed, "step": 0, "wrong": 0, "waits": 0}
    connection.execute(insert(second_factors), row)
    connection.execute(insert(recovery_codes), [{"hash": hashed, "account": account} for hashed in hashes])
    proof, *_ = enrolment_proofs(signer, account, sealed, hashes)
    house_log.enter(connection, None, "second-factor", account=account, proof=proof.hex())
    return Enrolment(_totp(secret).get_provisioning_uri(name, ISSUER), codes)


def enrolment_proofs(signer: HouseSigner, account: int, sealed: bytes, hashes: Sequence[str]) -> list[bytes]:
    """Return the proof of a second factor and its recovery codes, under each of the house's keys."""
    return signer.proofs("second factor", account, sealed, *(hashed.encode() for hashed in hashes))


def is_enrolled(connection: Connection, account: int) -> bool:
    """Whether the account has a second factor."""
    return connection.scalar(select(second_factors.c.account).where(second_factors.c.account == account)) is not None


def wrong_codes(connection: Connection, account: int) -> int:
    """Return how many wrong codes came for an account since the last right one."""
    return connection.scalar(select(second_factors.c.wrong).where(second_factors.c.account == account)) or 0


def refuse_waiting(connection: Connection, account: int, code: str) -> None:
    """Refuse a one-time code for an account that waits after wrong ones."""
    until = connection.scalar(select(second_factors.c.waits).where(second_factors.c.account == account)) or 0
    if now() < until and _ONE_TIME.fullmatch(_plain(code)):
        minutes = -(-(until - now()) // A_MINUTE)
        raise Waits(
            f"too many wrong codes came for this account; sign in with a recovery code, or in {minutes} minutes"
        )


def use(connection: Connection, seal: SeedSeal, account: int, code: str) -> bool:
    """Return True if a code is right, which it is once; count it if it is wrong. The caller holds the account."""
    refuse_waiting(connection, account, code)
    this, plain = second_factors.c.account == account, _plain(code)
    row = connection.execute(select(second_factors).where(this)).one()
    if _ONE_TIME.fullmatch(plain):
        step = _step(seal.opened(bytes(row.secret), _place(account)), plain) or 0
        right = step > int(row.step)
        if right:
            house_log.enter(connection, account, "one-time-code", account=account, step=step)
    else:
        step, right = row.step, _use_recovery(connection, account, plain)
    if right:
        connection.execute(update(second_factors).where(this).values(step=step, wrong=0, waits=0))
    elif plain:
        many = row.wrong + 1
        waits = now() + WAIT_MINUTES * A_MINUTE if many >= WRONG_CODES else row.waits
        connection.execute(update(second_factors).where(this).values(wrong=many, waits=waits))
        house_log.enter(connection, None, "wrong-codes", account=account, codes=many, waits=waits)
    return right


def _use_recovery(connection: Connection, account: int, code: str) -> bool:
    used = _hashed(code)
    if connection.execute(delete(recovery_codes).filter_by(account=account, hash=used)).rowcount != 1:
        return False
    house_log.enter(connection, account, "recovery-code", account=account, hash=used)
    return True


def _plain(code: str) -> str:
    return re.sub(r"[\s-]", "", code).upper()


def _step(secret: bytes, code: str) -> int | None:
    """The step of time whose code it is."""
    totp, this = _totp(secret), now() // SECOND // STEP_SECONDS
    for step in range(this - STEPS_OFF, this + STEPS_OFF + 1):
        if compare_digest(totp.generate(step * STEP_SECONDS), code.encode()):
            return step
    return None


def _totp(secret: bytes) -> TOTP:
    # SHA-1 is what every program for codes knows; an HMAC does not need collisions to be hard.
    return TOTP(secret, DIGITS, SHA1(), STEP_SECONDS)


def _place(account: int) -> bytes:
    """What a sealed key is for: it cannot be moved to another account."""
    return b"second factor of account %d" % account


def _recovery_code() -> str:
    letters = b32encode(secrets.token_bytes(10)).decode()
    return "-".join(letters[start : start + 4] for start in range(0, 16, 4))


def _hashed(code: str) -> str:
    """A recovery code has 80 random bits, so a plain hash tells nothing of it."""
    return sha256(code.replace("-", "").encode()).hexdigest()
