"""Signatures of a house: checked by its public key, which a checkpoint publishes."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Final

import msgspec

from croupier.checks import Check
from croupier.errors import Refused
from croupier.extras import need
from croupier.files import read_bounded

_KEY: Final = re.compile("[0-9a-f]{64}")
LARGEST_KEY_FILE: Final = 16 * 1024 * 1024


class _Published(msgspec.Struct):
    """The part of a checkpoint that says by which key it is signed."""

    key: str
    house_log: msgspec.Raw
    totals: msgspec.Raw


def is_signed(said: bytes, signature: str, public_key: str) -> bool:
    """Return True if something was signed with the private key that belongs to a public one."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(bytes.fromhex(signature), said)
    except (InvalidSignature, ValueError):
        return False
    return True


def check_signature(said: bytes, signature: str, key: str, expected: Collection[str]) -> Check:
    """Check that a house signed something, and that its key is one of those expected."""
    if not signature:
        wanted = f"; expected was {' or '.join(sorted(expected))}" if expected else ": who made it is unknown"
        return Check("signature", "fails" if expected else "open", f"nobody signed it{wanted}")
    need("server")
    if not is_signed(said, signature, key):
        return Check("signature", "fails", f"it was not signed with {key}, or has been edited since")
    if not expected:
        return Check("signature", "open", f"the signer is unknown: it was signed with {key}; --key says whose that is")
    if key not in expected:
        return Check("signature", "fails", f"it was signed with {key}; expected was {' or '.join(sorted(expected))}")
    return Check("signature", "holds", f"it was signed with {key}, as expected")


def read_keys(file: Path) -> list[str]:
    """Read public keys: 64 hexadecimal digits or a checkpoint, one to a line."""
    lines = read_bounded(file, LARGEST_KEY_FILE).decode("utf-8", "replace").splitlines()
    keys = [_key(line.strip()) for line in lines if line.strip()]
    if not keys or None in keys:
        raise Refused(f"{file} is no house's key: it holds 64 hexadecimal digits, or what GET /api/checkpoint answers")
    return [key for key in keys if key is not None]


def _key(line: str) -> str | None:
    try:
        key = msgspec.json.decode(line, type=_Published).key if line.startswith("{") else line.lower()
    except msgspec.MsgspecError:
        return None
    return key if _KEY.fullmatch(key) else None
