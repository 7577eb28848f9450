"""The hash chain that log entries hang on: change one and every later hash is wrong."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

START: Final = b"\0" * 32
"""What the first entry of a log follows."""


def link(previous: bytes, *parts: bytes | int | None) -> bytes:
    """The hash of an entry that follows the one with the previous hash; every part's length is hashed with it."""
    digest = sha256(previous)
    for part in parts:
        data = b"" if part is None else part if isinstance(part, bytes) else str(part).encode()
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.digest()
