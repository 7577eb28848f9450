"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


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
