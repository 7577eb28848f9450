"""The hash chain that log entries hang on: change one and every later hash is wrong.

Heads of chains are published. An entry may say what somebody holds, and all else in it can be known or guessed; so a
secret is hashed with every entry, and nobody can try what it says who was not given the secret.
"""

from __future__ import annotations

from hashlib import sha256
from secrets import token_bytes
from typing import Final

START: Final = b"\0" * 32
"""What the first entry of a log follows."""


def draw_salt() -> bytes:
    """Draw the salt of one entry: kept with it, and shown only to those who are shown the entry itself."""
    return token_bytes(16)


def link(previous: bytes, secret: bytes, *parts: bytes | int | None) -> bytes:
    """Return the hash of an entry that follows the one with the previous hash.

    The secret is the entry's salt, or a key. The length of every part is hashed with it.
    """
    digest = sha256(previous)
    for part in (secret, *parts):
        data = b"" if part is None else part if isinstance(part, bytes) else str(part).encode()
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.digest()
