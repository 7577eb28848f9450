"""A year of the books in one sealed file: every line of the logs, ledger and rounds, and a signature under them.

The file is JSON in lines, compressed. The last line is the seal: how many lines there are, the SHA-256 of all before
it, and the house's signature (Ed25519) under both, so that it can be checked years later without the books.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Table, select

from croupier.errors import Refused
from croupier.files import written_whole
from croupier.floor import clock
from croupier.floor.storage.database import Storage
from croupier.floor.storage.keys.house_signer import is_signed
from croupier.floor.storage.schema import house_log, log, rounds, transfers

FORM: Final = "croupier-archive-1"
ARCHIVED: Final[tuple[Table, ...]] = (house_log, log, rounds, transfers)


class Seal(msgspec.Struct, frozen=True, tag="seal", forbid_unknown_fields=True):
    """The last line of an archive."""

    form: str
    year: int
    lines: int
    sha256: str
    public_key: str
    signature: str

    @property
    def signed(self) -> bytes:
        """What the signature is under."""
        return f"{self.form} {self.year} {self.lines} {self.sha256}".encode()


async def archive(storage: Storage, year: int, file: Path) -> Seal:
    """Write a year that is over into a new file."""
    begin, end = (int(datetime(each, 1, 1, tzinfo=UTC).timestamp()) * clock.SECOND for each in (year, year + 1))
    if end > clock.now():
        raise Refused(f"{year} is not over; an archive is of a whole year")
    if file.exists():
        raise Refused(f"{file} is there already; an archive is written once")
    digest, lines = sha256(), 0
    try:
        with written_whole(file) as out, gzip.GzipFile(fileobj=out, mode="wb", mtime=0, filename="") as packed:
            async with storage.reading() as connection:
                for table in ARCHIVED:
                    wanted = select(table).where(table.c.time >= begin, table.c.time < end)
                    async for row in await connection.stream(wanted.order_by(*table.primary_key.columns)):
                        named = {str(name): value for name, value in row._mapping.items()}
                        line = msgspec.json.encode({"type": str(table.name), **named}) + b"\n"
                        digest.update(line)
                        lines += 1
                        packed.write(line)
            unsigned = Seal(FORM, year, lines, digest.hexdigest(), storage.signer.public_keys[0], "")
            seal = msgspec.structs.replace(unsigned, signature=storage.signer.sign(unsigned.signed))
            packed.write(msgspec.json.encode(seal) + b"\n")
    except OSError as error:
        raise Refused(f"{file} cannot be written: {error.strerror}") from None
    return seal


def check_archive(file: Path) -> Seal:
    """The seal of an archive, which holds; a file that was changed or cut is refused."""
    digest, lines, last = sha256(), 0, b""
    for line in _lines(file):
        if last:
            digest.update(last)
            lines += 1
        last = line
    try:
        seal = msgspec.json.decode(last, type=Seal)
    except msgspec.DecodeError:
        raise Refused(f"{file} ends without a seal: it is cut short, or no archive") from None
    if (seal.form, seal.lines, seal.sha256) != (FORM, lines, digest.hexdigest()):
        raise Refused(f"{file} is not what was sealed: it has been edited")
    if not is_signed(seal.signed, seal.signature, seal.public_key):
        raise Refused(f"the signature of {file} is not that of its key: it has been edited")
    return seal


def _lines(file: Path) -> Iterator[bytes]:
    try:
        with gzip.open(file, "rb") as packed:
            yield from packed
    except (OSError, EOFError, zlib.error) as error:
        raise Refused(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from None
