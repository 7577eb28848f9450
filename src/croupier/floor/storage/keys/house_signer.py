"""The house's own key: what it says under it, and nobody else can say.

Checkpoints, transcripts and the day's close are signed (Ed25519), so that anybody may check them by the public key. A
receipt, which every command is answered with, is a keyed hash: it costs microseconds, and is checked by those who have
the key.
"""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor.hash_chain import START, link
from croupier.floor.storage import house_log
from croupier.floor.storage.keys.key_source import KeySource, NoKey
from croupier.floor.storage.schema import house_log as lines

KEY: Final = "CROUPIER_SIGNING_KEY"
_RECEIPT: Final = re.compile(r"croupier-receipt-1\.(\d{1,18})\.(\d{1,18})\.(\d{1,9})\.([0-9a-f]{32})")


class Receipt(msgspec.Struct, frozen=True):
    """What an account was answered: that its command was carried out at a table, up to an entry."""

    account: int
    table: int
    sequence: int
    proof: str

    def __str__(self) -> str:
        return f"croupier-receipt-1.{self.account}.{self.table}.{self.sequence}.{self.proof}"

    @classmethod
    def read(cls, words: str) -> Receipt | None:
        """The receipt in these words, if they are one."""
        found = _RECEIPT.fullmatch(words)
        return found and cls(int(found[1]), int(found[2]), int(found[3]), found[4])


class HouseSigner:
    """Gives receipts and signs what the house hands out; of several keys the first is used, and all are known."""

    def __init__(self, file: Path, may_make: bool) -> None:
        self.file = file
        """Where the key is, if the environment has none."""
        self._source = KeySource("receipts and checkpoints", KEY, file, may_make)

    @cached_property
    def _keys(self) -> list[bytes]:
        return self._source.read()

    @cached_property
    def _private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self._keys[0])

    @cached_property
    def public_keys(self) -> list[str]:
        """By which signatures are checked, the one in use first."""
        keys = map(Ed25519PrivateKey.from_private_bytes, self._keys)
        return [key.public_key().public_bytes_raw().hex() for key in keys]

    @cached_property
    def _receipt_keys(self) -> list[bytes]:
        return [hmac.digest(key, b"croupier receipts", "sha256") for key in self._keys]

    def receipt(self, account: int, table: int, sequence: int, hash: bytes) -> Receipt:
        """The receipt for a command up to an entry with that hash."""
        return Receipt(account, table, sequence, _proof(self._receipt_keys[0], account, table, sequence, hash))

    def gave(self, receipt: Receipt, hash: bytes) -> bool:
        """Whether that is the house's receipt for the entry with that hash."""
        place = receipt.account, receipt.table, receipt.sequence
        return any(hmac.compare_digest(receipt.proof, _proof(key, *place, hash)) for key in self._receipt_keys)

    @cached_property
    def _row_keys(self) -> list[bytes]:
        return [hmac.digest(key, b"croupier rows", "sha256") for key in self._keys]

    def proofs(self, what: str, *values: bytes | int) -> list[bytes]:
        """Return 16 bytes under each key, the one in use first, that only the house can write beside these values."""
        said = link(START, what.encode(), *values)
        return [hmac.digest(key, said, "sha256")[:16] for key in self._row_keys]

    def invite_secrets(self, salt: str) -> list[str]:
        """The secret of an invitation with this salt: under the key in use, and under those before it."""
        made = (hmac.digest(key, f"croupier invitation {salt}".encode(), "sha256") for key in self._keys)
        return [urlsafe_b64encode(secret[:24]).decode() for secret in made]

    @cached_property
    def ledger_secrets(self) -> dict[str, bytes]:
        """By public key, the secret that is hashed with every transfer of the chained ledger."""
        made = (hmac.digest(key, b"croupier ledger", "sha256") for key in self._keys)
        return dict(zip(self.public_keys, made, strict=True))

    def sign(self, said: bytes) -> str:
        """A signature under something."""
        return self._private.sign(said).hex()


def _proof(key: bytes, account: int, table: int, sequence: int, hash: bytes) -> str:
    return hmac.digest(key, b"%d.%d.%d." % (account, table, sequence) + hash, "sha256").hex()[:32]


async def check_signer(connection: AsyncConnection, file: Path) -> None:
    """Refuse to go on without the key that these books were last written under; none is made."""
    known = await connection.run_sync(_last_public_key)
    if known and known not in HouseSigner(file, may_make=False).public_keys:
        raise NoKey(f"the key at hand is not the one that gave these books' receipts; put it in {file}, or in {KEY}")


def note_key(connection: Connection, signer: HouseSigner) -> None:
    """Write in the house's log by which public key its checkpoints are checked from now on."""
    if _last_public_key(connection) != signer.public_keys[0]:
        house_log.enter(connection, None, "signing-key", public=signer.public_keys[0])


def _last_public_key(connection: Connection) -> str:
    newest = select(lines.c.body).where(lines.c.what == "signing-key").order_by(lines.c.id.desc()).limit(1)
    body = connection.scalar(newest)
    return "" if body is None else str(msgspec.json.decode(body)["public"])
