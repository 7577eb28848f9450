"""Versions of the books: bringing older ones up to this one, and whether all in them is as it was made."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.floor.storage.definitions import wrong_definitions


def bring_up(connection: Connection) -> None:
    """Bring the database's tables to this version of the house."""
    refuse_newer(connection)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def refuse_newer(connection: Connection) -> None:
    """Refuse books that this house cannot know how to read."""
    known = [script.revision for script in _scripts().walk_revisions()]
    for version in MigrationContext.configure(connection).get_current_heads():
        if version not in known:
            raise Refused(f"the books are of version {version!r}; this house knows {known[-1]} to {known[0]}")


def refuse_other(connection: Connection) -> None:
    """Refuse books that are not of this version."""
    refuse_newer(connection)
    (version,) = MigrationContext.configure(connection).get_current_heads() or ("none",)
    if version != (head := _scripts().get_current_head()):
        raise Refused(f"the books are of version {version}, not {head}; open the house once, and they will be")


def version_of_books(connection: Connection) -> str:
    """The version of the books, or `none`."""
    (version,) = MigrationContext.configure(connection).get_current_heads() or ("none",)
    return version


def check_guards(connection: Connection) -> list[str]:
    """What is wrong: nothing, if the books are of this version and all in the database is as the migrations make it."""
    scripts = _scripts()
    (version,) = MigrationContext.configure(connection).get_current_heads() or ("none",)
    if version != scripts.get_current_head():
        return [
            f"the books are of version {version}; of version {scripts.get_current_head()} they are guarded better: "
            "open the house once, or a copy, and they will be"
        ]
    return wrong_definitions(connection, bring_up)


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    # A percent sign in the folder's name means nothing.
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config
