"""`croupier backup` and `croupier restore`: the books of a house copied while it is open, and put back."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.commands.verification import NOT_RIGHT
from croupier.cli.house_options import Config, Data, Database, data_folder
from croupier.cli.progress import progress
from croupier.extras import need

if TYPE_CHECKING:
    from croupier.floor.audit.house_audit import HouseAudit
    from croupier.floor.storage.database import Storage

Backup = Annotated[Path, typer.Argument(metavar="FILE", help="The backup: a SQLite file, whatever the books are in.")]


def backup(file: Backup, config: Config = None, database_url: Database = None, data: Data = None) -> None:
    """Back up the books of a house into a file, and audit the copy.

    The house may be open.
    """
    need("server")
    from croupier.floor.storage.database import Storage, existing_database
    from croupier.floor.storage.safekeeping.backups import back_up

    folder = data_folder(data)
    source = Storage(existing_database(database_url, folder), to_look_at=True, data=folder)

    async def copy() -> HouseAudit:
        try:
            await back_up(source, file)
            return await _audited(source, file)
        finally:
            await source.close()

    _tell(f"{file} is a backup", _told("copying and auditing the books", copy))
    print(f"its keys are not in it; keep copies of {source.seal.file} and {source.signer.file} in another place")


def restore(file: Backup, config: Config = None, database_url: Database = None, data: Data = None) -> None:
    """Restore a backup into new books, and audit them.

    Open rounds are called off, and all coming seeds are drawn anew.
    """
    need("server")
    from croupier.floor.audit.house_audit import audit
    from croupier.floor.storage.database import Storage, open_alone
    from croupier.floor.storage.database import database_url as address
    from croupier.floor.storage.safekeeping.backups import put_back
    from croupier.floor.tables.seed_epochs import begin, go_on

    folder = data_folder(data)
    url = address(database_url, folder)

    async def fill() -> HouseAudit:
        target = Storage(url, data=folder)
        try:
            await put_back(file, target, begin)
            target.mark.forget()
            await go_on(target)
            return await audit(target)
        finally:
            await target.close()

    with open_alone(url):
        _tell("the house is restored; its coming seeds are drawn anew", _told("restoring and auditing the books", fill))


def _told(words: str, work: Callable[[], Coroutine[Any, Any, HouseAudit]]) -> HouseAudit:
    import asyncio

    with progress(words):
        return asyncio.run(work())


async def _audited(source: Storage, file: Path) -> HouseAudit:
    """What an audit finds in a backup, whose seeds the key of its house opens."""
    from croupier.floor.audit.house_audit import audit
    from croupier.floor.storage.database import Storage, existing_database

    copy = Storage(existing_database(f"sqlite:///{file.resolve()}", file.parent), to_look_at=True)
    copy.seal, copy.signer = source.seal, source.signer
    try:
        return await audit(copy)
    finally:
        await copy.close()


def _tell(what: str, found: HouseAudit) -> None:
    counts = f"{found.tables} tables, {found.entries} entries, {found.rounds} finished rounds"
    for wrong in found.wrong:
        print(f"FAILS  {wrong}")
    if found.wrong:
        print(f"{what}, but its books are not in order: {counts}, {len(found.wrong)} things are wrong")
        raise typer.Exit(NOT_RIGHT)
    print(f"{what}: {counts}, everything is in order")
