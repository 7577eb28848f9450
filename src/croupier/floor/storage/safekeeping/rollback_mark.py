"""A mark outside the database of what the house wrote last: books that lack it have been rolled back."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.errors import Refused
from croupier.floor.storage.schema import log

MARK: Final = "CROUPIER_MARK"
"""Where to keep it, if not beside the books: a copy of the whole folder carries it back with them."""
_LENGTH: Final = 120
_NOTED: Final = re.compile(r"table (\d{1,18}) entry (\d{1,9}) hash ([0-9a-f]{64})\s*")


class RollbackMark:
    """The place and hash of an entry of the last transaction, in a file of its own.

    It is written when the transaction is on the disk and before anybody is answered. An older mark is harmless: its
    entry is in the books too.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._descriptor: int | None = None

    def note(self, row: Mapping[str, Any]) -> None:
        """Note an entry of the log that has been written."""
        words = f"table {row['table']} entry {row['sequence']} hash {row['hash'].hex()}"
        if self._descriptor is None:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._descriptor = os.open(self.file, os.O_CREAT | os.O_WRONLY, 0o600)
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        os.write(self._descriptor, words.ljust(_LENGTH - 1).encode() + b"\n")

    async def missing(self, connection: AsyncConnection) -> str:
        """The entry that was noted last, in words, if the books do not have it."""
        try:
            noted = _NOTED.fullmatch(self.file.read_text("ascii", "replace"))
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise Refused(f"the mark of what was written last cannot be read: {error}") from None
        if noted is None:
            raise Refused(f"{self.file} is not the mark of what was written last")
        table, sequence, hash = noted.groups()
        place = (log.c.table == int(table)) & (log.c.sequence == int(sequence))
        found = await connection.scalar(select(log.c.hash).where(place))
        return "" if found is not None and bytes(found).hex() == hash else f"entry {sequence} of table {table}"

    def forget(self) -> None:
        """Take the mark away: the books are others now."""
        self.file.unlink(missing_ok=True)

    def close(self) -> None:
        """Let the file go."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
