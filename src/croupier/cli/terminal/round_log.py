"""The log of a table: one finished round to a line, each line there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from croupier.errors import Refused
from croupier.table.record import Record, read_records, write_record


class Log:
    """A file that finished rounds are added to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.written = 0
        try:
            if path.exists() and path.stat().st_size:
                self._check()
            self.file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        except OSError as error:
            raise Refused(f"cannot write the log {path}: {error.strerror}") from None

    def _check(self) -> None:
        """Refuse to add to a file that is something else, or that ends in the middle of a line."""
        try:
            read_records(self.path)
        except Refused as error:
            raise Refused(f"{error}; --log adds to a log of rounds or begins a new file") from None
        if not self.path.read_bytes().endswith(b"\n"):
            raise Refused(f"the log {self.path} ends in the middle of a line; --log adds to whole ones")

    def add(self, record: Record) -> None:
        """Add a finished round in one write; what could not be written whole is taken back."""
        line = write_record(record)
        before = os.fstat(self.file).st_size
        try:
            if os.write(self.file, line) != len(line):
                os.ftruncate(self.file, before)
                raise Refused(f"cannot write the log {self.path}: the disk is full")
        except OSError as error:
            raise Refused(f"cannot write the log {self.path}: {error.strerror}") from None
        self.written += 1
