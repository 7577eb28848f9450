"""Private tables: the link that invites to one, and who has come with it.

The secret of a link is made from a salt with the house's key. The log has the salt and the secret's hash, so that the
house can tell it to whoever opened the table, and nobody can who has the books alone.
"""

from __future__ import annotations

import hmac
import secrets
from collections import OrderedDict
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, insert, select, update

from croupier.errors import Refused
from croupier.floor.accounts import Account
from croupier.floor.storage.database import Storage
from croupier.floor.storage.keys.house_signer import HouseSigner
from croupier.floor.storage.schema import admissions, tables
from croupier.floor.tables.event_store import Unknown
from croupier.floor.tables.live_table import LiveTable

REMEMBERED: Final = 20_000
"""Admissions that a process keeps at hand."""
_OWNER: Final = "owner"


class NotInvited(Unknown):
    """There is no such table for whoever asks."""


def new_invite(signer: HouseSigner) -> str:
    """A new link as the log has it: its salt, and the hash of its secret."""
    salt = secrets.token_hex(16)
    return f"{salt}.{_hashed(signer.invite_secrets(salt)[0])}"


def secret_of(signer: HouseSigner, invite: str) -> str:
    """The secret of a link, for whoever opened its table."""
    salt, _, hashed = invite.partition(".")
    for secret in signer.invite_secrets(salt):
        if hmac.compare_digest(_hashed(secret), hashed):
            return secret
    raise Refused("this link was made under another key of the house; make a new one")


def _hashed(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def admission_proofs(signer: HouseSigner, table: int, account: int, invite: str) -> list[str]:
    """Return what is kept of somebody who came to a table with a link, under each of the house's keys."""
    return [proof.hex() for proof in signer.proofs("admission", table, account, invite.encode())]


class Invitations:
    """Who may see which private table."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._known: OrderedDict[tuple[int, int], str] = OrderedDict()
        """By table and account, the proof of the link that somebody came with, or that they opened the table."""

    def lets_in(self, live: LiveTable, account: Account | None) -> bool:
        """Whether somebody may see a table, as far as this process knows; all may see one that is not private."""
        if not live.invite:
            return True
        if account is None:
            return False
        if account.role != "player" or live.seat_of(account.id) is not None:
            return True
        proofs = admission_proofs(self.storage.signer, live.id, account.id, live.invite)
        return self._known.get((live.id, account.id)) in (_OWNER, *proofs)

    def needs_no_link(self, live: LiveTable, account: Account | None) -> bool:
        """Whether somebody sees a table whatever becomes of its link: who runs the house, and who opened it."""
        return account is not None and (account.role != "player" or self._known.get((live.id, account.id)) == _OWNER)

    async def look_up(self, table: int, account: Account | None) -> None:
        """Find in the books whether somebody has opened a table, or come to it with a link."""
        if account is None:
            return
        async with self.storage.reading() as connection:
            owner = await connection.scalar(select(tables.c.owner).where(tables.c.id == table))
            query = select(admissions.c.invite).filter_by(table=table, account=account.id)
            came_with = _OWNER if owner == account.id else await connection.scalar(query)
        if came_with:
            self._remember(table, account.id, came_with)

    async def come_in(self, live: LiveTable, account: Account, secret: str) -> None:
        """Let somebody in who has the link; to anybody else there is no such table."""
        table = live.id
        proof, *_ = admission_proofs(self.storage.signer, table, account.id, live.invite)
        if not hmac.compare_digest(_hashed(secret), live.invite.partition(".")[2]):
            raise NotInvited(f"there is no table {table}")

        def work(connection: Connection) -> None:
            row = {"table": table, "account": account.id}
            changed = update(admissions).filter_by(**row).values(invite=proof)
            if not connection.execute(changed).rowcount:
                connection.execute(insert(admissions), row | {"invite": proof})

        await self.storage.writer.write(work)
        if self._known.get((table, account.id)) != _OWNER:
            self._remember(table, account.id, proof)

    def _remember(self, table: int, account: int, came_with: str) -> None:
        self._known[table, account] = came_with
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
