"""The sdist and the wheel, and environments outside the tree that the wheel is installed into."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement

ROOT: Final = Path(__file__).parents[2]
Required = tuple[str, frozenset[str]]
"""The name of a distribution and the extras of it that are required."""
PIP: Final = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


def build_sdist(folder: Path) -> Path:
    """The sdist of the tree."""
    _run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder), cwd=ROOT)
    return next(folder.glob("*.tar.gz"))


def build_wheel(sdist: Path) -> Path:
    """The wheel of an sdist, as pip builds it, on a machine without Node and without a way to get one."""
    nowhere = os.environ | {"PATH": str(sdist.parent), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""}
    words = ("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(sdist.parent), str(sdist))
    _run(*PIP, *words, cwd=sdist.parent, env=nowhere)
    return next(sdist.parent.glob("*.whl"))


@dataclass(frozen=True)
class Environment:
    """A virtual environment outside the tree, that knows nothing of the tree."""

    folder: Path

    @property
    def python(self) -> tuple[str, ...]:
        """Its interpreter, which looks nowhere else for packages."""
        return str(self.folder / "bin" / "python"), "-I"

    def croupier(self, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run the command that was installed."""
        alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        command = (str(self.folder / "bin" / "croupier"), *words)
        return subprocess.run(command, cwd=self.folder, env=alone, input=typed, capture_output=True, text=True)


def install(wheel: Path, extras: Iterable[str], folder: Path) -> Environment:
    """An environment with the wheel and what pip installs for it."""
    chosen = f"{wheel}[{','.join(extras)}]" if extras else str(wheel)
    return _install(folder, "--constraint", str(ROOT / "constraints.txt"), chosen)


def link(wheel: Path, extras: Iterable[str], folder: Path) -> Environment:
    """The same, but with links to those of this environment's packages that pip would install: it takes no network."""
    made = _install(folder, "--no-deps", "--no-index", str(wheel))
    packages = next(folder.glob("lib/python*/site-packages"))
    (croupier,) = Distribution.discover(name="croupier", path=[str(packages)])
    needed: dict[Required, Distribution] = {}
    _gather(croupier, extras, needed)
    tops = {file.parts[0]: one.locate_file(file.parts[0]) for one in needed.values() for file in one.files or ()}
    for name in tops.keys() - {"..", "__pycache__"}:
        (packages / name).symlink_to(str(tops[name]))
    return made


def _gather(of: Distribution, extras: Iterable[str], needed: dict[Required, Distribution]) -> None:
    """Add what a distribution with these extras requires, and what that requires."""
    for requirement in map(Requirement, of.requires or ()):
        asked = requirement.name, frozenset(requirement.extras)
        applies = requirement.marker is None or any(requirement.marker.evaluate({"extra": e}) for e in ("", *extras))
        if applies and asked not in needed:
            needed[asked] = distribution(requirement.name)
            _gather(needed[asked], requirement.extras, needed)


def _install(folder: Path, *words: str) -> Environment:
    _run(sys.executable, "-m", "venv", "--without-pip", str(folder))
    _run(*PIP, "--python", str(folder / "bin" / "python"), "install", *words)
    return Environment(folder)


def _run(*command: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> None:
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}:\n{done.stdout}{done.stderr}"
