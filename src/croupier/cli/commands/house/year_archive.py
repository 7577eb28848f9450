"""`croupier archive`: a year of the books in one sealed file, and whether such a file is as it was sealed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.house_options import Config, Data, Database, data_folder
from croupier.cli.progress import progress
from croupier.extras import need

if TYPE_CHECKING:
    from croupier.floor.storage.safekeeping.archives import Seal


def archive(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The archive: lines of JSON, compressed.")],
    year: Annotated[
        int | None,
        typer.Option(metavar="YYYY", min=2000, max=9998, help="Write this year; without it, check the file."),
    ] = None,
    config: Config = None,
    database_url: Database = None,
    data: Data = None,
) -> None:
    """Write a year of the books into a signed file, or check one."""
    import asyncio

    need("server")
    from croupier.floor.storage.database import Storage, existing_database
    from croupier.floor.storage.safekeeping.archives import archive as write_year
    from croupier.floor.storage.safekeeping.archives import check_archive

    if year is None:
        with progress(f"checking {file.name}"):
            _tell(file, check_archive(file))
        return
    folder = data_folder(data)
    storage = Storage(existing_database(database_url, folder), to_look_at=True, data=folder)

    async def write() -> Seal:
        try:
            return await write_year(storage, year, file)
        finally:
            await storage.close()

    with progress(f"archiving {year}"):
        seal = asyncio.run(write())
    _tell(file, seal)


def _tell(file: Path, seal: Seal) -> None:
    print(f"{file} is the archive of {seal.year}: {seal.lines:,} lines, sealed by the key {seal.public_key}")
