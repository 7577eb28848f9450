"""Seeds at rest: sealed under a key that is not in the database, so that whoever reads the books learns no coming card.

The key is from `CROUPIER_SEED_KEY`, from the command in `CROUPIER_SEED_KEY_COMMAND`, or else from a file. Of several
the first seals.
"""

from __future__ import annotations

import secrets
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.errors import Refused
from croupier.floor.fairness.commit_reveal import RoundSeeds
from croupier.floor.storage.keys.key_source import KeySource
from croupier.floor.storage.schema import seeds

KEY: Final = "CROUPIER_SEED_KEY"
_SEALED: Final = b"\x01"
_NONCE: Final = 12


class SeedSeal:
    """Seals the seeds of a house, and opens them; the key is asked for when it is first needed."""

    def __init__(self, file: Path, may_make: bool) -> None:
        self.file = file
        """Where the key is, if the environment has none."""
        self._source = KeySource("seeds", KEY, file, may_make)

    @cached_property
    def _ciphers(self) -> list[AESGCM]:
        return [AESGCM(key) for key in self._source.read()]

    def check(self) -> None:
        """Refuse now what would be refused when the key is first needed."""
        self._source.read()

    def row(self, drawn: RoundSeeds, table: int, round: int, epoch: int) -> dict[str, Any]:
        """The seeds of a round that is still to come, as they are kept."""
        kept: dict[str, Any] = {"table": table, "round": round, "epoch": epoch}
        for name, seed in (("deck", drawn.deck), ("shoe", drawn.shoe)):
            kept[name] = self.sealed(seed, _place(name, table, round, epoch))
        return kept

    def sealed(self, secret: bytes, place: bytes) -> bytes:
        """A secret as it may be kept in the database; sealed for one place, it is of no use in another."""
        cipher, *_ = self._ciphers
        nonce = secrets.token_bytes(_NONCE)
        return _SEALED + nonce + cipher.encrypt(nonce, secret, place)

    def opened(self, sealed: bytes, place: bytes) -> bytes:
        """A secret that was sealed for a place."""
        for cipher in self._ciphers:
            try:
                return cipher.decrypt(sealed[1 : 1 + _NONCE], sealed[1 + _NONCE :], place)
            except (InvalidTag, ValueError):
                continue
        raise Refused(f"the key at hand does not open the {place.decode()}")

    def open(self, row: Row[Any]) -> RoundSeeds:
        """The seeds that were kept."""
        deck, shoe = (
            self.opened(bytes(sealed), _place(name, row.table, row.round, row.epoch))
            for name, sealed in (("deck", row.deck), ("shoe", row.shoe))
        )
        return RoundSeeds(deck, shoe)


async def check_key(connection: AsyncConnection, file: Path) -> None:
    """Refuse to go on where the key at hand does not open what is sealed in the books; none is made."""
    newest = select(seeds).order_by(seeds.c.epoch.desc(), seeds.c.table.desc(), seeds.c.round.desc()).limit(1)
    row = (await connection.execute(newest)).first()
    if row is not None:
        SeedSeal(file, may_make=False).open(row)


def _place(name: str, table: int, round: int, epoch: int) -> bytes:
    """What a sealed seed is for: sealed for one place, it cannot be moved to another."""
    return b"%s of table %d, round %d, epoch %d" % (name.encode(), table, round, epoch)
