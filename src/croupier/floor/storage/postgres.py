"""PostgreSQL by its address: what may be said in one, and the connections that are opened by it."""

from __future__ import annotations

from typing import Final

import asyncpg
from sqlalchemy.engine import URL

from croupier.build import full_version
from croupier.errors import Refused

SETTINGS: Final = (
    *("host", "port", "user", "password", "dbname", "passfile", "options", "application_name"),
    *("connect_timeout", "target_session_attrs", "sslmode", "sslrootcert", "sslcert", "sslkey", "sslpassword"),
    *("sslcrl", "sslnegotiation", "ssl_min_protocol_version", "ssl_max_protocol_version"),
)
"""What an address may say after its question mark, under the names that PostgreSQL itself has for it."""
SSL_MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
OF_THEMSELVES: Final = {"channel_binding": ("disable", "prefer"), "gssencmode": ("disable", "prefer")}
"""Wishes that are granted by doing nothing about them."""
CONNECT_SECONDS: Final = 60


def checked(address: URL) -> URL:
    """An address whose every word is understood, or a refusal of the first that is not."""
    settings = {}
    for name, said in address.query.items():
        value = said if isinstance(said, str) else ",".join(said)
        if value not in OF_THEMSELVES.get(name, ()):
            settings["sslmode" if name == "ssl" else name] = value
    for name in settings:
        if name not in SETTINGS:
            raise Refused(f"a PostgreSQL address cannot say {name!r} here; it can say {', '.join(SETTINGS)}")
    if settings.get("sslmode", "prefer") not in SSL_MODES:
        raise Refused(f"sslmode={settings['sslmode']} is none of {', '.join(SSL_MODES)}")
    for name in ("connect_timeout", "port"):
        if not settings.get(name, "0").replace(",", "").isdecimal():
            raise Refused(f"{name}={settings[name]} is not a number")
    return address.set(query=settings)


async def connect(address: URL) -> asyncpg.Connection:
    """A connection by an address; the house reads, writes and listens by such."""
    settings = dict(address.query)
    seconds = float(str(settings.pop("connect_timeout", 0))) or CONNECT_SECONDS
    plain = address.set(drivername="postgresql", query=settings).render_as_string(hide_password=False)
    named = {} if "application_name" in settings else {"application_name": f"croupier {full_version()}"}
    return await asyncpg.connect(plain, timeout=seconds, server_settings=named)
