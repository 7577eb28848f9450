"""The options of commands about a house: from the command line, the environment or a file, in that order."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any

import typer

from croupier.errors import Refused, did_you_mean

CONFIG = "CROUPIER_CONFIG"
SETTINGS = frozenset(
    ("data", "database-url", "drain", "host", "left-alone", "pool", "port", "proxy", "workers"),
)
"""What a configuration file may say, under the names of the options."""


def read_config(context: typer.Context, given: Path | None) -> Path | None:
    """Take what a file says as defaults: the environment goes before it, and the command line before both."""
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
    """Where the books are kept if nobody says otherwise."""
    if given is not None:
        return given
    from platformdirs import user_data_path

    return Path(os.environ.get("CROUPIER_DATA") or user_data_path("croupier"))
