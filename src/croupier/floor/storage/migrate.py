"""Versions of the books: bringing older ones up to this one, and the triggers by which it guards what was written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from croupier.errors import Refused


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


def check_guards(connection: Connection) -> list[str]:
    """What is wrong: nothing, if the books are of this version and the database refuses all that it should."""
    scripts = _scripts()
    (version,) = MigrationContext.configure(connection).get_current_heads() or ("none",)
    if version != scripts.get_current_head():
        return [
            f"the books are of version {version}; of version {scripts.get_current_head()} they are guarded better: "
            "open the house once, or a copy, and they will be"
        ]
    dialect = connection.dialect.name
    guards: dict[str, str] = {}
    for script in reversed(list(scripts.walk_revisions())):
        guards |= getattr(script.module, "guards", lambda _: {})(dialect)
    standing: dict[str, str] = dict(connection.execute(_TRIGGERS[dialect]).all())
    expected = guards if dialect == "sqlite" else {name: _in_short(guard) for name, guard in guards.items()}
    return [
        *(f"the guard {name} is missing" for name in sorted(expected.keys() - standing.keys())),
        *(f"there is a trigger {name}, which is not the house's" for name in sorted(standing.keys() - expected.keys())),
        *(
            f"the guard {name} is not what it was made: {standing[name]}"
            for name in sorted(expected.keys() & standing.keys())
            if expected[name] != standing[name]
        ),
    ]


def _in_short(guard: str) -> str:
    """A guard of PostgreSQL as its catalogue is asked for it: its table, its function, and that it is on."""
    found = re.search(r'ON "?(\w+)"? .*EXECUTE FUNCTION (\w+)', guard)
    assert found is not None
    return f"{found[1]} {found[2]} on"


_TRIGGERS: Final = {
    "sqlite": text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"),
    "postgresql": text(
        """SELECT tgname, relname || ' ' || proname ||
            CASE WHEN tgenabled NOT IN ('O', 'A') THEN ' off'
            WHEN prosrc !~ 'RAISE EXCEPTION|pg_notify' THEN ' emptied' ELSE ' on' END
        FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
        WHERE NOT tgisinternal AND pg_table_is_visible(tgrelid)"""
    ),
}
"""By database, the name of each trigger that is there, and what it is."""


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    # A percent sign in the folder's name means nothing.
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config
