"""Seeds at rest: sealed under a key that is not in the database, so that whoever reads the books learns no coming card.

The key is 32 bytes in hexadecimal, from the environment (`CROUPIER_SEED_KEY`), from a command for a key service
(`CROUPIER_SEED_KEY_COMMAND`), or else from a file of mode 0600 in the data folder, which is made with the house.
Several keys, one after another, are tried in turn; the first seals.
"""

from __future__ import annotations

import os
import re
import secrets
import shlex
import subprocess
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.errors import Refused
from croupier.floor.fairness.commit_reveal import RoundSeeds
from croupier.floor.storage.schema import seeds

KEY: Final = "CROUPIER_SEED_KEY"
COMMAND: Final = "CROUPIER_SEED_KEY_COMMAND"
COMMAND_SECONDS: Final = 30
_SEALED: Final = b"\x01"
_NONCE: Final = 12
_PLAIN: Final = 32
"""The length of a seed; those drawn before seeds were sealed lie open in the books, and no sealed one is as short."""


class NoKey(Refused):
    """The key of the seeds is not at hand."""


class SeedSeal:
    """Seals the seeds of a house, and opens them; the key is asked for when it is first needed."""

    def __init__(self, file: Path, may_make: bool) -> None:
        self.file = file
        """Where the key is, if the environment has none."""
        self._may_make = may_make

    @cached_property
    def _ciphers(self) -> list[AESGCM]:
        keys = re.split(r"[\s,]+", self._said().strip())
        if not all(re.fullmatch("[0-9a-fA-F]{64}", key) for key in keys):
            raise NoKey("a key for the seeds is 64 hexadecimal digits; several stand one after another")
        return [AESGCM(bytes.fromhex(key)) for key in keys]

    def _said(self) -> str:
        if key := os.environ.get(KEY):
            return key
        if command := os.environ.get(COMMAND):
            try:
                asked = subprocess.run(shlex.split(command), capture_output=True, text=True, timeout=COMMAND_SECONDS)
            except (OSError, ValueError, subprocess.TimeoutExpired) as error:
                raise NoKey(f"the command in {COMMAND} gives no key: {type(error).__name__}") from None
            if asked.returncode:
                raise NoKey(f"the command in {COMMAND} gives no key: it ends with {asked.returncode}")
            return asked.stdout
        return self._from_file()

    def _from_file(self) -> str:
        try:
            if self._may_make:
                self._make()
            if self.file.stat().st_mode & 0o077 and os.name == "posix":
                raise NoKey(f"others may read {self.file}, the key of the seeds; chmod 600 it")
            return self.file.read_text("ascii")
        except FileNotFoundError:
            raise NoKey(
                f"the seeds in these books are sealed, and there is no key in {self.file}; put it there or in {KEY}"
            ) from None
        except (OSError, UnicodeDecodeError) as error:
            raise NoKey(f"the key of the seeds cannot be read from {self.file}: {error}") from None

    def _make(self) -> None:
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            made = os.open(self.file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:
            return
        with open(made, "w") as file:
            file.write(secrets.token_hex(32) + "\n")
            file.flush()
            os.fsync(made)

    def check(self) -> None:
        """Refuse now what would be refused when the key is first needed."""
        assert self._ciphers

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
            self._opened(bytes(sealed), _place(name, row.table, row.round, row.epoch))
            for name, sealed in (("deck", row.deck), ("shoe", row.shoe))
        )
        return RoundSeeds(deck, shoe)

    def _opened(self, sealed: bytes, place: bytes) -> bytes:
        return sealed if len(sealed) == _PLAIN else self.opened(sealed, place)


async def check_key(connection: AsyncConnection, file: Path) -> None:
    """Refuse to go on where the key at hand does not open what is sealed in the books; none is made."""
    newest = select(seeds).order_by(seeds.c.epoch.desc(), seeds.c.table.desc(), seeds.c.round.desc()).limit(1)
    row = (await connection.execute(newest)).first()
    if row is not None:
        SeedSeal(file, may_make=False).open(row)


def is_open(row: Row[Any]) -> bool:
    """Whether seeds lie open in the books, as all did before they were sealed."""
    return len(row.deck) == _PLAIN


def _place(name: str, table: int, round: int, epoch: int) -> bytes:
    """What a sealed seed is for: sealed for one place, it cannot be moved to another."""
    return b"%s of table %d, round %d, epoch %d" % (name.encode(), table, round, epoch)
