"""Steps of hatchling before it packs an sdist or a wheel: the web pages are built unless they are there and new."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PagesHook(BuildHookInterface[Any]):
    """Packs the pages, which git does not keep, the commit, and the example games.

    An sdist has the pages built, so that a wheel is made of it without Node. A wheel has the games in its package.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages and pack them; an editable install is left to `make serve`."""
        if version == "editable":
            return
        if subprocess.run([sys.executable, Path(self.root, "web", "build.py")]).returncode:
            self.app.abort("the web pages could not be built, and a package is not whole without them")
        build_data["artifacts"].append("/src/croupier/floor/site/")
        self._pack_commit(build_data["force_include"])
        if self.target_name == "wheel":
            build_data["force_include"][str(Path(self.root, "examples", "games"))] = "croupier/example_games"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Forget what was only for the package."""
        if self._folder is not None:
            self._folder.cleanup()

    _folder: TemporaryDirectory[str] | None = None

    def _pack_commit(self, included: dict[str, str]) -> None:
        """Pack the commit that the version says; a package that is built of an sdist has it already."""
        _, _, commit = self.metadata.version.partition("+g")
        if commit and not Path(self.root, "src", "croupier", "commit").exists():
            self._folder = TemporaryDirectory()
            file = Path(self._folder.name, "commit")
            file.write_text(commit, "ascii")
            included[str(file)] = "croupier/commit" if self.target_name == "wheel" else "src/croupier/commit"
