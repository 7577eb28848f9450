"""What is kept here, unpacked into a folder where it may be opened."""

from __future__ import annotations

import lzma
from pathlib import Path

KEPT = Path(__file__).parent


def unpacked(packed: Path, folder: Path) -> Path:
    """A kept file as it was, in this folder."""
    file = folder / packed.name.removesuffix(".xz")
    file.write_bytes(lzma.decompress(packed.read_bytes()))
    return file
