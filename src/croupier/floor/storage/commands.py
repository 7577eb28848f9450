"""Commands and their keys: sent twice, a command is carried out once and answered twice."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection, Row, select

from croupier.errors import Refused
from croupier.floor.storage.schema import accounts, commands

if TYPE_CHECKING:
    from croupier.floor.storage.keys.house_signer import HouseSigner


class Conflict(Refused):
    """The command came too late: something else happened first."""


@dataclass(frozen=True, slots=True)
class Command:
    """Who wants something done, under which key of their own, and what they asked."""

    account: int | None
    key: str = ""
    body: bytes = b""

    @property
    def fingerprint(self) -> bytes:
        """What tells two commands under one key apart."""
        return sha256(self.body).digest()[:16]


def hold_accounts(connection: Connection, numbers: Collection[int]) -> dict[int, Row[Any]]:
    """Return rows of accounts; nobody else changes them or spends from their limits before the transaction is over."""
    if not numbers:
        return {}
    found = select(accounts).where(accounts.c.id.in_(numbers)).order_by(accounts.c.id)
    rows = connection.execute(found.with_for_update(key_share=True)).all()
    return {row.id: row for row in rows}


def stored_answer(connection: Connection, command: Command) -> dict[str, Any] | None:
    """What was answered to this command before, if it was carried out; another one under its key is refused."""
    if not command.key or command.account is None:
        return None
    found = (commands.c.account == command.account) & (commands.c.key == command.key)
    row = (connection.execute(select(commands.c.fingerprint, commands.c.answer).where(found))).first()
    if row is None:
        return None
    if row.fingerprint[:16] != command.fingerprint:
        raise Conflict(f"the key {command.key!r} was used for another command; every command needs its own")
    answer: dict[str, Any] = msgspec.json.decode(row.answer)
    return answer


def answer_row(command: Command, answer: dict[str, Any], moment: int, signer: HouseSigner) -> list[dict[str, Any]]:
    """Return the row of a command that is carried out, written with what it did; a key that is taken fails it all.

    The house's proof of the row follows the fingerprint.
    """
    if not command.key or command.account is None:
        return []
    said = msgspec.json.encode(answer)
    proof, *_ = command_proofs(signer, command.account, command.key, command.fingerprint, said, moment)
    return [
        {
            "account": command.account,
            "key": command.key,
            "fingerprint": command.fingerprint + proof,
            "answer": said,
            "time": moment,
        }
    ]


def command_proofs(
    signer: HouseSigner, account: int, key: str, fingerprint: bytes, answer: bytes, time: int
) -> list[bytes]:
    """Return what may stand behind the fingerprint of a command, under each of the house's keys."""
    return signer.proofs("command", account, key.encode(), fingerprint[:16], answer, time)
