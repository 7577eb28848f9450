"""`croupier serve` and the accounts of those who run the house."""

from __future__ import annotations

import asyncio
import getpass
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from croupier.errors import Refused
from croupier.extras import need

Database = Annotated[
    str | None, typer.Option("--database-url", help="postgresql://user@host/name; without it, SQLite in --data.")
]
Data = Annotated[Path | None, typer.Option("--data", help="The folder for the house's books.")]


def data_folder(given: Path | None) -> Path:
    """Where the books are kept if nobody says otherwise."""
    if given is not None:
        return given
    from platformdirs import user_data_path

    return Path(os.environ.get("CROUPIER_DATA") or user_data_path("croupier"))


def serve(
    database_url: Database = None,
    data: Data = None,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on; 0 for any that is free.")] = 8021,
    workers: Annotated[int, typer.Option(help="Processes; more than one needs PostgreSQL.")] = 1,
    left_alone: Annotated[
        int, typer.Option(help="Seconds after which the round of somebody who plays alone and is gone is played out.")
    ] = 24 * 3600,
    proxy: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A proxy before the house, which is believed about who its clients are."),
    ] = None,
    after_restore: Annotated[
        bool,
        typer.Option(
            "--after-restore",
            help="The books were put back from a copy: call open rounds off, and draw all coming seeds anew.",
        ),
    ] = False,
) -> None:
    """Open a house: tables for people to join, in a browser or over the API."""
    need("server")
    from croupier.floor.server import serve as open_doors
    from croupier.floor.storage.database import database_url as address
    from croupier.floor.storage.database import open_alone

    folder = data_folder(data)
    with open_alone(address(database_url, folder)):
        open_doors(database_url, folder, host, port, workers, left_alone, proxy, after_restore)


def account(
    name: Annotated[str, typer.Argument(help="The account's name.")],
    role: Annotated[str, typer.Option(help="player, dealer, supervisor or auditor.")] = "supervisor",
    database_url: Database = None,
    data: Data = None,
) -> None:
    """Make an account, or give one another role; the password is asked for, or read from a pipe."""
    need("server")
    from croupier.floor.accounts import ROLES, Accounts
    from croupier.floor.storage.database import Storage
    from croupier.floor.storage.database import database_url as address

    if role not in ROLES:
        raise Refused(f"there is no role {role!r}; there are {', '.join(ROLES)}")

    async def make() -> str:
        folder = data_folder(data)
        storage = Storage(address(database_url, folder), data=folder)
        try:
            await storage.migrate()
            people = Accounts(storage)
            if await people.exists(name):
                await people.set_role(name, role)  # type: ignore[arg-type]
                return f"{name} has the role {role}"
            await people.register(name, _ask_for_password(), role)  # type: ignore[arg-type]
            return f"{name} has an account and the role {role}"
        finally:
            await storage.close()

    print(asyncio.run(make()))


def _ask_for_password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    try:
        return getpass.getpass("password: ")
    except EOFError:
        raise typer.Abort from None
