"""Where the house's keys come from: the environment, a command for a key service, or a file of mode 0600.

A key is 32 bytes in hexadecimal. The file lies in the data folder or beside the books and is made with the house.
Several keys, one after another, are tried in turn; the first is the one in use.
"""

from __future__ import annotations

import os
import re
import secrets
import shlex
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Final

from croupier.errors import Refused

COMMAND_SECONDS: Final = 30


class NoKey(Refused):
    """A key is not at hand."""


class KeySource:
    """The keys for one thing: from the environment under a name, or from the file."""

    def __init__(self, what: str, name: str, file: Path, may_make: bool) -> None:
        self.file = file
        self._what = what
        self._name = name
        self._may_make = may_make

    def read(self) -> list[bytes]:
        """All of them, the one in use first."""
        keys = re.split(r"[\s,]+", self._said().strip())
        if not all(re.fullmatch("[0-9a-fA-F]{64}", key) for key in keys):
            raise NoKey(f"a key for the {self._what} is 64 hexadecimal digits; several stand one after another")
        return [bytes.fromhex(key) for key in keys]

    def _said(self) -> str:
        if key := os.environ.get(self._name):
            return key
        if command := os.environ.get(command_name := f"{self._name}_COMMAND"):
            try:
                asked = subprocess.run(shlex.split(command), capture_output=True, text=True, timeout=COMMAND_SECONDS)
            except (OSError, ValueError, subprocess.TimeoutExpired) as error:
                raise NoKey(f"the command in {command_name} gives no key: {type(error).__name__}") from None
            if asked.returncode:
                raise NoKey(f"the command in {command_name} gives no key: it ends with {asked.returncode}")
            return asked.stdout
        return self._from_file()

    def _from_file(self) -> str:
        try:
            if self._may_make:
                self._make()
            if self.file.stat().st_mode & 0o077 and os.name == "posix":
                raise NoKey(f"others may read {self.file}, the key of the {self._what}; chmod 600 it")
            return self.file.read_text("ascii")
        except FileNotFoundError:
            raise NoKey(
                f"these books need the key of their {self._what}, and there is no key in {self.file}; "
                f"put it there or in {self._name}"
            ) from None
        except (OSError, UnicodeDecodeError) as error:
            raise NoKey(f"the key of the {self._what} cannot be read from {self.file}: {error}") from None

    def _make(self) -> None:
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self.file.exists():
            return
        # Linked when it is whole: a disk that is full, or a house that is killed, leaves no key that is none.
        whole = self.file.with_name(f".{self.file.name}.{secrets.token_hex(8)}")
        try:
            made = os.open(whole, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with open(made, "w") as file:
                file.write(secrets.token_hex(32) + "\n")
                file.flush()
                os.fsync(made)
            with suppress(FileExistsError):
                os.link(whole, self.file)
        finally:
            whole.unlink(missing_ok=True)
