"""Programs that deploy/ is written for: the machine's own, or those that `make confirm` installs beside Python."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest


@cache
def program(*names: str, package: str = "") -> str:
    """The first of these programs that there is; one that only Debian packages is unpacked, and not installed."""
    beside = Path(sys.executable).parent
    for name in names:
        if found := shutil.which(name) or shutil.which(name, path=beside):
            return found
    if package and shutil.which("apt-get"):
        folder = Path(mkdtemp(prefix="croupier-programs-"))
        subprocess.run(["apt-get", "download", "--quiet", package], cwd=folder, capture_output=True)
        for archive in folder.glob("*.deb"):
            subprocess.run(["dpkg", "--extract", archive, folder], check=True)
            archive.unlink()
        for name in names:
            if found := shutil.which(name, path=folder / "usr" / "bin"):
                return found
    pytest.skip(f"there is no {names[0]} on this machine")
