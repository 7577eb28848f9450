"""The version of this program together with the commit that it was built from."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Final

from croupier import __version__

COMMIT: Final = Path(__file__).with_name("commit")
"""The file in a package that has the commit; a clone asks git."""
LENGTH: Final = 12


@cache
def commit() -> str:
    """Return the beginning of the commit's hash, or nothing where it is not known."""
    said = COMMIT.read_text("ascii", "replace").strip() if COMMIT.exists() else _checked_out(COMMIT.parents[2])
    return said if re.fullmatch(f"[0-9a-f]{{{LENGTH}}}", said) else ""


def full_version() -> str:
    """Return the version with the commit as its local part (PEP 440): 0.3.0+g5f4a7238c1d2."""
    return f"{__version__}+g{commit()}" if commit() else __version__


def _checked_out(clone: Path) -> str:
    import subprocess

    if not ((clone / ".git").exists() and (clone / "pyproject.toml").exists()):
        return ""
    asked = ("git", "-C", str(clone), "rev-parse", f"--short={LENGTH}", "HEAD")
    alone = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        return subprocess.run(asked, capture_output=True, text=True, timeout=10, env=alone).stdout.strip()[:LENGTH]
    except (OSError, subprocess.SubprocessError):
        return ""
