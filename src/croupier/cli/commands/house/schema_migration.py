"""`croupier migrate`: make the tables of a house's books, and give a role the rights to serve from them."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from croupier.cli.house_options import Config, Data, Database, data_folder
from croupier.errors import Refused
from croupier.extras import need


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
