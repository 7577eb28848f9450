"""Make a release: `python -m tests.release VERSION` bumps the version where it is written, commits and tags.

The changelog's newest section is the release's; it is written before, and gets its day here.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parent.parent
WRITTEN = {"src/croupier/__init__.py": r'(?m)^__version__ = "(.*)"$', "CITATION.cff": r"(?m)^version: (.*)$"}


class NotReady(Exception):
    """Why there can be no release."""


def release(root: Path, version: str) -> list[str]:
    """Bump, commit and tag; return the files that have changed."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise NotReady(f"{version!r} is no version such as 1.2.3")
    if _git(root, "status", "--porcelain"):
        raise NotReady("there are changes that are not committed")
    if _git(root, "tag", "--list", f"v{version}"):
        raise NotReady(f"v{version} is tagged already")
    changelog = root / "CHANGELOG.md"
    newest = re.search(r"(?m)^## (\S+)( \(.*\))?$", changelog.read_text("utf-8"))
    if newest is None or newest[1] != version:
        raise NotReady(f"the newest section of CHANGELOG.md is not that of {version}: write it first")
    day = f"## {version} ({datetime.now(UTC):%Y-%m-%d})"
    changelog.write_text(changelog.read_text("utf-8").replace(newest[0], day, 1), "utf-8")
    for file, pattern in WRITTEN.items():
        text = (root / file).read_text("utf-8")
        found = re.search(pattern, text)
        if found is None:
            raise NotReady(f"{file} names no version")
        (root / file).write_text(text[: found.start(1)] + version + text[found.end(1) :], "utf-8")
    examples = root / "src" / "croupier" / "floor" / "api" / "openapi_examples.json"
    if examples.exists():
        subprocess.run([sys.executable, "-m", "tests.floor.write_examples"], cwd=root, check=True)
    changed = _git(root, "diff", "--name-only").splitlines()
    _git(root, "commit", "--all", "--message", f"release: {version}")
    _git(root, "tag", "--annotate", "--message", f"Croupier {version}", f"v{version}")
    return changed


def _git(root: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    try:
        print("\n".join(release(ROOT, sys.argv[1] if len(sys.argv) > 1 else "")))
    except NotReady as error:
        sys.exit(f"no release: {error}")
