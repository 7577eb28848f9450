"""`croupier serve` and the accounts of those who run the house."""

from __future__ import annotations

import getpass
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.house_options import Config, Data, Database, data_folder
from croupier.errors import Refused
from croupier.extras import need
from croupier.jurisdictions import use_places

if TYPE_CHECKING:
    from croupier.floor.accounts import Accounts


def serve(
    config: Config = None,
    database_url: Database = None,
    data: Data = None,
    host: Annotated[str, typer.Option(envvar="CROUPIER_HOST", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(envvar="CROUPIER_PORT", help="The port to listen on; 0 for any that is free.")
    ] = 8021,
    workers: Annotated[
        int, typer.Option(envvar="CROUPIER_WORKERS", help="Processes; more than one needs PostgreSQL.")
    ] = 1,
    pool: Annotated[
        int,
        typer.Option(envvar="CROUPIER_POOL", min=1, help="Connections to PostgreSQL that each worker keeps, and one."),
    ] = 20,
    drain: Annotated[
        float,
        typer.Option(
            envvar="CROUPIER_DRAIN", min=0, help="Seconds that a worker goes on answering once it is told to stop."
        ),
    ] = 5,
    left_alone: Annotated[
        int,
        typer.Option(
            envvar="CROUPIER_LEFT_ALONE",
            help="Seconds after which the round of somebody who plays alone and is gone is played out.",
        ),
    ] = 24 * 3600,
    proxy: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="CROUPIER_PROXY",
            help="A proxy before the house, which is believed about who its clients are.",
        ),
    ] = None,
    jurisdiction_file: Annotated[
        list[Path],
        typer.Option(
            "--jurisdiction-file",
            metavar="FILE",
            envvar="CROUPIER_JURISDICTION_FILE",
            help="The rules of a place of your own, by which tables may be opened. Repeatable.",
        ),
    ] = [],  # noqa: B006
    after_restore: Annotated[
        bool,
        typer.Option(
            "--after-restore",
            help="The books were put back from a copy: call open rounds off, and draw all coming seeds anew.",
        ),
    ] = False,
) -> None:
    """Start a server with tables to join in a browser or over the API."""
    need("server")
    from croupier.floor.server import serve as open_doors
    from croupier.floor.storage.database import POOL, open_alone
    from croupier.floor.storage.database import database_url as address

    use_places(jurisdiction_file)
    folder = data_folder(data)
    os.environ[POOL] = str(pool)
    with open_alone(address(database_url, folder)):
        open_doors(database_url, folder, host, port, workers, left_alone, proxy, after_restore, drain)


def account(
    name: Annotated[str, typer.Argument(help="The account's name.")],
    role: Annotated[
        str | None, typer.Option(help="player, dealer, supervisor (unless another is given) or auditor.")
    ] = None,
    new_password: Annotated[
        bool, typer.Option("--new-password", help="Give an account another password; its sessions end.")
    ] = False,
    new_second_factor: Annotated[
        bool, typer.Option("--new-second-factor", help="Give staff another second factor; their sessions end.")
    ] = False,
    config: Config = None,
    database_url: Database = None,
    data: Data = None,
) -> None:
    """Create an account, or change its role or password.

    The password is asked for, or read from a pipe.
    Staff are given a second factor, which is shown once: the key for a program that makes codes, and recovery codes.
    """
    import asyncio

    need("server")
    from croupier.floor.accounts import ROLES, Accounts
    from croupier.floor.storage.database import Storage
    from croupier.floor.storage.database import database_url as address

    if role is not None and role not in ROLES:
        raise Refused(f"there is no role {role!r}; there are {', '.join(ROLES)}")

    async def make() -> list[str]:
        folder = data_folder(data)
        storage = Storage(address(database_url, folder), data=folder)
        try:
            await storage.make_tables()
            people, given = Accounts(storage), role or "supervisor"
            if not await people.exists(name):
                await people.register(name, _ask_for_password(), given)  # type: ignore[arg-type]
                return [f"{name} has an account and the role {given}", *await _second_factor(people, name)]
            said = []
            if role is not None or not (new_password or new_second_factor):
                await people.set_role(name, given)  # type: ignore[arg-type]
                said.append(f"{name} has the role {given}")
            if new_password:
                await people.reset_password(name, _ask_for_password())
                said.append(f"{name} has another password")
            return [*said, *await _second_factor(people, name, new_second_factor)]
        finally:
            await storage.close()

    print("\n".join(asyncio.run(make())))


async def _second_factor(people: Accounts, name: str, anew: bool = False) -> list[str]:
    """Give staff the second factor that they do not have yet, or another; the lines that tell it."""
    if not await people.is_staff(name):
        if anew:
            raise Refused(f"{name} is a player; a second factor is for staff")
        return []
    if not anew and await people.is_enrolled(name):
        return []
    made = await people.enrol(name)
    return [f"second factor: {made.uri}", f"recovery codes, each good once: {' '.join(made.recovery)}"]


def _ask_for_password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    try:
        return getpass.getpass("password: ")
    except EOFError:
        raise typer.Abort from None
