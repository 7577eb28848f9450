"""Commands for a house: serve it, keep its accounts and its books, close its day."""

from __future__ import annotations

import getpass
import os
import re
import sys
import tomllib
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.text import Text

from croupier import __version__
from croupier.cli.commands.verification import NOT_RIGHT
from croupier.cli.output import print_json
from croupier.cli.progress import progress
from croupier.cli.screen import LOSE, Screen
from croupier.cli.terms import Json
from croupier.errors import Refused, did_you_mean
from croupier.extras import need
from croupier.jurisdictions import use_places

if TYPE_CHECKING:
    from croupier.floor.accounts import Accounts
    from croupier.floor.audit.house_audit import HouseAudit
    from croupier.floor.pit.day_counts import PeopleCounted
    from croupier.floor.pit.figures import DayOfPit
    from croupier.floor.storage.database import Storage


CONFIG = "CROUPIER_CONFIG"
SETTINGS = frozenset(
    ("data", "database-url", "drain", "host", "left-alone", "pool", "port", "proxy", "workers"),
)
"""What a configuration file may say, under the names of the options."""


def read_config(context: typer.Context, given: Path | None) -> Path | None:
    """Take the settings in a file as defaults; environment and command line override them."""
    if given is None:
        return None
    try:
        said = tomllib.loads(given.read_text("utf-8"))
    except OSError as error:
        raise Refused(f"the configuration {given} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"the configuration {given} is not TOML: {error}") from None
    for name in said:
        if name not in SETTINGS:
            there = ", ".join(sorted(SETTINGS))
            raise Refused(f"{given} says {name!r}{did_you_mean(name, SETTINGS)}; it may say {there}")
    names: dict[str, Any] = {name.replace("-", "_"): value for name, value in said.items()}
    context.default_map = {**(context.default_map or {}), **names}
    return given


Config = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        envvar=CONFIG,
        is_eager=True,
        callback=read_config,
        help="A TOML file with these options; flags and the environment (CROUPIER_PORT and so on) go before it.",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database-url",
        envvar="CROUPIER_DATABASE_URL",
        help="postgresql://user@host/name; without it, SQLite in --data.",
    ),
]
Data = Annotated[Path | None, typer.Option("--data", envvar="CROUPIER_DATA", help="The folder for the house's books.")]


def data_folder(given: Path | None) -> Path:
    """Return the folder for the books: the one given, or the default."""
    if given is not None:
        return given
    from platformdirs import user_data_path

    return Path(os.environ.get("CROUPIER_DATA") or user_data_path("croupier"))


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
            help="Seconds after which a table at which nothing is done ends.",
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
    """Give staff a second factor if they have none or `anew`; return the lines that tell it."""
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


def migrate(
    config: Config = None,
    database_url: Database = None,
    data: Data = None,
    grant: Annotated[
        list[str],
        typer.Option(
            metavar="ROLE",
            help="A PostgreSQL role that may then read and write the books, and not change their schema. Repeatable.",
        ),
    ] = [],  # noqa: B006
) -> None:
    """Create the tables of the books in an empty database.

    Run it as the owner of the database; a role with fewer rights may then serve.
    """
    import asyncio

    need("server")
    from croupier.floor.storage.database import Storage
    from croupier.floor.storage.database import database_url as address
    from croupier.floor.storage.schema import SCHEMA

    folder = data_folder(data)
    storage = Storage(address(database_url, folder), data=folder)
    if grant and storage.is_sqlite:
        raise Refused("roles are PostgreSQL's; a SQLite file belongs to whoever may write it")
    for role in grant:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,62}", role):
            raise Refused(f"{role!r} is not the name of a role; write letters, digits and underscores")

    async def make() -> bool:
        try:
            are_new = await storage.make_tables()
            for role in grant:
                await storage.grant(role)
            return are_new
        finally:
            await storage.close()

    are_new = asyncio.run(make())
    print(f"the books are {'made' if are_new else 'there already'}, of schema {SCHEMA}")
    for role in grant:
        print(f"{role} may read and write them, and not change their schema")


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
    """Audit a backup, with the keys of its house."""
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


def close(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write it: a .pdf or .html.")],
    date: Annotated[
        str, typer.Option("--date", metavar="YYYY-MM-DD", help="A day, from six to six; today if not said.")
    ] = "",
    ahead: Annotated[
        int, typer.Option(metavar="HOURS", min=-12, max=14, help="How far the pit's clocks are ahead of UTC.")
    ] = 0,
    config: Config = None,
    database_url: Database = None,
    data: Data = None,
) -> None:
    """Write the day's close: results beside what was expected.

    The sealed paper has each table, game and shift.
    """
    import asyncio

    need("server")
    need("reports")
    from croupier.floor.api.pit_theory import kept_luck
    from croupier.floor.pit.bet_mathematics import solved_bets, theories_of
    from croupier.floor.pit.day_close import seal_close
    from croupier.floor.pit.figures import first_hour
    from croupier.floor.storage.database import Storage, existing_database
    from croupier.reports.inputs import format_of
    from croupier.reports.typesetting import check_writable, set_in_type, write

    format = format_of(output, "close")
    check_writable(output)
    day, first = first_hour(date, ahead)
    folder = data_folder(data)
    storage = Storage(existing_database(database_url, folder), to_look_at=True, data=folder)

    async def read() -> tuple[DayOfPit, PeopleCounted]:
        from croupier.floor.pit.day_counts import read_day, read_people

        try:
            async with storage.reading() as connection:
                return await read_day(connection, day, ahead), await read_people(connection, (first, first + 24))
        finally:
            await storage.close()

    with progress(f"closing {day}"):
        counted, people = asyncio.run(read())
        known = theories_of(counted.opened, counted.wagers, solved_bets, kept_luck)
        rated = people.ratings(theories_of(people.opened, people.wagers, solved_bets, kept_luck))
        write(output, set_in_type(seal_close(counted, known, rated, storage.signer), format))
    print(output)


Against = Annotated[
    list[Path] | None,
    typer.Option(metavar="FILE", help="Checkpoints or receipts that somebody kept, to hold the books against."),
]


def audit_log(
    config: Config = None,
    database_url: Database = None,
    data: Data = None,
    against: Against = None,
    json: Json = False,
) -> None:
    """Audit the books: hash chains, ledger, and every round replayed."""
    import asyncio

    need("server")
    from sqlalchemy.exc import SQLAlchemyError

    from croupier.floor.audit.against import read_kept
    from croupier.floor.audit.house_audit import audit
    from croupier.floor.storage.database import OUT_OF_REACH, Storage, existing_database, reason

    folder = data_folder(data)
    kept = [one for file in against or () for one in read_kept(file)]
    storage = Storage(existing_database(database_url, folder), to_look_at=True, data=folder)

    async def check() -> HouseAudit:
        try:
            return await audit(storage, kept)
        finally:
            await storage.close()

    try:
        with progress("checking the whole house"):
            found = asyncio.run(check())
    except (SQLAlchemyError, *OUT_OF_REACH) as error:
        raise Refused(f"the books cannot be read: {reason(error)}") from None
    if json:
        print_json("audit-log", {"version": __version__} | msgspec.to_builtins(found) | {"holds": not found.wrong})
    else:
        _show_audit(found, Screen())
    if found.wrong:
        raise typer.Exit(NOT_RIGHT)


def _show_audit(found: HouseAudit, screen: Screen) -> None:
    for what in found.wrong:
        screen.say(Text.assemble(("FAILS", LOSE), f"  {what}"))
    screen.say(
        f"{found.tables} tables, {found.entries} entries, {found.rounds} finished rounds, {found.transfers} transfers"
    )
    if found.against:
        screen.say(f"held against {found.against} checkpoints and receipts")
    screen.say("everything is in order" if not found.wrong else f"{len(found.wrong)} things are wrong")
