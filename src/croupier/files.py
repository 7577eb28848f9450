"""Files that are written whole or not at all, and read only up to a size."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from croupier.errors import Refused

MEBIBYTE: Final = 1 << 20
LARGEST_LOG: Final = 256 * MEBIBYTE
"""The most that is read of a file with rounds, one to a line."""
LARGEST_LINE: Final = 4 * MEBIBYTE
"""The longest line of such a file; a round of twelve seats takes some hundredths of it."""


@contextmanager
def written_whole(path: Path, *, cached: bool = False) -> Iterator[BinaryIO]:
    """A new file beside `path`, which takes its name when it has been written to the end.

    It is on the disk then, with the user's usual permissions; a cached one is the user's alone and may be lost.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with written_whole(Path(folder, "kept")) as out:
    ...         _ = out.write(b"old")
    ...     try:
    ...         with written_whole(Path(folder, "kept")) as out:
    ...             _ = out.write(b"ne") / 0
    ...     except ZeroDivisionError:
    ...         [file.name for file in Path(folder).iterdir()], Path(folder, "kept").read_bytes()
    (['kept'], b'old')
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    new = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as out:
            yield out
            if not cached:
                out.flush()
                os.fsync(out.fileno())
        if not cached:
            mask = os.umask(0)  # it can only be read by setting it
            os.umask(mask)
            new.chmod(0o666 & ~mask)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def read_bounded(path: Path, most: int) -> bytes:
    """Read a file of at most so many bytes; one that is larger, or cannot be read, is refused."""
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            # A pipe has no size, and a file may grow.
            content = file.read(most + 1) if size <= most else b""
    except OSError as error:
        raise Refused(f"cannot read {path}: {error.strerror}") from None
    if max(size, len(content)) > most:
        raise Refused(f"{path} is larger than {most // MEBIBYTE} MiB, the most that is read of such a file")
    return content


def read_lines(path: Path) -> list[bytes]:
    """Read the lines of a file with rounds; a file that is too large, or has a line that is, is refused."""
    lines: list[bytes] = []
    size = 0
    try:
        with path.open("rb") as file:
            while line := file.readline(LARGEST_LINE + 1):
                size += len(line)
                if len(line) > LARGEST_LINE:
                    raise Refused(f"line {len(lines) + 1} of {path} is longer than {LARGEST_LINE // MEBIBYTE} MiB")
                if size > LARGEST_LOG:
                    raise Refused(
                        f"{path} is larger than {LARGEST_LOG // MEBIBYTE} MiB, the most that is read of a log"
                    )
                lines.append(line.rstrip(b"\r\n"))
    except OSError as error:
        raise Refused(f"cannot read {path}: {error.strerror}") from None
    return lines
